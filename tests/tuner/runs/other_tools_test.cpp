#include "tuner/runs/other_tools.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::tuner::runs {
namespace other_tools_test {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(OtherTools, AreNamedByTheirHeadings) {
  EXPECT_EQ(other_tool_of("[P2P (Peer-to-Peer) GPU Bandwidth Latency Test]\n")->name,
            "p2pBandwidthLatencyTest");
  EXPECT_EQ(other_tool_of("nvbandwidth Version: v0.7\n")->name, "nvbandwidth");
  EXPECT_EQ(other_tool_of("# OSU MPI Bandwidth Test v7.4\n")->name, "the OSU Micro-Benchmarks");
  EXPECT_FALSE(other_tool_of("hello\nworld\n"));
}

// 46,000 times 2^20 bytes are 385.9 Gbit.
TEST(OtherTools, PerftestHasAnAverage) {
  const auto tool = other_tool_of(
      "                    RDMA_Write BW Test\n"
      " #bytes     #iterations    BW peak[MB/sec]    BW average[MB/sec]   MsgRate[Mpps]\n"
      " 65536      5000             46100.00            46000.00           0.736\n");
  ASSERT_TRUE(tool);
  EXPECT_EQ(tool->name, "ib_write_bw (perftest)");
  EXPECT_THAT(tool->says, HasSubstr("385.9 Gbit/s on average at 65536 bytes"));
  EXPECT_THAT(other_tool_of("#bytes #iterations BW peak[Gb/sec] BW average[Gb/sec] MsgRate\n"
                            "8388608 1000 391.2 390.5 0.0058\n")
                  ->says,
              HasSubstr("390.5 Gbit/s"));
}

TEST(OtherTools, OthersOfClustersAreNamed) {
  EXPECT_EQ(other_tool_of("Algorithm:   allreduce_ring_chunked\n elements   min (us)\n")->name,
            "Gloo's benchmark");
  EXPECT_EQ(other_tool_of(":::MLLOG {\"namespace\": \"\"}\n")->name, "MLPerf's logging");
  EXPECT_EQ(other_tool_of("| NVIDIA-SMI 550.54   Driver Version: 550.54 |\n")->name, "nvidia-smi");
  EXPECT_EQ(other_tool_of("[ ID] Interval           Transfer     Bitrate\n")->name, "iperf");
  EXPECT_EQ(other_tool_of("\tCA type: MT4123\n\t\tPort GUID: 0x1\n")->name, "ibstat");
}

/// What perftest's average of so many Gbit/s at 64 KiB is beside the other lines.
std::string beside(const std::string& lines, const std::string& average) {
  return other_tool_of(lines +
                       " RDMA_Write BW Test\n#bytes #iterations BW peak[Gb/sec] BW "
                       "average[Gb/sec] MsgRate\n65536 5000 " +
                       average + " " + average + " 0.1\n")
      ->says;
}

TEST(OtherTools, PerftestStandsBesideTheRateOfThePort) {
  EXPECT_THAT(beside("\t\tRate: 100\n", "92.4"),
              HasSubstr("92 % of the port's 100 Gbit/s, which is normal"));
  EXPECT_THAT(beside("\t\tRate: 100\n", "40.0"), HasSubstr("which is too slow for it"));
  EXPECT_THAT(beside("Speed: 25000Mb/s\n", "23.4"), HasSubstr("94 % of the port's 25 Gbit/s"));
  EXPECT_THAT(beside("on 200Gb/s InfiniBand\n", "184.9"), HasSubstr("92 % of the port's 200"));
  // Two rates, or none: nothing is said.
  EXPECT_THAT(beside("Rate: 100\nRate: 200\n", "92.4"), Not(HasSubstr("port's")));
  EXPECT_THAT(beside("", "92.4"), Not(HasSubstr("port's")));
}

}  // namespace other_tools_test
}  // namespace treering::tuner::runs
