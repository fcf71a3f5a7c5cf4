#include "core/topology/checks.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <map>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "core/host_state/json.h"
#include "core/json/values.h"
#include "core/named_values.h"
#include "core/text/quote.h"
#include "core/topology/names.h"

namespace treering::core {

namespace {

struct IntRange {
  std::string_view field;
  std::int64_t value;
  std::int64_t lowest;
  std::int64_t highest;
};

struct Text {
  std::string_view field;
  const std::string& value;
};

constexpr std::int64_t kMaxInt = std::numeric_limits<int>::max();
// Linux knows up to 2^10 NUMA nodes (MAX_NUMNODES); 2^16 leaves room for invented ids.
constexpr std::int64_t kMaxNumaId = 65535;
// CPUID gives 8 bits of family and of model, NCCL's shifted sums stay below 2^12.
constexpr std::int64_t kMaxCpuId = 65535;
// major * 10 + minor; the newest is 121.
constexpr std::int64_t kMaxComputeCapability = 999;
constexpr std::int64_t kMaxPort = 65535;
constexpr std::int64_t kMaxMbps = static_cast<std::int64_t>(kMaxBandwidthGBps * 8000);
// One second. No link or switch is so slow.
constexpr double kMaxLatencyUs = 1e6;

Result<void> check_ints(std::initializer_list<IntRange> ranges, const std::string& where) {
  for (const IntRange& range : ranges) {
    if (range.value >= range.lowest && range.value <= range.highest) continue;
    return bad_input(fmt::format("{}/{}", where, range.field), fmt::format("{}", range.value),
                     fmt::format("expected {}..{}", range.lowest, range.highest));
  }
  return {};
}

Result<void> check_texts(std::initializer_list<Text> texts, const std::string& where) {
  for (const Text& text : texts) {
    if (auto done = check_text(text.value, fmt::format("{}/{}", where, text.field)); !done) {
      return done;
    }
  }
  return {};
}

Result<void> check_latency(double us, const std::string& where) {
  if (us >= 0 && us <= kMaxLatencyUs) return {};
  return bad_input(where + "/latency_us", fmt::format("{}", us),
                   fmt::format("expected 0..{} us", kMaxLatencyUs));
}

/// Checks a device by its kind, with access to the other devices.
class KindCheck {
 public:
  KindCheck(const std::vector<Device>& devices, std::string where)
      : devices_(devices), where_(std::move(where)) {}

  Result<void> operator()(const Cpu& cpu) const {
    if (auto done = check_ints({{"numa_id", cpu.numa_id, -1, kMaxNumaId},
                                {"host", cpu.host, 0, kMaxDevices},
                                {"family", cpu.family.value_or(0), 0, kMaxCpuId},
                                {"model", cpu.model.value_or(0), 0, kMaxCpuId}},
                               where_);
        !done) {
      return done;
    }
    return check_texts({{"arch", cpu.arch}, {"vendor", cpu.vendor}, {"affinity", cpu.affinity}},
                       where_);
  }

  Result<void> operator()(const Gpu& gpu) const {
    return check_ints({{"index", gpu.index, 0, kMaxDevices},
                       {"compute_capability", gpu.compute_capability, 0, kMaxComputeCapability}},
                      where_);
  }

  Result<void> operator()(const NicPort& port) const {
    const auto count = static_cast<DeviceId>(devices_.size());
    if (port.nic < 0 || port.nic >= count) {
      return bad_input(where_ + "/nic", fmt::format("device {} not found", port.nic),
                       fmt::format("have 0..{}", count - 1), "name the nic that the port is on");
    }
    if (devices_[static_cast<std::size_t>(port.nic)].kind() != DeviceKind::Nic) {
      return bad_input(where_ + "/nic", fmt::format("device {} is not a nic", port.nic),
                       "expected a device of kind nic");
    }
    if (auto done = check_ints({{"index", port.index, 0, kMaxInt},
                                {"speed_mbps", port.speed_mbps, 1, kMaxMbps},
                                {"port", port.port, 0, kMaxPort},
                                {"max_connections", port.max_connections, 0, kMaxInt}},
                               where_);
        !done) {
      return done;
    }
    return check_latency(port.latency_us, where_);
  }

