#include "tuner/advice/host_advice.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/libraries/library.h"

namespace treering::tuner::advice {
namespace host_advice_test {

using core::Collective;
using hosts::MeasuredCall;
using ::testing::HasSubstr;

/// Twelve samples around a median; one launch.
MeasuredCall call(const std::string& algorithm, double us, std::uint64_t bytes = 65536) {
  MeasuredCall one;
  one.summary.configuration = {.call = {.collective = Collective::AllReduce, .bytes = bytes}};
  one.summary.configuration.way.algorithm = algorithm;
  one.algorithm = algorithm.empty() ? "ring" : algorithm;
  one.summary.used.ways = {{one.algorithm}};
  std::vector<double>& samples = one.summary.launches.emplace_back();
  for (const int percent : {3, -2, 1, -3, 2, -1, 3, -2, 1, -3, 2, -1}) {
    samples.push_back(us * (1 + 0.01 * percent));
  }
  one.measured_us = us;
  one.job = {sim::libraries::Library::Gloo, 4, {}, 0};
  return one;
}

const SizedChoice& only(const std::vector<HostChoices>& all) {
  EXPECT_EQ(all.size(), 1U);
  EXPECT_EQ(all.front().choices.size(), 1U) << all.front().why_not;
  return all.front().choices.front();
}

TEST(MeasuredAdvice, NamesWhatIsSurelyFaster) {
  const std::vector<MeasuredCall> calls{call("", 100), call("bcube", 60), call("ring", 99)};
  const auto all = advise_measured(calls);
  EXPECT_EQ(only(all).algorithm, "bcube");
  EXPECT_NEAR(only(all).gain, 100.0 / 60, 1e-9);
  EXPECT_GE(only(all).confidence, 0.95);
}

// 5 % are sure here, but not worth it.
TEST(MeasuredAdvice, SmallGainsAreNotWorthIt) {
  const std::vector<MeasuredCall> calls{call("", 100), call("bcube", 95)};
  EXPECT_EQ(only(advise_measured(calls)).algorithm, "");
}

// Half the time, by one sample each.
TEST(MeasuredAdvice, FewSamplesAreNoEvidence) {
  std::vector<MeasuredCall> calls{call("", 100), call("bcube", 50)};
  for (MeasuredCall& one : calls) one.summary.launches.front().resize(1);
  EXPECT_EQ(only(advise_measured(calls)).algorithm, "");
}

// Its own choice was not measured as such, but forced: Gloo's is the ring.
TEST(MeasuredAdvice, AForcedOwnChoiceServes) {
  const std::vector<MeasuredCall> calls{call("ring", 100), call("bcube", 50)};
  EXPECT_EQ(only(advise_measured(calls)).algorithm, "bcube");
}

TEST(MeasuredAdvice, WithoutTheOwnChoiceThereIsNone) {
  const std::vector<MeasuredCall> calls{call("halving_doubling", 100), call("bcube", 50)};
  const auto all = advise_measured(calls);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_TRUE(all.front().choices.empty());
  EXPECT_THAT(all.front().why_not, HasSubstr("own choice"));
}

// What the library took by itself is no rival of itself, however the samples fell.
TEST(MeasuredAdvice, NothingIsFasterThanItself) {
  const std::vector<MeasuredCall> calls{call("", 100), call("ring", 50)};
  const auto all = advise_measured(calls);
  EXPECT_FALSE(has_gain(all.front().choices));
}

TEST(ExpectedAdvice, IsSureAsFarAsTheModelIs) {
  const auto gain = [](double spread) {
    const std::vector<ExpectedCall> calls{
        {Collective::AllReduce, 1024, "ring", 100, spread, true},
        {Collective::AllReduce, 1024, "bcube", 60, spread, false}};
    return has_gain(advise_expected(calls).front().choices);
  };
  EXPECT_TRUE(gain(0.2));
  EXPECT_FALSE(gain(0.8));
}

}  // namespace host_advice_test
}  // namespace treering::tuner::advice
