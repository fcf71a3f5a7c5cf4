// Parts of a reader of NCCL's debug logs: names of transports, links behind bandwidths, channels.
#include <string>
#include <utility>

#include <gmock/gmock.h>

#include "hw/formats/nccl_log/channels.h"
#include "hw/formats/nccl_log/lines.h"
#include "hw/formats/nccl_log/plan_lines.h"
#include "hw/formats/nccl_log/rates.h"
#include "hw/formats/nccl_log/state.h"

namespace treering::hw::formats::nccl_log {
namespace facts_test {

using ::testing::ElementsAre;

TEST(NcclLogState, NamesTransports) {
  EXPECT_EQ(transport_of("P2P/CUMEM/read"), "P2P/CUMEM");
  EXPECT_EQ(transport_of("P2P/direct pointer/read"), "P2P/direct pointer");
  EXPECT_EQ(transport_of("direct shared memory"), "SHM");
  EXPECT_EQ(transport_of("NET/IB/0(3)/GDRDMA(PCI)/Shared"), "NET/IB/GDRDMA");
  EXPECT_EQ(transport_of("NET/Socket/0"), "NET/Socket");
}

PlanLines plan_lines(std::string_view text) {
  PlanReader reader;
  for_each_nccl_line(text, [&](const Line& line) {
    const auto connection = connection_in(line.text);
    connection ? reader.take_connection(*connection) : reader.take(line);
  });
  return std::move(reader).finish();
}

TEST(NcclLogPlanLines, TellWithoutAMachine) {
  const PlanLines lines = plan_lines(
      "n:1:2 [0] NCCL INFO Channel 01/0 : 0[0] -> 1[1] via P2P/direct pointer/read\n"
      "n:1:2 [0] NCCL INFO Channel 00/1 : 3[3] -> 8[0] [send] via NET/IB/0/GDRDMA\n"
      "m:1:2 [0] NCCL INFO Channel 00/1 : 3[3] -> 8[0] [receive] via NET/IB/2\n"
      "NCCL INFO Trees [0] 1/8/-1->0->-1\n");
  EXPECT_THAT(lines.connections,
              ElementsAre(LoggedConnection{1, 0, 0, 1, "P2P/direct pointer/read", ""},
                          LoggedConnection{0, 1, 3, 8, "NET/IB/0/GDRDMA", "NET/IB/2"}));
  EXPECT_EQ(lines.channels.trees.at(0).at(0), (core::TreeLinks{-1, {1, 8, -1}}));
  EXPECT_TRUE(plan_lines("n:1:2 [0] NCCL INFO Channel 01/0 : 0[0] -> 1[1]\n").empty());
}

TEST(NcclLogConnection, IsReadOfEachForm) {
  const auto within = connection_in("Channel 01/0 : 0[0] -> 1[1] via P2P/direct pointer/read ");
  ASSERT_TRUE(within);
  EXPECT_EQ(within->channel, "01/0");
  EXPECT_EQ(within->from, "0[0]");
  EXPECT_EQ(within->to, "1[1]");
  EXPECT_EQ(within->way, "P2P/direct pointer/read");
  EXPECT_FALSE(within->is_sent || within->is_received);
  const auto received = connection_in("Channel 00/1 : 3[3] -> 8[0] [receive] via NET/IB/2");
  ASSERT_TRUE(received);
  EXPECT_TRUE(received->is_received);
  EXPECT_EQ(received->own_end(), "8[0]");
  // NCCL 2.4.
  const auto old = connection_in("Ring 00 : 3 -> 0 [send] via NET/Socket/0");
  ASSERT_TRUE(old);
  EXPECT_EQ(old->channel, "");
  EXPECT_EQ(old->own_end(), "3");
  // Torn lines, and others.
  EXPECT_EQ(connection_in("0[0] -> 1[1] via P2P/IPC")->from, "");
  EXPECT_FALSE(connection_in("Channel 01/0 : 0[0] -> 1[1]"));
  EXPECT_FALSE(connection_in("Channel 01/0 : 0[0] -> 1[1] via "));
  EXPECT_FALSE(connection_in("Trees [0] 1/8/-1->0->-1"));
  EXPECT_FALSE(connection_in("Channel 00/02 : 0 1 2"));
}

TEST(NcclLogRates, FindLinksBehindBandwidths) {
  EXPECT_EQ(pci_rate_of(0.2)->width, 1);
  EXPECT_EQ(pci_rate_of(48)->speed, "32.0 GT/s PCIe");
  EXPECT_EQ(pci_rate_of(9)->width, 12);
  EXPECT_FALSE(pci_rate_of(7.7));
  const auto capability = [](double gb_per_s, std::string_view version) {
    return gpu_generation_of({{gb_per_s}, gb_per_s, 0, version, false}).compute_capability;
  };
  EXPECT_EQ(capability(370.8, ""), 90);
  EXPECT_EQ(capability(721.8, "2.28.9"), 100);
  EXPECT_EQ(capability(720, "2.26.2"), 100);
  // PCI[96.0], 16 lanes of PCIe 6.0, is Blackwell Ultra. To NCCL both are one, so neither is a
  // guess.
  for (const auto& [pci, expected] : {std::pair{48.0, 100}, std::pair{96.0, 103}}) {
    const GpuGeneration found = gpu_generation_of({{721.8}, 721.8, pci, "2.28.9", false});
    EXPECT_EQ(found.compute_capability, expected);
    EXPECT_TRUE(found.is_certain);
  }
  EXPECT_EQ(capability(360, "2.18.5"), 90);
  EXPECT_EQ(capability(252, "2.8.4"), 80);
  EXPECT_EQ(capability(48, "2.20.5"), 86);
}

TEST(NcclLogChannels, AreReadAsFacts) {
  const std::string text =
      "n:1:2 [0] NCCL INFO Channel 00/02 :    0   2   1\n"
      "n:1:2 [0] NCCL INFO Channel 01/02 : 0 1 2\n"
      "n:1:2 [0] NCCL INFO Channel 00/0 : 0[0] -> 2[2] via P2P/IPC\n"
      "n:1:2 [0] NCCL INFO Trees [0] 1/2/-1->0->-1 [1] -1/-1/-1->0->1|1->0->-1/-1/-1 [2] 1/-\n";
  ChannelReader reader;
  for_each_nccl_line(text, [&](const Line& line) { reader.take(line); });
  const Channels channels = std::move(reader).finish();
  EXPECT_EQ(channels.channels, 2);
  EXPECT_THAT(channels.rings.at(0), ElementsAre(0, 2, 1));
  EXPECT_EQ(channels.trees.at(0).at(0), (core::TreeLinks{-1, {1, 2, -1}}));
  EXPECT_EQ(channels.trees.at(1).at(0).up, 1);
  EXPECT_FALSE(channels.trees.contains(2));
  EXPECT_FALSE(channels.coll.has_value());
}

TEST(NcclLogChannels, AreCountedByNcclItself) {
  const std::string text =
      "n:1:2 [0] NCCL INFO NVLS Head  0:  0  2\n"
      "n:1:2 [0] NCCL INFO NVLS Head  1:  1  3\n"
      "n:1:2 [0] NCCL INFO 24 coll channels, 24 collnet channels, 16 nvls channels, 32 p2p "
      "channels, 2 p2p channels per peer\n"
      "n:1:2 [0] NCCL INFO 2 coll channels, 2 p2p channels, 2 p2p channels per peer\n";
  ChannelReader reader;
  for_each_nccl_line(text, [&](const Line& line) { reader.take(line); });
  const Channels channels = std::move(reader).finish();
  EXPECT_EQ(channels.coll, 24);
  EXPECT_EQ(channels.nvls, 16);
  EXPECT_EQ(channels.nvls_heads, 2);
}

/// The last line of a log that ends while ranks connect; empty for all others.
std::string end_in_start(const std::string& text) {
  StateReader reader("t.log");
  for_each_nccl_line(text, [&](const Line& line) {
    const auto connection = connection_in(line.text);
    connection ? reader.take_connection(line, *connection) : reader.take(line);
  });
  const auto end = std::move(reader).finish().state.ends_in_start;
  return end ? end->origin.source + ": " + end->value : "";
}

// As in NVIDIA/nccl#606.
TEST(NcclLogState, ALogThatEndsWhileRanksConnect) {
  const std::string trees = "n:1:2 [0] NCCL INFO Trees [0] 1/-1/-1->0->-1\n";
  const std::string start = "NCCL version 2.8.2+cuda11.1\n" + trees;
  const std::string channel = "n:1:2 [0] NCCL INFO Channel 00 : 1[c2] -> 0[c1] via P2P/IPC\n";
  EXPECT_EQ(end_in_start(start + channel),
            "t.log: line 3: Channel 00 : 1[c2] -> 0[c1] via P2P/IPC");
  EXPECT_EQ(end_in_start(start + "a line between\n" + channel + "```\n"),
            "t.log: line 4: Channel 00 : 1[c2] -> 0[c1] via P2P/IPC");
  EXPECT_EQ(end_in_start(start), "t.log: line 2: Trees [0] 1/-1/-1->0->-1");
  // A rank is ready, the text goes on, NCCL warns, or lines were chosen.
  EXPECT_EQ(end_in_start(start + "n:1:3 [1] NCCL INFO comm 0x1 rank 1 nranks 2 - Init COMPLETE\n" +
                         channel),
            "");
  EXPECT_EQ(end_in_start(start + channel + "step 1, loss 7.1\n"), "");
  EXPECT_EQ(end_in_start(start + channel + "n:1:2 [0] init.cc:7 NCCL WARN no\n"), "");
  EXPECT_EQ(end_in_start(trees + channel), "");
  EXPECT_EQ(end_in_start("NCCL version 2.8.2+cuda11.1\n" + channel), "");
}

}  // namespace facts_test
}  // namespace treering::hw::formats::nccl_log
