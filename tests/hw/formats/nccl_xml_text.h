// NCCL XMLs for tests, made by hand, and what the reader makes of them.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hw/formats/nccl_xml_reader.h"

namespace treering::hw {

/// One CPU with `content` below it.
inline std::string machine(const std::string& content) {
  return "<system version=\"1\">\n"
         "<cpu numaid=\"0\" affinity=\"ff\" arch=\"x86_64\" vendor=\"GenuineIntel\" familyid=\"6\" "
         "modelid=\"85\">\n" +
         content + "\n</cpu>\n</system>\n";
}

/// A GPU with `links` inside its gpu element.
inline std::string gpu(int dev, const std::string& bus_id, const std::string& links = "") {
  return "<pci busid=\"" + bus_id +
         "\" class=\"0x030200\" link_speed=\"16.0 GT/s PCIe\" link_width=\"16\"><gpu dev=\"" +
         std::to_string(dev) + "\" sm=\"80\" gdr=\"1\">" + links + "</gpu></pci>\n";
}

inline std::optional<ReadTopology> read(const std::string& text) {
  auto result = read_nccl_xml(text, "dir/x.xml");
  EXPECT_TRUE(result) << result.error().message();
  return result ? std::optional(std::move(*result)) : std::nullopt;
}

inline core::Topology topology_of(const std::string& text) {
  const auto result = read(text);
  return result ? result->topology : core::Topology();
}

inline std::string notes_of(const std::string& text) {
  std::string notes;
  const auto result = read(text);
  if (!result) return notes;
  for (const core::Diagnostic& note : result->notes) notes += note.message() + "\n";
  return notes;
}

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

}  // namespace treering::hw
