#include "tuner/hosts/link_hypotheses.h"

#include <cmath>

#include <gtest/gtest.h>

namespace treering::tuner::hosts {
namespace {

Row row(std::uint64_t bytes, double us) {
  Row one;
  one.configuration.collective = core::Collective::Broadcast;
  one.configuration.bytes = bytes;
  one.configuration.algorithm = one.algorithm = "scatter_allgather";
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

}  // namespace
}  // namespace treering::tuner::hosts
