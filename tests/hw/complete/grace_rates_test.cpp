#include <string>

#include <gtest/gtest.h>

#include "hw/load_cluster.h"
#include "tests/support/fake_files.h"

namespace treering::hw::complete {
namespace grace_rates_test {

/// A GPU below each of two Arm CPUs.
std::string two_cpus(const std::string& device, int capability) {
  std::string text = "<system version=\"1\">";
  for (int i = 0; i < 2; ++i) {
    const std::string number = std::to_string(i);
    text += "<cpu numaid=\"" + number + "\" affinity=\"f\" arch=\"arm64\"><pci busid=\"000" +
            number + ":01:00.0\" class=\"0x030200\" vendor=\"0x10de\" device=\"" + device +
            "\" link_speed=\"32.0 GT/s PCIe\" link_width=\"16\"><gpu dev=\"" + number + "\" sm=\"" +
            std::to_string(capability) + "\" gdr=\"1\"/></pci></cpu>";
  }
  return text + "</system>";
}

double between_sockets(const std::string& text) {
  const auto loaded = load_cluster("x.xml", support::FakeFiles({{"x.xml", text}}));
  EXPECT_TRUE(loaded) << loaded.error().message();
  if (!loaded) return 0;
  for (const core::Link& link : loaded->cluster.node.links()) {
    if (link.kind != core::LinkKind::InterSocket) continue;
    EXPECT_EQ(link.origin.kind, core::Origin::Kind::Assumed);
    return link.bandwidth.in_gb_per_s();
  }
  return 0;
}

// hw/catalogue/links.h: 100 GB/s between GH200, 150 between GB200 and GB300; NCCL counts 6 for any
// Arm CPU.
TEST(GraceRates, AreThoseOfTheirSuperchips) {
  EXPECT_DOUBLE_EQ(between_sockets(two_cpus("0x2342", 90)), 100);
  EXPECT_DOUBLE_EQ(between_sockets(two_cpus("0x31c2", 103)), 150);
}

TEST(GraceRates, OtherArmCpusHaveNccls) {
  EXPECT_DOUBLE_EQ(between_sockets(two_cpus("0x2330", 90)), 6);
  EXPECT_DOUBLE_EQ(between_sockets(two_cpus("0xffff", 90)), 6);
}

}  // namespace grace_rates_test
}  // namespace treering::hw::complete
