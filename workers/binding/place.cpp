#include "workers/binding/place.h"

#if TREERING_HAS_HWLOC
#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/units.h"
#include "workers/binding/machine.h"

namespace treering::workers {
namespace {

using tuner::launch::Binding;
using Objects = std::vector<hwloc_obj_t>;

std::string list_of(hwloc_const_bitmap_t set) {
  char* text = nullptr;
  if (hwloc_bitmap_list_asprintf(&text, set) < 0) return {};
  std::string list = text;
  std::free(text);
  return list;
}

/// In hwloc's order.
Objects cores_in(hwloc_topology_t machine, hwloc_const_cpuset_t part) {
  // Some machines, mostly virtual ones, show processing units alone.
  const int depth = hwloc_get_type_or_below_depth(machine, HWLOC_OBJ_CORE);
  Objects cores;
  hwloc_obj_t core = nullptr;
  while ((core = hwloc_get_next_obj_inside_cpuset_by_depth(machine, part, depth, core))) {
    cores.push_back(core);
  }
  return cores;
}

/// With cores of their own: not the memory of GPUs, and not a second memory of the same cores.
Objects numa_nodes_in(hwloc_topology_t machine, hwloc_const_cpuset_t part) {
  Objects nodes;
  hwloc_obj_t node = nullptr;
  while ((node = hwloc_get_next_obj_by_type(machine, HWLOC_OBJ_NUMANODE, node))) {
    const bool is_gpu = node->subtype != nullptr && std::string_view(node->subtype) == "GPUMemory";
    const bool is_second = std::ranges::any_of(nodes, [&](hwloc_obj_t other) {
      return hwloc_bitmap_isequal(other->cpuset, node->cpuset) != 0;
    });
    const bool has_cores = hwloc_bitmap_intersects(node->cpuset, part) != 0;
    if (has_cores && !is_gpu && !is_second) nodes.push_back(node);
  }
  return nodes;
}

Place place_of(hwloc_topology_t machine, hwloc_const_cpuset_t cpus) {
  Place place{list_of(cpus), {}};
  const Objects nodes = numa_nodes_in(machine, cpus);
  if (nodes.size() == 1) place.numa_node = static_cast<int>(nodes.front()->os_index);
  return place;
}

/// A part of the machine, and the ranks that share it.
struct Share {
  hwloc_obj_t part = nullptr;
  std::vector<std::size_t> ranks;
};

core::Result<hwloc_obj_t> part_near(hwloc_topology_t machine, const std::string& address) {
  if (address.empty()) return hwloc_get_root_obj(machine);
  const hwloc_obj_t device = hwloc_get_pcidev_by_busidstring(machine, address.c_str());
  if (device == nullptr) {
    return core::bad_input("hwloc", core::in_quotes(address),
                           "expected the PCI address of a device of this machine");
  }
  return hwloc_get_non_io_ancestor_obj(machine, device);
}

core::Result<std::vector<Share>> shares_of(hwloc_topology_t machine,
                                           const std::vector<std::string>& near) {
  std::vector<Share> shares;
  for (std::size_t rank = 0; rank < near.size(); ++rank) {
    const auto part = part_near(machine, near[rank]);
    if (!part) return core::fail(part.error());
    auto share = std::ranges::find(shares, *part, &Share::part);
    if (share == shares.end()) share = shares.insert(share, {*part, {}});
    share->ranks.push_back(rank);
  }
  return shares;
}

class Binder {
 public:
  Binder(hwloc_topology_t machine, const Ranks& ranks, Binding binding)
      : machine_(machine),
        binding_(binding),
        cores_(static_cast<std::size_t>(ranks.cores)),
        places_{binding, std::vector<Place>(ranks.near.size())} {}

  core::Result<void> divide(const Share& share) {
    const bool are_nodes = binding_ == Binding::Numa;
    const hwloc_const_cpuset_t part = share.part->cpuset;
    const Objects all = are_nodes ? numa_nodes_in(machine_, part) : cores_in(machine_, part);
    const std::size_t count = share.ranks.size();
    const std::size_t width = are_nodes ? 1 : cores_;
    if (all.size() < (are_nodes ? 1 : count * width)) return too_few(count, all.size());
    for (std::size_t i = 0; i < count; ++i) {
      const bool are_in_a_row = binding_ == Binding::Compact;
      const std::size_t first = are_in_a_row ? i * width : i * all.size() / count;
      const Set cpus(hwloc_bitmap_alloc());
      for (std::size_t j = 0; j < width; ++j) {
        hwloc_bitmap_or(cpus.get(), cpus.get(), all[first + j]->cpuset);
      }
      hwloc_bitmap_and(cpus.get(), cpus.get(), part);
      places_.ranks[share.ranks[i]] = place_of(machine_, cpus.get());
    }
    return {};
  }

  Places take() && { return std::move(places_); }

 private:
  [[nodiscard]] core::Failure too_few(std::size_t ranks, std::size_t cores) const {
    const std::string each = cores_ == 1 ? "a core of its own" : fmt::format("{} cores", cores_);
    return core::usage_error(
        "⟨bind⟩",
        fmt::format("{} on {}", core::counted(ranks, "rank"), core::counted(cores, "core")),
        fmt::format("{} gives each rank {}", name_of(binding_), each), "numa and none do not");
  }

  hwloc_topology_t machine_;
  Binding binding_;
  std::size_t cores_;
  Places places_;
};

core::Result<Places> divided(hwloc_topology_t machine, const Ranks& ranks,
                             const std::vector<Share>& shares, Binding binding) {
  Binder binder(machine, ranks, binding);
  for (const Share& share : shares) {
    if (const auto done = binder.divide(share); !done) return core::fail(done.error());
  }
  return std::move(binder).take();
}

}  // namespace

core::Result<Places> places_on(hwloc_topology_t machine, const Ranks& ranks, Binding binding) {
  const Places free{Binding::None, std::vector<Place>(ranks.near.size())};
  if (binding == Binding::None) return free;
  const auto shares = shares_of(machine, ranks.near);
  if (!shares) return core::fail(shares.error());
  if (binding != Binding::Automatic) return divided(machine, ranks, *shares, binding);
  auto places = divided(machine, ranks, *shares, Binding::Spread);
  return places ? std::move(places) : core::Result<Places>(free);
}

core::Result<Places> places_of(const std::string& hwloc_xml, const Ranks& ranks, Binding binding) {
  const auto machine = machine_of(hwloc_xml);
  if (!machine) return core::fail(machine.error());
  return places_on(machine->get(), ranks, binding);
}

}  // namespace treering::workers

#else

namespace treering::workers {

core::Result<Places> places_of(const std::string& /*hwloc_xml*/, const Ranks& /*ranks*/,
                               tuner::launch::Binding /*binding*/) {
  return core::environment_error("hwloc", "treering was built without libhwloc");
}

}  // namespace treering::workers

#endif
