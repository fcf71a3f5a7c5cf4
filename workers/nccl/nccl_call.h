// A collective of NCCL on one GPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "tuner/measure/configuration.h"
#include "workers/backend.h"
#include "workers/layout.h"
#include "workers/nccl/device.h"
#include "workers/nccl/kernels.h"
#include "workers/nccl/libraries.h"

namespace treering::workers::nccl {

/// Where a call runs.
struct CallPlace {
  const Libraries& libraries;
  const DeviceStream& stream;
  Kernels* kernels = nullptr;  // null: the host fills and checks
  int rank = 0;
  int ranks = 1;
};

/// Its buffers are on the GPU. Without kernels the host fills and checks a copy of its own.
///
/// Functions throw LibraryFailure.
class NcclCall final : public PreparedCall {
 public:
  /// \param host copy of the buffers, unused where there are kernels; \pre check_ability(asked)
  NcclCall(const CallPlace& place, const tuner::measure::Configuration& asked, const Memory& host);

  NcclCall(const NcclCall&) = delete;
  NcclCall& operator=(const NcclCall&) = delete;
  ~NcclCall() override;

  void fill(const tuner::measure::Configuration& asked, int rank, int ranks) override;
  std::uint64_t wrong_elements(const tuner::measure::Configuration& asked, int rank,
                               int ranks) override;
  /// One iteration: put into the stream, and waited for.
  void run() override;
  /// All put into the stream, then waited for.
  void run_loop(int count) override;

  /// The communicator of the runs from now on, and what each of them may run, as NCCL's settings of
  /// a call name it; empty: NCCL's choice. \pre nothing but empty where NCCL takes no such settings
  void use(Communicator communicator, const std::string& algorithms);
  /// It has none any more. Whoever destroys a communicator takes it from the call first.
  void leave();

 private:
  [[nodiscard]] std::byte* in() const override { return host_.first + in_offset_; }
  [[nodiscard]] std::byte* out() const override;
  [[nodiscard]] std::byte* device_in() const { return first_.data() + in_offset_; }
  [[nodiscard]] std::byte* device_out() const;
  [[nodiscard]] bool has_own_operation() const;
  void make_operation(Communicator communicator);
  void enqueue() const;
  void enqueue_pair() const;
  void enqueue_sends() const;
  [[nodiscard]] int enqueue_choice() const;
  [[nodiscard]] int enqueue_with_settings() const;
  void send(std::size_t from_offset, int to) const;
  void receive(std::size_t to_offset, int from) const;

  CallPlace place_;
  Communicator communicator_ = nullptr;
  int operation_ = 0;  // NCCL's number; of a mulsum, one that the communicator has given it
  std::string algorithms_;
  tuner::measure::Configuration asked_;
  Memory host_;
  Layout layout_;
  std::size_t width_;  // bytes of an element
  // Of the input in the first buffer, and of the output in the second, in place in the first:
  // bytes.
  std::size_t in_offset_ = 0;
  std::size_t out_offset_ = 0;
  DeviceMemory first_;
  DeviceMemory second_;
};

}  // namespace treering::workers::nccl
