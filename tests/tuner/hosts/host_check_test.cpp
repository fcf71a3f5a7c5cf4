#include "tuner/hosts/host_check.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tuner/hosts/checked_rows.h"

namespace treering::tuner::hosts {
namespace host_check_test {

using core::Collective;
using measure::Configuration;
using measure::Summary;
using sim::hosts::Hosts;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr double kLatency = 80;

/// What the configurations take on such links; every third is 8 % slower than the model has it.
std::vector<Summary> measured(const std::vector<Configuration>& configurations,
                              const std::vector<double>& gbit) {
  Hosts hosts;
  hosts.gbit = gbit;
  hosts.latency_us = kLatency;
  std::vector<Summary> all;
  for (std::size_t i = 0; i < configurations.size(); ++i) {
    all.push_back(
        row(configurations[i], time_on(configurations[i], hosts) * (i % 3 == 0 ? 1.08 : 1.0)));
  }
  return all;
}

std::vector<Configuration> rings() {
  std::vector<Configuration> all;
  for (const std::uint64_t bytes : {64U, 65536U, 262144U, 1048576U}) {
    for (const std::string algorithm : {"ring", "recursive_doubling"}) {
      all.push_back({.call = {.collective = Collective::AllReduce, .bytes = bytes},
                     .way = {.algorithm = algorithm}});
    }
  }
  return all;
}

std::vector<Configuration> with_pairs(int ranks) {
  std::vector<Configuration> all = rings();
  for (int from = 0; from < ranks; ++from) {
    for (int to = 0; to < ranks; ++to) {
      if (from == to) continue;
      Configuration one{.call = {.collective = Collective::SendRecv, .bytes = 65536}};
      one.pair = measure::Pair{from, to};
      all.push_back(one);
    }
  }
  return all;
}

TEST(HostCheck, EqualLinksAreAsExpected) {
  const HostCheck check =
      check_hosts(measured(with_pairs(4), {0.1, 0.1, 0.1, 0.1}), {0.1, 0.1, 0.1, 0.1});
  EXPECT_EQ(check.outcome, Outcome::AsExpected);
  EXPECT_NEAR(check.latency_us, kLatency, 0.1 * kLatency);
  EXPECT_EQ(check.slow, 0U);
  EXPECT_THAT(check.links, IsEmpty());
}

// With messages between pairs the link is known, whatever its place and rate.
TEST(HostCheck, FindsTheSlowLinkByPairs) {
  for (int ranks : {2, 4, 6}) {
    for (int slow : {0, ranks - 1}) {
      const std::vector<double> gbit(static_cast<std::size_t>(ranks), 0.1);
      std::vector<double> planted = gbit;
      planted[static_cast<std::size_t>(slow)] = 0.02;
      const HostCheck check = check_hosts(measured(with_pairs(ranks), planted), gbit);
      if (ranks == 2) {  // both links are on every way
        EXPECT_NE(check.outcome, Outcome::SlowLink);
        continue;
      }
      ASSERT_EQ(check.outcome, Outcome::SlowLink) << ranks << " " << slow;
      EXPECT_EQ(check.links.front().rank, slow);
      EXPECT_NEAR(check.links.front().share, 0.2, 0.02);
      EXPECT_EQ(check.links.front().explained, check.judged);
    }
  }
}

/// Messages of each pair of four ranks, in the order of ranks.
std::vector<Summary> pairs_measured(std::uint64_t bytes, const std::vector<double>& us) {
  std::vector<Summary> all;
  std::size_t next = 0;
  for (int from = 0; from < 4; ++from) {
    for (int to = 0; to < 4; ++to) {
      if (from == to) continue;
      Configuration one{.call = {.collective = Collective::SendRecv, .bytes = bytes}};
      one.pair = measure::Pair{from, to};
      all.push_back(row(one, us.at(next++)));
    }
  }
  return all;
}

// Medians of Gloo on a cluster with links of 0.1 Gbit/s, on two cores that had other work.
const std::vector<double> kSmallOnSlowLink{1257, 5806, 1844, 1298, 5713, 1248,
                                           5882, 5746, 5792, 3816, 1917, 5739};
const std::vector<double> kLargeOnSlowLink{10853, 53794, 10852, 10835, 53913, 10889,
                                           53893, 53819, 53753, 10831, 10904, 53805};
const std::vector<double> kSmallOnEqualLinks{1233, 1222, 2829, 3846, 1244, 1259,
                                             1257, 1255, 1272, 3822, 1279, 1283};
const std::vector<double> kLargeOnEqualLinks{10866, 10887, 10862, 10841, 10836, 10866,
                                             10859, 10873, 10859, 10835, 10879, 10865};

// The slow link of rank 2 holds back half of the calls of every size. What it does to the smallest
// is no latency.
TEST(HostCheck, FindsTheSlowLinkThatTheSmallestCallsFeelToo) {
  const std::vector<double> gbit(4, 0.1);
  const std::vector<Summary> large = pairs_measured(131072, kLargeOnSlowLink);
  std::vector<Summary> both = pairs_measured(16384, kSmallOnSlowLink);
  both.insert(both.end(), large.begin(), large.end());
  for (const std::vector<Summary>& rows : {both, large}) {
    const HostCheck check = check_hosts(rows, gbit);
    ASSERT_EQ(check.outcome, Outcome::SlowLink) << rows.size();
    EXPECT_EQ(check.links.front().rank, 2);
    // Of 16 KiB a fifth passes at once, which makes the link seem faster (docs/measuring.md,
    // bursts).
    EXPECT_NEAR(check.links.front().share, 0.2, 0.04);
    EXPECT_LT(check.latency_us, 500);
  }
}

// Small calls of some pairs took three times as long: that was the scheduler.
TEST(HostCheck, NamesNoneOfEqualLinksOnBusyCores) {
  const std::vector<double> gbit(4, 0.1);
  const std::vector<Summary> small = pairs_measured(16384, kSmallOnEqualLinks);
  const std::vector<Summary> large = pairs_measured(131072, kLargeOnEqualLinks);
  std::vector<Summary> both = small;
  both.insert(both.end(), large.begin(), large.end());
  EXPECT_EQ(check_hosts(both, gbit).outcome, Outcome::AsExpected);
  EXPECT_EQ(check_hosts(large, gbit).outcome, Outcome::AsExpected);
  EXPECT_THAT(check_hosts(small, gbit).links, IsEmpty());
}

// A ring goes at the pace of its slowest link, wherever that is.
TEST(HostCheck, NamesNoLinkThatItCannotKnow) {
  const std::vector<double> gbit(4, 0.1);
  std::vector<Configuration> only_rings;
  for (const Configuration& one : rings()) {
    if (one.way.algorithm == "ring") only_rings.push_back(one);
  }
  const HostCheck check = check_hosts(measured(only_rings, {0.1, 0.1, 0.02, 0.1}), gbit);
  EXPECT_EQ(check.outcome, Outcome::OneOrAll);
  EXPECT_EQ(check.links.size(), 5U);  // each, and every one
  EXPECT_EQ(check.slow, 3U);
}

/// Medians of all_reduce of 64 KiB, 128 KiB and so on.
std::vector<Summary> doubling(const std::string& algorithm, const std::vector<double>& us) {
  std::vector<Summary> all;
  std::uint64_t bytes = 65536;
  for (const double one : us) {
    all.push_back(row({.call = {.collective = Collective::AllReduce, .bytes = bytes},
                       .way = {.algorithm = algorithm}},
                      one));
    bytes *= 2;
  }
  return all;
}

// One algorithm on four ranks, one of which had 0.02 in place of 0.1 Gbit/s. What the smallest call
// takes would hide all of it as latency; but that does not grow with the size.
TEST(HostCheck, ASlowLinkIsNoLatencyWhereTimesGrowWithTheSize) {
  const std::vector<double> gbit(4, 0.1);
  const auto mpi = doubling("rabenseifner", {50475, 111598, 275296, 553178, 1096452});
  const auto gloo = doubling("ring", {43565, 84585, 168652, 336901, 673026});
  for (const auto& rows : {mpi, gloo}) {
    const HostCheck check = check_hosts(rows, gbit);
    ASSERT_EQ(check.outcome, Outcome::OneOrAll) << rows.front().configuration.way.algorithm;
    // Between once and twice the wire's time fits: the share is known within a factor of two.
    EXPECT_LT(check.links.front().least_share, 0.22);
    EXPECT_GT(check.links.front().least_share, 0.1);
    EXPECT_LT(check.links.front().share, 0.44);
  }
}

TEST(HostCheck, AllLinksMayBeSlow) {
  const std::vector<double> gbit(4, 0.1);
  const HostCheck check = check_hosts(measured(with_pairs(4), {0.05, 0.05, 0.05, 0.05}), gbit);
  ASSERT_EQ(check.outcome, Outcome::AllSlow);
  EXPECT_NEAR(check.links.front().share, 0.5, 0.05);
}

// What each link and share would do is asked of some sizes, what is found of all.
TEST(HostCheck, SeeksASlowLinkInSomeOfManySizes) {
  const std::vector<double> gbit(4, 0.1);
  std::vector<Configuration> calls = with_pairs(4);
  for (std::uint64_t size = 1; size <= 100; ++size) {
    calls.push_back({.call = {.collective = Collective::AllReduce, .bytes = 65536 * size},
                     .way = {.algorithm = "ring"}});
  }
  const HostCheck check = check_hosts(measured(calls, {0.1, 0.1, 0.02, 0.1}), gbit);
  ASSERT_EQ(check.outcome, Outcome::SlowLink);
  EXPECT_EQ(check.links.front().rank, 2);
  EXPECT_NEAR(check.links.front().share, 0.2, 0.02);
  EXPECT_EQ(check.links.front().explained, check.judged);
  // 32 of the rings.
  EXPECT_LE(check.sought.calls, 32 + with_pairs(4).size());
  EXPECT_EQ(check.sought.of, check.judged);
  const HostCheck few = check_hosts(measured(with_pairs(4), {0.1, 0.1, 0.02, 0.1}), gbit);
  EXPECT_EQ(few.sought.calls, few.sought.of);
}

// Small calls may pass at once; large ones cannot outrun the wire.
TEST(HostCheck, NothingIsFasterThanItsLinks) {
  const std::vector<double> gbit(4, 0.1);
  std::vector<Summary> all = measured(rings(), gbit);
  for (Summary& one : all) one.precision->median /= 100;
  EXPECT_EQ(check_hosts(all, gbit).outcome, Outcome::TooFast);
  std::vector<Summary> small = measured(rings(), gbit);
  small.front().precision->median /= 100;
  EXPECT_EQ(check_hosts(small, gbit).outcome, Outcome::AsExpected);
}

// Late in some calls, and in others not, is no link.
TEST(HostCheck, SaysThatItDoesNotKnow) {
  const std::vector<double> gbit(4, 0.1);
  std::vector<Summary> all = measured(with_pairs(4), gbit);
  for (std::size_t i = 0; i < all.size(); i += 2) all[i].precision->median *= 4;
  EXPECT_EQ(check_hosts(all, gbit).outcome, Outcome::Unexplained);
}

TEST(HostCheck, LeavesOutWhatItCannotJudge) {
  const std::vector<double> gbit(4, 0.1);
  std::vector<Summary> all = measured(rings(), gbit);
  all[0].precision.reset();
  all[1].used.ways = {{"split_binary"}};
  const HostCheck check = check_hosts(all, gbit);
  EXPECT_EQ(check.rows.size(), rings().size() - 2);
  EXPECT_THAT(check.left_out, ElementsAre(HasSubstr("all_reduce 64 B ring: no sample"),
                                          HasSubstr("recursive_doubling: what ran is not known")));
  EXPECT_EQ(check_hosts({}, gbit).outcome, Outcome::TooFew);
}

}  // namespace host_check_test
}  // namespace treering::tuner::hosts
