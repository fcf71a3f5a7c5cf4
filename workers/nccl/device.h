// A GPU of this process: its memory and a stream.
#pragma once

#include <cstddef>

#include "workers/nccl/libraries.h"

namespace treering::workers::nccl {

/// Throws LibraryFailure where there is none left; then nothing is held.
class DeviceMemory {
 public:
  DeviceMemory(const Cuda& cuda, std::size_t bytes);
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;
  ~DeviceMemory();

  [[nodiscard]] std::byte* data() const { return static_cast<std::byte*>(memory_); }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

  /// All of it, from and to the host. Return when that is done, and throw LibraryFailure.
  void fill_from(const std::byte* host);
  void copy_to(std::byte* host) const;

 private:
  const Cuda& cuda_;
  std::size_t bytes_ = 0;
  void* memory_ = nullptr;
};

class DeviceStream {
 public:
  /// On the device of this thread. Throws LibraryFailure.
  explicit DeviceStream(const Cuda& cuda);
  DeviceStream(const DeviceStream&) = delete;
  DeviceStream& operator=(const DeviceStream&) = delete;
  ~DeviceStream();

  [[nodiscard]] Stream handle() const { return stream_; }
  /// Until all that was put into it is done.
  void wait() const;

 private:
  const Cuda& cuda_;
  Stream stream_ = nullptr;
};

}  // namespace treering::workers::nccl
