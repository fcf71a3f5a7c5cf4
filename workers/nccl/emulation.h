// Whether there is a GPU under the CUDA runtime: fake GPUs give results that are no measurements.
#pragma once

#include <optional>
#include <string>

#include "workers/nccl/libraries.h"

namespace treering::workers::nccl {

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
