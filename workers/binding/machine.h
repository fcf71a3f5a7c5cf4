// A machine as libhwloc has it, from an XML or as it is here.
#pragma once

#include <memory>
#include <string>

#include <hwloc.h>

#include "core/result.h"
#include "workers/binding/place.h"

namespace treering::workers {

struct Destroy {
  void operator()(hwloc_topology_t topology) const { hwloc_topology_destroy(topology); }
};
using Machine = std::unique_ptr<hwloc_topology, Destroy>;

/// Fails with Category::BadInput.
core::Result<Machine> machine_of(const std::string& hwloc_xml);

/// This one, as far as this process may run on it. Fails with Category::Environment.
core::Result<Machine> this_machine();

/// See places_of().
core::Result<Places> places_on(hwloc_topology_t machine, const Ranks& ranks,
                               tuner::launch::Binding binding);

struct Free {
  void operator()(hwloc_bitmap_t set) const { hwloc_bitmap_free(set); }
};
using Set = std::unique_ptr<hwloc_bitmap_s, Free>;
/// Of "0-3,8".
Set set_of(const std::string& list);

}  // namespace treering::workers
