// NCCL XMLs for tests, made by hand, and what the reader makes of them.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hw/formats/nccl_xml/topology_xml.h"
#include "tests/hw/formats/topology_words.h"

namespace treering::hw::formats::nccl_xml {

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

}  // namespace treering::hw::formats::nccl_xml
