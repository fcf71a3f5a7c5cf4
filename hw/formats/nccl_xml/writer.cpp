#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/topology/topology.h"
#include "hw/catalogue/links.h"
#include "hw/complete/unknown.h"
#include "hw/formats/nccl_xml/devices.h"
#include "hw/formats/nccl_xml/fields.h"
#include "hw/formats/nccl_xml/topology_xml.h"

namespace treering::hw::formats::nccl_xml {
namespace {

// One tag as NCCL's own XML parser takes it.

class Tag {
 public:
  explicit Tag(std::string_view name);

  /// Replaces characters that neither NCCL nor XML allows, and cuts values that are too long.
  void add(std::string_view name, std::string_view value);
  /// Adds the attribute unless it is empty.
  void add_if_given(std::string_view name, std::string_view value);
  void add(std::string_view name, long long value);

  /// Adds attributes whose names start with `prefix`, without it; with an empty prefix, those
  /// without a '.'. Leaves out names that exist already or are not XML names.
  void add_all(const core::Attributes& attributes, std::string_view prefix = {});

  /// "<name a="1" b="2""; the caller closes it with ">" or "/>".
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::size_t count_ = 0;
};

// NCCL 2.28 src/graph/xml.h:17-18 and xml.cc:55: a value and its quote need 254 bytes at most.
constexpr std::size_t kMaxValue = 253;
constexpr std::size_t kMaxAttributes = 16;

bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// An XML name in ASCII; '.' is ours, for attributes of an outer element.
bool is_name(std::string_view text) {
  const auto is_inner = [](char c) {
    return is_name_start(c) || c == '-' || (c >= '0' && c <= '9');
  };
  return !text.empty() && text.size() <= kMaxValue && is_name_start(text[0]) &&
         std::all_of(text.begin(), text.end(), is_inner);
}

/// '<' and '&' would need entities, which NCCL does not know.
char writable(char c) {
  if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) return ' ';
  return c == '<' || c == '&' ? '_' : c;
}

std::string cut(std::string_view text) {
  std::string_view start = text.substr(0, kMaxValue);
  // Not in the middle of a character.
  return std::string(start.substr(0, core::find_broken_utf8(start)));
}

Tag::Tag(std::string_view name) : text_(fmt::format("<{}", name)) {}

void Tag::add(std::string_view name, std::string_view value) {
  if (count_ == kMaxAttributes) return;
  ++count_;
  std::string written = cut(value);
  std::transform(written.begin(), written.end(), written.begin(), writable);
  const char quote = written.find('"') == std::string::npos ? '"' : '\'';
  if (quote == '\'') std::replace(written.begin(), written.end(), quote, '_');
  text_ += fmt::format(" {}={}{}{}", name, quote, written, quote);
}

void Tag::add_if_given(std::string_view name, std::string_view value) {
  if (!value.empty()) add(name, value);
}

void Tag::add(std::string_view name, long long value) {
  add(name, std::string_view(std::to_string(value)));
}

void Tag::add_all(const core::Attributes& attributes, std::string_view prefix) {
  for (const auto& [key, value] : attributes) {
    if (!key.starts_with(prefix)) continue;
    const std::string_view name = std::string_view(key).substr(prefix.size());
    const bool is_there = text_.find(fmt::format(" {}=", name)) != std::string::npos;
    if (is_name(name) && !is_there) add(name, value);
  }
}

using core::Device;
using core::DeviceId;
using core::DeviceKind;
using core::kNoDevice;
using core::Link;
using core::LinkKind;
using core::Topology;

// For ends of NVLinks that have no bus id NCCL itself writes this (xml.cc:869).
constexpr std::string_view kHiddenTarget = "fffffff:ffff:ff";

/// Whether the class that is written for a device says what it is.
bool has_class_of_kind(const Device& device) {
  if (is_assumed(device, "pci/class")) return false;  // none is written
  return !device.pci || device.pci->class_code.empty() || is_known_by_class(device);
}

class Writer {
 public:
  explicit Writer(const Topology& topology)
      : topology_(topology), links_(topology.devices().size()), bus_ids_(nccl_bus_ids(topology)) {
    for (const Link& link : topology.links()) {
      links_[static_cast<std::size_t>(link.from)].push_back(&link);
    }
  }

