#include <cmath>

#include <gtest/gtest.h>

#include "sim/cost/estimate.h"
#include "tests/support/cost_samples.h"

namespace treering::sim::cost {
namespace ceiling_test {

using treering::testing::ones;

/// Takes so long at the share of their rate that wires reach, and half of that at their full rate.
terms::Term wire(const char* what, double us) {
  return {terms::Part::Transfer, {what}, us, {}, {terms::Quantity::LinkEfficiency}, us / 2, 10};
}

terms::Term copies(double us) {
  return {terms::Part::Transfer, {"copies"}, us, {}, {terms::Quantity::ChannelRateSimple}};
}

TEST(Ceiling, GoesFromTheSlowestWiresToAllThatMovesTheData) {
  Parameters parameters;
  parameters.values = ones();
  // LL: half of what the wires carry are flags. 100 us at 10 GB/s are 1 MB, of which half is data:
  // half of a call of 1 MB.
  const Ceiling result =
      ceiling({wire("links", 200), wire("ports", 100), copies(200)}, parameters, {}, {1e6, 0.5});
  ASSERT_TRUE(result.wires);
  EXPECT_EQ(result.wires->wires, "links");
  EXPECT_DOUBLE_EQ(result.wires->rate.in_gb_per_s(), 10);
  EXPECT_DOUBLE_EQ(result.wires->traffic, 0.5);
  EXPECT_DOUBLE_EQ(result.wires->time.in_us(), 50);
  EXPECT_DOUBLE_EQ(result.wires->with_flags.in_us(), 100);
  ASSERT_TRUE(result.reached);
  EXPECT_EQ(result.reached->what, "links");
  EXPECT_DOUBLE_EQ(result.reached->time.in_us(), 200);
  // (200^12 + 100^12 + 200^12)^(1/12)
  EXPECT_NEAR(result.transfer.time.in_us(), 200 * std::pow(2 + 1.0 / 4096, 1.0 / 12), 1e-9);
}

TEST(Ceiling, OtherWiresMayBindOnceTheirRateIsNotReached) {
  Parameters parameters;
  parameters.values = ones();
  parameters.values[terms::Quantity::NetworkEfficiency] = 0.25;
  terms::Term ports = wire("ports", 100);
  ports.per = {terms::Quantity::NetworkEfficiency};
  const Ceiling result = ceiling({wire("links", 200), ports}, parameters, {}, {1e6, 1});
  EXPECT_EQ(result.wires->wires, "links");
  EXPECT_EQ(result.reached->what, "ports");
  EXPECT_DOUBLE_EQ(result.reached->time.in_us(), 400);
}

TEST(Ceiling, HasNoWiresWhereNoRateIsKnown) {
  Parameters parameters;
  parameters.values = ones();
  const Ceiling result = ceiling({copies(50)}, parameters, {}, {1e6, 1});
  EXPECT_FALSE(result.wires);
  EXPECT_FALSE(result.reached);
  EXPECT_DOUBLE_EQ(result.transfer.time.in_us(), 50);
}

// Measurements that are faster than the parameters say never make it faster than the wires.
TEST(Ceiling, IsCorrectedAsTimesAreAndNeverBelowTheWires) {
  Parameters parameters;
  parameters.values = ones();
  core::Correction correction;
  correction.collective = core::Collective::AllReduce;
  correction.points = {{1000000, std::log(0.25), 0}};
  parameters.corrections = {correction};
  const CallName call{core::Collective::AllReduce, "", 1e6, 0, 0};
  const Ceiling result = ceiling({wire("links", 200)}, parameters, call, {1e6, 1});
  EXPECT_DOUBLE_EQ(result.transfer.time.in_us(), 100);
}

}  // namespace ceiling_test
}  // namespace treering::sim::cost
