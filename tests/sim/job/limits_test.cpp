#include <gtest/gtest.h>

#include "sim/job/plain_variables.h"

namespace treering::sim::job {
namespace limits_test {

constexpr Bounds kChannels{1, 64};
constexpr Bounds kThreads{64, 512};

TEST(EnvironmentLimits, NumbersAreBroughtIntoBounds) {
  int channels = 7;
  EXPECT_EQ(set_bounded("12", kChannels, channels).value(), "");
  EXPECT_EQ(channels, 12);
  EXPECT_EQ(set_bounded("100", kChannels, channels).value(), "NCCL uses 64");
  EXPECT_EQ(channels, 64);
  EXPECT_EQ(set_bounded("0", kChannels, channels).value(), "NCCL uses 1");
  EXPECT_EQ(channels, 1);
}

TEST(EnvironmentLimits, MinusTwoIsNotSet) {
  int channels = 7;
  EXPECT_EQ(set_bounded("-2", kChannels, channels).value(), "");
  EXPECT_EQ(channels, 7);
}

TEST(EnvironmentLimits, CtasBelowOneChangeNothing) {
  int ctas = 64;
  EXPECT_EQ(set_at_least_one("0", kChannels, ctas).value(), "NCCL uses 64");
  EXPECT_EQ(ctas, 64);
  EXPECT_EQ(set_at_least_one("8", kChannels, ctas).value(), "");
  EXPECT_EQ(ctas, 8);
  EXPECT_EQ(set_at_least_one("128", kChannels, ctas).value(), "NCCL uses 64");
}

TEST(EnvironmentLimits, ThreadsComeInWarps) {
  std::optional<int> threads;
  EXPECT_EQ(set_threads("256", kThreads, threads).value(), "");
  EXPECT_EQ(threads, 256);
  EXPECT_EQ(set_threads("100", kThreads, threads).value(),
            "not a multiple of 32, so NCCL uses its maximum");
  EXPECT_EQ(set_threads("1024", kThreads, threads).value(), "NCCL uses 512");
  EXPECT_EQ(set_threads("32", kThreads, threads).value(), "NCCL uses 64");
}

TEST(EnvironmentLimits, NoThreadsAreNcclsOwn) {
  std::optional<int> threads;
  EXPECT_EQ(set_threads("-2", kThreads, threads).value(), "");
  EXPECT_EQ(set_threads("0", kThreads, threads).value(), "NCCL uses its own numbers of threads");
  EXPECT_EQ(threads, std::nullopt);
}

TEST(EnvironmentLimits, BuffersMustHoldAChunk) {
  std::optional<int> bytes;
  EXPECT_EQ(set_bytes("1048576", 4096, bytes).value(), "");
  EXPECT_EQ(bytes, 1048576);
  EXPECT_EQ(set_bytes("100", 4096, bytes).error().found, "NCCL fails with 100 B");
  EXPECT_EQ(set_bytes("4294967296", 4096, bytes).error().found, "NCCL fails with 4294967296 B")
      << "NCCL stores sizes as int";
  EXPECT_EQ(set_bytes("-2", 4096, bytes).value(), "");
}

TEST(EnvironmentLimits, ThresholdsGoByProtocolThenAlgorithm) {
  ThreadLimits limits;
  EXPECT_EQ(set_thresholds("1 2 3 4 5 6", limits).value(), "");
  EXPECT_EQ(limits.thresholds[0][2], 3);
  EXPECT_EQ(limits.thresholds[1][0], 4);
}

TEST(EnvironmentLimits, ThresholdsEndAtAWord) {
  ThreadLimits limits;
  EXPECT_EQ(set_thresholds("16 -2 many 4", limits).value(),
            "NCCL drops ' many 4', which is not a number");
  EXPECT_EQ(limits.thresholds[0][0], 16);
  EXPECT_EQ(limits.thresholds[0][1], std::nullopt) << "a negative number changes nothing";
  EXPECT_EQ(limits.thresholds[1][0], std::nullopt);
  EXPECT_EQ(set_thresholds("1 2 3 4 5 6 7", limits).value(), "NCCL drops ' 7' after six numbers");
}

}  // namespace limits_test
}  // namespace treering::sim::job