  std::string write() {
    Tag system("system");
    system.add("version", 1);
    system.add_if_given("name", topology_.name());
    system.add_all(topology_.extra());
    open(system);
    std::vector<DeviceId> cpus = topology_.of_kind(DeviceKind::Cpu);
    if (cpus.empty()) write_unknown_cpu();
    for (const DeviceId cpu : cpus) write_cpu(cpu, cpu == cpus.front());
    close("system");
    return std::move(text_);
  }

 private:
  void line(std::string_view text) { text_ += fmt::format("{:{}}{}\n", "", 2 * depth_, text); }
  void open(const Tag& tag) {
    line(tag.text() + ">");
    ++depth_;
  }
  void close(std::string_view name) {
    --depth_;
    line(fmt::format("</{}>", name));
  }
  void single(const Tag& tag) { line(tag.text() + "/>"); }

  const std::string& bus_id(DeviceId id) const { return bus_ids_[static_cast<std::size_t>(id)]; }
  const std::vector<const Link*>& links_from(DeviceId id) const {
    return links_[static_cast<std::size_t>(id)];
  }

  void write_unknown_cpu() {
    Tag tag("cpu");
    tag.add("numaid", -1);
    open(tag);
    write_roots();
    close("cpu");
  }

  void write_cpu(DeviceId id, bool is_first) {
    const Device& device = topology_.device(id);
    const auto& cpu = std::get<core::Cpu>(device.info);
    Tag tag("cpu");
    const bool has_hash = std::any_of(device.extra.begin(), device.extra.end(),
                                      [](const auto& pair) { return pair.first == "host_hash"; });
    if (!has_hash && has_several_hosts()) tag.add("host_hash", fmt::format("{:#x}", cpu.host + 1));
    tag.add("numaid", cpu.numa_id);
    // One that NCCL cannot hold is better left to what it finds in /sys.
    constexpr std::size_t kLongestAffinity = 253;
    if (cpu.affinity.size() <= kLongestAffinity) tag.add_if_given("affinity", cpu.affinity);
    // Left out is what the reader fills in; what was assumed otherwise has to be written.
    const bool has_arch = cpu.arch != kNcclDefaultArch || !is_assumed(device, "arch");
    if (has_arch) tag.add_if_given("arch", cpu.arch);
    tag.add_if_given("vendor", cpu.vendor);
    if (cpu.family) tag.add("familyid", *cpu.family);
    if (cpu.model) tag.add("modelid", *cpu.model);
    if (!cpu.vendor.empty() && is_assumed(device, "vendor")) tag.add(kAssumed, kAssumedCpu);
    tag.add_all(device.extra);
    open(tag);
    write_children(id);
    if (is_first) write_roots();
    close("cpu");
  }

  bool has_several_hosts() const {
    const auto& devices = topology_.devices();
    return std::any_of(devices.begin(), devices.end(), [](const Device& device) {
      const auto* cpu = std::get_if<core::Cpu>(&device.info);
      return cpu != nullptr && cpu->host > 0;
    });
  }

  /// GPUs and NICs that no CPU is known for.
  void write_roots() {
    for (std::size_t i = 0; i < topology_.devices().size(); ++i) {
      const auto id = static_cast<DeviceId>(i);
      const DeviceKind kind = topology_.device(id).kind();
      const bool is_wanted = kind == DeviceKind::Gpu || kind == DeviceKind::Nic;
      if (is_wanted && topology_.parent_of(id) == kNoDevice) write_child(id);
    }
  }

