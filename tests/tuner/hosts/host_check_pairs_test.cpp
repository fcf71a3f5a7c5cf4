// Messages between pairs of ranks: which link is slow, and what no link explains.
#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tuner/hosts/checked_rows.h"
#include "tuner/hosts/host_check.h"

namespace treering::tuner::hosts {
namespace host_check_pairs_test {

using core::Collective;
using measure::Configuration;
using measure::Summary;
using sim::hosts::Hosts;
using testing::AnyOf;
using testing::ElementsAre;
using testing::Eq;
using testing::IsEmpty;

constexpr double kPairLatency = 200;
const std::vector<std::uint64_t> kOneSize{65536};
const std::vector<std::uint64_t> kFourSizes{16384, 65536, 262144, 1048576};

/// What makes a message from one rank to another slower, as a factor.
using Fault = std::function<double(int from, int to)>;

/// Messages of each pair over such links.
std::vector<Summary> pairs_over(const std::vector<double>& gbit,
                                const std::vector<std::uint64_t>& sizes, const Fault& fault = {}) {
  Hosts hosts;
  hosts.gbit = gbit;
  hosts.latency_us = kPairLatency;
  return messages_on(hosts, sizes, [&](const Configuration& one, double us) {
    return us * (fault ? fault(one.pair->from, one.pair->to) : 1);
  });
}

std::vector<std::string> slow_rows_of(const HostCheck& check) {
  std::vector<std::string> all;
  for (const Row& one : check.rows) {
    if (one.is_slow) all.push_back(way_text(one.configuration));
  }
  return all;
}

const std::vector<double> kEqual(4, 0.1);

// Half of the pairs have the link on their way: what it does to them is no latency.
TEST(HostCheckOfPairs, OneSizeOfPairsTellsALinkThatIsALittleSlow) {
  for (const double share : {0.75, 0.7, 0.5, 0.2}) {
    for (const auto& sizes : {kOneSize, kFourSizes}) {
      const HostCheck check = check_hosts(pairs_over({0.1, 0.1, 0.1 * share, 0.1}, sizes), kEqual);
      ASSERT_EQ(check.outcome, Outcome::SlowLink) << share << " " << sizes.size();
      EXPECT_EQ(check.links.front().rank, 2);
      EXPECT_NEAR(check.links.front().share, share, 0.05 * share);
    }
  }
}

/// Of mean 0 and deviation 1, nearly normal, and the same everywhere.
double noise(std::mt19937& random) {
  constexpr int kTerms = 12;
  double sum = -kTerms / 2.0;
  for (int i = 0; i < kTerms; ++i) sum += static_cast<double>(random()) / std::mt19937::max();
  return sum;
}

// Medians that are off by so much name no link, and hide none that has 60 % of its rate.
TEST(HostCheckOfPairs, NoiseNamesNoLinkAndHidesNone) {
  std::mt19937 random(1);
  for (const double deviation : {0.02, 0.05, 0.1}) {
    const Fault noisy = [&](int, int) { return std::exp(deviation * noise(random)); };
    for (int i = 0; i < 6; ++i) {
      const auto& sizes = i % 2 == 0 ? kOneSize : kFourSizes;
      EXPECT_THAT(check_hosts(pairs_over(kEqual, sizes, noisy), kEqual).links, IsEmpty());
      const HostCheck slow = check_hosts(pairs_over({0.1, 0.06, 0.1, 0.1}, sizes, noisy), kEqual);
      EXPECT_NE(slow.outcome, Outcome::AsExpected);
      for (const SlowLink& one : slow.links) EXPECT_EQ(one.rank, 1);
    }
  }
}

// A link slows down all calls that take it. What slows down a pair, or one direction, is none, and
// no chance.
TEST(HostCheckOfPairs, APairThatIsSlowIsNoChance) {
  const auto both = [](double factor) -> Fault {
    return [factor](int from, int to) { return from + to == 1 ? factor : 1; };
  };
  const Fault one_way = [](int from, int to) { return from == 0 && to == 1 ? 5 : 1; };
  for (const auto& sizes : {kOneSize, kFourSizes}) {
    for (const Fault& fault : {both(50), both(5), both(1.5), one_way}) {
      const HostCheck check = check_hosts(pairs_over(kEqual, sizes, fault), kEqual);
      ASSERT_EQ(check.outcome, Outcome::Unexplained);
      EXPECT_THAT(slow_rows_of(check), testing::Each(AnyOf(Eq("0 to 1"), Eq("1 to 0"))));
      EXPECT_EQ(slow_rows_of(check).size(), check.slow);
    }
  }
}

// Once a little longer is by chance.
TEST(HostCheckOfPairs, OneCallOfAPairMayBeSlowByChance) {
  const Fault once = [](int from, int to) { return from == 0 && to == 1 ? 1.5 : 1; };
  const HostCheck check = check_hosts(pairs_over(kEqual, kOneSize, once), kEqual);
  EXPECT_EQ(check.outcome, Outcome::AsExpected);
  EXPECT_THAT(slow_rows_of(check), ElementsAre("0 to 1"));
}

// From 0 to 3 and back data pass at the full rate: not all links are slow, nor is one alone.
TEST(HostCheckOfPairs, TwoSlowLinksAreNeitherOneNorAll) {
  for (const double other : {0.05, 0.02}) {
    for (const auto& sizes : {kOneSize, kFourSizes}) {
      const HostCheck check = check_hosts(pairs_over({0.1, 0.05, other, 0.1}, sizes), kEqual);
      EXPECT_EQ(check.outcome, Outcome::Unexplained) << other << " " << sizes.size();
      EXPECT_EQ(check.slow, 10 * sizes.size());
    }
  }
}

// All calls take 30 % longer than links alone: that may be latency, or links.
TEST(HostCheckOfPairs, CallsOfOneSizeDoNotTellLatencyFromLinks) {
  const std::vector<double> planted(4, 0.077);
  EXPECT_EQ(check_hosts(pairs_over(planted, kOneSize), kEqual).outcome, Outcome::TooFew);
  const HostCheck check = check_hosts(pairs_over(planted, kFourSizes), kEqual);
  ASSERT_EQ(check.outcome, Outcome::AllSlow);
  EXPECT_NEAR(check.links.front().share, 0.77, 0.05);
}

const std::vector<std::uint64_t> kLargeSizes{131072, 262144, 524288};

// What slow links do to the smallest calls is no latency: with that they would seem less slow.
TEST(HostCheckOfPairs, TheRateOfAllLinksIsFittedWithItsOwnLatency) {
  for (const double share : {0.5, 0.62, 0.7}) {
    for (const std::size_t ranks : {2U, 4U}) {
      const std::vector<double> planted(ranks, 0.1 * share);
      const HostCheck check =
          check_hosts(pairs_over(planted, kLargeSizes), std::vector<double>(ranks, 0.1));
      // Two ranks have one way, on which both links lie.
      ASSERT_EQ(check.outcome, ranks == 2 ? Outcome::OneOrAll : Outcome::AllSlow) << share;
      EXPECT_NEAR(check.links.front().likely_share(), share, 0.02 * share);
      EXPECT_NEAR(check.latency_us, kPairLatency, kPairLatency);
      // With the latency of links without a fault the least size is too small to be judged.
      EXPECT_EQ(check.judged, check.rows.size());
    }
  }
}

/// Messages of 64 KiB between the pairs of four ranks, in their order; 0: no sample.
std::vector<Summary> of_64_kib(const std::vector<double>& us) {
  std::vector<Summary> all = pairs_over(kEqual, kOneSize);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (us[i] == 0) all[i].precision.reset();
    if (us[i] != 0) all[i].precision->median = us[i];
  }
  return all;
}

const std::vector<double> kFast(4, 1);

// Medians of Open MPI and Gloo over links of 1 Gbit/s, where 64 KiB take 0.55 ms. Rank 2 waited
// 4 ms before it sent anything. So the links were idle between calls, and let messages of others
// pass at once.
TEST(HostCheckOfPairs, ALateRankIsNoLinkThatIsTooFast) {
  const std::vector<Summary> mpi = of_64_kib(
      {0, 6432.92, 195.82, 0, 8943.29, 0, 18012.7, 16256.9, 18424.2, 53.37, 4602.18, 8753.41});
  const std::vector<Summary> gloo =
      of_64_kib({0, 5998.35, 0, 152.95, 5627.9, 113.38, 8490.11, 8393.8, 8370.26, 0, 0, 4270.02});
  for (const auto& rows : {mpi, gloo}) {
    const HostCheck check = check_hosts(rows, kFast);
    EXPECT_EQ(check.too_fast, 2U);
    ASSERT_EQ(check.outcome, Outcome::LateOrSlowLink) << check.rows.size();
    ASSERT_EQ(check.late.size(), 1U);
    EXPECT_EQ(check.late.front().rank, 2);
    EXPECT_TRUE(check.late.front().sent);
  }
}

// All of it may have passed at once: that shows neither that the rate is right nor that it is
// wrong.
TEST(HostCheckOfPairs, WhatPassesAtOnceProvesNoRate) {
  const HostCheck burst = check_hosts(of_64_kib(std::vector<double>(12, 150)), kFast);
  EXPECT_EQ(burst.outcome, Outcome::TooFast);
  EXPECT_EQ(burst.too_fast, 12U);
  EXPECT_FALSE(burst.is_too_fast_for_idle);
  // 5.5 ms at 0.1 Gbit/s, of which 1 ms may pass at once.
  const HostCheck wrong = check_hosts(of_64_kib(std::vector<double>(12, 1000)), kEqual);
  EXPECT_EQ(wrong.outcome, Outcome::TooFast);
  EXPECT_TRUE(wrong.is_too_fast_for_idle);
}

// A median of 3 ms that may as well have been one of 5 is no wonder where links take 5.5 ms.
TEST(HostCheckOfPairs, WhatStartsAndClocksLeaveOpenIsNotTooFast) {
  std::vector<Summary> rows = of_64_kib(std::vector<double>(12, 3000));
  EXPECT_EQ(check_hosts(rows, kEqual).outcome, Outcome::TooFast);
  for (Summary& one : rows) one.known = {2900, 5000, 0.95};
  EXPECT_EQ(check_hosts(rows, kEqual).outcome, Outcome::AsExpected);
}

}  // namespace host_check_pairs_test
}  // namespace treering::tuner::hosts
