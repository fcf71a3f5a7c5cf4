// The GPU of this process: whether it is a real one, its memory, and a stream.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "workers/nccl/libraries.h"

namespace treering::workers::nccl {

// A GPU of this process: its memory and a stream.

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

// Whether there is a GPU under the CUDA runtime: fake GPUs give results that are no measurements.

/// The variable that is 1 where the user knows that the GPUs are fake.
inline constexpr const char* kFakeVariable = "TREERING_FAKE_GPUS";

/// Whether the user says so.
bool is_fake_allowed();

/// Whether this machine shows a GPU: a device file, a driver that is loaded, or a device of NVIDIA
/// on the PCI bus that displays or computes. \param root where /dev, /proc and /sys are
bool has_gpu(const std::string& root = "");

/// `why` there are no GPUs to run on; where the machine shows none, with kNoGpu before it.
std::string why_no_gpus(const std::string& why);

/// Why what stands under the CUDA runtime is no driver of a GPU; nothing where it is one.
///
/// Memory of the runtime has to be known to the driver (libcuda.so.1, asked by its own functions),
/// and this process has to hold a device file of a GPU open, which no library can imitate.
/// \param memory that the runtime has allocated on a device
std::optional<std::string> sign_of_emulation(const void* memory);

}  // namespace treering::workers::nccl
