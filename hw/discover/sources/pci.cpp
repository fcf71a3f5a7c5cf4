#include "hw/discover/sources/pci.h"

#include <algorithm>
#include <cctype>
#include <sstream>

#include "core/text/reading.h"
#include "core/topology/names.h"
#include "hw/catalogue/gpus.h"

namespace treering::hw::discover::sources {
namespace {

constexpr const char* kDriverGpus = "/proc/driver/nvidia/gpus";

class PciSource {
 public:
  explicit PciSource(const world::World& world) : reader_(world) {}

  PciFacts read() {
    for (const std::string& name : reader_.names_of_source(kPciDevices)) {
      if (core::is_pci_function(name)) read_if_wanted(name);
    }
    facts_.unread = reader_.take_unread();
    return std::move(facts_);
  }

 private:
  static std::string file(const std::string& name, const char* what) {
    return std::string(kPciDevices) + "/" + name + "/" + what;
  }

  void read_if_wanted(const std::string& name) {
    PciFact fact;
    fact.class_code = reader_.plain_text(file(name, "class"));
    fact.vendor = reader_.plain_text(file(name, "vendor"));
    // Recordings of others may lack it, but have what the driver says.
    const bool has_driver = fact.vendor.empty() && fact.class_code.starts_with("0x03") &&
                            reader_.exists(std::string(kDriverGpus) + "/" + name);
    if (has_driver) fact.vendor = catalogue::kNvidiaVendor;
    if (!is_nvidia_gpu(fact) && !is_network_adapter(fact) && !is_nvswitch(fact)) return;
    place(name, fact);
    const std::vector<std::string> above = fact.above;
    add(name, std::move(fact));
    for (std::size_t i = 0; i < above.size(); ++i) add_bridge(above, i);
  }

  void add_bridge(const std::vector<std::string>& above, std::size_t i) {
    if (facts_.functions.contains(core::lower_case(above[i]))) return;
    PciFact fact;
    fact.class_code = reader_.plain_text(file(above[i], "class"));
    fact.vendor = reader_.plain_text(file(above[i], "vendor"));
    place(above[i], fact);
    add(above[i], std::move(fact));
  }

  /// Where it stands in the tree: the names in the path of its folder.
  void place(const std::string& name, PciFact& fact) {
    const auto path = reader_.real_path(std::string(kPciDevices) + "/" + name);
    if (!path) return;
    std::istringstream stream(*path);
    for (std::string part; std::getline(stream, part, '/');) {
      if (core::is_pci_function(part)) {
        if (part != name) fact.above.push_back(core::lower_case(part));
      } else if (part.starts_with("pci") && part.find(':') != std::string::npos) {
        fact.root = part;
      }
    }
  }

  void add(const std::string& name, PciFact fact) {
    fact.bus_id = core::lower_case(name);
    fact.device = reader_.plain_text(file(name, "device"));
    fact.subsystem_vendor = reader_.plain_text(file(name, "subsystem_vendor"));
    fact.subsystem_device = reader_.plain_text(file(name, "subsystem_device"));
    fact.max_link_speed = speed(file(name, "max_link_speed"));
    fact.current_link_speed = speed(file(name, "current_link_speed"));
    fact.max_link_width = width(file(name, "max_link_width"));
    fact.current_link_width = width(file(name, "current_link_width"));
    fact.numa_node = reader_.integer(file(name, "numa_node"));
    if (!fact.numa_node) fact.local_cpus = reader_.plain_text(file(name, "local_cpus"));
    facts_.functions[fact.bus_id] = std::move(fact);
  }

  /// Not the kernel's word where a device does not know: "Unknown", "Unknown speed".
  std::optional<Figure<std::string>> speed(const std::string& path) {
    auto text = reader_.text(path);
    if (text && core::lower_case(text->value).starts_with("unknown")) text.reset();
    return text;
  }

  /// Lanes. PCI Express has at most 32; 0 and 255 stand for a width that is not known.
  std::optional<Figure<int>> width(const std::string& path) {
    constexpr int kMostLanes = 32;
    auto lanes = reader_.integer(path);
    if (lanes && (lanes->value < 1 || lanes->value > kMostLanes)) lanes.reset();
    return lanes;
  }

  FactReader reader_;
  PciFacts facts_;
};

}  // namespace

PciFacts discover_pci(const world::World& world) {
  return PciSource(world).read();
}

bool is_nvidia_gpu(const PciFact& function) {
  // VGA and 3D controllers. Others of class 03 are of other vendors.
  return function.vendor == catalogue::kNvidiaVendor &&
         (function.class_code.starts_with("0x0300") || function.class_code.starts_with("0x0302"));
}

bool is_network_adapter(const PciFact& function) {
  return function.class_code.starts_with("0x02");
}

bool is_nvswitch(const PciFact& function) {
  return function.vendor == catalogue::kNvidiaVendor && function.class_code.starts_with("0x0680");
}

const PciFact* port_above(const PciFact& function, const PciFacts& facts) {
  const bool is_bridge = function.class_code.starts_with("0x0604");
  // From the root down bridges are a root port, then upper and lower sides of switches in turn.
  const bool is_lower_side = is_bridge && function.above.size() % 2 == 0;
  if (function.above.empty() || is_lower_side) return nullptr;
  const auto found = facts.functions.find(function.above.back());
  return found == facts.functions.end() ? nullptr : &found->second;
}

}  // namespace treering::hw::discover::sources
