#include "hw/discover/hwloc/join.h"

#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/quote.h"
#include "hw/discover/sources/cpumap.h"

namespace treering::hw::discover::hwloc {
namespace {

using core::Severity;

class Join {
 public:
  Join(const Facts& facts, sources::NumaFacts& numa, sources::PciFacts& pci)
      : facts_(facts), numa_(numa), pci_(pci) {}

  std::vector<core::Diagnostic> run() {
    // Compared before anything is filled.
    compare_nodes();
    compare_packages();
    compare_functions();
    fill_numa();
    fill_functions();
    return std::move(notes_);
  }

 private:
  void note(Severity severity, const std::string& where, const std::string& text) {
    notes_.push_back({severity, core::printable(where), core::printable(text)});
  }

  void contradiction(const std::string& where, const std::string& hwloc,
                     const std::string& system) {
    note(Severity::Warning, where,
         fmt::format("hwloc reports {}, the system {}: taken as the system has it", hwloc, system));
  }

  void compare_nodes() {
    if (numa_.cpumaps.empty()) return;
    for (const auto& [node, cpumap] : facts_.numa.cpumaps) {
      const auto own = numa_.cpumaps.find(node);
      const std::string name = fmt::format("NUMA node {}", node);
      if (own == numa_.cpumaps.end()) {
        contradiction(name, "processors " + cpumap, "no such node");
      } else if (!own->second.empty() &&
                 sources::cpus_in(own->second) != sources::cpus_in(cpumap)) {
        contradiction(name, "processors " + cpumap, own->second);
      }
    }
  }

  /// hwloc leaves out packages whose processors contradict each other.
  void compare_packages() {
    for (const auto& [package, nodes] : facts_.numa.packages) {
      const auto own = numa_.packages.find(package);
      if (own == numa_.packages.end() || own->second == nodes || nodes.empty()) continue;
      contradiction(fmt::format("package {}", package),
                    fmt::format("NUMA nodes {}", fmt::join(nodes, ", ")),
                    fmt::format("{}", fmt::join(own->second, ", ")));
    }
  }

  void compare_functions() {
    if (facts_.pci.functions.empty() || pci_.functions.empty()) return;
    for (const auto& [bus_id, own] : pci_.functions) {
      if (!sources::is_nvidia_gpu(own) && !sources::is_network_adapter(own)) continue;
      const auto other = facts_.pci.functions.find(bus_id);
      if (other == facts_.pci.functions.end()) {
        contradiction(bus_id, "no such PCI device", "one");
        continue;
      }
      compare_place(own, other->second);
    }
    for (const auto& [bus_id, other] : facts_.pci.functions) {
      const bool is_ours = sources::is_nvidia_gpu(other) || sources::is_network_adapter(other);
      if (is_ours && !pci_.functions.contains(bus_id)) {
        contradiction(bus_id, "a PCI device", "none");
      }
    }
  }

  void compare_place(const sources::PciFact& own, const sources::PciFact& other) {
    if (!own.numa_node || !other.numa_node || own.numa_node->value < 0) return;
    const int node = own.numa_node->value;
    // Beside a node without processors, like a GPU's memory, hwloc names the nearest with some.
    const bool has_cpus = facts_.numa.cpumaps.contains(node);
    if (!has_cpus || node == other.numa_node->value) return;
    contradiction(own.bus_id, fmt::format("NUMA node {}", other.numa_node->value),
                  fmt::to_string(node));
  }

  void fill_numa() {
    const sources::NumaFacts& known = facts_.numa;
    if (numa_.arch.empty() && !known.arch.empty()) {
      numa_.arch = known.arch;
      numa_.vendor = known.vendor;
      numa_.family = known.family;
      numa_.model = known.model;
      filled("the processor");
    }
    if (numa_.cpumaps.empty() && !known.cpumaps.empty()) {
      numa_.cpumaps = known.cpumaps;
      filled("NUMA nodes and their processors");
    }
    if (numa_.packages.empty() && !known.packages.empty()) {
      numa_.packages = known.packages;
      filled("CPU packages");
    }
  }

  void fill_functions() {
    if (pci_.functions.empty() && !facts_.pci.functions.empty()) {
      pci_.functions = facts_.pci.functions;
      filled("PCI devices");
      return;
    }
    std::size_t placed = 0;
    for (auto& [bus_id, own] : pci_.functions) {
      const auto other = facts_.pci.functions.find(bus_id);
      const bool is_placed = own.numa_node || !own.local_cpus.empty();
      if (is_placed || other == facts_.pci.functions.end() || !other->second.numa_node) continue;
      own.numa_node = other->second.numa_node;
      ++placed;
    }
    if (placed > 0) filled("NUMA nodes of PCI devices");
  }

  void filled(const char* what) {
    note(Severity::Note, "hwloc", fmt::format("reports {}, which the system does not show", what));
  }

  const Facts& facts_;
  sources::NumaFacts& numa_;
  sources::PciFacts& pci_;
  std::vector<core::Diagnostic> notes_;
};

}  // namespace

void join_hwloc(const world::World& world, sources::MachineFacts& facts) {
  Facts known = facts_of(world);
  facts.hwloc.notes = Join(known, facts.numa, facts.pci).run();
  facts.hwloc.unread = std::move(known.unread);
}

}  // namespace treering::hw::discover::hwloc
