// A collective of NCCL on one GPU.
#pragma once

#include "workers/backend.h"
#include "workers/layout.h"
#include "workers/nccl/device.h"
#include "workers/nccl/libraries.h"

namespace treering::workers::nccl {

/// Where a call runs.
struct CallPlace {
  const Libraries& libraries;
  Communicator communicator = nullptr;
  const DeviceStream& stream;
  int rank = 0;
  int ranks = 1;
};

/// The host fills and checks its own copy of the buffers; the call has them on the GPU.
///
/// Functions throw LibraryFailure.
class NcclCall final : public Call {
 public:
  /// \param host copy of the buffers; \pre check_ability(asked)
  NcclCall(const CallPlace& place, const tuner::measure::Configuration& asked, const Memory& host);

  [[nodiscard]] std::byte* in() const override { return host_.first + in_offset_; }
  [[nodiscard]] std::byte* out() const override;
  void upload() override;
  void download() override;
  /// One iteration: put into the stream, and waited for.
  void run() override;
  /// All put into the stream, then waited for.
  void run_loop(int count) override;

  /// The communicator of the runs from now on.
  void use(Communicator communicator) { place_.communicator = communicator; }

 private:
  void enqueue() const;
  void enqueue_pair() const;
  void enqueue_sends() const;
  [[nodiscard]] int enqueue_choice() const;
  void send(std::size_t from_offset, int to) const;
  void receive(std::size_t to_offset, int from) const;

  CallPlace place_;
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
