#include "sim/cost/price.h"

#include <cmath>
#include <limits>
#include <numeric>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/support/cost_samples.h"

namespace treering::sim::cost {
namespace price_test {

using treering::testing::ones;

terms::Term host(double us) {
  return {terms::Part::Host, {"host"}, us, {terms::Quantity::HostCall}, {}};
}
terms::Term latency(double us) {
  return {terms::Part::Latency, {"latency"}, us, {terms::Quantity::Launch}, {}};
}
terms::Term transfer(double us) {
  return {terms::Part::Transfer, {"transfer"}, us, {}, {terms::Quantity::LinkEfficiency}};
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
  // Two that are equally slow: 10 x 2^(1/12). One twice as slow hides the other: 1 + 2^-12 / 12.
  EXPECT_NEAR(price({transfer(10), transfer(10)}, ones()).time_us, 10 * std::pow(2, 1.0 / 12),
              1e-12);
  EXPECT_NEAR(price({transfer(20), transfer(10)}, ones()).time_us,
              20 * std::pow(1 + 1.0 / 4096, 1.0 / 12), 1e-12);
}

TEST(Price, FactorsMultiplyAndRatesDivide) {
  Values values = ones();
  values[terms::Quantity::HopSimple] = 3;
  values[terms::Quantity::HopFactor] = 2;
  values[terms::Quantity::ChannelRateSimple] = 20;
  values[terms::Quantity::TreeShareSimple] = 0.5;
  values[terms::Quantity::ScaleTransfer] = 1.5;
  // 4 hops x 3 us x 2 = 24 us; 1000 us at 1 GB/s by 20 x 0.5 GB/s x 1.5 = 150 us.
  const terms::Terms terms{
      {terms::Part::Latency,
       {"hops"},
       4,
       {terms::Quantity::HopSimple, terms::Quantity::HopFactor},
       {}},
      {terms::Part::Transfer,
       {"copies"},
       1000,
       {terms::Quantity::ScaleTransfer},
       {terms::Quantity::ChannelRateSimple, terms::Quantity::TreeShareSimple}}};
  EXPECT_NEAR(price(terms, values).time_us, 174, 1e-9);
}

TEST(Price, NothingTakesNoTime) {
  EXPECT_EQ(price({}, ones()).time_us, 0);
  const Price none = price({host(0), latency(0), transfer(0)}, ones());
  EXPECT_EQ(none.time_us, 0);
  EXPECT_EQ(sum(none.share_us), 0);
}

TEST(Price, StaysFiniteFarBeyondWhatIsMeasured) {
  // Powers of twelve of such times are no doubles.
  for (const double us : {1e60, 1e-60}) {
    const Price one = price({host(us), latency(us), transfer(us), transfer(us)}, ones());
    EXPECT_GT(one.time_us, us);
    EXPECT_LT(one.time_us, 4 * us);
    EXPECT_NEAR(sum(one.share_us) / one.time_us, 1, 1e-9);
  }
}

terms::Terms any_terms() {
  const auto us = [] { return *rc::gen::inRange(0, 1'000'000) / 1e2; };
  terms::Terms terms{host(us() + 1), latency(us())};
  const int transfers = *rc::gen::inRange(0, 4);
  for (int i = 0; i < transfers; ++i) terms.push_back(transfer(us()));
  terms.push_back({terms::Part::Latency,
                   {"hops"},
                   us(),
                   {terms::Quantity::HopLl, terms::Quantity::HopFactor},
                   {}});
  for (const auto part : {terms::Part::Chain, terms::Part::Sending, terms::Part::Sending,
                          terms::Part::Buffers, terms::Part::FillBetween}) {
    terms.push_back(
        {part, {"steps"}, us(), {terms::Quantity::NetworkHopLl}, {terms::Quantity::NetworkRateLl}});
  }
  terms.push_back({terms::Part::FillInside,
                   {"fill"},
                   us(),
                   {terms::Quantity::FillLl},
                   {terms::Quantity::ChannelRateLl}});
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
  const terms::Terms terms = any_terms();
  const Values values = any_values();
  const auto slopes = sensitivity(terms, price(terms, values));
  constexpr double kStep = 1e-5;
  for (std::size_t i = 0; i < terms::kQuantityCount; ++i) {
    Values more = values;
    Values less = values;
    more.list.at(i) *= std::exp(kStep);
    less.list.at(i) *= std::exp(-kStep);
    const double rise = std::log(price(terms, more).time_us) - std::log(price(terms, less).time_us);
    RC_ASSERT(std::abs(rise / (2 * kStep) - slopes.at(i)) < 1e-5);
  }
}

}  // namespace price_test
}  // namespace treering::sim::cost
