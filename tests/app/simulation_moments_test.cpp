#include <random>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/simulation/buffers.h"
#include "app/simulation/moments.h"
#include "tests/app/recorded_runs.h"

namespace treering::app::simulation {
namespace moments_test {

using recorded_runs::Case;
using recorded_runs::cases;
using recorded_runs::recorded;

TEST(Moments, FlightsAreOnTheirWay) {
  for (const Case& one : cases()) {
    SCOPED_TRACE(one.algorithm);
    const Moments moments(recorded(one));
    std::size_t seen = 0;
    for (int i = 1; i < 20; ++i) {
      const double us = moments.end_us() * i / 20;
      for (const Flight& flight : moments.flights(us, {})) {
        EXPECT_GE(flight.progress, 0);
        EXPECT_LT(flight.progress, 1);
        ++seen;
      }
    }
    EXPECT_GT(seen, 0U);
    EXPECT_TRUE(moments.flights(2 * moments.end_us(), {}).empty());
  }
}

TEST(Data, HaveCommonBytesOrNot) {
  const Data data{{0, 8}, {16, 8}};
  EXPECT_TRUE(have_common(data, {{4, 1}}));
  EXPECT_TRUE(have_common(data, {{8, 9}}));
  EXPECT_FALSE(have_common(data, {{8, 8}}));
  EXPECT_FALSE(have_common(data, {}));
}

// What is on its way is what its sender's step moves.
TEST(Moments, FlightsHaveTheDataOfTheirSteps) {
  for (const Case& one : cases()) {
    SCOPED_TRACE(one.algorithm);
    const Moments moments(recorded(one));
    for (const Flight& flight : moments.flights(moments.end_us() / 3, {})) {
      std::uint64_t bytes = 0;
      for (const DataRange& range : moments.data_of(flight)) bytes += range.bytes;
      EXPECT_EQ(bytes, flight.bytes);
    }
  }
}

// Symmetric streams stand for each other: what is seen is what a run without shortcuts does.
TEST(Moments, AreThoseOfTheExactRun) {
  SimulateRequest request;
  request.job.topology = "dgx-h100";
  request.job.nodes = 2;
  request.way.algorithm = "Tree";
  request.is_recorded = true;
  const auto fast = answer(request);
  request.is_exact = true;
  const auto exact = answer(request);
  ASSERT_TRUE(fast && exact);
  const Moments a(*fast->recorded);
  const Moments b(*exact->recorded);
  for (int i = 1; i < 10; ++i) {
    const double us = a.end_us() * i / 10;
    const auto here = a.flights(us, {});
    const auto there = b.flights(us, {});
    ASSERT_EQ(here.size(), there.size()) << us;
    for (std::size_t k = 0; k < here.size(); ++k) {
      EXPECT_EQ(here[k].lane, there[k].lane);
      EXPECT_NEAR(here[k].progress, there[k].progress, 1e-6);
    }
    EXPECT_EQ(a.doing(us), b.doing(us));
  }
}

// In groups as all together, each group for itself.
TEST(Moments, WhatAgentsDoIsTheMostOfWhatTheyDoInGroups) {
  const Moments run(recorded({.algorithm = "Tree", .nodes = 4, .bytes = 1U << 20U}));
  const auto agents = static_cast<std::size_t>(run.stage().agents);
  Moments::Groups halves{{}, 2};
  for (int i = 0; i < run.stage().channels; ++i) halves.of_channel.push_back(i % 2);
  for (int i = 1; i < 20; ++i) {
    const double us = run.end_us() * i / 20;
    const std::vector<Doing> all = run.doing(us);
    const std::vector<Doing> in_groups = run.doing(us, halves);
    ASSERT_EQ(in_groups.size(), 2 * agents);
    for (std::size_t agent = 0; agent < agents; ++agent) {
      const auto is = [&](Doing one) {
        return in_groups[agent] == one || in_groups[agents + agent] == one;
      };
      const Doing most = is(Doing::Combines) ? Doing::Combines
                         : is(Doing::Sends)  ? Doing::Sends
                         : is(Doing::Keeps)  ? Doing::Keeps
                                             : Doing::Waits;
      EXPECT_EQ(all[agent], most) << us;
    }
  }
}

// Of channels that do the same one is left: what agents do is the same, and so is that channel.
TEST(Moments, LeaveOutCopiesWhereThereAreTooMany) {
  const Recorded run = recorded({.algorithm = "NVLSTree", .bytes = 16U << 20U});
  const Moments all(run);
  const Moments some(run, 0);
  const int channels = all.stage().channels;
  ASSERT_GE(channels, 4);
  EXPECT_TRUE(all.stage().like.empty());
  ASSERT_EQ(some.stage().channels, channels);
  ASSERT_EQ(some.stage().like.size(), static_cast<std::size_t>(channels));
  const std::set<int> left(some.stage().like.begin(), some.stage().like.end());
  EXPECT_LT(left.size(), some.stage().like.size());
  EXPECT_EQ(some.stage().lanes.size() * static_cast<std::size_t>(channels),
            all.stage().lanes.size() * left.size());
  std::vector<bool> first(static_cast<std::size_t>(channels));
  first[0] = true;
  Moments::Groups first_alone{std::vector<int>(static_cast<std::size_t>(channels), -1)};
  first_alone.of_channel[0] = 0;
  for (int i = 1; i < 10; ++i) {
    const double us = all.end_us() * i / 10;
    EXPECT_EQ(some.doing(us), all.doing(us)) << us;
    EXPECT_EQ(some.doing(us, first_alone), all.doing(us, first_alone)) << us;
    const auto here = some.flights(us, {.channels = first});
    const auto there = all.flights(us, {.channels = first});
    ASSERT_EQ(here.size(), there.size()) << us;
    for (std::size_t k = 0; k < here.size(); ++k) {
      EXPECT_EQ(some.stage().lanes[static_cast<std::size_t>(here[k].lane)],
                all.stage().lanes[static_cast<std::size_t>(there[k].lane)]);
      EXPECT_EQ(some.data_of(here[k]), all.data_of(there[k]));
    }
  }
  EXPECT_EQ(some.events(100'000), all.events(100'000));
}

TEST(Moments, ThinOutWhereThereAreTooMany) {
  const Moments moments(recorded({"Ring"}));
  const double us = moments.end_us() / 2;
  const auto all = moments.flights(us, {});
  const auto few = moments.flights(us, {.most = all.size() / 4});
  EXPECT_LE(few.size(), all.size() / 4 + 1);
  EXPECT_GT(few.size(), 0U);
}

TEST(Moments, AreThoseOfTheChannelsAskedFor) {
  const Moments moments(recorded({"Ring"}));
  std::vector<bool> first(static_cast<std::size_t>(moments.stage().channels));
  first[0] = true;
  const auto flights = moments.flights(moments.end_us() / 2, {.channels = first});
  EXPECT_FALSE(flights.empty());
  for (const Flight& one : flights) {
    EXPECT_EQ(moments.stage().lanes[static_cast<std::size_t>(one.lane)].channel, 0);
  }
}

// No message of a lane is on its way before the first one leaves.
TEST(Moments, KnowWhenALaneIsFirstSentOver) {
  for (const Case& one : cases()) {
    SCOPED_TRACE(one.algorithm);
    const Moments moments(recorded(one));
    for (int i = 1; i < 20; ++i) {
      const double us = moments.end_us() * i / 20;
      for (const Flight& flight : moments.flights(us, {})) {
        EXPECT_LE(moments.first_sent(static_cast<std::size_t>(flight.lane)), us);
      }
    }
  }
}

TEST(Moments, EventsAscend) {
  const Moments moments(recorded({"Tree"}));
  const auto events = moments.events(100'000);
  ASSERT_GT(events.size(), 10U);
  EXPECT_TRUE(std::ranges::is_sorted(events));
  EXPECT_DOUBLE_EQ(events.back(), moments.end_us());
}

}  // namespace moments_test
}  // namespace treering::app::simulation
