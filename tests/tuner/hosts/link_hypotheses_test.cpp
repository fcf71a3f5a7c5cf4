#include "tuner/hosts/link_hypotheses.h"

#include <cmath>

#include <gtest/gtest.h>

namespace treering::tuner::hosts {
namespace {

Row row(std::uint64_t bytes, double us) {
  Row one;
  one.configuration.call.collective = core::Collective::Broadcast;
  one.configuration.call.bytes = bytes;
  one.configuration.way.algorithm = one.algorithm = "scatter_allgather";
  one.measured_us = us;
  one.is_judged = true;
  return one;
}

// Ranks wait for the slow link anyway, so no latency can be told from these calls.
TEST(LinkHypotheses, ALatencyThatASlowLinkHidesIsNone) {
  sim::hosts::Hosts hosts;
  hosts.gbit.assign(4, 0.1);
  const std::vector<Row> rows{row(32768, 21846), row(262144, 246770), row(4096, 1935)};
  for (const double share : {1.0, 0.06, 0.052334763302736099, 0.02}) {
    const Hypothesis one = supposed(rows, hosts, {.rank = 1, .share = share}, Latency::Fitted);
    EXPECT_TRUE(std::isfinite(one.latency_us)) << share;
    EXPECT_GE(one.latency_us, 0) << share;
    EXPECT_TRUE(std::isfinite(one.misfit)) << share;
  }
}

// Each is priced for each link and share: that must not grow with the rows.
TEST(LinkHypotheses, SharesAreFittedToSomeOfManySizes) {
  std::vector<Row> rows{row(4, 1)};
  rows.front().is_judged = false;
  rows.front().algorithm = "another";
  for (std::uint64_t size = 1; size <= 1000; ++size) rows.push_back(row(64 * size, 1));
  rows.push_back(row(64000, 2));
  rows.back().is_judged = false;
  const std::vector<Row> some = rows_to_fit(rows);
  // 32 of one kind; the smallest call, which says what latency is; and the other of the largest.
  ASSERT_EQ(some.size(), 34U);
  EXPECT_EQ(some.front().configuration.call.bytes, 64000U);
  EXPECT_EQ(some[1].configuration.call.bytes, 64000U);
  EXPECT_EQ(some[32].configuration.call.bytes, 64U);
  EXPECT_EQ(some[33].configuration.call.bytes, 4U);
  const std::vector<Row> few(rows.begin(), rows.begin() + 30);
  EXPECT_EQ(rows_to_fit(few).size(), few.size());
}

}  // namespace
}  // namespace treering::tuner::hosts
