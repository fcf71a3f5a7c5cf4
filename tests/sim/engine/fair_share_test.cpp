#include "sim/engine/fair_share.h"

#include <limits>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace treering::sim::engine {
namespace fair_share_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr double kNoCap = std::numeric_limits<double>::infinity();

TEST(FairShare, SharesABottleneckEvenly) {
  FairShare shares({90});
  const Route route{{0}};
  const FlowId a = shares.add(route, kNoCap);
  const FlowId b = shares.add(route, kNoCap);
  const FlowId c = shares.add(route, kNoCap);
  EXPECT_THAT(shares.settle(), ElementsAre(a, b, c));
  EXPECT_DOUBLE_EQ(shares.rate(b), 30);
  shares.remove(a);
  EXPECT_THAT(shares.settle(), ElementsAre(b, c));
  EXPECT_DOUBLE_EQ(shares.rate(c), 45);
}

// Link 0 carries both flows, link 1 the first alone: it gets 10, and leaves 90 to the second.
TEST(FairShare, WhatOneCannotTakeOthersGet) {
  FairShare shares({100, 10});
  const Route both{{0}, {1}};
  const Route one{{0}};
  const FlowId narrow = shares.add(both, kNoCap);
  const FlowId wide = shares.add(one, kNoCap);
  shares.settle();
  EXPECT_DOUBLE_EQ(shares.rate(narrow), 10);
  EXPECT_DOUBLE_EQ(shares.rate(wide), 90);
  EXPECT_DOUBLE_EQ(shares.load(0), 100);
}

TEST(FairShare, CapsHoldAndLeaveTheRest) {
  FairShare shares({100});
  const Route route{{0}};
  const FlowId slow = shares.add(route, 20);
  const FlowId fast = shares.add(route, 200);
  shares.settle();
  EXPECT_DOUBLE_EQ(shares.rate(slow), 20);
  EXPECT_DOUBLE_EQ(shares.rate(fast), 80);
}

TEST(FairShare, AFlowWithoutLinksHasItsCap) {
  FairShare shares({100});
  const Route none;
  const FlowId local = shares.add(none, 7);
  EXPECT_THAT(shares.settle(), ElementsAre(local));
  EXPECT_DOUBLE_EQ(shares.rate(local), 7);
}

// Four flows of 20 cannot fill a link of 100: a fifth changes nothing for them.
TEST(FairShare, LinksThatCapsCannotFillJoinNobody) {
  FairShare shares({100});
  const Route route{{0}};
  for (int i = 0; i < 4; ++i) shares.add(route, 20);
  shares.settle();
  const FlowId fifth = shares.add(route, 15);
  EXPECT_THAT(shares.settle(), ElementsAre(fifth));
  EXPECT_THAT(shares.settle(), IsEmpty());
}

// 2 x 10 + 1 x 10 = 30: equal rates, unequal loads.
TEST(FairShare, WeightsLoadLinksAndDoNotSlowTheFlow) {
  FairShare shares({30});
  const Route doubled{{0, 2}};
  const Route plain{{0}};
  const FlowId a = shares.add(doubled, kNoCap);
  const FlowId b = shares.add(plain, kNoCap);
  shares.settle();
  EXPECT_DOUBLE_EQ(shares.rate(a), 10);
  EXPECT_DOUBLE_EQ(shares.rate(b), 10);
  EXPECT_DOUBLE_EQ(shares.load(0), 30);
}

/// A machine of links, and flows by number.
struct World {
  std::vector<double> capacities;
  std::vector<Route> routes;
  std::vector<double> caps;
};

/// Progressive filling of everything at once, in the plainest way.
std::map<std::size_t, double> plain_shares(const World& world,
                                           const std::map<std::size_t, FlowId>& active) {
  std::map<std::size_t, double> rates;
  std::vector<double> left = world.capacities;
  while (rates.size() < active.size()) {
    double level = kNoCap;
    std::vector<double> rising(left.size(), 0);
    for (const auto& [number, id] : active) {
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
    for (const auto& [number, id] : active) {
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
  FairShare shares(world.capacities);
  std::map<std::size_t, FlowId> active;
  for (int round = 0; round < 30; ++round) {
    const auto number = *rc::gen::inRange<std::size_t>(0, world.routes.size());
    if (const auto found = active.find(number); found != active.end()) {
      shares.remove(found->second);
      active.erase(found);
    } else {
      active[number] = shares.add(world.routes[number], world.caps[number]);
    }
    if (*rc::gen::inRange(0, 3) == 0) continue;  // several changes at once
    shares.settle();
    for (const auto& [flow, rate] : plain_shares(world, active)) {
      RC_ASSERT(std::abs(shares.rate(active.at(flow)) - rate) < 1e-9 * rate);
    }
  }
}

}  // namespace fair_share_test
}  // namespace treering::sim::engine
