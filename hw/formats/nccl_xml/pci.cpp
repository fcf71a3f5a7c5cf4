#include <algorithm>
#include <cctype>
#include <string>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/text/reading.h"
#include "core/topology/names.h"
#include "hw/catalogue/links.h"
#include "hw/formats/nccl_xml/builder.h"
#include "hw/formats/nccl_xml/devices.h"
#include "hw/formats/nccl_xml/fields.h"

namespace treering::hw::formats::nccl_xml {
namespace {

using core::Device;

// PCI class codes as NCCL matches them: by prefix (NCCL 2.28 src/graph/topo.cc:422).
constexpr std::string_view kBridgeClass = "0x060400";
constexpr std::string_view kGpuClass = "0x03";
constexpr std::string_view kNicClass = "0x02";

/// NCCL knows a few texts and takes 8 GT/s for all others (2.28 src/graph/topo.cc:424): a machine
/// that says nothing is fine, a figure that no wire has is a mistake.
void check_link_speed(const xml::Element& pci, Fields& fields, Builder& builder) {
  const std::string text = fields.text("link_speed");
  if (catalogue::is_absurd_rate(text))
    fields.refuse("link_speed", "expected a rate like '16.0 GT/s PCIe'");
  // The kernel's word, "Unknown" or "Unknown speed".
  const bool is_unknown = text.empty() || core::lower_case(text).starts_with("unknown");
  if (is_unknown || catalogue::transfer_rate(text)) return;
  builder.note(core::Severity::Warning, pci,
               fmt::format("link_speed {} is not a PCI Express rate: taken as 8 GT/s, as NCCL does",
                           core::in_quotes(text)));
}

/// What NCCL takes where an element, or /sys, says nothing: 8 GT/s, 16 lanes (2.28
/// src/graph/topo.cc:424). NVSwitches carry nothing over PCIe.
void note_unknown_link(const xml::Element& pci, const Device& device, Builder& builder) {
  const bool has_speed = !device.pci->link_speed.empty() &&
                         !core::lower_case(device.pci->link_speed).starts_with("unknown");
  const bool has_width = device.pci->link_width != 0;
  const bool counts = device.kind() == core::DeviceKind::Gpu ||
                      device.kind() == core::DeviceKind::Nic ||
                      device.kind() == core::DeviceKind::PciSwitch;
  if (!counts || (has_speed && has_width)) return;
  const std::string_view what = has_speed   ? "link_width"
                                : has_width ? "link_speed"
                                            : "link_speed and link_width";
  const std::string_view taken = has_speed ? "16 lanes" : has_width ? "8 GT/s" : "8 GT/s, 16 lanes";
  const std::string_view whose = device.kind() == core::DeviceKind::Gpu   ? "a GPU"
                                 : device.kind() == core::DeviceKind::Nic ? "a NIC"
                                                                          : "a PCI switch";
  builder.note(
      core::Severity::Warning, pci,
      fmt::format("the file does not say {} of {}: taken as {}, as NCCL does", what, whose, taken));
}

core::PciFunction read_function(Fields& fields) {
  core::PciFunction pci;
  pci.bus_id = core::lower_case(fields.text("busid"));
  pci.class_code = fields.text("class");
  pci.vendor = fields.text("vendor");
  pci.device = fields.text("device");
  pci.subsystem_vendor = fields.text("subsystem_vendor");
  pci.subsystem_device = fields.text("subsystem_device");
  pci.link_speed = fields.text("link_speed");
  pci.link_width = fields.integer("link_width").value_or(0);
  return pci;
}

/// NCCL takes a class that is not given from /sys; what the element holds says as much.
std::string_view class_by_content(const xml::Element& pci, Builder& builder) {
  if (child_of(pci, "gpu") != nullptr) return kGpuClass;
  if (child_of(pci, "nic") != nullptr) return kNicClass;
  if (child_of(pci, "pci") == nullptr) {
    builder.note(
        core::Severity::Warning, pci,
        "a pci element with neither class nor content: NCCL reads the class from /sys; taken "
        "as a switch");
  }
  return kBridgeClass;
}

/// A CPU is none of these: NCCL makes nothing of such an element.
core::DeviceKind kind_of_class(std::string_view class_code) {
  if (class_code.starts_with(kGpuClass)) return core::DeviceKind::Gpu;
  if (class_code.starts_with(kNicClass)) return core::DeviceKind::Nic;
  if (class_code.starts_with(catalogue::kNvSwitchClass)) return core::DeviceKind::NvSwitch;
  return class_code.starts_with(kCpuClass) ? core::DeviceKind::Cpu : core::DeviceKind::PciSwitch;
}

/// A class of that kind, as common devices have it.
std::string_view class_of(core::DeviceKind kind) {
  switch (kind) {
    case core::DeviceKind::Gpu:
      return "0x030200";
    case core::DeviceKind::Nic:
      return "0x020000";
    case core::DeviceKind::NvSwitch:
      return catalogue::kNvSwitchClass;
    default:
      return kBridgeClass;
  }
}

core::DeviceInfo info_of(const xml::Element& pci, std::string_view class_code) {
  if (child_of(pci, "gpu") != nullptr) return core::Gpu{};
  if (child_of(pci, "nic") != nullptr) return core::Nic{};
  switch (kind_of_class(class_code)) {
    case core::DeviceKind::Gpu:
      return core::Gpu{};
    case core::DeviceKind::Nic:
      return core::Nic{};
    case core::DeviceKind::NvSwitch:
      return core::NvSwitch{};
    default:
      return core::PciSwitch{};
  }
}

std::string_view word_for(const Device& device) {
  switch (device.kind()) {
    case core::DeviceKind::Gpu:
      return "GPU";
    case core::DeviceKind::Nic:
      return "NIC";
    case core::DeviceKind::NvSwitch:
      return "NVSwitch";
    default:
      return "PCI";
  }
}

}  // namespace

const xml::Element* child_of(const xml::Element& element, std::string_view name) {
  const auto found = std::find_if(element.children.begin(), element.children.end(),
                                  [name](const xml::Element& child) { return child.name == name; });
  return found == element.children.end() ? nullptr : &*found;
}

bool is_known_by_class(const Device& device) {
  return device.pci && kind_of_class(device.pci->class_code) == device.kind();
}

std::string_view identifying_class(const Device& device) {
  const bool has_own = is_known_by_class(device) && !device.pci->class_code.empty();
  return has_own ? std::string_view(device.pci->class_code) : class_of(device.kind());
}

Device read_pci_device(const xml::Element& pci, Builder& builder) {
  Fields fields(pci, builder);
  fields.require("busid", "expected the address of the device, like 0000:17:00.0");
  Device device;
  device.pci = read_function(fields);
  if (fields.has("busid") && !core::is_pci_address(device.pci->bus_id)) {
    fields.refuse("busid", "expected a PCI address like 0000:17:00.0");
  }
  check_link_speed(pci, fields, builder);
  if (device.pci->class_code.empty()) {
    device.pci->class_code = class_by_content(pci, builder);
    device.assumed.emplace_back("pci/class");
  }
  for (const char* name : {"link_speed", "link_width"}) {
    if (!fields.has(name)) device.assumed.push_back(fmt::format("pci/{}", name));
  }
  if (fields.text(kAssumed) == kAssumedSlot) device.assumed.emplace_back("pci/link_speed");
  device.info = info_of(pci, device.pci->class_code);
  note_unknown_link(pci, device, builder);
  device.extra = fields.rest();
  const bool has_inner =
      device.kind() == core::DeviceKind::Gpu || device.kind() == core::DeviceKind::Nic;
  for (auto& attribute : device.extra) {
    if (has_inner) attribute.first = "pci." + attribute.first;
  }
  device.name = fmt::format("{} {}", word_for(device), device.pci->bus_id);
  return device;
}

}  // namespace treering::hw::formats::nccl_xml
