#include "hw/world/nvml/library.h"

#include <initializer_list>
#include <utility>

#include <dlfcn.h>
#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/text/reading.h"

namespace treering::hw::world::nvml {
namespace {

/// The first of its names, the function's own and those of before, that the library has.
template <class... Parameters>
void find(void* handle, NvmlFunction<Parameters...>& function,
          std::initializer_list<const char*> older = {}) {
  void* found = dlsym(handle, function.name);
  for (const char* name : older) {
    if (found == nullptr) found = dlsym(handle, name);
  }
  // POSIX has dlsym return functions as void*.
  function.call = reinterpret_cast<decltype(function.call)>(found);
}

void find_links(void* handle, NvmlFunctions& functions) {
  find(handle, functions.link_state);
  find(handle, functions.link_capability);
  find(handle, functions.link_version);
  find(handle, functions.link_remote_pci, {"nvmlDeviceGetNvLinkRemotePciInfo_v2"});
  find(handle, functions.link_remote_type);
  find(handle, functions.fields);
  find(handle, functions.fabric);
  find(handle, functions.old_fabric);
  find(handle, functions.p2p_status);
}

NvmlFunctions find_all(void* handle) {
  NvmlFunctions functions;
  find(handle, functions.init, {"nvmlInit"});
  find(handle, functions.shutdown);
  find(handle, functions.driver_version);
  find(handle, functions.cuda_version, {"nvmlSystemGetCudaDriverVersion"});
  find(handle, functions.count, {"nvmlDeviceGetCount"});
  find(handle, functions.by_index, {"nvmlDeviceGetHandleByIndex"});
  find(handle, functions.device_name);
  find(handle, functions.vbios);
  find(handle, functions.pci, {"nvmlDeviceGetPciInfo_v2", "nvmlDeviceGetPciInfo"});
  find(handle, functions.compute_capability);
  find(handle, functions.mig_mode);
  find(handle, functions.max_generation);
  find(handle, functions.max_width);
  find(handle, functions.generation);
  find(handle, functions.width);
  find_links(handle, functions);
  return functions;
}

}  // namespace

NvmlLibrary::NvmlLibrary(SharedLibrary handle)
    : handle_(std::move(handle)), functions_(find_all(handle_.get())) {
  error_string_ =
      reinterpret_cast<decltype(error_string_)>(dlsym(handle_.get(), "nvmlErrorString"));
}

Seen<NvmlLibrary> NvmlLibrary::open(const std::string& file) {
  return open_library(file).map(
      [](SharedLibrary&& library) { return NvmlLibrary(std::move(library)); });
}

std::string NvmlLibrary::words_for(nvml::Return error) const {
  const char* words = error_string_ == nullptr ? nullptr : error_string_(error);
  if (words == nullptr) return fmt::format("error {}", error);
  return core::lower_case(core::printable(words));
}

}  // namespace treering::hw::world::nvml
