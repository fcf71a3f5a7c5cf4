#include "report/device_names.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/topology/assumed.h"
#include "hw/catalogue/cpus.h"
#include "hw/catalogue/gpus.h"

namespace treering::report {
namespace {

constexpr double kMbpsPerGbit = 1000;
constexpr double kMbpsPerGb = 8000;

/// As its source has it; empty where that does not say it.
std::string model_of_source(const core::Device& gpu) {
  const auto said = std::ranges::find(gpu.extra, "model", &core::Attributes::value_type::first);
  return said == gpu.extra.end() ? "" : said->second;
}

}  // namespace

std::string gpu_name(const core::Device& gpu) {
  const std::string_view known = hw::catalogue::gpu_model_name(gpu);
  if (!known.empty()) return std::string(known);
  if (std::string model = model_of_source(gpu); !model.empty()) return model;
  const int capability = std::get<core::Gpu>(gpu.info).compute_capability;
  if (capability == 0) return "unknown model";
  const std::string number =
      fmt::format("compute capability {}.{}", capability / 10, capability % 10);
  if (core::is_assumed(gpu, "compute_capability")) return fmt::format("unknown model ({})", number);
  const std::string_view architecture = hw::catalogue::gpu_architecture(capability);
  return architecture.empty() ? number : fmt::format("{} ({})", architecture, number);
}

bool is_gpu_name_assumed(const core::Device& gpu) {
  if (!hw::catalogue::gpu_model_name(gpu).empty()) return false;
  return core::is_assumed(gpu, model_of_source(gpu).empty() ? "compute_capability" : "extra/model");
}

std::string cpu_name(const core::Cpu& cpu) {
  if (cpu.family && cpu.model) {
    const auto known = hw::catalogue::cpu_model_name(cpu.vendor, *cpu.family, *cpu.model);
    if (!known.empty()) return std::string(known);
  }
  std::string text = cpu.arch;
  if (!cpu.vendor.empty()) text += " " + cpu.vendor;
  if (cpu.family && cpu.model)
    text += fmt::format(" (family {}, model {})", *cpu.family, *cpu.model);
  return text;
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

}  // namespace treering::report
