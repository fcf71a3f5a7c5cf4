// What tests of readers say of a topology.
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/topology/topology.h"

namespace treering::hw::formats {

inline std::vector<core::Link> links_of(const core::Topology& topology, core::LinkKind kind) {
  std::vector<core::Link> links;
  for (const core::Link& link : topology.links()) {
    if (link.kind == kind) links.push_back(link);
  }
  return links;
}

inline std::string name_of(const core::Topology& topology, core::DeviceId id) {
  return id == core::kNoDevice ? "none" : topology.device(id).name;
}

/// "GPU 0 -> GPU 1 x2" by link, in order.
inline std::vector<std::string> arrows(const core::Topology& topology, core::LinkKind kind) {
  std::vector<std::string> result;
  for (const core::Link& link : links_of(topology, kind)) {
    result.push_back(name_of(topology, link.from) + " -> " + name_of(topology, link.to) + " x" +
                     std::to_string(link.count));
  }
  return result;
}

inline const core::Device& named(const core::Topology& topology, const std::string& name) {
  static const core::Device kNone;
  for (const core::Device& device : topology.devices()) {
    if (device.name == name) return device;
  }
  ADD_FAILURE() << "no device '" << name << "'";
  return kNone;
}

}  // namespace treering::hw::formats
