#include "cli/device_details.h"

#include <variant>

#include <fmt/format.h>

namespace treering::cli {
namespace {

struct Details {
  std::string operator()(const core::Cpu& cpu) const {
    std::string text = cpu.arch;
    if (!cpu.vendor.empty()) text += " " + cpu.vendor;
    if (cpu.family && cpu.model)
      text += fmt::format(" family {} model {}", *cpu.family, *cpu.model);
    return text;
  }
  std::string operator()(const core::Gpu& gpu) const {
    return fmt::format("compute capability {}.{}", gpu.compute_capability / 10,
                       gpu.compute_capability % 10);
  }
  std::string operator()(const core::NicPort& port) const {
    return fmt::format("NET/{}, {:g} Gbit/s{}{}", port.index,
                       static_cast<double>(port.speed_mbps) / 1000,
                       port.gpu_direct_rdma ? ", GPUDirect RDMA" : "",
                       port.in_network_reduction ? ", in-network reduction" : "");
  }
  std::string operator()(const core::NetworkSwitch& network_switch) const {
    return network_switch.ports > 0 ? fmt::format("{} ports", network_switch.ports) : "";
  }
  template <class Other>
  std::string operator()(const Other& /*device*/) const {
    return "";
  }
};

}  // namespace

std::string device_details(const core::Device& device) {
  return std::visit(Details{}, device.info);
}

}  // namespace treering::cli
