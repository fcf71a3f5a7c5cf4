// A rank of a job of NCCL: one GPU, driven by one thread of this process.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "workers/backend.h"
#include "workers/meeting/star.h"
#include "workers/nccl/communicators.h"
#include "workers/nccl/device.h"
#include "workers/nccl/kernels.h"
#include "workers/nccl/libraries.h"
#include "workers/nccl/log.h"
#include "workers/nccl/nvml.h"

namespace treering::workers::nccl {

/// All that the environment tells NCCL, which may explain a result.
/// \pre no other thread sets a variable
Variables variables_of_nccl();

/// What a rank has of its machine.
struct Seat {
  int device = 0;
  std::string log_file;  // where NCCL's log of this process may go
  Variables variables;   // as this process found them
};

class NcclBackend final : public Backend {
 public:
  /// Takes the device of the seat for the thread that calls. All ranks call it together. Throws
  /// LibraryFailure and LostPeer, as all others here do. Throws LibraryFailure too where the GPUs
  /// are fake and nobody said so.
  NcclBackend(const Libraries& libraries, const Seat& seat, meeting::Star star);

  [[nodiscard]] int rank() const override { return star_.rank(); }
  [[nodiscard]] int ranks() const override { return star_.ranks(); }
  [[nodiscard]] std::string library() const override;
  [[nodiscard]] std::map<std::string, std::vector<std::string>> algorithms() const override;
  [[nodiscard]] std::map<std::string, std::string> environment() const override;

  void share(std::string& text) override { star_.share(text); }
  std::vector<double> gather(const std::vector<double>& own) override;
  std::vector<std::string> gather(const std::string& own) override { return star_.gather(own); }
  void line_up() override { star_.line_up(); }
  void send(int to, double number) override;
  double receive(int from) override;

  [[nodiscard]] bool needs_host_memory() const override { return kernels_ == nullptr; }

  /// See Communicators.
  core::Result<std::unique_ptr<PreparedCall>> prepare(const tuner::measure::Configuration& asked,
                                                      const Memory& memory) override;
  void overwrite_caches() override;
  void start_witness() override;
  tuner::measure::Seen stop_witness() override;
  void start_watch() override;
  std::map<std::string, std::string> stop_watch() override;

 private:
  [[nodiscard]] int version() const;
  void look_at_device();
  void load_kernels(bool are_gpus_fake);

  Libraries libraries_;
  int device_ = 0;
  meeting::Star star_;
  Log log_;
  std::map<std::string, std::string> environment_;
  std::optional<GpuWatch> watch_;
  std::optional<DeviceStream> stream_;
  std::unique_ptr<DeviceMemory> flushed_;       // what overwrites the cache; made when it is needed
  std::unique_ptr<Kernels> kernels_;            // null: the host fills and checks
  std::optional<Communicators> communicators_;  // once the GPU is known
  core::Collective watched_ = core::Collective::AllReduce;
};

}  // namespace treering::workers::nccl
