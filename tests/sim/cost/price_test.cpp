#include "sim/cost/price.h"

#include <cmath>
#include <limits>
#include <numeric>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/support/cost_samples.h"

namespace treering::sim::cost {
namespace {

using treering::testing::ones;

Term host(double us) {
  return {Part::Host, "host", us, {Quantity::HostCall}, {}};
}
Term latency(double us) {
  return {Part::Latency, "latency", us, {Quantity::Launch}, {}};
}
Term transfer(double us) {
  return {Part::Transfer, "transfer", us, {}, {Quantity::LinkEfficiency}};
}

double sum(const std::vector<double>& shares) {
  return std::accumulate(shares.begin(), shares.end(), 0.0);
}

TEST(Price, LatencyAndTransferAddUp) {
  const Price both = price({latency(10), transfer(30)}, ones());
  EXPECT_DOUBLE_EQ(both.time_us, 40);
  EXPECT_DOUBLE_EQ(both.latency_us, 10);
  EXPECT_DOUBLE_EQ(both.share_us[0], 10);
  EXPECT_DOUBLE_EQ(both.share_us[1], 30);
}

TEST(Price, TheHostHidesBehindALongKernel) {
  // (10^4 + 10^4)^(1/4) = 10 x 2^(1/4); equals share it evenly.
  const Price even = price({host(10), latency(10)}, ones());
  EXPECT_NEAR(even.time_us, 10 * std::pow(2, 0.25), 1e-12);
  EXPECT_NEAR(even.share_us[0], even.time_us / 2, 1e-12);
  // (10^4 + 1000^4)^(1/4) is 1000 to eight digits, and the host has no share of it.
  const Price hidden = price({host(10), latency(1000)}, ones());
  EXPECT_NEAR(hidden.time_us, 1000, 1e-5);
  EXPECT_NEAR(hidden.share_us[0], 0, 1e-5);
}

TEST(Price, TheSlowestResourceCounts) {
  // Two that are equally slow: 10 x 2^(1/6). One ten times slower hides the other: 1 + 10^-6 / 6.
  EXPECT_NEAR(price({transfer(10), transfer(10)}, ones()).time_us, 10 * std::pow(2, 1.0 / 6),
              1e-12);
  EXPECT_NEAR(price({transfer(100), transfer(10)}, ones()).time_us, 100 * (1 + 1e-6 / 6), 1e-8);
}

TEST(Price, FactorsMultiplyAndRatesDivide) {
  Values values = ones();
  values[Quantity::HopSimple] = 3;
  values[Quantity::HopFactor] = 2;
  values[Quantity::ChannelRateSimple] = 20;
  values[Quantity::TreeShareSimple] = 0.5;
  values[Quantity::ScaleTransfer] = 1.5;
  // 4 hops x 3 us x 2 = 24 us; 1000 us at 1 GB/s by 20 x 0.5 GB/s x 1.5 = 150 us.
  const Terms terms{{Part::Latency, "hops", 4, {Quantity::HopSimple, Quantity::HopFactor}, {}},
                    {Part::Transfer,
                     "copies",
                     1000,
                     {Quantity::ScaleTransfer},
                     {Quantity::ChannelRateSimple, Quantity::TreeShareSimple}}};
  EXPECT_NEAR(price(terms, values).time_us, 174, 1e-9);
}

TEST(Price, NothingTakesNoTime) {
  EXPECT_EQ(price({}, ones()).time_us, 0);
  const Price none = price({host(0), latency(0), transfer(0)}, ones());
  EXPECT_EQ(none.time_us, 0);
  EXPECT_EQ(sum(none.share_us), 0);
}

TEST(Price, StaysFiniteFarBeyondWhatIsMeasured) {
  // Powers of six of such times are no doubles.
  for (const double us : {1e60, 1e-60}) {
    const Price one = price({host(us), latency(us), transfer(us), transfer(us)}, ones());
    EXPECT_GT(one.time_us, us);
    EXPECT_LT(one.time_us, 4 * us);
    EXPECT_NEAR(sum(one.share_us) / one.time_us, 1, 1e-9);
  }
}

Terms any_terms() {
  const auto us = [] { return *rc::gen::inRange(0, 1'000'000) / 1e2; };
  Terms terms{host(us() + 1), latency(us())};
  const int transfers = *rc::gen::inRange(0, 4);
  for (int i = 0; i < transfers; ++i) terms.push_back(transfer(us()));
  terms.push_back({Part::Latency, "hops", us(), {Quantity::HopLl, Quantity::HopFactor}, {}});
  terms.push_back({Part::Latency, "fill", us(), {Quantity::FillLl}, {Quantity::ChannelRateLl}});
  return terms;
}

Values any_values() {
  Values values;
  for (double& value : values.list) value = std::exp(*rc::gen::inRange(-200, 200) / 100.0);
  return values;
}

RC_GTEST_PROP(PriceProperty, SharesAddUpToTheTime, ()) {
  const Price one = price(any_terms(), any_values());
  RC_ASSERT(std::abs(sum(one.share_us) - one.time_us) <= 1e-9 * one.time_us);
  RC_ASSERT(one.latency_us <= one.time_us * (1 + 1e-12));
}

RC_GTEST_PROP(PriceProperty, SensitivityIsTheSlopeOfTheLogarithms, ()) {
  const Terms terms = any_terms();
  const Values values = any_values();
  const auto slopes = sensitivity(terms, price(terms, values));
  constexpr double kStep = 1e-5;
  for (std::size_t i = 0; i < kQuantityCount; ++i) {
    Values more = values;
    Values less = values;
    more.list.at(i) *= std::exp(kStep);
    less.list.at(i) *= std::exp(-kStep);
    const double rise = std::log(price(terms, more).time_us) - std::log(price(terms, less).time_us);
    RC_ASSERT(std::abs(rise / (2 * kStep) - slopes.at(i)) < 1e-5);
  }
}

}  // namespace
}  // namespace treering::sim::cost
