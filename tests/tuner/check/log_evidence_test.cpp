#include "tuner/check/log_evidence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::tuner::check {
namespace log_evidence_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

LikelyCause cause(const char* name) {
  LikelyCause one;
  one.cause = name;
  return one;
}

TEST(LogEvidence, GpuDirectInChannelsExcludesItsLack) {
  const LogEvidence evidence =
      log_evidence("h1:7:9 [0] NCCL INFO Channel 00/0 : 1[0] -> 0[0] [send] via NET/IB/0/GDRDMA");
  EXPECT_THAT(evidence.shown, IsEmpty());
  EXPECT_THAT(evidence.excluded, ElementsAre("sockets", "no-gpudirect"));
  const auto causes = ordered_by(evidence, {cause("no-gpudirect"), cause("missing-adapter")});
  ASSERT_EQ(causes.size(), 1U);
  EXPECT_EQ(causes[0].cause, "missing-adapter");
}

// Adapters that read host memory exchange nothing with GPUs, so that ACS costs nothing.
TEST(LogEvidence, GdrOffComesFirstAndExcludesTheDetour) {
  const LogEvidence evidence =
      log_evidence("h1:7:9 [0] NCCL INFO Connected all rings, use ring PXN 0 GDR 0");
  ASSERT_EQ(evidence.shown.size(), 1U);
  EXPECT_EQ(evidence.shown[0].cause, "no-gpudirect");
  const auto causes =
      ordered_by(evidence, {cause("pcie-detour"), cause("missing-adapter"), cause("no-gpudirect")});
  ASSERT_EQ(causes.size(), 2U);
  EXPECT_EQ(causes[0].cause, "no-gpudirect");
}

TEST(LogEvidence, ACommandThatSwitchesRdmaOffIsNamed) {
  const LogEvidence evidence = log_evidence("mpirun -np 2 -x NCCL_IB_DISABLE=1 ./all_reduce_perf");
  ASSERT_EQ(evidence.shown.size(), 1U);
  EXPECT_EQ(evidence.shown[0].cause, "sockets");
  EXPECT_THAT(evidence.shown[0].text, HasSubstr("NCCL_IB_DISABLE=1"));
}

TEST(LogEvidence, WordsOfPeopleThatLeaveSocketsAlone) {
  const LogEvidence evidence = log_evidence("2 nodes of 8 GPUs WITHOUT InfiniBand:\n");
  ASSERT_EQ(evidence.shown.size(), 1U);
  EXPECT_EQ(evidence.shown[0].cause, "sockets");
  EXPECT_EQ(evidence.shown[0].text,
            "The text says \"without infiniband\": NCCL uses TCP sockets between nodes then");
  EXPECT_THAT(log_evidence("no RDMA errors, no ibstat").shown, IsEmpty());
  EXPECT_THAT(log_evidence("there is no IB, it is RoCE").shown, IsEmpty());
  EXPECT_THAT(log_evidence("once without IB, then with IB").shown, IsEmpty());
  EXPECT_THAT(log_evidence("no IB?\nh1:7:9 [0] NCCL INFO Using network IB").shown, IsEmpty());
}

}  // namespace log_evidence_test
}  // namespace treering::tuner::check
