// Which rank is late with its messages, and what looks like one but is not.
#include <cstdint>
#include <functional>
#include <random>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tuner/hosts/checked_rows.h"
#include "tuner/hosts/slow_calls.h"

namespace treering::tuner::hosts {
namespace late_ranks_test {

using measure::Configuration;
using measure::Summary;
using sim::hosts::Hosts;
using testing::IsEmpty;

constexpr double kLateUs = 6000;
const std::vector<std::uint64_t> kSizes{4096, 16384, 65536};
const std::vector<std::uint64_t> kOneSize{16384};

/// What a message takes longer, us.
using Added = std::function<double(int from, int to, std::uint64_t bytes)>;

/// Messages of each pair over such links, 100 us of latency each.
std::vector<Summary> pairs(const std::vector<double>& gbit, const std::vector<std::uint64_t>& sizes,
                           const Added& added) {
  Hosts hosts;
  hosts.gbit = gbit;
  hosts.latency_us = 100;
  return messages_on(hosts, sizes, [&](const Configuration& one, double us) {
    return us + added(one.pair->from, one.pair->to, one.call.bytes);
  });
}

const std::vector<double> kEqual(4, 0.1);

double sends_late(int from, int /*to*/, std::uint64_t /*bytes*/) {
  return from == 2 ? kLateUs : 0;
}

double is_on_time(int /*from*/, int /*to*/, std::uint64_t /*bytes*/) {
  return 0;
}

/// All of them, on four ranks or three.
HostCheck check_of(const Added& added, const std::vector<std::uint64_t>& sizes = kSizes,
                   const std::vector<double>& gbit = kEqual) {
  return check_hosts(pairs(gbit, sizes, added), std::vector<double>(gbit.size(), 0.1));
}

TEST(LateRanks, WhoSendsLateIsNamed) {
  for (const std::size_t ranks : {3U, 4U, 8U}) {
    const HostCheck check = check_of(sends_late, kSizes, std::vector<double>(ranks, 0.1));
    ASSERT_EQ(check.outcome, Outcome::LateRank) << ranks;
    ASSERT_EQ(check.late.size(), 1U);
    const LateRank& late = check.late.front();
    EXPECT_EQ(late.rank, 2);
    EXPECT_FALSE(late.received);
    ASSERT_TRUE(late.sent);
    EXPECT_EQ(late.sent->peers, ranks - 1);
    EXPECT_EQ(late.sent->least_bytes, kSizes.front());
    EXPECT_EQ(late.sent->most_bytes, kSizes.back());
    EXPECT_NEAR(late.sent->least_added_us, kLateUs, 1);
    EXPECT_NEAR(late.sent->most_added_us, kLateUs, 1);
    EXPECT_FALSE(late.sent->grows());
    EXPECT_THAT(check.links, IsEmpty());
    // What the rank does to its messages is explained, and no latency of others.
    for (const Row& one : check.rows) EXPECT_FALSE(one.is_slow);
    EXPECT_NEAR(check.latency_us, 100, 1);
  }
}

TEST(LateRanks, WhoReceivesLateIsNamed) {
  const HostCheck check =
      check_of([](int, int to, std::uint64_t) { return to == 1 ? kLateUs : 0; });
  ASSERT_EQ(check.outcome, Outcome::LateRank);
  ASSERT_EQ(check.late.size(), 1U);
  EXPECT_EQ(check.late.front().rank, 1);
  EXPECT_FALSE(check.late.front().sent);
  ASSERT_TRUE(check.late.front().received);
  EXPECT_NEAR(check.late.front().received->least_added_us, kLateUs, 1);
}

// A rank that answers late, too: half of it where it receives.
TEST(LateRanks, WhoIsLateWithEachMessageIsNamedOnce) {
  const HostCheck check = check_of([](int from, int to, std::uint64_t) {
    return from == 0 ? kLateUs : to == 0 ? kLateUs / 2 : 0;
  });
  ASSERT_EQ(check.outcome, Outcome::LateRank);
  ASSERT_EQ(check.late.size(), 1U);
  EXPECT_EQ(check.late.front().rank, 0);
  EXPECT_TRUE(check.late.front().sent);
  EXPECT_TRUE(check.late.front().received);
}

// Two of eight ranks.
TEST(LateRanks, SeveralAreNamed) {
  const HostCheck check =
      check_of([](int from, int, std::uint64_t) { return from == 2 || from == 5 ? kLateUs : 0; },
               kSizes, std::vector<double>(8, 0.1));
  ASSERT_EQ(check.outcome, Outcome::LateRank);
  ASSERT_EQ(check.late.size(), 2U);
  EXPECT_EQ(check.late.back().rank, 5);
}

// To messages of 64 KiB, which take 5.5 ms, 0.5 ms are within the tolerance; but a link that adds
// them to 4 KiB would add 8 ms there.
TEST(LateRanks, LargeMessagesNeedNotShowIt) {
  const HostCheck check =
      check_of([](int from, int, std::uint64_t) { return from == 2 ? 500 : 0; });
  ASSERT_EQ(check.outcome, Outcome::LateRank);
  EXPECT_EQ(check.late.front().rank, 2);
  EXPECT_EQ(check.late.front().sent->most_bytes, 16384U);
  EXPECT_FALSE(check.late.front().can_be_link());
}

// 64 KiB are 5.5 times as late as 4 KiB: more than turns explain, less than a link's 16 times,
// which a slow link has where the small ones wait for a core.
TEST(LateRanks, WhatGrowsHalfwayMayBeBoth) {
  const HostCheck check = check_of([](int from, int, std::uint64_t bytes) {
    return from == 2 ? 1000 + 4500 * static_cast<double>(bytes - 4096) / (65536 - 4096) : 0;
  });
  ASSERT_EQ(check.outcome, Outcome::LateOrSlowLink);
  EXPECT_TRUE(check.late.front().sent->grows());
}

// The link of rank 2 carries a fifth, and other work has the cores: what its small messages wait
// for these is more than the link adds to them, and no late rank.
TEST(LateRanks, TheSmallMessagesOfASlowLinkMayWaitForACore) {
  const HostCheck check = check_of(
      [](int from, int to, std::uint64_t bytes) {
        return bytes == 4096 && (from == 2 || to == 2) ? 1800 : 0;
      },
      kSizes, {0.1, 0.1, 0.02, 0.1});
  ASSERT_EQ(check.outcome, Outcome::SlowLink);
  EXPECT_EQ(check.links.front().rank, 2);
  EXPECT_NEAR(check.links.front().likely_share(), 0.2, 0.04);
}

// Messages of one size fit a link that is slow on the way out as well.
TEST(LateRanks, OneSizeDoesNotTellItFromALink) {
  const HostCheck check = check_of(sends_late, kOneSize);
  ASSERT_EQ(check.outcome, Outcome::LateOrSlowLink);
  ASSERT_EQ(check.late.size(), 1U);
  EXPECT_EQ(check.late.front().rank, 2);
  EXPECT_TRUE(check.late.front().can_be_link());
}

TEST(LateRanks, ASlowLinkIsNone) {
  for (const double share : {0.7, 0.5, 0.2, 0.05}) {
    for (const auto& sizes : {kOneSize, kSizes}) {
      const HostCheck check = check_of(is_on_time, sizes, {0.1, 0.1, 0.1 * share, 0.1});
      EXPECT_EQ(check.outcome, Outcome::SlowLink) << share << " " << sizes.size();
      EXPECT_THAT(check.late, IsEmpty());
    }
  }
  // On its way out alone: no model of links has that, and no rank is late.
  const HostCheck way_out = check_of([](int from, int, std::uint64_t bytes) {
    return from == 2 ? 0.4 * static_cast<double>(bytes) : 0;
  });
  EXPECT_THAT(way_out.late, IsEmpty());
}

// A message that is not late clears its rank, as long as chance does not explain it.
// Other work hides who is late, and a link is found of the rank: it is not blamed for what no link
// does.
TEST(LateRanks, HiddenOnesAreNoSlowLink) {
  const Hosts hosts{.gbit = kEqual};
  const auto with_link_found = [](const Added& added, const std::vector<double>& gbit) {
    HostCheck check = check_of(added, kSizes, gbit);
    check.outcome = Outcome::SlowLink;
    check.links = {{.rank = 2, .gbit = 0.1, .share = 0.3}};
    return check;
  };
  HostCheck late = with_link_found(sends_late, kEqual);
  explain_by({}, hosts, late);
  EXPECT_EQ(late.outcome, Outcome::Unexplained);
  EXPECT_THAT(late.links, IsEmpty());
  HostCheck slow = with_link_found(is_on_time, {0.1, 0.1, 0.03, 0.1});
  explain_by({}, hosts, slow);
  EXPECT_EQ(slow.outcome, Outcome::SlowLink);
  EXPECT_EQ(slow.links.size(), 1U);
}

TEST(LateRanks, APairIsNoRank) {
  for (const auto& sizes : {kOneSize, kSizes}) {
    const HostCheck check = check_of(
        [](int from, int to, std::uint64_t) { return from == 2 && to != 0 ? kLateUs : 0; }, sizes);
    EXPECT_THAT(check.late, IsEmpty());
  }
}

/// Uniform in 0..1, and the same everywhere.
double dice(std::mt19937& random) {
  return static_cast<double>(random()) / std::mt19937::max();
}

// Other work on the processors: every fifth message is up to 10 ms late, the others scatter.
TEST(LateRanks, OtherWorkNamesNoneAndHidesNone) {
  std::mt19937 random(1);
  const Added noise = [&](int, int, std::uint64_t) {
    const bool is_hit = dice(random) < 0.2;
    return dice(random) * (is_hit ? 10000 : 200);
  };
  // Without the links, which take long to judge.
  const auto late_of = [](const Added& added) {
    std::vector<Row> rows;
    for (const Summary& one : pairs(kEqual, kSizes, added)) {
      const double us = one.precision->median;
      rows.push_back({one.configuration, "", us, us, us});
    }
    return late_ranks(rows);
  };
  const Added late = [&](int from, int to, std::uint64_t bytes) {
    return noise(from, to, bytes) + 3 * sends_late(from, to, bytes);
  };
  int found = 0;
  constexpr int kRuns = 200;
  for (int i = 0; i < kRuns; ++i) {
    EXPECT_THAT(late_of(noise), IsEmpty()) << i;
    for (const LateRank& one : late_of(late)) {
      EXPECT_EQ(one.rank, 2) << i;
      ++found;
    }
  }
  EXPECT_GE(found, kRuns * 9 / 10);
}

// Small calls of others never started together. Those to the late rank did, and those of others are
// no longer than these.
TEST(LateRanks, WhatIsUsualMayLack) {
  std::vector<Summary> rows = pairs(kEqual, kSizes, sends_late);
  std::erase_if(rows, [](const Summary& one) {
    const auto& pair = one.configuration.pair;
    return one.configuration.call.bytes < kSizes.back() && pair->from != 2 && pair->to != 2;
  });
  const HostCheck check = check_hosts(rows, kEqual);
  ASSERT_EQ(check.outcome, Outcome::LateRank);
  EXPECT_EQ(check.late.front().rank, 2);
  EXPECT_NEAR(check.late.front().sent->least_added_us, kLateUs, 1);
}

// The low end of what is known of a message counts.
TEST(LateRanks, ClocksMayExplainIt) {
  std::vector<Summary> rows = pairs(kEqual, kSizes, sends_late);
  for (Summary& one : rows) {
    const double us = one.precision->median;
    one.known = {us - 2 * kLateUs, us + 2 * kLateUs, 0.95};
  }
  EXPECT_THAT(check_hosts(rows, kEqual).late, IsEmpty());
}

}  // namespace late_ranks_test
}  // namespace treering::tuner::hosts
