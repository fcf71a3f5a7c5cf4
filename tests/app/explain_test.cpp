#include "app/explain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::app {
namespace explain_test {

using ::testing::HasSubstr;

ExplainRequest on(const std::string& topology, int nodes = 1) {
  ExplainRequest request;
  request.job.topology = topology;
  request.job.nodes = nodes;
  return request;
}

TEST(Explain, TermsOfACandidateSumToItsTime) {
  const auto report = answer(on("dgx-h100", 4));
  ASSERT_TRUE(report);
  EXPECT_EQ(report->shape.ranks(), 32);
  ASSERT_TRUE(report->choice);
  bool has_choice = false;
  for (const ExplainedCandidate& one : report->candidates) {
    const auto time = static_cast<double>(one.candidate.time_us);
    has_choice = has_choice || (one.candidate.offer.algorithm == report->choice->offer.algorithm &&
                                one.candidate.offer.protocol == report->choice->offer.protocol);
    if (!one.candidate.available) continue;
    double sum = 0;
    for (const auto& term : one.terms) sum += term.time_us;
    EXPECT_NEAR(sum, time, 1e-4 * time);
  }
  EXPECT_TRUE(has_choice);
}

TEST(Explain, OnlyTheCandidatesThatTheFilterAllowsAreExplained) {
  ExplainRequest request = on("dgx-h100");
  request.filter = {{"PAT"}, {"LL", "Simple"}};
  const auto report = answer(request);
  ASSERT_TRUE(report);
  ASSERT_EQ(report->candidates.size(), 2U);
  EXPECT_FALSE(report->candidates[0].candidate.available);
  EXPECT_THAT(report->candidates[0].candidate.ruled_out, HasSubstr("PAT"));
  EXPECT_TRUE(report->candidates[0].terms.empty());
}

// (250 floats / 8 ranks = 31) & ~3 = 28 for each.
TEST(Explain, WhatNoMachineHasDiffersFromWhatThisJobLacks) {
  const auto report = answer(on("dgx-h100", 4));
  ASSERT_TRUE(report);
  for (const ExplainedCandidate& one : report->candidates) {
    const std::string& why = one.candidate.ruled_out;
    const bool is_never = why.find("speaks Simple only") != std::string::npos ||
                          why.find("NCCL has no PAT for all_reduce") != std::string::npos;
    EXPECT_EQ(one.is_never_made, is_never) << why;
  }
}

TEST(Explain, SizesAreRoundedAsNcclTestsDoes) {
  ExplainRequest request = on("dgx-h100");
  request.call.collective = core::Collective::AllGather;
  request.call.bytes = 1000;
  const auto report = answer(request);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->call.bytes, 896U);
  EXPECT_EQ(report->asked_bytes, 1000U);
}

TEST(Explain, AChoiceThatNcclAlgoDoesNotNameHasItsReason) {
  ExplainRequest request = on("dgx-h100");
  request.call.collective = core::Collective::Broadcast;
  request.job.nccl = "2.18";
  request.job.variables.env = {"NCCL_ALGO=tree"};
  EXPECT_THAT(answer(request)->why_beyond, HasSubstr("This version of NCCL allows Ring"));
  request.call.collective = core::Collective::AllReduce;
  EXPECT_EQ(answer(request)->why_beyond, "");
}

TEST(Explain, ErrorsNameFields) {
  ExplainRequest request = on("dgx-h100", 4);
  request.call.collective = core::Collective::AllGather;
  request.call.bytes = 64;
  EXPECT_EQ(answer(request).error().message(),
            "⟨size⟩: 64 B hold no float for each of 32 ranks, expected at least 128 B");
  request.call.collective = core::Collective::AllToAll;
  EXPECT_EQ(answer(request).error().where, "⟨collective⟩");
}

}  // namespace explain_test
}  // namespace treering::app
