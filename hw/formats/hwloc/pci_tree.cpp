#include "hw/formats/hwloc/pci_tree.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/text/reading.h"
#include "core/topology/names.h"
#include "core/topology/topology.h"
#include "hw/catalogue/gpus.h"
#include "hw/catalogue/links.h"
#include "hw/formats/hwloc/builder.h"
#include "hw/formats/hwloc/cpus.h"
#include "hw/formats/hwloc/objects.h"

namespace treering::hw::formats::hwloc {
namespace {

using core::Device;
using core::DeviceId;
using core::Gpu;
using core::Severity;

// The GPUs of an hwloc XML, from their PCIDev and its operating system devices.

/// The first operating system device "nvml3", and its number.
struct Named {
  const xml::Element* object = nullptr;
  std::optional<int> number;
};

Named find_named(const xml::Element& pci, std::string_view prefix) {
  for (const xml::Element& child : pci.children) {
    const std::string name = text_of(child, "name");
    if (child.name != "object" || !name.starts_with(prefix)) continue;
    const auto number = number_at_end(name);
    if (number && name == fmt::format("{}{}", prefix, *number)) return {&child, number};
  }
  return {};
}

std::string info_of_any(const xml::Element& pci, const char* name) {
  for (const xml::Element& child : pci.children) {
    std::string value = info_of(child, name);
    if (!value.empty()) return value;
  }
  return {};
}

constexpr int kNoNumber = -1;

/// Fills in `device` from the PCIDev `object`: number, compute capability, model and UUID.
void read_gpu(const xml::Element& object, const core::PciFunction& pci, Device& device,
              Builder& builder) {
  Gpu gpu;
  const Named nvml = find_named(object, "nvml");
  const Named cuda = find_named(object, "cuda");
  // CUDA may number GPUs in another order than NVML, and hide some.
  if (!nvml.number) device.assumed.emplace_back("index");
  gpu.index = nvml.number.value_or(cuda.number.value_or(kNoNumber));
  const std::string model = info_of_any(object, "GPUModel");
  const auto capability = catalogue::compute_capability_of(pci.device, model);
  gpu.compute_capability = capability.value_or(0);
  device.assumed.insert(device.assumed.end(), {"compute_capability", "gpu_direct_rdma"});
  if (!capability) {
    builder.note(Severity::Warning, object,
                 "a GPU of an unknown model: its compute capability stays 0");
  }
  device.info = gpu;
  if (!model.empty()) device.extra.emplace_back("model", model);
  const std::string uuid = info_of_any(object, "NVIDIAUUID");
  if (!uuid.empty()) device.extra.emplace_back("uuid", uuid);
}

/// Call it when all are read: gives GPUs without a number the free ones, by address as NVML does,
/// then names all.
void name_gpus(const std::vector<DeviceId>& gpus, Builder& builder) {
  std::set<int> taken;
  std::vector<DeviceId> rest;
  for (const DeviceId id : gpus) {
    const int index = std::get<Gpu>(builder.device(id).info).index;
    // Of two GPUs with one number of CUDA's, or with one of CUDA's that is NVML's of another, the
    // later counts as one without.
    const bool is_new = index != kNoNumber && taken.insert(index).second;
    if (!is_new && is_assumed(builder.device(id), "index")) rest.push_back(id);
  }
  std::ranges::stable_sort(rest, {}, [&](DeviceId id) { return builder.device(id).pci->bus_id; });
  int next = 0;
  for (const DeviceId id : rest) {
    while (!taken.insert(next).second) ++next;
    std::get<Gpu>(builder.device(id).info).index = next;
  }
  for (const DeviceId id : gpus) {
    Device& device = builder.device(id);
    device.name = fmt::format("GPU {}", std::get<Gpu>(device.info).index);
  }
}

using core::Device;
using core::DeviceId;
using core::Origin;
using core::Severity;

constexpr std::string_view kAmd = "0x1002";
constexpr std::string_view kDisplayClass = "0x03";
constexpr std::string_view kNetworkClass = "0x02";
constexpr std::string_view kNvSwitchClass = "0x0680";
constexpr std::string_view kHostBridgeNote =
    "a device right below a host bridge, though on another bus: the file leaves out the bridges "
    "between, so that shared switches are unknown";

/// "0000:3b:00" of "0000:3b:00.1".
std::string without_function(const std::string& bus_id) {
  return bus_id.substr(0, bus_id.rfind('.'));
}

/// Whether a GPU computes, rather than being the console of a server.
bool has_compute(const xml::Element& gpu) {
  return std::ranges::any_of(gpu.children, [](const xml::Element& child) {
    const std::string name = text_of(child, "name");
    return name.starts_with("rsmi") || name.starts_with("opencl");
  });
}

}  // namespace

PciTree::PciTree(const Machine& machine, Cpus& cpus, Builder& builder)
    : machine_(machine),
      cpus_(cpus),
      builder_(builder),
      nics_(machine, builder),
      idle_links_(machine) {}

void PciTree::add() {
  for (const PciObject& place : machine_.pci_objects) {
    if (builder_.failed()) return;
    add_object(place);
  }
  if (builder_.failed()) return;
  name_gpus(gpus_, builder_);
  nics_.number_ports();
}

DeviceId PciTree::device_of(const xml::Element& object) const {
  const auto found = devices_.find(&object);
  return found == devices_.end() ? core::kNoDevice : found->second;
}

DeviceId PciTree::cpu_of(DeviceId gpu) const {
  return cpu_above_.at(gpu);
}

void PciTree::add_object(const PciObject& place) {
  core::PciFunction pci = read_function(*place.object);
  if (builder_.failed()) return;
  const DeviceId id = add_kind(place, std::move(pci));
  if (id != core::kNoDevice) devices_[place.object] = id;
}

/// kNoDevice for what communication does not run over.
DeviceId PciTree::add_kind(const PciObject& place, core::PciFunction pci) {
  const xml::Element& object = *place.object;
  const bool is_display = pci.class_code.starts_with(kDisplayClass);
  if (is_display && pci.vendor == kAmd && has_compute(object)) {
    builder_.note(Severity::Warning, object, "an AMD GPU is left out: NCCL drives only NVIDIA's");
  }
  const bool is_gpu = is_display && pci.vendor == catalogue::kNvidiaVendor;
  const bool is_nvswitch =
      text_of(object, "subtype") == "NVSwitch" ||
      (pci.vendor == catalogue::kNvidiaVendor && pci.class_code.starts_with(kNvSwitchClass));
  if (!is_gpu && !is_nvswitch) {
    if (nics_.is_nic(object)) return add_nic(place, pci);
    if (pci.class_code.starts_with(kNetworkClass)) {
      builder_.note(
          Severity::Note, object,
          "a network adapter without an interface, such as one without a driver, is left out");
    }
    return core::kNoDevice;
  }
  note_hidden_bridges(place, pci);
  Device device;
  device.name = fmt::format("{} {}", is_gpu ? "GPU" : "NVSwitch", pci.bus_id);
  if (is_gpu) {
    read_gpu(object, pci, device, builder_);
  } else {
    device.info = core::NvSwitch{};
  }
  device.pci = std::move(pci);
  const DeviceId id = add_below(above(place, place.bridges.size()), object, std::move(device));
  if (is_gpu) gpus_.push_back(id);
  return id;
}

/// NCCL takes the functions of an adapter for one (NCCL 2.28 src/transport/net_ib.cc: the last
/// digit of the address is not looked at).
DeviceId PciTree::add_nic(const PciObject& place, const core::PciFunction& pci) {
  const auto [known, is_new] = nic_of_.try_emplace(without_function(pci.bus_id), core::kNoDevice);
  if (is_new) {
    note_hidden_bridges(place, pci);
    Device device{.name = "NIC " + pci.bus_id, .info = core::Nic{}};
    device.pci = pci;
    known->second = add_below(above(place, place.bridges.size()), *place.object, std::move(device));
  }
  if (!builder_.failed()) nics_.add_ports(*place.object, pci, known->second);
  return known->second;
}

/// Where what lies below the first `bridges` of the bridges hangs: two bridges further up, as NCCL
/// has it, or below the CPU.
PciTree::Above PciTree::above(const PciObject& place, std::size_t bridges) {
  Above result;
  if (bridges > 0) result.port = place.bridges[bridges - 1];
  if (bridges >= 2) {
    result.parent = switch_for(place, bridges - 2);
    if (!builder_.failed()) result.cpu = cpu_above_.at(result.parent);
    return result;
  }
  const xml::Element& named = place.host_bridge == nullptr ? *place.object : *place.host_bridge;
  result.parent = result.cpu = cpus_.near(place.holder, named);
  if (place.host_bridge != nullptr) {
    const auto [number, is_new] = host_bridges_.try_emplace(place.host_bridge, 0);
    if (is_new) number->second = host_bridge_count_[result.parent]++;
    result.host_bridge = number->second;
  }
  return result;
}

DeviceId PciTree::switch_for(const PciObject& place, std::size_t index) {
  const xml::Element& bridge = *place.bridges[index];
  const auto known = devices_.find(&bridge);
  if (known != devices_.end()) return known->second;
  Device device{.info = core::PciSwitch{}};
  device.pci = read_function(bridge);
  if (builder_.failed()) return core::kNoDevice;
  device.name = "PCI " + device.pci->bus_id;
  const DeviceId id = add_below(above(place, index), bridge, std::move(device));
  return devices_[&bridge] = id;
}

DeviceId PciTree::add_below(const Above& above, const xml::Element& object, Device device) {
  if (builder_.failed()) return core::kNoDevice;
  const LinkSpeed speed = link_speed(above, object);
  if (builder_.failed()) return core::kNoDevice;
  core::PciFunction& pci = *device.pci;
  pci.link_speed = speed.split.link_speed;
  pci.link_width = speed.split.link_width;
  pci.host_bridge = above.host_bridge;
  if (!speed.split.is_only) {
    device.assumed.insert(device.assumed.end(), {"pci/link_speed", "pci/link_width"});
  }
  catalogue::LinkRate rate = catalogue::pcie_rate(pci);
  if (speed.gb_per_s > 0) {
    if (!speed.split.fits) rate.bandwidth = core::Bandwidth::from_gb_per_s(speed.gb_per_s);
    rate.origin = {Origin::Kind::File, "pci_link_speed of the slower end, when the file was made"};
    if (!speed.source.empty()) rate.origin = {Origin::Kind::Assumed, std::string(speed.source)};
  }
  const int lanes = catalogue::pcie_lanes(pci);
  const DeviceId id = builder_.add(object, std::move(device));
  cpu_above_[id] = above.cpu;
  builder_.connect_both_ways(
      object,
      {core::LinkKind::Pcie, id, above.parent, lanes, rate.bandwidth, {}, std::move(rate.origin)});
  return id;
}

/// NCCL too takes the slower end (NCCL 2.28 src/graph/xml.cc, ncclTopoGetXmlFromSys).
PciTree::LinkSpeed PciTree::link_speed(const Above& above, const xml::Element& object) {
  double gb_per_s = speed_of(object);
  const double other = above.port == nullptr ? 0 : speed_of(*above.port);
  if (const auto awake = idle_links_.awake(object, gb_per_s, other)) {
    builder_.note(
        Severity::Note, object,
        fmt::format(
            "a link that idled at 2.5 GT/s when the file was made, as GPU links do: taken as {}",
            awake->source));
    return {awake->gb_per_s, awake->split, awake->source};
  }
  if (other > 0) gb_per_s = gb_per_s > 0 ? std::min(gb_per_s, other) : other;
  if (gb_per_s > 0) return {gb_per_s, split_link_speed(gb_per_s), {}};
  builder_.note(
      Severity::Warning, object,
      "an unknown pci_link_speed, 0 at both ends: taken as 8 GT/s and 16 lanes, as NCCL does");
  return {};
}

core::PciFunction PciTree::read_function(const xml::Element& object) {
  const std::string bus_id = core::lower_case(text_of(object, "pci_busid"));
  if (!core::is_pci_function(bus_id)) {
    builder_.problem(object, fmt::format("pci_busid is {}", core::in_quotes(bus_id)),
                     "expected an address like 0000:17:00.0");
  }
  const std::string type = core::lower_case(text_of(object, "pci_type"));
  auto pci = parse_hwloc_pci_type(type);
  if (!pci) {
    builder_.problem(object, fmt::format("pci_type is {}", core::in_quotes(type)),
                     "expected class and ids like 0302 [10de:2330] [10de:16c0] a1");
    return {};
  }
  const auto [first, is_new] = addresses_.try_emplace(core::pci_number(bus_id), &object);
  if (!is_new) {
    builder_.problem(object, fmt::format("pci_busid {} given twice", core::in_quotes(bus_id)),
                     "expected one device of each address");
  }
  pci->bus_id = bus_id;
  return *std::move(pci);
}

/// GB/s; 0 when not known.
double PciTree::speed_of(const xml::Element& object) {
  const std::string text = text_of(object, "pci_link_speed");
  if (text.empty()) return 0;
  double gb_per_s = 0;
  const char* end = text.data() + text.size();
  const auto [stop, code] = std::from_chars(text.data(), end, gb_per_s);
  const bool is_sane = gb_per_s >= 0 && gb_per_s <= core::kMaxBandwidthGBps;
  if (code == std::errc() && stop == end && is_sane) return gb_per_s;
  builder_.problem(object, fmt::format("pci_link_speed is {}", core::in_quotes(text)),
                   fmt::format("expected 0..{} GB/s", core::kMaxBandwidthGBps));
  return 0;
}

/// Files of hwloc 1 may have been written without bridges between host and device.
void PciTree::note_hidden_bridges(const PciObject& place, const core::PciFunction& pci) {
  if (!place.bridges.empty() || place.host_bridge == nullptr) return;
  // "0004:[00-0a]": the bus right below is the first.
  const std::string range = text_of(*place.host_bridge, "bridge_pci");
  const std::size_t bracket = range.find('[');
  const std::size_t colon = pci.bus_id.find(':');
  if (bracket == std::string::npos || colon == std::string::npos) return;
  const std::string first = core::lower_case(range.substr(bracket + 1, 2));
  if (pci.bus_id.substr(colon + 1, 2) == first) return;
  builder_.note(Severity::Warning, *place.object, std::string(kHostBridgeNote));
}

}  // namespace treering::hw::formats::hwloc
