#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/text/reading.h"
#include "core/topology/names.h"
#include "hw/catalogue/cpus.h"
#include "hw/discover/hwloc/join.h"
#include "hw/formats/hwloc/objects.h"

namespace treering::hw::discover::hwloc {
namespace {

namespace format = formats::hwloc;
using formats::xml::Document;
using formats::xml::Element;
using sources::discovered_in;
using sources::PciFact;

constexpr const char* kHwloc = "hwloc";

class HwlocSource {
 public:
  explicit HwlocSource(const format::Machine& machine) : machine_(machine) {}

  Facts read() {
    for (const Element* node : machine_.numa_nodes) read_node(*node);
    for (const Element* package : machine_.packages) read_package(*package);
    facts_.numa.arch = arch_of(format::machine_info(machine_, "Architecture"));
    for (const format::PciObject& object : machine_.pci_objects) read_function(object);
    return std::move(facts_);
  }

 private:
  static std::optional<format::CpuSet> cpus_of(const Element& object) {
    const std::string text = format::text_of(object, "cpuset");
    return text.empty() ? format::CpuSet() : format::parse_hwloc_cpu_set(text);
  }

  void read_node(const Element& node) {
    const auto number = core::whole_number<int>(format::text_of(node, "os_index"));
    const auto cpus = cpus_of(node);
    const bool is_gpu = format::text_of(node, "subtype") == "GPUMemory";
    // Without processors of its own: memory of a GPU, or a second memory of the same processors.
    if (!number || !cpus || cpus->empty() || is_gpu) return;
    const auto has_same = [&](const auto& other) { return other.second == *cpus; };
    if (std::ranges::any_of(nodes_, has_same)) return;
    nodes_[*number] = *cpus;
    facts_.numa.cpumaps[*number] = format::cpumap_of(*cpus);
  }

  void read_package(const Element& package) {
    const auto number = core::whole_number<int>(format::text_of(package, "os_index"));
    const auto cpus = cpus_of(package);
    if (!number || !cpus || *number < 0) return;
    facts_.numa.packages[*number] = nodes_with(*cpus);
    if (!facts_.numa.vendor.empty()) return;
    facts_.numa.vendor = format::info_of(package, "CPUVendor");
    const core::Origin origin = discovered_in(kHwloc);
    if (const auto family = core::whole_number<int>(format::info_of(package, "CPUFamilyNumber"))) {
      facts_.numa.family = {catalogue::nccl_family(*family), origin};
    }
    if (const auto model = core::whole_number<int>(format::info_of(package, "CPUModelNumber"))) {
      facts_.numa.model = {*model, origin};
    }
  }

  static std::string arch_of(const std::string& machine) {
    if (machine == "aarch64") return "arm64";
    return machine.starts_with("ppc64") ? "ppc64" : machine;
  }

  std::set<int> nodes_with(const format::CpuSet& cpus) const {
    std::set<int> numbers;
    for (const auto& [number, own] : nodes_) {
      if (format::overlap(own, cpus)) numbers.insert(number);
    }
    return numbers;
  }

  void read_function(const format::PciObject& object) {
    auto fact = fact_of(*object.object);
    if (!fact) return;
    if (!sources::is_nvidia_gpu(*fact) && !sources::is_network_adapter(*fact) &&
        !sources::is_nvswitch(*fact))
      return;
    const auto cpus = object.holder == nullptr ? std::nullopt : cpus_of(*object.holder);
    const std::set<int> nodes = cpus ? nodes_with(*cpus) : std::set<int>();
    if (nodes.size() == 1) fact->numa_node = {*nodes.begin(), discovered_in(kHwloc)};
    // As sysfs names it, where the file has the bridges to the host.
    if (object.host_bridge != nullptr) {
      const std::string buses = format::text_of(*object.host_bridge, "bridge_pci");
      fact->root = fmt::format("pci{}:{}", buses.substr(0, 4), buses.substr(6, 2));
    }
    add(*std::move(fact), object.bridges);
  }

  void add(PciFact fact, const std::vector<const Element*>& bridges) {
    std::vector<std::string> above;
    for (const Element* bridge : bridges) {
      auto own = fact_of(*bridge);
      if (!own) continue;
      own->root = fact.root;
      own->numa_node = fact.numa_node;
      own->above = above;
      above.push_back(own->bus_id);
      facts_.pci.functions.try_emplace(own->bus_id, *own);
    }
    fact.above = std::move(above);
    facts_.pci.functions[fact.bus_id] = std::move(fact);
  }

  /// Nothing for an address that sysfs would not have.
  static std::optional<PciFact> fact_of(const Element& object) {
    PciFact fact;
    fact.bus_id = core::lower_case(format::text_of(object, "pci_busid"));
    const auto pci = format::parse_hwloc_pci_type(format::text_of(object, "pci_type"));
    if (!pci || !core::is_pci_function(fact.bus_id)) return {};
    fact.class_code = pci->class_code;
    fact.vendor = pci->vendor;
    fact.device = pci->device;
    fact.subsystem_vendor = pci->subsystem_vendor;
    fact.subsystem_device = pci->subsystem_device;
    return fact;
  }

  const format::Machine& machine_;
  Facts facts_;
  std::map<int, format::CpuSet> nodes_;
};

Facts unreadable(world::Unseen::Why why, const std::string& text) {
  Facts facts;
  facts.unread.push_back({kHwloc, {why, text}});
  return facts;
}

}  // namespace

Facts facts_of(const world::World& world) {
  const auto text = world.hwloc();
  if (!text) {
    const bool is_absent = text.error().why == world::Unseen::Why::Absent;
    return is_absent ? Facts() : unreadable(text.error().why, text.error().text);
  }
  const auto document = Document::parse(*text, kHwloc);
  if (!document) return unreadable(world::Unseen::Why::Failed, document.error().message());
  const auto machine = format::find_hwloc_objects(*document);
  if (!machine) return unreadable(world::Unseen::Why::Failed, machine.error().message());
  return HwlocSource(*machine).read();
}

}  // namespace treering::hw::discover::hwloc