  Result<void> operator()(const NetworkSwitch& network_switch) const {
    return check_ints({{"ports", network_switch.ports, 0, kMaxPort}}, where_);
  }

  template <class WithoutFields>
  Result<void> operator()(const WithoutFields&) const {
    return {};
  }

 private:
  const std::vector<Device>& devices_;
  std::string where_;
};

Result<void> check_pci(const PciFunction& pci, const std::string& where) {
  if (!is_pci_address(pci.bus_id)) {
    return bad_input(where + "/bus_id", pci.bus_id.empty() ? "nothing" : in_quotes(pci.bus_id),
                     "expected a PCI address like 0000:17:00.0");
  }
  // PCI Express has at most 32 lanes; a fused NIC of NCCL sums those of its ports.
  if (auto done = check_ints({{"link_width", pci.link_width, 0, kMaxLinkCount},
                              {"host_bridge", pci.host_bridge.value_or(0), 0, kMaxDevices}},
                             where);
      !done) {
    return done;
  }
  return check_texts({{"class", pci.class_code},
                      {"vendor", pci.vendor},
                      {"device", pci.device},
                      {"subsystem_vendor", pci.subsystem_vendor},
                      {"subsystem_device", pci.subsystem_device},
                      {"link_speed", pci.link_speed}},
                     where);
}

Result<void> check_device(const Device& device, const std::string& where) {
  if (device.name.empty()) return bad_input(where + "/name", "nothing", "expected a name");
  if (auto done = check_text(device.name, where + "/name"); !done) return done;
  if (device.pci) {
    if (auto done = check_pci(*device.pci, where + "/pci"); !done) return done;
  }
  if (auto done = check_attributes(device.extra, where + "/extra"); !done) return done;
  for (const std::string& field : device.assumed) {
    if (auto done = check_text(field, where + "/assumed"); !done) return done;
  }
  return {};
}

Result<void> check_end(DeviceId id, std::size_t count, const std::string& where) {
  if (id >= 0 && static_cast<std::size_t>(id) < count) return {};
  return bad_input(where, fmt::format("device {} not found", id),
                   count == 0 ? "have none" : fmt::format("have 0..{}", count - 1),
                   "add it under /devices");
}

Result<void> check_link(const Link& link, const std::string& where) {
  if (auto done = check_ints({{"count", link.count, 1, kMaxLinkCount}}, where); !done) return done;
  const double rate = link.bandwidth.in_gb_per_s();
  // Written so that NaN fails.
  if (!(rate >= kMinBandwidthGBps && rate <= kMaxBandwidthGBps)) {
    return bad_input(where + "/gb_per_s", fmt::format("{}", rate),
                     fmt::format("expected {}..{} GB/s", kMinBandwidthGBps, kMaxBandwidthGBps));
  }
  if (auto done = check_latency(link.latency.in_us(), where); !done) return done;
  return check_text(link.origin.source, where + "/origin/source");
}

}  // namespace

Result<void> check_text(const std::string& text, const std::string& where) {
  if (text.size() > kMaxText) {
    return bad_input(where, fmt::format("a text of {} bytes", text.size()),
                     fmt::format("expected at most {}", kMaxText));
  }
  return check_printable(text, where);
}

Result<void> check_attributes(const Attributes& attributes, const std::string& where) {
  if (attributes.size() > kMaxAttributes) {
    return bad_input(where, fmt::format("{} attributes", attributes.size()),
                     fmt::format("expected at most {}", kMaxAttributes));
  }
  std::unordered_set<std::string_view> keys;
  for (const auto& [key, value] : attributes) {
    if (key.empty()) return bad_input(where, "an attribute without a name");
    if (!keys.insert(key).second) return bad_input(where, in_quotes(key) + " given twice");
    if (auto done = check_text(key, where); !done) return done;
    if (auto done = check_text(value, pointer_to(where, key)); !done) return done;
  }
  return {};
}

Result<void> check_devices(const std::vector<Device>& devices) {
  std::unordered_map<std::string_view, std::size_t> by_name;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const std::string where = fmt::format("/devices/{}", i);
    if (auto done = check_device(devices[i], where); !done) return done;
    if (auto done = std::visit(KindCheck(devices, where), devices[i].info); !done) return done;
    const auto [first, is_new] = by_name.try_emplace(devices[i].name, i);
    if (is_new) continue;
    return bad_input(where + "/name", fmt::format("{} given twice", in_quotes(devices[i].name)),
                     fmt::format("expected another name than that of /devices/{}", first->second));
  }
  return {};
}

