#include "hw/world/hwloc/hwloc.h"

#include <cerrno>
#include <cstring>
#include <utility>

#include <dlfcn.h>
#include <fmt/format.h>

#include "core/text/reading.h"
#include "hw/world/shared_library.h"

namespace treering::hw::world::hwloc {
namespace {

// Names and numbers of hwloc 2's <hwloc.h>, which need not be there when treering is built.
using Topology = void*;
constexpr unsigned long kIncludeDisallowed = 1UL << 0U;  // HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED
constexpr unsigned long kBlacklist = 1UL << 0U;          // HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST
constexpr int kKeepAll = 0;                              // HWLOC_TYPE_FILTER_KEEP_ALL

tl::unexpected<Unseen> failure(std::string text) {
  return tl::unexpected(Unseen{Unseen::Why::Failed, std::move(text)});
}

/// The functions that are called; null where the library lacks them.
struct Functions {
  int (*init)(Topology*) = nullptr;
  int (*set_flags)(Topology, unsigned long) = nullptr;
  int (*set_io_types_filter)(Topology, int) = nullptr;
  int (*set_components)(Topology, unsigned long, const char*) = nullptr;
  int (*load)(Topology) = nullptr;
  int (*is_thissystem)(Topology) = nullptr;
  int (*export_xmlbuffer)(Topology, char**, int*, unsigned long) = nullptr;
  void (*free_xmlbuffer)(Topology, char*) = nullptr;
  void (*destroy)(Topology) = nullptr;
};

template <class Function>
bool find(void* handle, const char* name, Function& function) {
  // POSIX has dlsym return functions as void*.
  function = reinterpret_cast<Function>(dlsym(handle, name));
  return function != nullptr;
}

bool find_all(void* handle, Functions& functions) {
  return find(handle, "hwloc_topology_init", functions.init) &&
         find(handle, "hwloc_topology_set_flags", functions.set_flags) &&
         find(handle, "hwloc_topology_set_io_types_filter", functions.set_io_types_filter) &&
         find(handle, "hwloc_topology_set_components", functions.set_components) &&
         find(handle, "hwloc_topology_load", functions.load) &&
         find(handle, "hwloc_topology_is_thissystem", functions.is_thissystem) &&
         find(handle, "hwloc_topology_export_xmlbuffer", functions.export_xmlbuffer) &&
         find(handle, "hwloc_free_xmlbuffer", functions.free_xmlbuffer) &&
         find(handle, "hwloc_topology_destroy", functions.destroy);
}

Seen<std::string> xml_of(const Functions& functions, Topology topology) {
  functions.set_flags(topology, kIncludeDisallowed);
  functions.set_io_types_filter(topology, kKeepAll);
  // They would start drivers of GPUs and displays; NVML is asked elsewhere.
  for (const char* const component : {"cuda", "nvml", "opencl", "gl", "rsmi", "levelzero"}) {
    functions.set_components(topology, kBlacklist, component);
  }
  if (functions.load(topology) != 0) {
    return failure(fmt::format("hwloc_topology_load: {}", core::lower_case(std::strerror(errno))));
  }
  if (functions.is_thissystem(topology) == 0) {
    return failure("it describes another machine, as HWLOC_XMLFILE and its like ask it to");
  }
  char* buffer = nullptr;
  int size = 0;
  if (functions.export_xmlbuffer(topology, &buffer, &size, 0) != 0) {
    return failure(
        fmt::format("hwloc_topology_export_xmlbuffer: {}", core::lower_case(std::strerror(errno))));
  }
  std::string text = buffer;
  functions.free_xmlbuffer(topology, buffer);
  if (text.size() > kMaxWorldText) return failure("more than 4 MiB of XML");
  return text;
}

}  // namespace

Seen<std::string> ask_hwloc(const std::string& library) {
  const auto opened = open_library(library);
  if (!opened) return tl::unexpected(opened.error());
  Functions functions;
  if (!find_all(opened->get(), functions)) {
    return failure(fmt::format("{} lacks functions of hwloc 2.1 and newer", library));
  }
  Topology topology = nullptr;
  if (functions.init(&topology) != 0) return failure("hwloc_topology_init failed");
  auto text = xml_of(functions, topology);
  functions.destroy(topology);
  return text;
}

}  // namespace treering::hw::world::hwloc
