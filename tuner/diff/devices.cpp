// What is missing on one of two machines, and what is another model.
#include <fmt/format.h>

#include "core/unit_text.h"
#include "sim/smi_matrix.h"
#include "tuner/diff/compare.h"

namespace treering::tuner {
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
    differences.add(topic, Weight::Heavy, title_of(machines.a, id), "in A only, missing in B");
  }
  for (const DeviceId id : matching.only_b) {
    differences.add(topic, Weight::Heavy, title_of(machines.b, id), "in B only, missing in A");
  }
}

void compare_counts(const MatchedMachines& machines, DeviceKind kind, std::string_view name,
                    Differences& differences) {
  const auto a = machines.a.of_kind(kind).size();
  const auto b = machines.b.of_kind(kind).size();
  if (a == b) return;
  const bool is_switch = kind == DeviceKind::NvSwitch;
  differences.add(is_switch ? "nvswitches" : "pci_switches",
                  is_switch ? Weight::Heavy : Weight::Possible, "",
                  fmt::format("{} {} in A, {} in B", a, name, b));
}

std::string capability(int value) {
  return value == 0 ? "unknown" : fmt::format("{}.{}", value / 10, value % 10);
}

void compare_gpu(const core::Device& a, const core::Device& b, Differences& differences) {
  const auto& first = std::get<core::Gpu>(a.info);
  const auto& second = std::get<core::Gpu>(b.info);
  if (first.compute_capability != second.compute_capability) {
    const bool is_told = first.compute_capability != 0 && second.compute_capability != 0;
    differences.add(
        "gpu_model", is_told ? Weight::Heavy : Weight::Possible, a.name,
        fmt::format("compute capability {} in A, {} in B", capability(first.compute_capability),
                    capability(second.compute_capability)));
  }
  if (first.gpu_direct_rdma != second.gpu_direct_rdma) {
    differences.add("gpu_direct", Weight::Heavy, a.name,
                    fmt::format("GPUDirect RDMA in {} only", first.gpu_direct_rdma ? "A" : "B"));
  }
}

/// Ids that one of the two does not tell are no difference.
void compare_model(const core::Device& a, const core::Device& b, std::string_view topic,
                   Differences& differences) {
  if (!a.pci || !b.pci || a.pci->device.empty() || b.pci->device.empty()) return;
  if (a.pci->vendor == b.pci->vendor && a.pci->device == b.pci->device) return;
  differences.add(topic, Weight::Possible, a.name,
                  fmt::format("another model: PCI id {}:{} in A, {}:{} in B", a.pci->vendor,
                              a.pci->device, b.pci->vendor, b.pci->device));
}

std::string rate(const core::NicPort& port) {
  return fmt::format("{:g} Gbit/s", static_cast<double>(port.speed_mbps) / 1000);
}

void compare_port(const core::Device& a, const core::Device& b, Differences& differences) {
  const auto& first = std::get<core::NicPort>(a.info);
  const auto& second = std::get<core::NicPort>(b.info);
  if (first.speed_mbps != second.speed_mbps) {
    differences.add("port_rate", Weight::Heavy, a.name,
                    fmt::format("{} in A, {} in B", rate(first), rate(second)));
  }
  if (first.gpu_direct_rdma != second.gpu_direct_rdma) {
    differences.add("gpu_direct", Weight::Heavy, a.name,
                    fmt::format("GPUDirect RDMA in {} only", first.gpu_direct_rdma ? "A" : "B"));
  }
}

std::string model_of(const core::Cpu& cpu) {
  std::string text = cpu.arch;
  if (!cpu.vendor.empty()) text += " " + cpu.vendor;
  if (cpu.family && cpu.model) text += fmt::format(" family {} model {}", *cpu.family, *cpu.model);
  return text.empty() ? "an unknown CPU" : text;
}

void compare_cpu(const core::Device& a, const core::Device& b, Differences& differences) {
  const auto& first = std::get<core::Cpu>(a.info);
  const auto& second = std::get<core::Cpu>(b.info);
  if (model_of(first) != model_of(second)) {
    differences.add("cpu_model", Weight::Possible, a.name,
                    fmt::format("{} in A, {} in B", model_of(first), model_of(second)));
  }
  const std::string cores = sim::cpu_list(first.affinity);
  const std::string others = sim::cpu_list(second.affinity);
  if (cores == others || cores.empty() || others.empty()) return;
  constexpr std::size_t kMostShown = 60;  // a list with gaps may fill a page
  const bool is_short = cores.size() <= kMostShown && others.size() <= kMostShown;
  differences.add("cpu_cores", Weight::Possible, a.name,
                  is_short ? fmt::format("has the cores {} in A, {} in B", cores, others)
                           : "has other cores in A than in B");
}

}  // namespace

void compare_devices(const MatchedMachines& machines, Differences& differences) {
  const Topology& a = machines.a;
  const Topology& b = machines.b;
  report_missing(machines, machines.gpus, "gpu_missing", differences);
  report_missing(machines, machines.nics, "nic_missing", differences);
  report_missing(machines, machines.ports, "port_missing", differences);
  report_missing(machines, machines.cpus, "cpu_missing", differences);
  compare_counts(machines, DeviceKind::NvSwitch, "NVSwitches", differences);
  compare_counts(machines, DeviceKind::PciSwitch, "PCIe switches", differences);
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
    compare_cpu(a.device(pair.a), b.device(pair.b), differences);
  }
}

}  // namespace treering::tuner
