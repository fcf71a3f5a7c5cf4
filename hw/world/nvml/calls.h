// Calls of NVML that record their failures, and the questions about the links of a GPU.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hw/world/nvml/library.h"
#include "hw/world/nvml_answers.h"

namespace treering::hw::world::nvml {

// Calls NVML and records failures.

class NvmlCalls {
 public:
  /// `library` must outlive this.
  explicit NvmlCalls(const NvmlLibrary& library) : library_(library) {}

  [[nodiscard]] const NvmlFunctions& functions() const { return library_.functions(); }
  [[nodiscard]] const NvmlLibrary& library() const { return library_; }

  /// The return code of a function; kFunctionNotFound when the library lacks it.
  template <class... Parameters, class... Arguments>
  nvml::Return call(const NvmlFunction<Parameters...>& function, Arguments... arguments) {
    return function.call == nullptr ? nvml::kFunctionNotFound : function.call(arguments...);
  }

  /// Whether it succeeds. Records a failure, unless this hardware does not support the call.
  template <class... Parameters, class... Arguments>
  bool answered(std::optional<int> gpu, const NvmlFunction<Parameters...>& function,
                Arguments... arguments) {
    return keep(gpu, function.name, call(function, arguments...));
  }

  /// The same for the return code of a call.
  bool keep(std::optional<int> gpu, const char* name, nvml::Return answer) {
    if (answer == nvml::kSuccess) return true;
    if (answer == nvml::kNotSupported) return false;
    NvmlFault fault{name, gpu, library_.words_for(answer)};
    if (answer == nvml::kFunctionNotFound) fault = {name, {}, "not in this library"};
    const bool is_new = std::ranges::find(faults_, fault) == faults_.end();
    if (is_new && faults_.size() < kMaxNvmlFaults) faults_.push_back(std::move(fault));
    return false;
  }

  std::vector<NvmlFault> take_faults() { return std::move(faults_); }

 private:
  const NvmlLibrary& library_;
  std::vector<NvmlFault> faults_;
};

// Asks NVML about the NVLinks and C2C links of one GPU.

/// "0000:1b:00.0", lower case.
std::string bus_id_of(const nvml::PciInfo& pci);

/// Fills in `gpu.links` and `gpu.c2c`. A GPU of unknown compute capability is asked like the
/// newest.
void ask_links(NvmlCalls& calls, nvml::Device device, NvmlGpu& gpu);

}  // namespace treering::hw::world::nvml
