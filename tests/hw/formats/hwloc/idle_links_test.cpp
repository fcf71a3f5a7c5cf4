#include <string>

#include <gmock/gmock.h>

#include "core/topology/topology.h"
#include "hw/catalogue/links.h"
#include "tests/hw/formats/hwloc/text.h"

namespace treering::hw::formats::hwloc {
namespace idle_links_test {

using ::testing::HasSubstr;
using ::testing::Not;

// GB/s of 16 lanes: 2.5 GT/s at 8b/10b are 4, with hwloc 2.12's 128b/130b 4.923077; 32 GT/s are
// 63.015385.
constexpr const char* kIdle = "4.000000";
constexpr const char* kIdleOfNewHwloc = "4.923077";
constexpr const char* kFast = "63.015385";

/// An H100 PCIe.
std::string h100(const std::string& bus_id, const std::string& speed) {
  return "<object type=\"PCIDev\" pci_busid=\"" + bus_id +
         "\" pci_type=\"0302 [10de:2331] [0000:0000] a1\" pci_link_speed=\"" + speed + "\"/>\n";
}

std::string adapter(const std::string& bus_id, const std::string& speed) {
  return "<object type=\"PCIDev\" pci_busid=\"" + bus_id +
         "\" pci_type=\"0207 [15b3:1021] [0000:0000] a1\" pci_link_speed=\"" + speed +
         "\"><object type=\"OSDev\" name=\"mlx5_0\" osdev_type=\"3\"/></object>\n";
}

/// One below a root port whose end of the link runs at `port`.
std::string below_port(const std::string& device, const std::string& port) {
  return hwloc_text(host_bridge(bridge("0000:00:01.0", device, port)));
}

core::PciFunction link_of(const std::string& text, const std::string& name) {
  return named(hwloc_topology(text), name).pci.value();
}

TEST(HwlocIdleLinks, APortAt2AndAHalfAboveAFasterGpuIdles) {
  for (const char* idle : {kIdle, kIdleOfNewHwloc}) {
    const std::string text = below_port(h100("0000:01:00.0", kFast), idle);
    const core::Topology topology = hwloc_topology(text);
    const core::Device& gpu = named(topology, "GPU 0");
    EXPECT_EQ(gpu.pci->link_speed, "32.0 GT/s PCIe");
    EXPECT_EQ(gpu.pci->link_width, 16);
    EXPECT_TRUE(core::is_assumed(gpu, "pci/link_speed"));
    EXPECT_NEAR(topology.links()[0].bandwidth.in_gb_per_s(),
                catalogue::pcie_rate(*gpu.pci).bandwidth.in_gb_per_s(), 1e-6);
    EXPECT_EQ(topology.links()[0].origin.kind, core::Origin::Kind::Assumed);
    EXPECT_THAT(hwloc_notes(text), HasSubstr("a link that idled at 2.5 GT/s"));
  }
}

TEST(HwlocIdleLinks, AnIdleGpuBelowAFasterPortToo) {
  EXPECT_EQ(link_of(below_port(h100("0000:01:00.0", kIdle), kFast), "GPU 0").link_speed,
            "32.0 GT/s PCIe");
}

TEST(HwlocIdleLinks, LanesDoNotRest) {
  // Eight lanes at 2.5 GT/s: 2 GB/s.
  const auto link = link_of(below_port(h100("0000:01:00.0", kFast), "2.000000"), "GPU 0");
  EXPECT_EQ(link.link_speed, "32.0 GT/s PCIe");
  EXPECT_EQ(link.link_width, 8);
}

TEST(HwlocIdleLinks, BothEndsIdleIsWhatTheModelCanDo) {
  const std::string text = below_port(h100("0000:01:00.0", kIdle), kIdle);
  EXPECT_EQ(link_of(text, "GPU 0").link_speed, "32.0 GT/s PCIe");
  EXPECT_THAT(hwloc_notes(text), HasSubstr("what GPUs of its model can do"));
}

TEST(HwlocIdleLinks, OtherSlowLinksAreBelieved) {
  // 8 GT/s are no idle speed.
  EXPECT_EQ(link_of(below_port(h100("0000:01:00.0", kFast), "15.753846"), "GPU 0").link_speed,
            "8.0 GT/s PCIe");
  // Adapters do not slow down when they idle.
  const std::string nic = below_port(adapter("0000:01:00.0", kFast), kIdle);
  EXPECT_EQ(link_of(nic, "NIC 0000:01:00.0").link_speed, "2.5 GT/s PCIe");
  EXPECT_THAT(hwloc_notes(nic), Not(HasSubstr("idled")));
}

/// A switch whose link to the root port has these two ends, with `below` below it.
std::string below_switch(const char* root, const char* upstream, const std::string& below) {
  return hwloc_text(host_bridge(
      bridge("0000:00:01.0", bridge("0000:01:00.0", bridge("0000:02:00.0", below, kFast), upstream),
             root)));
}

TEST(HwlocIdleLinks, ASwitchAboveAGpuIdlesAtOneEndOrBoth) {
  const auto speed = [](const char* root, const char* upstream) {
    return link_of(below_switch(root, upstream, h100("0000:03:00.0", kFast)), "PCI 0000:01:00.0")
        .link_speed;
  };
  EXPECT_EQ(speed(kIdle, kFast), "32.0 GT/s PCIe");
  EXPECT_EQ(speed("0", kIdle), "32.0 GT/s PCIe");
  EXPECT_EQ(speed(kIdle, kIdle), "32.0 GT/s PCIe");
  // 8 GT/s at both ends are no idle speed.
  EXPECT_EQ(speed("15.753846", "15.753846"), "8.0 GT/s PCIe");
}

TEST(HwlocIdleLinks, ASwitchAboveAnIdleGpuRunsAtWhatTheGpuCanDo) {
  const std::string text = below_switch(kIdle, kIdle, h100("0000:03:00.0", kIdle));
  const core::Topology topology = hwloc_topology(text);
  const core::Device& bridge = named(topology, "PCI 0000:01:00.0");
  EXPECT_EQ(bridge.pci->link_speed, "32.0 GT/s PCIe");
  EXPECT_EQ(bridge.pci->link_width, 16);
  EXPECT_TRUE(core::is_assumed(bridge, "pci/link_speed"));
  EXPECT_THAT(hwloc_notes(text), HasSubstr("what the GPU below it can do"));
}

TEST(HwlocIdleLinks, ASwitchKeepsItsLanesAboveANarrowGpu) {
  // Four lanes at 8 GT/s.
  const std::string text = below_switch(kIdle, kIdle, h100("0000:03:00.0", "3.938462"));
  const auto link = link_of(text, "PCI 0000:01:00.0");
  EXPECT_EQ(link.link_width, 16);
  EXPECT_EQ(link.link_speed, "8.0 GT/s PCIe");
}

TEST(HwlocIdleLinks, ASwitchAboveAdaptersOnlyIsBelieved) {
  const std::string text = below_switch(kIdle, kIdle, adapter("0000:03:00.0", kFast));
  EXPECT_EQ(link_of(text, "PCI 0000:01:00.0").link_speed, "2.5 GT/s PCIe");
  EXPECT_THAT(hwloc_notes(text), Not(HasSubstr("idled")));
}

}  // namespace idle_links_test
}  // namespace treering::hw::formats::hwloc