  void write_children(DeviceId id) {
    for (const DeviceId child : topology_.children_of(id)) write_child(child);
  }

  void write_child(DeviceId id) {
    const Device& device = topology_.device(id);
    const DeviceId parent = topology_.parent_of(id);
    const bool is_below_cpu =
        parent == kNoDevice || topology_.device(parent).kind() == DeviceKind::Cpu;
    if (device.kind() == DeviceKind::Nic && !device.pci && is_below_cpu) return write_nic(id);
    open(pci_tag(id));
    switch (device.kind()) {
      case DeviceKind::Gpu:
        write_gpu(id);
        break;
      case DeviceKind::Nic:
        write_nic(id);
        break;
      default:
        write_children(id);
        write_pcilinks(id);
    }
    close("pci");
  }

  Tag pci_tag(DeviceId id) const {
    const Device& device = topology_.device(id);
    const core::PciFunction pci = device.pci.value_or(core::PciFunction{});
    Tag tag("pci");
    tag.add("busid", bus_id(id));
    const bool has_inner = device.kind() == DeviceKind::Gpu || device.kind() == DeviceKind::Nic;
    // The inner element shows a GPU or NIC whatever its class; only the class shows an NVSwitch.
    const bool is_needed = device.kind() == DeviceKind::NvSwitch;
    if (is_needed || !is_assumed(device, "pci/class")) {
      const bool is_kept = has_inner && !pci.class_code.empty();
      tag.add("class", is_kept ? pci.class_code : identifying_class(device));
    }
    tag.add_if_given("vendor", pci.vendor);
    tag.add_if_given("device", pci.device);
    tag.add_if_given("subsystem_vendor", pci.subsystem_vendor);
    tag.add_if_given("subsystem_device", pci.subsystem_device);
    add_rate(tag, id, pci);
    tag.add_all(device.extra, has_inner ? "pci." : "");
    return tag;
  }

  /// The link's own figures where the function has none and they are more than an assumption.
  void add_rate(Tag& tag, DeviceId id, const core::PciFunction& pci) const {
    const Device& device = topology_.device(id);
    const auto& links = links_from(id);
    const auto up = std::find_if(links.begin(), links.end(), [&](const Link* link) {
      return link->kind == LinkKind::Pcie && link->to == topology_.parent_of(id);
    });
    const bool is_stated = up != links.end() && (*up)->origin.kind != core::Origin::Kind::Assumed;
    const int width = pci.link_width == 0 && is_stated ? (*up)->count : pci.link_width;
    const std::string_view speed =
        pci.link_speed.empty() && is_stated
            ? catalogue::closest_link_speed((*up)->bandwidth, (*up)->count)
            : std::string_view(pci.link_speed);
    if (!speed.empty() || !is_assumed(device, "pci/link_speed")) tag.add("link_speed", speed);
    if (width != 0 || !is_assumed(device, "pci/link_width")) tag.add("link_width", width);
    if (!pci.link_speed.empty() && is_assumed(device, "pci/link_speed")) {
      tag.add(kAssumed, kAssumedSlot);
    }
  }

  void write_gpu(DeviceId id) {
    const Device& device = topology_.device(id);
    const auto& gpu = std::get<core::Gpu>(device.info);
    Tag tag("gpu");
    const Tag empty = tag;
    if (!is_assumed(device, "index")) tag.add("dev", gpu.index);
    if (gpu.compute_capability != 0) tag.add("sm", gpu.compute_capability);
    if (!is_assumed(device, "gpu_direct_rdma")) tag.add("gdr", gpu.gpu_direct_rdma ? 1 : 0);
    if (complete::is_unknown_gpu(device) && gpu.compute_capability != 0) {
      tag.add(kAssumed, is_assumed(device, "extra/model") ? kAssumedNamedGpu : kAssumedGpu);
    }
    tag.add_all(device.extra);
    std::vector<Tag> children;
    for (const Link* link : links_from(id)) {
      if (link->kind == LinkKind::NvLink) children.push_back(nvlink_tag(*link));
      if (link->kind == LinkKind::C2C) children.push_back(c2c_tag(*link));
    }
    if (children.empty()) {
      // Else it is the gpu element that makes the pci element a GPU.
      if (tag.text() != empty.text() || !has_class_of_kind(device)) single(tag);
      return;
    }
    open(tag);
    for (const Tag& child : children) single(child);
    close("gpu");
  }

