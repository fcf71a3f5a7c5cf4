// The fingerprint is xxHash over the fields in order, with its length before each text.

#include <cstdint>
#include <cstring>

#include <fmt/format.h>
#include <xxhash.h>

#include "core/topology/topology.h"

namespace treering::core {
namespace {

/// Collects fields as bytes, little-endian on every machine.
class Content {
 public:
  void add(std::uint64_t value) {
    for (unsigned shift = 0; shift < 64; shift += 8) {
      bytes_ += static_cast<char>(static_cast<unsigned char>(value >> shift));
    }
  }
  void add(std::int64_t value) { add(static_cast<std::uint64_t>(value)); }
  void add(int value) { add(static_cast<std::int64_t>(value)); }
  void add(bool value) { add(value ? 1 : 0); }
  void add(double value) {
    // The two zeros compare equal and must hash equal.
    const double positive = value == 0 ? 0.0 : value;
    std::uint64_t bits = 0;
    std::memcpy(&bits, &positive, sizeof bits);
    add(bits);
  }
  void add(const std::string& text) {
    add(std::uint64_t{text.size()});
    bytes_ += text;
  }
  void add(const std::optional<int>& value) {
    add(value.has_value());
    add(value.value_or(0));
  }
  void add(const Attributes& attributes) {
    add(std::uint64_t{attributes.size()});
    for (const auto& [key, value] : attributes) add_all(key, value);
  }
  void add(const std::vector<std::string>& texts) {
    add(std::uint64_t{texts.size()});
    for (const std::string& text : texts) add(text);
  }
  template <class... Fields>
  void add_all(const Fields&... fields) {
    (add(fields), ...);
  }

  std::uint64_t hash() const { return XXH3_64bits(bytes_.data(), bytes_.size()); }

 private:
  std::string bytes_;
};

struct AddInfo {
  Content& content;
  void operator()(const Cpu& cpu) const {
    content.add_all(cpu.numa_id, cpu.host, cpu.arch, cpu.vendor, cpu.family, cpu.model,
                    cpu.affinity);
  }
  void operator()(const Gpu& gpu) const {
    content.add_all(gpu.index, gpu.compute_capability, gpu.gpu_direct_rdma);
  }
  void operator()(const NicPort& port) const {
    content.add_all(port.nic, port.index, port.speed_mbps, port.port, port.guid, port.latency_us,
                    port.max_connections, port.gpu_direct_rdma, port.in_network_reduction);
  }
  void operator()(const NetworkSwitch& network_switch) const { content.add(network_switch.ports); }
  void operator()(const PciSwitch&) const {}
  void operator()(const NvSwitch&) const {}
  void operator()(const Nic&) const {}
};

void add_device(Content& content, const Device& device) {
  content.add_all(device.name, static_cast<int>(device.kind()));
  std::visit(AddInfo{content}, device.info);
  content.add(device.pci.has_value());
  if (device.pci) {
    const PciFunction& pci = *device.pci;
    content.add_all(pci.bus_id, pci.class_code, pci.vendor, pci.device, pci.subsystem_vendor,
                    pci.subsystem_device, pci.link_speed, pci.link_width);
    // Hashed only where it is given, so that topologies without it keep their fingerprint.
    if (pci.host_bridge) content.add_all(std::string("host_bridge"), *pci.host_bridge);
  }
  content.add_all(device.extra, device.assumed);
}

/// The words for a source are left out: with other words it is the same link.
void add_link(Content& content, const Link& link) {
  content.add_all(static_cast<int>(link.kind), link.from, link.to, link.count,
                  link.bandwidth.in_gb_per_s(), link.latency.in_us(),
                  static_cast<int>(link.origin.kind));
}

}  // namespace

std::string Topology::fingerprint() const {
  Content content;
  content.add(extra_);
  content.add(std::uint64_t{devices_.size()});
  for (const Device& device : devices_) add_device(content, device);
  content.add(std::uint64_t{links_.size()});
  for (const Link& link : links_) add_link(content, link);
  return fmt::format("{:016x}", content.hash());
}

}  // namespace treering::core
