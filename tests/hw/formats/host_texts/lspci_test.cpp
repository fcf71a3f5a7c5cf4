#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/hw/formats/host_texts/facts.h"

namespace treering::hw::formats {
namespace lspci_test {

using testing::format_of;
using testing::host_of;
using ::testing::IsEmpty;

constexpr const char* kLspci =
    "16:01.0 PCI bridge: Intel Corporation Device 352a (rev 04) (prog-if 00 [Normal decode])\n"
    "\tBus: primary=16, secondary=17, subordinate=17, sec-latency=0\n"
    "\tCapabilities: [40] Express (v2) Root Port (Slot+), MSI 00\n"
    "\t\tLnkCap:\tPort #1, Speed 32GT/s, Width x16, ASPM not supported\n"
    "\t\tLnkSta:\tSpeed 16GT/s (downgraded), Width x8 (downgraded)\n"
    "\t\tACSCtl:\tSrcValid+ TransBlk- ReqRedir+ CmpltRedir+ UpstreamFwd+ EgressCtrl- DirectTrans-\n"
    "17:00.0 3D controller: NVIDIA Corporation GH100 [H100 SXM5 80GB] (rev a1)\n"
    "\tCapabilities: [60] Express (v2) Endpoint, MSI 00\n"
    "\t\tLnkCap:\tPort #0, Speed 32GT/s, Width x16, ASPM not supported\n"
    "\t\tLnkSta:\tSpeed 16GT/s (downgraded), Width x8 (downgraded)\n"
    "\t\tLnkCap2: Supported Link Speeds: 2.5-32GT/s, Crosslink- Retimer+\n"
    "18:00.0 Infiniband controller: Mellanox Technologies MT2910 Family [ConnectX-7]\n"
    "\t\tLnkCap:\tPort #0, Speed 32GT/s, Width x16\n"
    "\t\tLnkSta:\tSpeed 32GT/s, Width x16\n"
    "\t\tACSCtl:\tSrcValid- TransBlk- ReqRedir- CmpltRedir- UpstreamFwd- EgressCtrl- DirectTrans-\n"
    "19:00.0 Non-Volatile memory controller: Some Vendor Device 0001\n"
    "\t\tLnkCap:\tPort #0, Speed 16GT/s, Width x4\n"
    "\t\tLnkSta:\tSpeed 16GT/s, Width x2 (downgraded)\n";

TEST(Lspci, LinksOfGpusAndAdaptersWithThePortAbove) {
  EXPECT_EQ(format_of(kLspci), "lspci");
  const auto host = host_of(kLspci);
  ASSERT_EQ(host.pcie_links.size(), 2U);
  const core::PcieLinkState& gpu = host.pcie_links[0];
  EXPECT_EQ(gpu.bus_id, "0000:17:00.0");
  EXPECT_EQ(gpu.kind, core::PcieDevice::Gpu);
  EXPECT_EQ(gpu.device, (core::PcieRate{"32.0 GT/s PCIe", 16}));
  EXPECT_EQ(gpu.port, (core::PcieRate{"32.0 GT/s PCIe", 16}));
  EXPECT_EQ(gpu.now, (core::PcieRate{"16.0 GT/s PCIe", 8}));
  EXPECT_EQ(gpu.origin.source, "t.txt: line 10");
  EXPECT_EQ(host.pcie_links[1].kind, core::PcieDevice::Adapter);
  EXPECT_EQ(host.pcie_links[1].port, core::PcieRate());
}

TEST(Lspci, AccessControlOfBridgesAlone) {
  const auto host = host_of(kLspci);
  ASSERT_EQ(host.acs.size(), 1U);
  EXPECT_EQ(host.acs[0].bus_id, "0000:16:01.0");
  EXPECT_TRUE(host.acs[0].is_redirecting);
}

// As NCCL's guide has it: lspci -vvv | grep ACSCtl.
TEST(Lspci, LinesOfGrep) {
  const std::string text =
      "\t\tACSCtl:\tSrcValid+ TransBlk- ReqRedir+ CmpltRedir+ UpstreamFwd+ EgressCtrl- "
      "DirectTrans-\n"
      "\t\tACSCtl:\tSrcValid- TransBlk- ReqRedir- CmpltRedir- UpstreamFwd- EgressCtrl- "
      "DirectTrans-\n";
  EXPECT_EQ(format_of(text), "lspci");
  const auto host = host_of(text);
  ASSERT_EQ(host.acs.size(), 2U);
  EXPECT_TRUE(host.acs[0].is_redirecting);
  EXPECT_FALSE(host.acs[1].is_redirecting);
}

// NVSwitches exchange nothing with the GPUs over PCIe.
TEST(Lspci, AccessControlAboveOtherDevicesDoesNotCount) {
  const std::string bridges =
      "16:01.0 PCI bridge: Intel Corporation Device 352a\n"
      "\tBus: primary=16, secondary=17, subordinate=19, sec-latency=0\n"
      "\t\tACSCtl:\tSrcValid+ TransBlk- ReqRedir+ CmpltRedir+ UpstreamFwd+\n"
      "82:03.0 PCI bridge: Broadcom / LSI Device c030\n"
      "\tBus: primary=82, secondary=83, subordinate=83, sec-latency=0\n"
      "\t\tACSCtl:\tSrcValid+ TransBlk- ReqRedir+ CmpltRedir+ UpstreamFwd+\n";
  const std::string ends =
      "18:00.0 3D controller: NVIDIA Corporation GH100 [H100 SXM5 80GB] (rev a1)\n"
      "83:00.0 Bridge: NVIDIA Corporation Device 22a3 (rev a1)\n";
  const auto host = host_of(bridges + ends);
  ASSERT_EQ(host.acs.size(), 1U);
  EXPECT_EQ(host.acs[0].bus_id, "0000:16:01.0");
  // Without a GPU or an adapter in the text, what is below them is unknown.
  EXPECT_EQ(host_of(bridges).acs.size(), 2U);
}

// As lspci prints them without -vvv, by the name or the id that it has for them.
TEST(Lspci, GpusWithoutDetails) {
  const std::string text =
      "0001:00:00.0 3D controller [0302]: NVIDIA Corporation GA100 [A100 SXM4 80GB] [10de:20b2]\n"
      "0002:00:00.0 3D controller [0302]: NVIDIA Corporation Device [10de:2330] (rev a1)\n"
      "0003:00:00.0 3D controller: NVIDIA Corporation Device 2330 (rev a1)\n"
      "0004:00:00.0 3D controller: NVIDIA Corporation Device ffff (rev a1)\n"
      "0005:00:00.0 Bridge [0680]: NVIDIA Corporation Device [10de:1af1] (rev a1)\n"
      "0101:00:00.0 Infiniband controller [0207]: Mellanox Technologies MT28908 [15b3:101c]\n";
  EXPECT_EQ(format_of(text), "lspci");
  const auto facts = testing::facts_of(text);
  ASSERT_EQ(facts.host.gpus.size(), 4U);
  EXPECT_EQ(facts.host.gpus[0].model, "NVIDIA A100 SXM4 80GB");
  EXPECT_EQ(facts.host.gpus[1].model, "NVIDIA H100 SXM5");
  EXPECT_EQ(facts.host.gpus[2].model, "NVIDIA H100 SXM5");
  EXPECT_EQ(facts.host.gpus[2].bus_id, "0003:00:00.0");
  EXPECT_EQ(facts.host.gpus[3].model, "");
  EXPECT_THAT(facts.host.pcie_links, IsEmpty());
  EXPECT_THAT(facts.read,
              ::testing::ElementsAre("lspci of 6 devices: 4 GPUs, 1 RDMA adapter, 1 NVSwitch"));
}

// Of Amazon's adapters EFA has RDMA, ENA has not; older lists of ids do not name EFA.
TEST(Lspci, ElasticFabricAdapters) {
  const std::string text =
      "10:00.0 Ethernet controller: Amazon.com, Inc. Elastic Network Adapter (ENA)\n"
      "10:1b.0 Ethernet controller: Amazon.com, Inc. Device efa0\n"
      "10:1c.0 3D controller: NVIDIA Corporation Device 20b0 (rev a1)\n"
      "20:1b.0 Ethernet controller: Amazon.com, Inc. Elastic Fabric Adapter (EFA)\n"
      "30:1b.0 Ethernet controller [0200]: Amazon.com, Inc. Device [1d0f:efa2]\n"
      "40:1b.0 Ethernet controller [0200]: Amazon.com, Inc. Device [1d0f:ec20]\n";
  const auto facts = testing::facts_of(text);
  EXPECT_THAT(facts.read, ::testing::ElementsAre("lspci of 6 devices: 1 GPU, 3 RDMA adapters"));
}

TEST(Lspci, WithoutGpusAndDetailsItIsNone) {
  EXPECT_EQ(format_of("17:00.0 PCI bridge: Intel Corporation Device 352a\n"), "none");
}

}  // namespace lspci_test
}  // namespace treering::hw::formats
