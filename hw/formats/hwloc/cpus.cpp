#include "hw/catalogue/cpus.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/text/reading.h"
#include "hw/complete/complete.h"
#include "hw/formats/hwloc/cpus.h"

namespace treering::hw::formats::hwloc {
namespace {

using core::DeviceId;
using core::Severity;

// Each is linked to each, in both directions: 65,280 of the core::kMaxLinks that a machine may
// have.
constexpr std::size_t kMostNodes = 256;

/// NCCL's word for what uname calls the machine.
std::string nccl_arch(const std::string& machine) {
  if (machine == "aarch64") return "arm64";
  if (machine.starts_with("ppc64")) return "ppc64";
  return machine;
}

/// The instruction set by the kinds of info that a package has; empty where they do not show it.
std::string arch_by_infos(const xml::Element& package) {
  if (!info_of(package, "CPUVendor").empty()) return "x86_64";
  if (!info_of(package, "CPUImplementer").empty()) return "arm64";
  const std::string model = info_of(package, "CPUModel");
  if (model.starts_with("POWER")) return "ppc64";
  const bool is_x86 = model.starts_with("Intel") || model.starts_with("AMD");
  return is_x86 ? "x86_64" : std::string();
}

/// A CPUID vendor by the model's name; empty where that does not say.
std::string vendor_by_model(const std::string& model) {
  if (model.starts_with("Intel")) return std::string(catalogue::kIntelVendor);
  return model.starts_with("AMD") ? std::string(catalogue::kAmdVendor) : std::string();
}

}  // namespace

const CpuSet& Cpus::cpus_of(const xml::Element& object) {
  const auto [known, is_new] = sets_.try_emplace(&object);
  if (!is_new) return known->second;
  const std::string text = text_of(object, "cpuset");
  const auto set = text.empty() ? CpuSet() : parse_hwloc_cpu_set(text);
  if (!set) {
    builder_.problem(object, fmt::format("cpuset is {}", core::in_quotes(text)),
                     "expected words of 32 bits like 0x000000ff,0xffffffff");
  }
  return known->second = set.value_or(CpuSet());
}

/// Memory of a GPU, or another memory of the same cores, which stands behind their own.
bool Cpus::is_memory_only(const xml::Element& node, const CpuSet& cpus) const {
  const auto has_same = [&](const Node& other) { return other.cpus == cpus; };
  return cpus.empty() || text_of(node, "subtype") == "GPUMemory" ||
         std::ranges::any_of(nodes_, has_same);
}

const xml::Element* Cpus::package_of(const CpuSet& cpus) {
  const auto is_of = [&](const xml::Element* package) { return overlap(cpus_of(*package), cpus); };
  const auto found = std::ranges::find_if(machine_.packages, is_of);
  return found == machine_.packages.end() ? nullptr : *found;
}

void Cpus::add() {
  for (const xml::Element* node : machine_.numa_nodes) {
    const CpuSet& cpus = cpus_of(*node);
    if (builder_.failed()) return;
    if (nodes_.size() == kMostNodes) {
      builder_.problem(*node, fmt::format("more than {} NUMA nodes with cores", kMostNodes));
    } else if (is_memory_only(*node, cpus)) {
      builder_.note(Severity::Note, *node,
                    "a NUMA node without cores, like the memory of a GPU, is left out");
    } else {
      add_cpu(*node, cpus);
    }
  }
  if (!nodes_.empty() || builder_.failed()) return;
  builder_.note(Severity::Note, *machine_.machine,
                "no NUMA node with cores: the machine counts as one, number 0");
  add_cpu(*machine_.machine, cpus_of(*machine_.machine));
}

void Cpus::add_cpu(const xml::Element& element, const CpuSet& cpus) {
  core::Device device;
  core::Cpu cpu = read_package(package_of(cpus), device);
  const bool is_node = text_of(element, "type") == "NUMANode";
  const auto number =
      is_node ? core::whole_number<int>(text_of(element, "os_index")) : std::nullopt;
  if (is_node && !number) {
    builder_.problem(element,
                     fmt::format("os_index is {}", core::in_quotes(text_of(element, "os_index"))),
                     "expected the number of the NUMA node");
  }
  if (!is_node) device.assumed.emplace_back("numa_id");
  cpu.numa_id = number.value_or(0);
  cpu.affinity = cpumap_of(cpus);
  device.name = fmt::format("CPU {}", cpu.numa_id);
  device.info = std::move(cpu);
  nodes_.push_back({cpus, builder_.add(element, std::move(device))});
}

core::Cpu Cpus::read_package(const xml::Element* package, core::Device& device) {
  core::Cpu cpu;
  read_arch(package, cpu, device);
  if (package == nullptr) return cpu;
  const std::string model = info_of(*package, "CPUModel");
  cpu.vendor = info_of(*package, "CPUVendor");
  if (cpu.vendor.empty()) {
    cpu.vendor = vendor_by_model(model);
    if (!cpu.vendor.empty()) device.assumed.emplace_back("vendor");
  }
  if (const auto family = core::whole_number<int>(info_of(*package, "CPUFamilyNumber"))) {
    cpu.family = catalogue::nccl_family(*family);
  }
  cpu.model = core::whole_number<int>(info_of(*package, "CPUModelNumber"));
  if (!model.empty()) device.extra.emplace_back("model_name", model);
  if (cpu.arch == "x86_64" && (cpu.vendor.empty() || !cpu.family || !cpu.model)) {
    builder_.note(Severity::Warning, *package,
                  "a package without the vendor, family or model of its CPU: the rate between "
                  "sockets is that of the oldest CPU that it may be");
  }
  return cpu;
}

void Cpus::read_arch(const xml::Element* package, core::Cpu& cpu, core::Device& device) {
  cpu.arch = nccl_arch(machine_info(machine_, "Architecture"));
  if (!cpu.arch.empty()) return;
  device.assumed.emplace_back("arch");
  if (package != nullptr) cpu.arch = arch_by_infos(*package);
  if (!cpu.arch.empty()) return;
  cpu.arch = "x86_64";
  builder_.note(Severity::Warning, *machine_.machine,
                "neither an Architecture nor a CPU that shows it: taken as x86_64");
}

DeviceId Cpus::near(const xml::Element* holder, const xml::Element& object) {
  const CpuSet none;
  const CpuSet& cpus = holder == nullptr ? none : cpus_of(*holder);
  DeviceId first = core::kNoDevice;
  std::size_t count = 0;
  for (const Node& node : nodes_) {
    if (!overlap(node.cpus, cpus)) continue;
    if (count++ == 0) first = node.id;
  }
  if (count == 1 || nodes_.size() == 1) return nodes_.size() == 1 ? nodes_.front().id : first;
  builder_.note(Severity::Warning, object,
                "a host bridge at several NUMA nodes or at none: put below the first");
  return count == 0 ? nodes_.front().id : first;
}

DeviceId Cpus::of_package(const xml::Element& package) const {
  const auto cpus = parse_hwloc_cpu_set(text_of(package, "cpuset"));
  for (const Node& node : nodes_) {
    if (cpus && overlap(node.cpus, *cpus)) return node.id;
  }
  return core::kNoDevice;
}

void Cpus::connect() {
  std::vector<DeviceId> cpus;
  for (const Node& node : nodes_) cpus.push_back(node.id);
  const auto device = [this](DeviceId id) -> const core::Device& { return builder_.device(id); };
  for (core::Link& link : complete::links_between_sockets(cpus, device)) {
    const xml::Element& element = builder_.element_of(link.from);
    builder_.connect(element, std::move(link));
  }
}

}  // namespace treering::hw::formats::hwloc
