#include "tuner/runs/other_tools.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::tuner::runs {
namespace other_tools_test {

using ::testing::HasSubstr;

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

}  // namespace other_tools_test
}  // namespace treering::tuner::runs
