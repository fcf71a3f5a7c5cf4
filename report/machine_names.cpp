#include "report/machine_names.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "core/topology/topology.h"
#include "hw/catalogue/gpus.h"

namespace treering::report {

namespace {

constexpr double kMbpsPerGbit = 1000;
constexpr double kMbpsPerGb = 8000;

}  // namespace

std::string gpu_name(const core::Device& gpu) {
  const std::string_view known = hw::catalogue::gpu_model_name(gpu);
  if (!known.empty()) return std::string(known);
  if (std::string model = hw::catalogue::model_of_source(gpu); !model.empty()) return model;
  const int capability = std::get<core::Gpu>(gpu.info).compute_capability;
  if (capability == 0) return "unknown model";
  if (!core::is_assumed(gpu, "compute_capability"))
    return hw::catalogue::gpu_generation(capability);
  return fmt::format("unknown model (compute capability {}.{})", capability / 10, capability % 10);
}

bool is_gpu_name_assumed(const core::Device& gpu) {
  if (!hw::catalogue::gpu_model_name(gpu).empty()) return false;
  return core::is_assumed(
      gpu, hw::catalogue::model_of_source(gpu).empty() ? "compute_capability" : "extra/model");
}

std::string own_address(const core::Device& device) {
  if (!device.pci || device.name.find(device.pci->bus_id) != std::string::npos) return "";
  return device.pci->bus_id;
}

std::string port_bandwidth(std::int64_t mbps) {
  return fmt::format("{:.4g} GB/s", static_cast<double>(mbps) / kMbpsPerGb);
}

std::string port_rate(std::int64_t mbps) {
  return fmt::format("{:g} Gbit/s ({})", static_cast<double>(mbps) / kMbpsPerGbit,
                     port_bandwidth(mbps));
}

std::string adapter_rate(const core::Topology& node, core::DeviceId adapter) {
  std::int64_t mbps = 0;
  for (const core::DeviceId id : node.of_kind(core::DeviceKind::NicPort)) {
    const auto& port = std::get<core::NicPort>(node.device(id).info);
    if (port.nic == adapter) mbps += port.speed_mbps;
  }
  return mbps == 0 ? "" : port_rate(mbps);
}

std::string gpus_text(const core::Topology& node) {
  std::vector<std::string> names;
  std::vector<int> counts;
  for (const core::DeviceId id : node.of_kind(core::DeviceKind::Gpu)) {
    const std::string name = gpu_name(node.device(id));
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) {
      names.push_back(name);
      counts.push_back(1);
    } else {
      ++counts[static_cast<std::size_t>(found - names.begin())];
    }
  }
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < names.size(); ++i) {
    parts.push_back(fmt::format("{} x {}", counts[i], names[i]));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string adapters_text(const core::Topology& node) {
  const auto nics = node.of_kind(core::DeviceKind::Nic);
  if (nics.empty()) return "";
  const std::string rate = adapter_rate(node, nics.front());
  const bool are_alike = std::ranges::all_of(
      nics, [&](core::DeviceId nic) { return adapter_rate(node, nic) == rate; });
  return core::counted(nics.size(), "adapter") +
         (are_alike && !rate.empty() ? fmt::format(", {}{}", rate, nics.size() > 1 ? " each" : "")
                                     : "");
}

std::string job_text(const hw::formats::LoggedJob& job) {
  if (job.ranks == 0) return "";
  std::string text = core::counted(job.ranks, "rank");
  if (job.gpus_per_node > 0) {
    text = fmt::format("{} x {} = {}", core::counted(job.nodes, "node"),
                       core::counted(job.gpus_per_node, "GPU"), text);
  } else if (job.nodes > 0) {
    text += fmt::format(" on {}", core::counted(job.nodes, "node"));
  } else {
    text += " on an unknown number of nodes";
  }
  const int hidden = job.ranks - job.ranks_seen;
  if (hidden <= 0 || job.ranks_seen == 0) return text;
  return text +
         fmt::format("; {} of them {} left out of the paste", hidden, hidden == 1 ? "is" : "are");
}

}  // namespace treering::report
