// hwloc XMLs for tests, made by hand, and what the reader makes of them.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hw/formats/hwloc/reader.h"
#include "tests/hw/formats/topology_words.h"

namespace treering::hw::formats::hwloc {

/// A machine of one NUMA node with `content` in its package, and `after` behind it, as version 2.
inline std::string hwloc_text(const std::string& content, const std::string& after = "") {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
         "<!DOCTYPE topology SYSTEM \"hwloc2.dtd\">\n"
         "<topology version=\"2.0\">\n"
         "<object type=\"Machine\" cpuset=\"0x000000ff\">\n"
         "<info name=\"Architecture\" value=\"x86_64\"/>\n"
         "<object type=\"Package\" os_index=\"0\" cpuset=\"0x000000ff\" gp_index=\"3\">\n"
         "<info name=\"CPUVendor\" value=\"AuthenticAMD\"/>\n"
         "<info name=\"CPUFamilyNumber\" value=\"23\"/>\n"
         "<info name=\"CPUModelNumber\" value=\"49\"/>\n"
         "<object type=\"NUMANode\" os_index=\"0\" cpuset=\"0x000000ff\" gp_index=\"4\"/>\n" +
         content + "</object>\n</object>\n" + after + "</topology>\n";
}

inline std::string host_bridge(const std::string& content) {
  return "<object type=\"Bridge\" bridge_type=\"0-1\" bridge_pci=\"0000:[00-ff]\">\n" + content +
         "</object>\n";
}

inline std::string bridge(const std::string& bus_id, const std::string& content,
                          const std::string& speed = "15.753846") {
  return "<object type=\"Bridge\" bridge_type=\"1-1\" pci_busid=\"" + bus_id +
         "\" pci_type=\"0604 [10b5:9781] [10b5:9781] b0\" pci_link_speed=\"" + speed + "\">\n" +
         content + "</object>\n";
}

/// \param ids "0302 [10de:1db8]": class, vendor and device
inline std::string pci_device(const std::string& bus_id, const std::string& ids,
                              const std::string& content, int gp_index = 0) {
  return "<object type=\"PCIDev\" gp_index=\"" + std::to_string(gp_index) + "\" pci_busid=\"" +
         bus_id + "\" pci_type=\"" + ids + " [0000:0000] a1\" pci_link_speed=\"15.753846\">\n" +
         content + "</object>\n";
}

/// A V100 SXM3 with NVML's number, its OSDev with gp_index 800 and up.
inline std::string hwloc_gpu(int number, const std::string& bus_id) {
  const std::string text = std::to_string(number);
  return pci_device(bus_id, "0302 [10de:1db8]",
                    "<object type=\"OSDev\" gp_index=\"80" + text + "\" name=\"nvml" + text +
                        "\" osdev_type=\"1\"><info name=\"GPUModel\" value=\"Tesla V100\"/>"
                        "<info name=\"NVIDIAUUID\" value=\"GPU-" +
                        text + "\"/></object>\n");
}

inline std::optional<ReadTopology> read_hwloc(const std::string& text) {
  auto result = read_hwloc_xml(text, "dir/x.xml");
  EXPECT_TRUE(result) << result.error().message();
  return result ? std::optional(std::move(*result)) : std::nullopt;
}

inline core::Topology hwloc_topology(const std::string& text) {
  const auto result = read_hwloc(text);
  return result ? result->topology : core::Topology();
}

inline std::string all_notes(const ReadTopology& read) {
  std::string notes;
  for (const core::Diagnostic& note : read.notes) notes += note.message() + "\n";
  return notes;
}

inline std::string hwloc_notes(const std::string& text) {
  const auto result = read_hwloc(text);
  return result ? all_notes(*result) : std::string();
}

}  // namespace treering::hw::formats::hwloc
