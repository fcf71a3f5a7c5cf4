#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "hw/formats/hwloc/objects.h"

namespace treering::hw::formats::hwloc {
namespace {

using core::bad_input;

class Walk {
 public:
  explicit Walk(Machine& machine) : machine_(machine) {}

  /// \param place what stands above `object`; of a PCIDev above, place.object is set
  void visit(const xml::Element& object, PciObject place) {
    const std::string type = text_of(object, "type");
    if (type == "Package" || type == "Socket") machine_.packages.push_back(&object);
    if (type == "NUMANode") machine_.numa_nodes.push_back(&object);
    if (type == "Bridge") {
      const bool is_host = text_of(object, "bridge_type").starts_with("0-");
      if (is_host) place.host_bridge = &object;
      if (!is_host) place.bridges.push_back(&object);
    } else if (type == "PCIDev") {
      place.object = &object;
      machine_.pci_objects.push_back(place);
    } else if (object.attribute("cpuset") != nullptr) {
      place.holder = &object;
    }
    remember(type, object, place);
    for (const xml::Element& child : object.children) {
      if (child.name == "object") visit(child, place);
    }
  }

 private:
  void remember(const std::string& type, const xml::Element& object, const PciObject& place) {
    const std::string gp_index = text_of(object, "gp_index");
    if (gp_index.empty()) return;
    const bool is_inner = type == "OSDev" && place.object != nullptr;
    machine_.by_gp_index.try_emplace(fmt::format("{}:{}", type, gp_index),
                                     is_inner ? place.object : &object);
  }

  Machine& machine_;
};

/// hwloc writes no version into files of 1.x.
std::optional<int> version_of(const xml::Element& topology) {
  const std::string* version = topology.attribute("version");
  if (version == nullptr) return 1;
  for (const int known : {1, 2, 3}) {
    if (version->starts_with(fmt::format("{}.", known))) return known;
  }
  return {};
}

}  // namespace

core::Result<Machine> find_hwloc_objects(const xml::Document& document) {
  const auto& roots = document.roots();
  const auto topology = std::ranges::find(roots, "topology", &xml::Element::name);
  if (topology == roots.end()) {
    return bad_input(document.source(), "no topology element", "expected one, as hwloc writes it");
  }
  Machine machine;
  const auto version = version_of(*topology);
  if (!version) {
    return bad_input(document.place_of(*topology),
                     "version " + core::in_quotes(text_of(*topology, "version")),
                     "expected one of hwloc 1 to 3");
  }
  machine.version = *version;
  machine.topology = &*topology;
  for (const xml::Element& child : topology->children) {
    const bool is_machine = child.name == "object" && text_of(child, "type") == "Machine";
    if (is_machine && machine.machine == nullptr) machine.machine = &child;
    if (child.name.starts_with("distances")) machine.matrices.push_back(&child);
  }
  if (machine.machine == nullptr) {
    return bad_input(document.place_of(*topology), "no object of type Machine",
                     "expected one, with all others below");
  }
  Walk(machine).visit(*machine.machine, {});
  return machine;
}

std::string machine_info(const Machine& machine, const std::string& name) {
  std::string own = info_of(*machine.machine, name);
  return own.empty() ? info_of(*machine.topology, name) : own;
}

}  // namespace treering::hw::formats::hwloc
