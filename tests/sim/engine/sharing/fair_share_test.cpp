#include "sim/engine/sharing/fair_share.h"

#include <limits>
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace treering::sim::engine {
namespace fair_share_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

constexpr double kNoCap = std::numeric_limits<double>::infinity();

void begin_all(FairShare& shares, FlowId flows) {
  for (FlowId id = 0; id < flows; ++id) shares.begin(id);
  shares.settle();
}

TEST(FairShare, SharesABottleneckEvenly) {
  const Route route{{0}};
  FairShare shares({90}, {{route, kNoCap}, {route, kNoCap}, {route, kNoCap}});
  for (const FlowId id : {0, 1, 2}) shares.begin(id);
  EXPECT_THAT(shares.settle(), ElementsAre(0, 1, 2));
  EXPECT_DOUBLE_EQ(shares.rate(1), 30);
  EXPECT_EQ(shares.held_by(1), 0);
  shares.end(0);
  EXPECT_THAT(shares.settle(), UnorderedElementsAre(1, 2));
  EXPECT_DOUBLE_EQ(shares.rate(2), 45);
}

// Link 0 carries both flows, link 1 the first alone: it gets 10, and leaves 90 to the second.
TEST(FairShare, WhatOneCannotTakeOthersGet) {
  const Route both{{0}, {1}};
  const Route one{{0}};
  FairShare shares({100, 10}, {{both, kNoCap}, {one, kNoCap}});
  begin_all(shares, 2);
  EXPECT_DOUBLE_EQ(shares.rate(0), 10);
  EXPECT_DOUBLE_EQ(shares.rate(1), 90);
}

TEST(FairShare, CapsHoldAndLeaveTheRest) {
  const Route route{{0}};
  FairShare shares({100}, {{route, 20}, {route, 200}});
  begin_all(shares, 2);
  EXPECT_DOUBLE_EQ(shares.rate(0), 20);
  EXPECT_EQ(shares.held_by(0), FairShare::kOwnCap);
  EXPECT_DOUBLE_EQ(shares.rate(1), 80);
}

TEST(FairShare, AFlowWithoutLinksHasItsCap) {
  FairShare shares({100}, {{{}, 7}});
  shares.begin(0);
  EXPECT_THAT(shares.settle(), ElementsAre(0));
  EXPECT_DOUBLE_EQ(shares.rate(0), 7);
}

// Alone on its links a flow is as fast as the narrowest of them lets it: 30 / 2.
TEST(FairShare, AFlowAloneHasTheNarrowestOfItsLinks) {
  const Route route{{0}, {1, 2}};
  FairShare shares({20, 30}, {{route, kNoCap}});
  begin_all(shares, 1);
  EXPECT_DOUBLE_EQ(shares.rate(0), 15);
}

// Four flows of 20 cannot fill a link of 100: a fifth changes nothing for them.
TEST(FairShare, LinksThatCapsCannotFillJoinNobody) {
  const Route route{{0}};
  FairShare shares({100}, {{route, 20}, {route, 20}, {route, 20}, {route, 20}, {route, 15}});
  begin_all(shares, 4);
  shares.begin(4);
  EXPECT_THAT(shares.settle(), ElementsAre(4));
  EXPECT_THAT(shares.settle(), IsEmpty());
}

// A flow that could fill a link with others, and is alone there now, begins as one without others.
TEST(FairShare, WhoIsThereDecidesNotWhoMayCome) {
  const Route route{{0}};
  FairShare shares({100}, {{route, 80}, {route, 80}});
  shares.begin(0);
  EXPECT_THAT(shares.settle(), ElementsAre(0));
  EXPECT_DOUBLE_EQ(shares.rate(0), 80);
  shares.begin(1);
  EXPECT_THAT(shares.settle(), UnorderedElementsAre(0, 1));
  EXPECT_DOUBLE_EQ(shares.rate(1), 50);
  shares.end(0);
  EXPECT_THAT(shares.settle(), ElementsAre(1));
  EXPECT_DOUBLE_EQ(shares.rate(1), 80);
}

// 2 x 10 + 1 x 10 = 30: equal rates, unequal loads.
TEST(FairShare, WeightsLoadLinksAndDoNotSlowTheFlow) {
  const Route doubled{{0, 2}};
  const Route plain{{0}};
  FairShare shares({30}, {{doubled, kNoCap}, {plain, kNoCap}});
  begin_all(shares, 2);
  EXPECT_DOUBLE_EQ(shares.rate(0), 10);
  EXPECT_DOUBLE_EQ(shares.rate(1), 10);
}

/// A machine of links, and flows by number.
struct World {
  std::vector<double> capacities;
  std::vector<Route> routes;
  std::vector<double> caps;

  std::vector<Demand> demands() const {
    std::vector<Demand> all;
    for (std::size_t i = 0; i < routes.size(); ++i) all.push_back({routes[i], caps[i]});
    return all;
  }
};

/// Progressive filling of everything at once, in the plainest way.
std::map<std::size_t, double> plain_shares(const World& world,
                                           const std::set<std::size_t>& active) {
  std::map<std::size_t, double> rates;
  std::vector<double> left = world.capacities;
  while (rates.size() < active.size()) {
    double level = kNoCap;
    std::vector<double> rising(left.size(), 0);
    for (const std::size_t number : active) {
      if (rates.contains(number)) continue;
      level = std::min(level, world.caps[number]);
      for (const Crossing& one : world.routes[number]) {
        rising[static_cast<std::size_t>(one.link)] += one.weight;
      }
    }
    for (std::size_t link = 0; link < left.size(); ++link) {
      if (rising[link] > 0) level = std::min(level, left[link] / rising[link]);
    }
    std::vector<std::size_t> fixed;
    for (const std::size_t number : active) {
      if (rates.contains(number)) continue;
      bool is_full = world.caps[number] <= level * (1 + 1e-12);
      for (const Crossing& one : world.routes[number]) {
        const auto at = static_cast<std::size_t>(one.link);
        is_full = is_full || left[at] / rising[at] <= level * (1 + 1e-12);
      }
      if (is_full) fixed.push_back(number);
    }
    for (const std::size_t number : fixed) {
      rates[number] = level;
      for (const Crossing& one : world.routes[number]) {
        left[static_cast<std::size_t>(one.link)] -= level * one.weight;
      }
    }
  }
  return rates;
}

World arbitrary_world() {
  World world;
  const int links = *rc::gen::inRange(1, 8);
  for (int i = 0; i < links; ++i) world.capacities.push_back(*rc::gen::inRange(1, 100));
  const int flows = *rc::gen::inRange(1, 12);
  for (int i = 0; i < flows; ++i) {
    Route route;
    for (LinkId link = 0; link < links; ++link) {
      if (*rc::gen::inRange(0, 3) == 0)
        route.push_back({link, static_cast<double>(*rc::gen::inRange(1, 4))});
    }
    world.caps.push_back(*rc::gen::inRange(1, 60));
    world.routes.push_back(std::move(route));
  }
  return world;
}

RC_GTEST_PROP(FairShareProperty, ChangesAreAsIfAllWereComputedAnew, ()) {
  const World world = arbitrary_world();
  FairShare shares(world.capacities, world.demands());
  std::set<std::size_t> active;
  for (int round = 0; round < 30; ++round) {
    const auto number = *rc::gen::inRange<std::size_t>(0, world.routes.size());
    if (active.erase(number) > 0) {
      shares.end(static_cast<FlowId>(number));
    } else {
      shares.begin(static_cast<FlowId>(number));
      active.insert(number);
    }
    if (*rc::gen::inRange(0, 3) == 0) continue;  // several changes at once
    shares.settle();
    for (const auto& [flow, rate] : plain_shares(world, active)) {
      RC_ASSERT(std::abs(shares.rate(static_cast<FlowId>(flow)) - rate) < 1e-9 * rate);
    }
  }
}

}  // namespace fair_share_test
}  // namespace treering::sim::engine
