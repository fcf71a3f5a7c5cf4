#include "report/device_names.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/topology/assumed.h"
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

}  // namespace treering::report
