#include "tests/support/arbitrary_topology.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <rapidcheck.h>

#include "core/topology/checks.h"

namespace treering::test {
namespace {

using core::Attributes;
using core::Bandwidth;
using core::Device;
using core::DeviceId;
using core::DeviceInfo;
using core::Duration;
using core::Link;
using core::LinkKind;
using core::Origin;

int between(int low, int high) {
  return *rc::gen::inRange(low, high + 1);
}

bool coin() {
  return *rc::gen::arbitrary<bool>();
}

std::string text() {
  static const std::vector<std::string> kPieces = {"a",  "GPU ", "0", " ",  "\"", "\\", "/",
                                                   "~1", "{",    "é", "😀", "0x", ",",  "&"};
  std::string result;
  for (int n = between(0, 5); n > 0; --n) result += *rc::gen::elementOf(kPieces);
  return result;
}

/// Whole, fractional, tiny and huge; never above `most`.
double positive(double most) {
  const double share = *rc::gen::element(1.0, 0.5, 0.1, 1e-7, 1.0 / 3, 0.123456789012345678);
  return coin() ? most * share : between(1, 1000) * share;
}

Attributes attributes() {
  Attributes result;
  for (int n = between(0, 3); n > 0; --n) result.emplace_back(text() + std::to_string(n), text());
  return result;
}

core::PciFunction pci_function(int number) {
  core::PciFunction pci;
  pci.bus_id = "0000:" + std::to_string(number) + *rc::gen::element<std::string>("", ":00.0", "::");
  static const std::vector<std::string> kClasses = {"0x030200", "0x020700", "0x060400", "0x068000",
                                                    "0x068001"};
  pci.class_code = coin() ? text() : *rc::gen::elementOf(kClasses);
  pci.vendor = text();
  pci.device = text();
  pci.subsystem_vendor = text();
  pci.subsystem_device = text();
  pci.link_speed = text();
  pci.link_width = between(0, 32);
  if (coin()) pci.host_bridge = between(0, 3);
  return pci;
}

core::Cpu cpu(int host) {
  core::Cpu result;
  result.numa_id = between(-1, 8);
  result.host = host;
  result.arch = text();
  result.vendor = text();
  if (coin()) result.family = between(0, 400);
  if (coin()) result.model = between(0, 400);
  result.affinity = text();
  return result;
}

core::NicPort port(DeviceId nic) {
  core::NicPort result;
  result.nic = nic;
  result.index = between(0, 99);
  result.speed_mbps = between(1, 800'000);
  result.port = between(0, 9);
  result.guid = *rc::gen::arbitrary<std::uint64_t>();
  result.latency_us = coin() ? 0 : positive(1e6);
  result.max_connections = between(0, std::numeric_limits<int>::max() - 1);
  result.gpu_direct_rdma = coin();
  result.in_network_reduction = coin();
  return result;
}

Link link(LinkKind kind, DeviceId from, DeviceId to) {
  Link result;
  result.kind = kind;
  result.from = from;
  result.to = to;
  result.count = between(1, core::kMaxLinkCount);
  result.bandwidth = Bandwidth::from_gb_per_s(
      std::max(core::kMinBandwidthGBps, positive(core::kMaxBandwidthGBps)));
  if (coin()) result.latency = Duration::from_us(positive(1e6));
  if (coin()) result.origin = {static_cast<Origin::Kind>(between(0, 4)), text()};
  return result;
}

class Maker {
 public:
  core::Topology make() {
    builder_.set_extra(attributes());
    for (int host = between(0, 2); host >= 0; --host) add_tree(host);
    for (int n = between(0, 3); n > 0; --n) add(core::NvSwitch{});
    for (int n = between(0, 2); n > 0; --n) add(core::NetworkSwitch{between(0, 64)});
    add_links();
    auto built = std::move(builder_).build();
    RC_ASSERT(built);
    return std::move(*built);
  }

 private:
  DeviceId add(DeviceInfo info) {
    const int number = static_cast<int>(builder_.devices().size());
    Device device{text() + std::to_string(number), std::move(info), {}, attributes(), {}};
    if (coin()) device.pci = pci_function(number);
    for (int n = between(0, 2); n > 0; --n) device.assumed.push_back(text());
    return builder_.add(std::move(device));
  }

  void add_tree(int host) {
    std::vector<DeviceId> parents = {add(cpu(host))};
    for (int n = between(0, 6); n > 0; --n) {
      const DeviceId parent = *rc::gen::elementOf(parents);
      const DeviceId child = add_child(n);
      connect(link(LinkKind::Pcie, child, parent));
      const auto& info = builder_.devices().at(static_cast<std::size_t>(child)).info;
      if (std::holds_alternative<core::PciSwitch>(info)) parents.push_back(child);
      if (std::holds_alternative<core::Nic>(info) && coin()) add(port(child));
    }
  }

  DeviceId add_child(int number) {
    switch (between(0, 2)) {
      case 0:
        return add(core::PciSwitch{});
      case 1:
        return add(core::Nic{});
      default:
        return add(core::Gpu{number, between(0, 999), coin()});
    }
  }

  void add_links() {
    const auto count = static_cast<DeviceId>(builder_.devices().size());
    static const std::vector<LinkKind> kKinds = {
        LinkKind::NvLink,     LinkKind::C2C,  LinkKind::PciPeer, LinkKind::InterSocket,
        LinkKind::InfiniBand, LinkKind::RoCE, LinkKind::Ethernet};
    for (int n = count < 2 ? 0 : between(0, 8); n > 0; --n) {
      const DeviceId from = between(0, count - 1);
      const DeviceId to = (from + between(1, count - 1)) % count;
      connect(link(*rc::gen::elementOf(kKinds), from, to));
    }
    for (DeviceId id = 0; id < count; ++id) {
      const auto& info = builder_.devices().at(static_cast<std::size_t>(id)).info;
      const bool has_own = std::holds_alternative<core::Gpu>(info) && between(0, 9) == 0;
      if (has_own) connect(link(LinkKind::NvLink, id, id));
    }
  }

  /// Both ways, one way, or with different figures each way.
  void connect(const Link& one) {
    if (coin()) return builder_.connect_both_ways(one);
    builder_.connect(one);
    if (coin()) builder_.connect(link(one.kind, one.to, one.from));
  }

  core::TopologyBuilder builder_{text(), text()};
};

}  // namespace

core::Topology arbitrary_topology() {
  return Maker().make();
}

}  // namespace treering::test
