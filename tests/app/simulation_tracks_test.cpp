#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/simulate.h"
#include "app/simulation/busy_time.h"
#include "app/simulation/tracks.h"

namespace treering::app::simulation {
namespace tracks_test {

struct Case {
  std::string algorithm;
  std::uint64_t bytes = 1U << 20U;
  int nodes = 2;
};

SimulateReport run_of(const Case& one) {
  SimulateRequest request;
  request.job.topology = "dgx-h100";
  request.job.nodes = one.nodes;
  request.call.bytes = one.bytes;
  request.way.algorithm = one.algorithm;
  request.is_recorded = true;
  auto report = answer(request);
  EXPECT_TRUE(report) << one.algorithm << ": " << report.error().message();
  return *std::move(report);
}

// The last has many steps that repeat.
const std::vector<Case>& cases() {
  static const std::vector<Case> all{{"Ring"},
                                     {"Tree"},
                                     {"NVLSTree"},
                                     {"halving_doubling"},
                                     {"NVLS", 1U << 22U, 1},
                                     {"Ring", std::uint64_t{1} << 28U}};
  return all;
}

Deeds sum_of(const std::vector<TrackBar>& bars, double until_us) {
  Deeds sum;
  for (const TrackBar& bar : bars) {
    if (bar.doing == Doing::Waits || bar.from_us >= until_us) continue;
    sum.us[static_cast<std::size_t>(bar.doing)] += std::min(bar.to_us, until_us) - bar.from_us;
  }
  return sum;
}

TEST(Tracks, TimeIsThatOfTheBars) {
  for (const Case& one : cases()) {
    const Tracks tracks(*run_of(one).recorded);
    for (int track = 0; track < tracks.count(); track += 7) {
      const auto bars = tracks.bars(track, {});
      for (int part = 0; part <= 12; ++part) {
        const double us = tracks.end_us() * part / 11.5;
        const Deeds expected = sum_of(bars, us);
        const Deeds found = tracks.busy(track, us);
        for (std::size_t i = 0; i < expected.us.size(); ++i) {
          EXPECT_NEAR(found.us[i], expected.us[i], 1e-6 * tracks.end_us())
              << one.algorithm << " track " << track << " until " << us;
        }
      }
    }
  }
}

TEST(Tracks, BarsFollowEachOther) {
  for (const Case& one : cases()) {
    const Tracks tracks(*run_of(one).recorded);
    const Tracks::Window window{tracks.end_us() / 3, tracks.end_us() / 2};
    for (int track = 0; track < tracks.count(); track += 5) {
      double last = 0;
      std::uint64_t steps = 0;
      for (const TrackBar& bar : tracks.bars(track, window)) {
        EXPECT_GE(bar.from_us, last);
        EXPECT_GT(bar.to_us, bar.from_us);
        EXPECT_TRUE(bar.to_us > window.from_us && bar.from_us < window.to_us);
        last = bar.to_us;
        if (bar.doing != Doing::Waits) ++steps;
      }
      EXPECT_LE(steps, tracks.steps(track, window) + 2);
    }
  }
}

// Seen from inside, a wait is as long as it is.
TEST(Tracks, WaitsLongerThanTheWindowAreSeen) {
  const Tracks tracks(*run_of({"Ring"}).recorded);
  int waits = 0;
  for (const TrackBar& bar : tracks.bars(0, {})) {
    const double middle = (bar.from_us + bar.to_us) / 2;
    const double reach = (bar.to_us - bar.from_us) / 10;
    EXPECT_THAT(tracks.bars(0, {middle - reach, middle + reach}), ::testing::ElementsAre(bar));
    if (bar.doing == Doing::Waits) ++waits;
  }
  EXPECT_GT(waits, 5);
}

TEST(Tracks, AreListedByAgentAndChannel) {
  const SimulateReport report = run_of({"Ring"});
  const Tracks tracks(*report.recorded);
  EXPECT_EQ(tracks.ranks(), 16);
  EXPECT_EQ(tracks.first_of(0), 0);
  EXPECT_EQ(tracks.first_of(tracks.agents()), tracks.count());
  for (int agent = 0; agent < tracks.agents(); ++agent) {
    for (int track = tracks.first_of(agent); track < tracks.first_of(agent + 1); ++track) {
      EXPECT_EQ(tracks.place(track).agent, agent);
      EXPECT_EQ(tracks.place(track).channel, track - tracks.first_of(agent));
    }
  }
  EXPECT_EQ(tracks.agent_name(3), "rank 3");
  EXPECT_EQ(tracks.channel_name(tracks.first_of(3) + 1), "channel 1");
}

TEST(Tracks, StepsSayWhatTheyMove) {
  const Tracks tracks(*run_of({"Ring"}).recorded);
  bool has_waited = false;
  for (const TrackBar& bar : tracks.bars(0, {})) {
    const StepFacts facts = tracks.facts(0, bar.step);
    EXPECT_TRUE(bar.doing != Doing::Sends || facts.to.size() == 1);
    EXPECT_TRUE(bar.doing != Doing::Combines || facts.from.size() == 1);
    EXPECT_GT(facts.bytes, 0U);
    has_waited = has_waited || facts.waits.starts_with("for the message of rank ");
  }
  EXPECT_TRUE(has_waited);
}

TEST(Tracks, LinksAreTheBusiestFirst) {
  const Tracks tracks(*run_of({"Ring"}).recorded);
  const Tracks::Window whole{0, tracks.end_us()};
  ASSERT_FALSE(tracks.links().empty());
  double last = 1;
  for (const int link : tracks.links()) {
    const double mean = tracks.mean_load(link, whole);
    EXPECT_LE(mean, last + 1e-9) << tracks.link_name(link);
    last = mean;
    double sum = 0;
    for (const LinkShare& part : tracks.loads(link, whole, 50)) {
      EXPECT_LE(part.share, 1 + 1e-9);
      sum += part.share * (part.to_us - part.from_us);
    }
    EXPECT_NEAR(sum / tracks.end_us(), mean, 1e-6);
  }
}

TEST(Tracks, KnowWhereTheCriticalPathIs) {
  for (const Case& one : cases()) {
    const SimulateReport report = run_of(one);
    const Tracks tracks(*report.recorded);
    for (const PathPart& part : report.critical_path.parts) {
      const auto track = tracks.track_of(part);
      ASSERT_TRUE(track) << one.algorithm << ": " << part.who;
      EXPECT_EQ(tracks.agent_name(tracks.place(*track).agent), part.who);
      EXPECT_EQ(tracks.place(*track).channel, part.channel);
    }
  }
}

}  // namespace tracks_test
}  // namespace treering::app::simulation
