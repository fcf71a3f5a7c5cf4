#include "tuner/hosts/host_scores.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/libraries/library.h"
#include "tests/tuner/hosts/modelled_calls.h"

namespace treering::tuner::hosts {
namespace host_scores_test {

using core::Collective;
using sim::hosts::HostJob;
using testing::ElementsAre;
using testing::IsEmpty;

core::Profile slower() {
  core::Profile profile = sim::hosts::assumed_profile();
  profile.parameters.at("mpi.tcp.latency_us").value = 130;
  return profile;
}

HostJob job_of(int ranks) {
  return {sim::libraries::Library::OpenMpi, ranks,
          std::vector<double>(static_cast<std::size_t>(ranks), 0.5), 0};
}

std::vector<MeasuredCall> broadcasts(int ranks) {
  auto calls = modelled_calls(job_of(ranks), slower());
  std::erase_if(calls, [](const MeasuredCall& call) {
    return call.configuration().call.collective != Collective::Broadcast ||
           (call.algorithm != "chain" && call.algorithm != "binomial");
  });
  return calls;
}

TEST(HostScores, UnseenCallsArePredictedByOthers) {
  const auto calls = modelled_calls(job_of(4), slower());
  const UnseenScores unseen = scored_unseen(sim::hosts::assumed_profile(), calls);
  ASSERT_EQ(unseen.calls.size(), calls.size());
  EXPECT_THAT(unseen.left_out, IsEmpty());
  EXPECT_LT(score_of(unseen.calls).p90, 0.1);
  EXPECT_GT(score_of(scored_by(sim::hosts::assumed_profile(), calls)).p90, 0.3);
}

// On four ranks a binary tree is a binomial one: a fit that had seen the slow calls of one would
// expect longer ones of the other.
TEST(HostScores, CallsOfTheSameMessagesAreInTheSameHalf) {
  auto calls = modelled_calls(job_of(4), slower());
  const auto expected_of_binary = [&] {
    std::vector<double> all;
    for (const ScoredCall& one : scored_unseen(sim::hosts::assumed_profile(), calls).calls) {
      if (one.call.algorithm == "binary_tree") all.push_back(one.expected_us());
    }
    return all;
  };
  const std::vector<double> before = expected_of_binary();
  ASSERT_FALSE(before.empty());
  for (MeasuredCall& call : calls) {
    const bool is_twin = call.configuration().call.collective == Collective::Broadcast &&
                         (call.algorithm == "binomial" || call.algorithm == "binary_tree");
    if (is_twin) call.measured_us *= 3;
  }
  EXPECT_EQ(expected_of_binary(), before);
}

// On two ranks a chain and a tree are one message: a fit to one has seen the other.
TEST(HostScores, NoErrorWhereNoAlgorithmIsUnseen) {
  const auto two = broadcasts(2);
  ASSERT_FALSE(two.empty());
  const UnseenScores unseen = scored_unseen(sim::hosts::assumed_profile(), two);
  EXPECT_THAT(unseen.calls, IsEmpty());
  EXPECT_THAT(
      unseen.left_out,
      ElementsAre(
          "mpi over links: all algorithms of these 6 calls send the same messages, so a fit "
          "has seen each of them"));
  // On five they differ: 0 sends to 1, 2, 4, and 1 to 3; four chains of a rank each.
  EXPECT_EQ(scored_unseen(sim::hosts::assumed_profile(), broadcasts(5)).calls.size(), 6U);
}

}  // namespace host_scores_test
}  // namespace treering::tuner::hosts
