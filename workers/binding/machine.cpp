#if TREERING_HAS_HWLOC
#include "workers/binding/machine.h"

#include <cerrno>
#include <cstring>

namespace treering::workers {
namespace {

core::Result<Machine> empty_machine() {
  hwloc_topology_t topology = nullptr;
  if (hwloc_topology_init(&topology) != 0) {
    return core::environment_error("libhwloc", std::strerror(errno));
  }
  Machine machine(topology);
  // Devices are what ranks are near to.
  hwloc_topology_set_io_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_ALL);
  return machine;
}

}  // namespace

core::Result<Machine> machine_of(const std::string& hwloc_xml) {
  auto machine = empty_machine();
  if (!machine) return machine;
  const auto size = static_cast<int>(hwloc_xml.size() + 1);  // with the 0 at the end
  if (hwloc_topology_set_xmlbuffer(machine->get(), hwloc_xml.c_str(), size) != 0 ||
      hwloc_topology_load(machine->get()) != 0) {
    return core::bad_input("hwloc XML", "not read by libhwloc " HWLOC_VERSION,
                           "expected what lstopo writes");
  }
  return machine;
}

core::Result<Machine> this_machine() {
  auto machine = empty_machine();
  if (!machine) return machine;
  // Whoever started us with taskset or a cpuset meant it.
  hwloc_topology_set_flags(machine->get(), HWLOC_TOPOLOGY_FLAG_RESTRICT_TO_CPUBINDING |
                                               HWLOC_TOPOLOGY_FLAG_IS_THISSYSTEM);
  // They would start drivers of GPUs and displays.
  for (const char* const component : {"cuda", "nvml", "opencl", "gl", "rsmi", "levelzero"}) {
    hwloc_topology_set_components(machine->get(), HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST,
                                  component);
  }
  if (hwloc_topology_load(machine->get()) != 0) {
    return core::environment_error("libhwloc", std::strerror(errno), "expected a machine");
  }
  return machine;
}

Set set_of(const std::string& list) {
  Set set(hwloc_bitmap_alloc());
  hwloc_bitmap_list_sscanf(set.get(), list.c_str());
  return set;
}

}  // namespace treering::workers
#endif
