#include "hw/catalogue/links.h"

#include <gtest/gtest.h>

namespace treering::hw::catalogue {
namespace links_test {

using core::Bandwidth;
using core::Cpu;
using core::Origin;
using core::PciFunction;

double nvlink(int compute_capability) {
  return nvlink_rate(compute_capability).bandwidth.in_gb_per_s();
}

PciFunction function(std::string link_speed, int link_width) {
  PciFunction pci;
  pci.link_speed = std::move(link_speed);
  pci.link_width = link_width;
  return pci;
}

double pcie(std::string link_speed, int link_width) {
  return pcie_rate(function(std::move(link_speed), link_width)).bandwidth.in_gb_per_s();
}

// GH200: JUPITER's configuration; GB200 and GB300: Clinks. NCCL's 6 GB/s of any Arm CPU are not
// what Graces have.
TEST(Links, GracesHaveARateOfTheirOwn) {
  EXPECT_DOUBLE_EQ(inter_grace_rate(90)->bandwidth.in_gb_per_s(), 100);
  EXPECT_DOUBLE_EQ(inter_grace_rate(100)->bandwidth.in_gb_per_s(), 150);
  EXPECT_DOUBLE_EQ(inter_grace_rate(103)->bandwidth.in_gb_per_s(), 150);
  EXPECT_EQ(inter_grace_rate(103)->origin.kind, core::Origin::Kind::Assumed);
  EXPECT_FALSE(inter_grace_rate(0));
  EXPECT_FALSE(inter_grace_rate(80));
}

TEST(LinkRates, NvlinkFollowsTheGeneration) {
  // Totals that NVIDIA states, over links and both ways.
  EXPECT_DOUBLE_EQ(nvlink(60) * 4 * 2, 160);
  EXPECT_DOUBLE_EQ(nvlink(70) * 6 * 2, 300);
  EXPECT_DOUBLE_EQ(nvlink(80) * 12 * 2, 600);
  EXPECT_DOUBLE_EQ(nvlink(86) * 4 * 2, 112.5);
  EXPECT_DOUBLE_EQ(nvlink(90) * 18 * 2, 900);
  EXPECT_DOUBLE_EQ(nvlink(100) * 18 * 2, 1800);
  EXPECT_DOUBLE_EQ(nvlink(103) * 18 * 2, 1800);
  EXPECT_EQ(nvlink_rate(90).origin.kind, Origin::Kind::Specification);
}

TEST(LinkRates, UnknownGpuIsAnAssumption) {
  EXPECT_EQ(nvlink_rate(0).origin.kind, Origin::Kind::Assumed);
}

// V100, A100, H100 whitepapers; GB200 NVL72 data sheet; GA102 whitepaper.
TEST(LinkRates, NvlinksOfAGpuByItsGeneration) {
  EXPECT_EQ(most_nvlinks(60), 4);
  EXPECT_EQ(most_nvlinks(70), 6);
  EXPECT_EQ(most_nvlinks(80), 12);
  EXPECT_EQ(most_nvlinks(86), 4);
  EXPECT_EQ(most_nvlinks(90), 18);
  EXPECT_EQ(most_nvlinks(100), 18);
  EXPECT_EQ(most_nvlinks(120), 18);
  // The most of any.
  EXPECT_EQ(most_nvlinks(0), 18);
}

TEST(LinkRates, TransferRateIsReadFromEitherKernel) {
  EXPECT_EQ(transfer_rate("16.0 GT/s PCIe"), 16);
  EXPECT_EQ(transfer_rate("8 GT/s"), 8);
  EXPECT_EQ(transfer_rate("2.5 GT/s PCIe"), 2.5);
  for (const char* text : {"", "Unknown speed", "16.0", "7 GT/s", "GT/s", "-8 GT/s"}) {
    EXPECT_EQ(transfer_rate(text), std::nullopt) << text;
  }
}

TEST(LinkRates, AbsurdRatesAreThoseOfNoWire) {
  for (const char* text : {"-8 GT/s", "nan GT/s", "inf GT/s PCIe", "1e999 GT/s", "1001 GT/s"}) {
    EXPECT_TRUE(is_absurd_rate(text)) << text;
  }
  for (const char* text : {"", "Unknown", "7 GT/s", "256.0 GT/s PCIe", "nan", "-1"}) {
    EXPECT_FALSE(is_absurd_rate(text)) << text;
  }
}

TEST(LinkRates, PcieLosesItsLineEncoding) {
  // GT/s x lanes x encoding / 8 bits.
  EXPECT_DOUBLE_EQ(pcie("5.0 GT/s PCIe", 4), 5.0 * 4 * 0.8 / 8);
  EXPECT_DOUBLE_EQ(pcie("16.0 GT/s PCIe", 16), 16.0 * 16 * 128 / 130 / 8);
  EXPECT_DOUBLE_EQ(pcie("64.0 GT/s PCIe", 16), 64.0 * 16 * 242 / 256 / 8);
}

TEST(LinkRates, UnknownPcieCountsAsNcclCountsIt) {
  // 16 lanes of 8 GT/s.
  EXPECT_DOUBLE_EQ(pcie("", 0), 8.0 * 16 * 128 / 130 / 8);
  EXPECT_EQ(pcie_rate(function("", 16)).origin.kind, Origin::Kind::Assumed);
  EXPECT_EQ(pcie_rate(function("8 GT/s", 0)).origin.kind, Origin::Kind::Assumed);
  EXPECT_EQ(pcie_rate(function("8 GT/s", 8)).origin.kind, Origin::Kind::File);
}

TEST(LinkRates, SpeedIsFoundFromTheRate) {
  EXPECT_EQ(closest_link_speed(Bandwidth::from_gb_per_s(31.5), 16), "16.0 GT/s PCIe");
  EXPECT_EQ(closest_link_speed(Bandwidth::from_gb_per_s(64), 16), "32.0 GT/s PCIe");
  EXPECT_EQ(closest_link_speed(Bandwidth::from_gb_per_s(0.25), 1), "2.5 GT/s PCIe");
}

TEST(LinkRates, SocketsAreJoinedAtNcclsFigure) {
  const auto rate = [](Cpu cpu) { return inter_socket_rate(cpu).bandwidth.in_gb_per_s(); };
  const auto intel = [](int model) { return Cpu{0, 0, "x86_64", "GenuineIntel", 6, model, ""}; };
  // NCCL 2.28 src/graph/topo.h:22-33.
  EXPECT_EQ(rate(intel(79)), 6);    // Broadwell
  EXPECT_EQ(rate(intel(85)), 10);   // Skylake
  EXPECT_EQ(rate(intel(143)), 22);  // Sapphire Rapids
  EXPECT_EQ(rate(intel(207)), 40);  // Emerald Rapids
  EXPECT_EQ(rate({0, 0, "x86_64", "AuthenticAMD", 175, 1, ""}), 16);
  EXPECT_EQ(rate({0, 0, "ppc64", "", {}, {}, ""}), 32);
  EXPECT_EQ(rate({0, 0, "arm64", "", {}, {}, ""}), 6);
  EXPECT_EQ(rate({0, 0, "x86_64", "  Shanghai  ", 7, 0x5B, ""}), 9);
  EXPECT_EQ(rate({0, 0, "x86_64", "", {}, {}, ""}), 5000);
  EXPECT_EQ(inter_socket_rate(intel(85)).origin.kind, Origin::Kind::Assumed);
}

}  // namespace links_test
}  // namespace treering::hw::catalogue
