#include "hw/catalogue/nvlink_ends.h"

#include "core/topology/checks.h"

namespace treering::hw::catalogue {

NvlinkEnd nvlink_end(std::string_view pci_class) {
  if (pci_class.starts_with("0x03")) return NvlinkEnd::Gpu;
  return pci_class.starts_with("0x068001") ? NvlinkEnd::Cpu : NvlinkEnd::Switch;
}

core::Device nvswitch_at(const std::string& target, bool is_taken) {
  core::Device device;
  device.info = core::NvSwitch{};
  device.name = target.empty() ? "NVSwitch" : "NVSwitch " + target;
  if (!is_taken && core::is_pci_address(target)) {
    device.pci = core::PciFunction{};
    device.pci->bus_id = target;
    device.pci->class_code = kNvSwitchClass;
  } else if (!target.empty()) {
    device.extra.emplace_back("target", target);
  }
  return device;
}

}  // namespace treering::hw::catalogue
