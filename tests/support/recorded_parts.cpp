#include "tests/support/recorded_parts.h"

#include <utility>

#include <fmt/format.h>

namespace treering::support {

RecordedPci on_node(RecordedPci device, int numa) {
  device.numa = numa;
  return device;
}

std::string bus(int number) {
  return fmt::format("0000:{:02x}:00.0", number);
}

void add_port(RecordedMachine& machine, const std::string& name, const std::string& path,
              const std::string& rate) {
  const auto number = machine.recording().texts.size();  // any that no other adapter has
  machine.hca(name, path, rate, fmt::format("b83f:d203:00a1:{:04x}", number));
}

void add_storage(RecordedMachine& machine, const std::string& folder, const RecordedPci& adapter,
                 int first_number) {
  for (int function = 0; function < 2; ++function) {
    const std::string path = fmt::format("{}.{}", folder, function);
    const std::string name = fmt::format("mlx5_{}", first_number + function);
    machine.pci(path, adapter);
    add_port(machine, name, path, "40 Gb/sec (4X QDR)");
    machine.text(fmt::format("/sys/devices/{}/infiniband/{}/ports/1/state", path, name),
                 "1: DOWN\n");
  }
}

hw::world::NvmlGpu nvml_gpu(const std::string& name, const std::string& bus_id, int capability) {
  hw::world::NvmlGpu gpu;
  gpu.name = name;
  gpu.bus_id = bus_id;
  gpu.compute_capability = capability;
  gpu.has_mig = false;
  const int generation = capability < 90 ? 4 : 5;
  gpu.pcie = {generation, 16, generation, 16};
  return gpu;
}

void add_nvml(RecordedMachine& machine, const std::string& driver,
              std::vector<hw::world::NvmlGpu> gpus) {
  hw::world::NvmlAnswers answers;
  answers.driver_version = driver;
  answers.gpus = std::move(gpus);
  const int count = static_cast<int>(answers.gpus.size());
  for (int from = 0; from < count; ++from) {
    answers.gpus[static_cast<std::size_t>(from)].index = from;
    for (int to = 0; to < count; ++to) {
      if (from == to) continue;
      answers.pairs.push_back({from, to, core::PeerAccess::Ok, core::PeerAccess::Ok});
    }
  }
  machine.recording().nvml = std::move(answers);
}

void add_driver(RecordedMachine& machine, const std::string& version, const std::string& model,
                const std::vector<std::string>& bus_ids) {
  machine.text(
      "/proc/driver/nvidia/version",
      fmt::format("NVRM version: NVIDIA UNIX x86_64 Kernel Module  {}  Thu Feb 22 01:44:30 "
                  "UTC 2024\nGCC version:  gcc version 11.4.0\n",
                  version));
  for (const std::string& bus_id : bus_ids) {
    machine.text(fmt::format("/proc/driver/nvidia/gpus/{}/information", bus_id),
                 fmt::format("Model: \t\t {}\nIRQ:   \t\t 18\nGPU UUID: \t "
                             "GPU-5d3a1f00-0000-4000-8000-0000000000{}\nBus Type: \t PCIe\n"
                             "Bus Location: \t {}\nDevice Minor: \t 0\n",
                             model, bus_id.substr(5, 2), bus_id));
  }
}

std::vector<hw::world::NvmlLink> active_links(const std::vector<LinkTarget>& targets, int version,
                                              hw::world::NvmlRemote remote) {
  std::vector<hw::world::NvmlLink> links;
  for (const LinkTarget& target : targets) {
    for (int i = 0; i < target.count; ++i) {
      links.push_back({static_cast<int>(links.size()), true, true, version, remote, target.bus_id});
    }
  }
  return links;
}

}  // namespace treering::support
