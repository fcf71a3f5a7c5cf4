#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/hw/formats/host_texts/facts.h"

namespace treering::hw::formats {
namespace p2p_test_test {

using core::PairFigure;
using testing::format_of;
using testing::host_of;

constexpr const char* kTest =
    "[P2P (Peer-to-Peer) GPU Bandwidth Latency Test]\n"
    "Device: 0, NVIDIA RTX A6000, pciBusID: d, pciDeviceID: 0, pciDomainID:0\n"
    "Device: 1, NVIDIA RTX A6000, pciBusID: 12, pciDeviceID: 0, pciDomainID:1\n"
    "Device=0 CAN Access Peer Device=1\n"
    "Device=1 CANNOT Access Peer Device=0\n"
    "P2P Connectivity Matrix\n"
    "     D\\D     0     1\n"
    "     0\t     1     1\n"
    "     1\t     0     1\n"
    "Unidirectional P2P=Disabled Bandwidth Matrix (GB/s)\n"
    "   D\\D     0      1 \n"
    "     0 671.10  11.50 \n"
    "     1  11.25 672.00 \n"
    "Unidirectional P2P=Enabled Bandwidth (P2P Writes) Matrix (GB/s)\n"
    "   D\\D     0      1 \n"
    "     0 671.00  52.75 \n"
    "     1  52.50 672.00 \n"
    "P2P=Enabled Latency (P2P Writes) Matrix (us)\n"
    "   GPU     0      1 \n"
    "     0   1.50   1.25 \n"
    "     1   1.75   1.50 \n"
    "\n"
    "   CPU     0      1 \n"
    "     0   2.00   9.00 \n"
    "     1   9.00   2.00 \n";

double value_of(const core::HostState& host, PairFigure figure, int from, int to) {
  for (const core::PairRate& rate : host.pair_rates) {
    if (rate.figure == figure && rate.from == from && rate.to == to) return rate.value;
  }
  return -1;
}

TEST(P2pTest, ReadsItsMatrices) {
  EXPECT_EQ(format_of(kTest), "p2p-test");
  const auto host = host_of(kTest);
  EXPECT_EQ(value_of(host, PairFigure::OneWay, 1, 0), 11.25);
  EXPECT_EQ(value_of(host, PairFigure::OneWayDirect, 0, 1), 52.75);
  EXPECT_EQ(value_of(host, PairFigure::OneWayDirect, 1, 1), 672);
  // Of the GPU, not of the CPU below it.
  EXPECT_EQ(value_of(host, PairFigure::LatencyDirect, 0, 1), 1.25);
  EXPECT_EQ(host.pair_rates.size(), 12U);
}

TEST(P2pTest, ReadsDevicesAndAccess) {
  const auto host = host_of(kTest);
  ASSERT_EQ(host.gpus.size(), 2U);
  EXPECT_EQ(host.gpus[0].bus_id, "0000:0d:00.0");
  EXPECT_EQ(host.gpus[1].bus_id, "0001:12:00.0");
  EXPECT_EQ(host.gpus[1].model, "NVIDIA RTX A6000");
  ASSERT_EQ(host.peers.size(), 2U);
  EXPECT_EQ(host.peers[0].access, core::PeerAccess::Ok);
  EXPECT_EQ(host.peers[1].access, core::PeerAccess::Cuda);
}

// Another run may be of another machine.
TEST(P2pTest, TheFirstOfSeveralRunsCounts) {
  std::string other = kTest;
  for (std::size_t at = other.find("52.75"); at != std::string::npos; at = other.find("52.75"))
    other.replace(at, 5, "26.25");
  const auto facts = testing::facts_of(kTest + other);
  EXPECT_EQ(value_of(facts.host, PairFigure::OneWayDirect, 0, 1), 52.75);
  EXPECT_EQ(facts.host.pair_rates.size(), 12U);
  EXPECT_EQ(facts.host.gpus.size(), 2U);
  ASSERT_EQ(facts.notes.size(), 1U);
  EXPECT_THAT(facts.notes[0].message(), ::testing::HasSubstr("several runs"));
  // Also where only the tables were copied.
  const std::string tables = other.substr(other.find("Unidirectional"));
  EXPECT_EQ(host_of(kTest + tables).pair_rates.size(), 12U);
}

// "26.25" cut to "2" is no rate.
TEST(P2pTest, TheLastNumberOfACutRowIsLeftOut) {
  const auto host = host_of(
      "Unidirectional P2P=Enabled Bandwidth (P2P Writes) Matrix (GB/s)\n"
      "   D\\D     0      1      2 \n"
      "     0 910.00  26.50  26.75 \n"
      "     1  26.25 911.00  2");
  EXPECT_EQ(value_of(host, PairFigure::OneWayDirect, 1, 1), 911);
  EXPECT_EQ(value_of(host, PairFigure::OneWayDirect, 0, 2), 26.75);
  const auto shorter = host_of(
      "Unidirectional P2P=Enabled Bandwidth (P2P Writes) Matrix (GB/s)\n"
      "   D\\D     0      1      2 \n"
      "     0 910.00  2");
  EXPECT_EQ(value_of(shorter, PairFigure::OneWayDirect, 0, 0), 910);
  EXPECT_EQ(value_of(shorter, PairFigure::OneWayDirect, 0, 1), -1);
}

TEST(P2pTest, ItsHeadAloneNamesTheGpus) {
  const std::string text = kTest;
  const std::string head = text.substr(0, text.find("P2P Connectivity"));
  EXPECT_EQ(format_of(head), "p2p-test");
  const auto facts = testing::facts_of(head);
  EXPECT_EQ(facts.host.gpus.size(), 2U);
  EXPECT_EQ(facts.host.peers.size(), 2U);
  EXPECT_THAT(facts.read, ::testing::ElementsAre("p2pBandwidthLatencyTest, cut before its tables"));
}

TEST(P2pTest, AccessByItsMatrixAlone) {
  const auto host = host_of(
      "P2P Connectivity Matrix\n"
      "     D\\D     0     1\n"
      "     0\t     1     0\n"
      "     1\t     0     1\n"
      "Unidirectional P2P=Enabled Bandwidth (P2P Writes) Matrix (GB/s)\n"
      "   D\\D     0      1 \n"
      "     0 910.00  19.50 \n"
      "     1  19.75 911.00 \n");
  ASSERT_EQ(host.peers.size(), 2U);
  EXPECT_EQ(host.peers[0].access, core::PeerAccess::Cuda);
  EXPECT_EQ(value_of(host, PairFigure::OneWayDirect, 1, 0), 19.75);
}

// Device 1 of 12, and half an address.
TEST(P2pTest, ALineThatTheTextEndsWithinIsLeftOut) {
  const std::string text = kTest;
  const std::string access = "Device=0 CAN Access Peer Device=1";
  const auto cut = host_of(text.substr(0, text.find(access) + access.size()));
  EXPECT_EQ(cut.gpus.size(), 2U);
  EXPECT_TRUE(cut.peers.empty());
  const std::string address = "pciBusID: 1";
  EXPECT_EQ(host_of(text.substr(0, text.find(address) + address.size())).gpus.size(), 1U);
  const std::string rate = "     1  52.50 67";
  const auto row = host_of(text.substr(0, text.find(rate) + rate.size()));
  EXPECT_EQ(value_of(row, PairFigure::OneWayDirect, 1, 0), 52.5);
  EXPECT_EQ(value_of(row, PairFigure::OneWayDirect, 1, 1), -1);
}

}  // namespace p2p_test_test
}  // namespace treering::hw::formats