  Tag nvlink_tag(const Link& link) const {
    const Device& target = topology_.device(link.to);
    const bool is_cpu = target.kind() == DeviceKind::Cpu;
    Tag tag("nvlink");
    tag.add("target", is_cpu ? kHiddenTarget : std::string_view(bus_id(link.to)));
    tag.add("count", link.count);
    if (is_cpu) {
      tag.add("tclass", kCpuClass);
    } else if (!is_assumed(target, "pci/class")) {
      tag.add("tclass", identifying_class(target));
    }
    return tag;
  }

  static Tag c2c_tag(const Link& link) {
    Tag tag("c2c");
    // MB/s of one link (NCCL 2.28 src/graph/topo.cc:667); never rounded to what is no bandwidth.
    const double mb_per_s = link.bandwidth.in_gb_per_s() * 1e3 / link.count;
    const double most = std::floor(core::kMaxBandwidthGBps * 1e3 / link.count);
    tag.add("bw", std::lround(std::clamp(mb_per_s, 1.0, most)));
    tag.add("count", link.count);
    return tag;
  }

  void write_nic(DeviceId id) {
    const Device& device = topology_.device(id);
    const auto ports = topology_.children_of(id);
    Tag tag("nic");
    const Tag empty = tag;
    tag.add_all(device.extra);
    if (ports.empty() && device.pci && has_class_of_kind(device) && tag.text() == empty.text()) {
      return;
    }
    open(tag);
    for (const DeviceId port : ports) write_net(topology_.device(port));
    close("nic");
  }

  void write_net(const Device& device) {
    const auto& port = std::get<core::NicPort>(device.info);
    Tag tag("net");
    const bool has_name = std::any_of(device.extra.begin(), device.extra.end(),
                                      [](const auto& pair) { return pair.first == "name"; });
    if (!has_name && !is_assumed(device, "name")) tag.add("name", device.name);
    if (!is_assumed(device, "index")) tag.add("dev", port.index);
    const bool has_speed =
        port.speed_mbps != catalogue::kNcclDefaultMbps || !is_assumed(device, "speed_mbps");
    if (has_speed) tag.add("speed", port.speed_mbps);
    if (has_speed && complete::has_unknown_rate(topology_, device)) tag.add(kAssumed, kAssumedPort);
    if (port.port != 0) tag.add("port", port.port);
    if (port.latency_us != 0) tag.add("latency", fmt::format("{}", port.latency_us));
    if (port.guid != 0) tag.add("guid", fmt::format("{:#x}", port.guid));
    if (port.max_connections != 0) tag.add("maxconn", port.max_connections);
    tag.add("gdr", port.gpu_direct_rdma ? 1 : 0);
    if (port.in_network_reduction) tag.add("coll", 1);
    tag.add_all(device.extra);
    single(tag);
  }

  void write_pcilinks(DeviceId id) {
    for (const Link* link : links_from(id)) {
      if (link->kind != LinkKind::PciPeer) continue;
      Tag tag("pcilink");
      tag.add("target", bus_id(link->to));
      single(tag);
    }
  }

  const Topology& topology_;
  std::vector<std::vector<const Link*>> links_;  // by device: those from it
  std::vector<std::string> bus_ids_;             // by device
  std::string text_;
  std::size_t depth_ = 0;
};

}  // namespace

std::string write_nccl_xml(const Topology& topology) {
  return Writer(topology).write();
}

}  // namespace treering::hw::formats::nccl_xml