Result<void> check_links(const std::vector<Link>& links, const std::vector<Device>& devices) {
  for (std::size_t i = 0; i < links.size(); ++i) {
    const Link& link = links[i];
    const std::string where = fmt::format("/links/{}", i);
    if (auto done = check_end(link.from, devices.size(), where + "/from"); !done) return done;
    if (auto done = check_end(link.to, devices.size(), where + "/to"); !done) return done;
    const Device& target = devices[static_cast<std::size_t>(link.to)];
    // Virtual machines that hide bus ids show NVLinks from a GPU to itself. NCCL adds them up with
    // the GPU's other NVLinks (2.28 src/graph/topo.cc:602, src/graph/search.cc:33).
    const bool may_be_own = link.kind == LinkKind::NvLink && target.kind() == DeviceKind::Gpu;
    if (link.from == link.to && !may_be_own) {
      return bad_input(where + "/to",
                       fmt::format("a link from {} to itself", in_quotes(target.name)),
                       "expected another device");
    }
    if (auto done = check_link(link, where); !done) return done;
  }
  return {};
}

Result<void> check_hosts(const std::vector<Device>& devices, const std::vector<DeviceId>& cpus) {
  std::map<std::pair<int, int>, std::size_t> gpus;
  std::map<std::pair<int, std::uint64_t>, std::size_t> bus_ids;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const Device& device = devices[i];
    // A device outside the PCI tree belongs to the first host.
    const int host = cpus[i] == kNoDevice
                         ? 0
                         : std::get<Cpu>(devices[static_cast<std::size_t>(cpus[i])].info).host;
    if (const auto* gpu = std::get_if<Gpu>(&device.info)) {
      const auto [first, is_new] = gpus.try_emplace({host, gpu->index}, i);
      if (!is_new) {
        return bad_input(fmt::format("/devices/{}/index", i), fmt::format("{}", gpu->index),
                         fmt::format("expected another than that of /devices/{}", first->second));
      }
    }
    if (!device.pci) continue;
    const auto [first, is_new] = bus_ids.try_emplace({host, pci_number(device.pci->bus_id)}, i);
    if (!is_new) {
      return bad_input(fmt::format("/devices/{}/pci/bus_id", i),
                       in_quotes(device.pci->bus_id) + " given twice",
                       fmt::format("expected another than that of /devices/{}", first->second));
    }
  }
  return {};
}

namespace {

void clean(std::string& text) {
  text = printable(text);
}

/// Visits every field, so that a new one cannot be forgotten.
struct TextCleaner {
  static void field(const char* /*name*/, std::string& text) { clean(text); }
  template <class NoText>
  static void field(const char* /*name*/, NoText& /*value*/) {}
  template <class T>
  void part(const char* /*name*/, T& value) {
    describe(*this, value);
  }
  template <class T>
  void figure(const char* /*name*/, std::optional<Figure<T>>& value) {
    if (value) describe(*this, *value);
  }
  template <class T>
  void list(const char* /*name*/, std::vector<T>& values) {
    for (T& value : values) describe(*this, value);
  }
};

}  // namespace

void make_printable(HostState& host) {
  TextCleaner cleaner;
  describe(cleaner, host);
}

void make_printable(Device& device) {
  clean(device.name);
  for (auto& [key, value] : device.extra) {
    clean(key);
    clean(value);
  }
  for (std::string& field : device.assumed) clean(field);
  if (auto* cpu = std::get_if<Cpu>(&device.info)) {
    for (std::string* text : {&cpu->arch, &cpu->vendor, &cpu->affinity}) clean(*text);
  }
  if (!device.pci) return;
  PciFunction& pci = *device.pci;
  for (std::string* text : {&pci.class_code, &pci.vendor, &pci.device, &pci.subsystem_vendor,
                            &pci.subsystem_device, &pci.link_speed}) {
    clean(*text);
  }
}

}  // namespace treering::core
