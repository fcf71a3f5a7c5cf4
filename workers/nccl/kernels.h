// Fills and checks buffers on a GPU, by kernels that this program carries as PTX (contents.cu) and
// CUDA's driver compiles for the GPU at hand.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/data_type.h"
#include "core/result.h"
#include "tuner/measure/configuration.h"
#include "workers/elements.h"
#include "workers/nccl/device.h"
#include "workers/nccl/libraries.h"

namespace treering::workers::nccl {

using Module = void*;    // CUmodule
using Function = void*;  // CUfunction

/// What we call of libcuda.so.1, with the names and types of cuda.h.
struct Driver {
  int (*load)(Module* module, const void* image) = nullptr;                    // cuModuleLoadData
  int (*find)(Function* function, Module module, const char* name) = nullptr;  // …GetFunction
  int (*launch)(Function function, unsigned blocks_x, unsigned blocks_y, unsigned blocks_z,
                unsigned threads_x, unsigned threads_y, unsigned threads_z, unsigned shared_bytes,
                Stream stream, void** arguments, void** more) = nullptr;  // cuLaunchKernel
  int (*unload)(Module module) = nullptr;                                 // cuModuleUnload
  int (*error_text)(int error, const char** text) = nullptr;              // cuGetErrorString
};

/// Of the driver that the CUDA runtime has opened. Fails where there is none.
core::Result<Driver> open_driver();

/// The PTX of this program; empty where no CUDA compiler was there when it was built.
std::string_view embedded_ptx();

/// On a device.
struct Elements {
  core::DataType type = core::DataType::Float;
  std::byte* data = nullptr;
  std::uint64_t count = 0;
};

class Kernels {
 public:
  /// Loads the kernels on the device of this thread, and compares what they do with what the host
  /// does, for every type and operation. Fails where they cannot be loaded, or differ.
  /// \param stream where they run; \pre it and `cuda` outlive this
  static core::Result<std::unique_ptr<Kernels>> load(const Cuda& cuda, const Driver& driver,
                                                     std::string_view ptx,
                                                     const DeviceStream& stream);
  Kernels(const Kernels&) = delete;
  Kernels& operator=(const Kernels&) = delete;
  ~Kernels();

  // They return when it is done, and throw LibraryFailure.

  void fill(const Elements& to, const Inputs& inputs, int rank);
  /// The number of elements that are not what `pattern` says.
  [[nodiscard]] std::uint64_t wrong(const Elements& from, const Pattern& pattern);

 private:
  Kernels(const Cuda& cuda, const Driver& driver, const DeviceStream& stream);

  void launch(const std::string& name, std::uint64_t count, void** arguments) const;
  void check_driver(int code, const std::string& what) const;
  void compare_with_host(core::DataType type);
  void compare_with_host(const tuner::measure::Configuration& call);

  const Cuda& cuda_;
  Driver driver_;
  const DeviceStream& stream_;
  Module module_ = nullptr;
  DeviceMemory wrong_;  // a number
};

}  // namespace treering::workers::nccl
