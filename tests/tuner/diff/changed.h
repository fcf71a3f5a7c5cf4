// A machine, one like it that was changed, and what tuner::compare says of both.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "hw/builtin.h"
#include "tuner/diff/compare.h"

namespace treering::tuner::diff {

using core::DeviceId;
using core::Topology;

/// A topology to be changed and put together again.
struct NodeBuilder {
  std::vector<core::Device> devices;
  std::vector<core::Link> links;

  explicit NodeBuilder(const Topology& node) : devices(node.devices()), links(node.links()) {}

  Topology build() const {
    core::TopologyBuilder builder("changed");
    for (const core::Device& device : devices) builder.add(device);
    for (const core::Link& link : links) builder.connect(link);
    return std::move(builder).build().value();
  }
  core::Device& named(const std::string& name) {
    return *std::ranges::find(devices, name, &core::Device::name);
  }
  DeviceId id_of(const std::string& name) {
    return static_cast<DeviceId>(&named(name) - devices.data());
  }
  /// The device and its links.
  void remove(const std::string& name) {
    const DeviceId gone = id_of(name);
    std::erase_if(links, [&](const auto& link) { return link.from == gone || link.to == gone; });
    const auto moved = [&](DeviceId id) { return id > gone ? id - 1 : id; };
    for (core::Link& link : links) {
      link.from = moved(link.from);
      link.to = moved(link.to);
    }
    devices.erase(devices.begin() + gone);
    for (core::Device& device : devices) {
      if (auto* port = std::get_if<core::NicPort>(&device.info)) port->nic = moved(port->nic);
    }
  }
};

inline Topology dgx() {
  return hw::load_builtin("dgx-h100").value();
}

inline std::vector<Difference> compared(const Topology& a, const Topology& b) {
  return compare({{a, 1, {}}, {}}, {{b, 1, {}}, {}});
}

inline std::vector<std::string> texts(const std::vector<Difference>& differences) {
  std::vector<std::string> all;
  for (const Difference& one : differences) all.push_back(one.text());
  return all;
}

}  // namespace treering::tuner::diff
