// Finds devices that one of two machines lacks, and devices of different models.
#include <utility>

#include <fmt/format.h>

#include "core/units.h"
#include "hw/catalogue/cpus.h"
#include "hw/catalogue/gpus.h"
#include "sim/smi_matrix.h"
#include "tuner/diff/compare.h"

namespace treering::tuner::diff {
namespace {

using core::DeviceId;
using core::DeviceKind;
using core::Topology;

/// "GPU 3 (0000:61:00.0)".
std::string title_of(const Topology& node, DeviceId id) {
  const core::Device& device = node.device(id);
  return device.pci && !device.pci->bus_id.empty()
             ? fmt::format("{} ({})", device.name, device.pci->bus_id)
             : device.name;
}

void report_missing(const MatchedMachines& machines, const Matching& matching,
                    std::string_view topic, Differences& differences) {
  for (const DeviceId id : matching.only_a) {
    differences.add(topic, Weight::Heavy, title_of(machines.a, id), "in A only, missing in B",
                    {"", "there", "missing"});
  }
  for (const DeviceId id : matching.only_b) {
    differences.add(topic, Weight::Heavy, title_of(machines.b, id), "in B only, missing in A",
                    {"", "missing", "there"});
  }
}

/// \param are_known whether A and B report how many there are
void compare_counts(const MatchedMachines& machines, DeviceKind kind,
                    std::pair<bool, bool> are_known, Differences& differences) {
  const auto a = machines.a.of_kind(kind).size();
  const auto b = machines.b.of_kind(kind).size();
  if (a == b) return;
  const bool is_switch = kind == DeviceKind::NvSwitch;
  const auto text = [&](std::size_t count) {
    return fmt::format("{} {}{}", count, is_switch ? "NVSwitch" : "PCIe switch",
                       count == 1 ? "" : "es");
  };
  differences.add(is_switch ? "nvswitches" : "pci_switches",
                  is_switch ? Weight::Heavy : Weight::Possible, "",
                  Figures{"", {text(a), are_known.first}, {text(b), are_known.second}});
}

std::string capability(int value) {
  return value == 0 ? "unknown" : fmt::format("{}.{}", value / 10, value % 10);
}

Side capability_of(const core::Device& device) {
  const int value = std::get<core::Gpu>(device.info).compute_capability;
  return {capability(value), value != 0 && is_known(device, {"compute_capability"})};
}

template <class Info>
Side gpu_direct_of(const core::Device& device) {
  return {std::get<Info>(device.info).gpu_direct_rdma ? "GPUDirect RDMA" : "no GPUDirect RDMA",
          is_known(device, {"gpu_direct_rdma"})};
}

template <class Info>
void compare_gpu_direct(const core::Device& a, const core::Device& b, Differences& differences) {
  const Figures figures{"", gpu_direct_of<Info>(a), gpu_direct_of<Info>(b)};
  if (figures.a.text != figures.b.text) {
    differences.add("gpu_direct", Weight::Heavy, a.name, figures);
  }
}

void compare_gpu(const core::Device& a, const core::Device& b, Differences& differences) {
  const Figures figures{"compute capability", capability_of(a), capability_of(b)};
  if (figures.a.text != figures.b.text) {
    differences.add("gpu_model", Weight::Heavy, a.name, figures);
  }
  compare_gpu_direct<core::Gpu>(a, b, differences);
}

/// "H100 SXM5 (PCI id 0x10de:0x2330)"; the id alone where the catalogue lacks it.
std::string model_text(const core::Device& device) {
  const std::string id = fmt::format("PCI id {}:{}", device.pci->vendor, device.pci->device);
  const bool is_gpu = device.kind() == core::DeviceKind::Gpu;
  const std::string_view name = is_gpu ? hw::catalogue::gpu_model_name(device) : "";
  return name.empty() ? id : fmt::format("{} ({})", name, id);
}

/// An id that only one machine reports is no difference.
void compare_model(const core::Device& a, const core::Device& b, std::string_view topic,
                   Differences& differences) {
  if (!a.pci || !b.pci || a.pci->device.empty() || b.pci->device.empty()) {
    return differences.leave_out(topic, a.name);
  }
  if (a.pci->vendor == b.pci->vendor && a.pci->device == b.pci->device) return;
  Values values{"model", model_text(a), model_text(b)};
  std::string what = fmt::format("different models: {} in A, {} in B", values.a, values.b);
  differences.add(topic, Weight::Possible, a.name, std::move(what), std::move(values));
}

Side rate_of(const core::Device& port) {
  const auto mbps = std::get<core::NicPort>(port.info).speed_mbps;
  return {fmt::format("{:g} Gbit/s", static_cast<double>(mbps) / 1000),
          is_known(port, {"speed_mbps"})};
}

double mbps_of(const core::Device& port) {
  return static_cast<double>(std::get<core::NicPort>(port.info).speed_mbps);
}

void compare_port(const core::Device& a, const core::Device& b, Differences& differences) {
  const double mbps = mbps_of(a);
  const Figures figures{"", rate_of(a), rate_of(b), mbps > 0 ? mbps_of(b) / mbps : 0};
  if (figures.a.text != figures.b.text) {
    differences.add("port_rate", Weight::Heavy, a.name, figures);
  }
  compare_gpu_direct<core::NicPort>(a, b, differences);
}

std::string model_of(const core::Cpu& cpu) {
  std::string name = hw::catalogue::cpu_name(cpu);
  return name.empty() ? "an unknown CPU" : name;
}

/// With the numbers, for models that share a name.
std::string numbered_model_of(const core::Cpu& cpu) {
  if (!cpu.family || !cpu.model) return model_of(cpu);
  return fmt::format("{}, family {}, model {}", model_of(cpu),
                     hw::catalogue::linux_family(*cpu.family), *cpu.model);
}

std::string maker_of(const core::Cpu& cpu) {
  return cpu.vendor.empty() ? cpu.arch : cpu.arch + " " + cpu.vendor;
}

Side model_side(const core::Device& device, std::string text) {
  const auto& cpu = std::get<core::Cpu>(device.info);
  return {std::move(text), cpu.family && cpu.model && is_known(device, {"family", "model"})};
}

Figures models_of(const core::Device& a, const core::Device& b) {
  const auto& first = std::get<core::Cpu>(a.info);
  const auto& second = std::get<core::Cpu>(b.info);
  const bool is_same_name = model_of(first) == model_of(second);
  const auto text_of = is_same_name ? numbered_model_of : model_of;
  return {"", model_side(a, text_of(first)), model_side(b, text_of(second))};
}

/// Some sources report the maker of a CPU and assume the model.
void compare_cpu_model(const core::Device& a, const core::Device& b, Differences& differences) {
  const bool is_maker_known = is_known(a, {"arch", "vendor"}) && is_known(b, {"arch", "vendor"});
  const std::string first = maker_of(std::get<core::Cpu>(a.info));
  const std::string second = maker_of(std::get<core::Cpu>(b.info));
  const Figures figures =
      is_maker_known && first != second ? Figures{"", {first}, {second}} : models_of(a, b);
  if (figures.a.text == figures.b.text) return;
  differences.add("cpu_model", Weight::Possible, a.name, figures);
}

void compare_cores(const core::Device& a, const core::Device& b, Differences& differences) {
  const auto& first = std::get<core::Cpu>(a.info);
  const auto& second = std::get<core::Cpu>(b.info);
  const std::string cores = sim::cpu_list(first.affinity);
  const std::string others = sim::cpu_list(second.affinity);
  if (cores == others || cores.empty() || others.empty()) return;
  constexpr std::size_t kMostShown = 60;  // a list with gaps may fill a page
  const bool is_short = cores.size() <= kMostShown && others.size() <= kMostShown;
  differences.add("cpu_cores", Weight::Possible, a.name,
                  is_short ? fmt::format("has the cores {} in A, {} in B", cores, others)
                           : "has different cores in A and B",
                  {"cores", cores, others});
}

}  // namespace

void compare_devices(const MatchedMachines& machines, Differences& differences) {
  const Topology& a = machines.a;
  const Topology& b = machines.b;
  report_missing(machines, machines.gpus, "gpu_missing", differences);
  report_missing(machines, machines.nics, "nic_missing", differences);
  report_missing(machines, machines.ports, "port_missing", differences);
  if (machines.are_places_known())
    report_missing(machines, machines.cpus, "cpu_missing", differences);
  compare_counts(machines, DeviceKind::NvSwitch,
                 {are_nvswitches_known(a) && machines.are_nvlinks_known_a,
                  are_nvswitches_known(b) && machines.are_nvlinks_known_b},
                 differences);
  compare_counts(machines, DeviceKind::PciSwitch,
                 {machines.are_places_known_a, machines.are_places_known_b}, differences);
  for (const Pair& pair : machines.gpus.pairs) {
    compare_gpu(a.device(pair.a), b.device(pair.b), differences);
    compare_model(a.device(pair.a), b.device(pair.b), "gpu_model", differences);
  }
  for (const Pair& pair : machines.nics.pairs) {
    compare_model(a.device(pair.a), b.device(pair.b), "nic_model", differences);
  }
  for (const Pair& pair : machines.ports.pairs) {
    compare_port(a.device(pair.a), b.device(pair.b), differences);
  }
  for (const Pair& pair : machines.cpus.pairs) {
    compare_cpu_model(a.device(pair.a), b.device(pair.b), differences);
    if (machines.are_places_known()) {
      compare_cores(a.device(pair.a), b.device(pair.b), differences);
    }
  }
}

}  // namespace treering::tuner::diff
