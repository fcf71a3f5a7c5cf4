// Long runs say so.
#include "app/work/patience.h"

#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/engine/simulate.h"
#include "tests/sim/timeline/timeline_cases.h"
#include "tests/support/engine_cases.h"

namespace treering::app::work {
namespace patience_test {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;

/// A clock that is set by hand, and what was said.
struct Listener {
  double now = 0;
  std::vector<std::string> sentences;
  Announce announce = [this](const std::string& one) { sentences.push_back(one); };
  double idle = 1;  // how many times longer work takes than its processor time
  PatienceLimits limits{1, 5, 1, 1, [this] { return now; }, [this] { return now / idle; }};

  Listener() = default;
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  Listener(Listener&&) = delete;
  Listener& operator=(Listener&&) = delete;
  ~Listener() = default;
};

Forecast::Words words() {
  return {"it takes", "less is faster"};
}

/// When, and how far the work is then.
using Looks = std::vector<std::pair<double, double>>;

void look(Listener& listener, const Looks& looks) {
  Forecast forecast(listener.announce, listener.limits);
  forecast.begin();
  for (const auto& [at, done] : looks) {
    listener.now = at - 0.1;
    EXPECT_FALSE(forecast.is_due()) << at;
    listener.now = at;
    EXPECT_TRUE(forecast.is_due()) << at;
    forecast.see(done, words);
  }
}

// A hundredth in the first second; two in two more; then it becomes slower.
TEST(Forecast, SaysWhatIsLeftWhereItIsAnotherTime) {
  Listener listener;
  look(listener, {{0.5, 0.005}, {1, 0.01}, {2, 0.02}, {3, 0.03}, {5, 0.035}, {7, 0.04}});
  EXPECT_THAT(listener.sentences,
              ElementsAre("it takes about 99 s; less is faster", "the rest takes about 384 s"));
}

// Half of the first half second's work in the second one: 100 s at that speed, and half more if it
// goes on to become slower.
TEST(Forecast, ExpectsGrowingWorkToGrow) {
  Listener listener;
  look(listener, {{0.5, 0.01}, {1, 0.015}});
  EXPECT_THAT(listener.sentences, ElementsAre("it takes about 148 s; less is faster"));
}

// Others have the processor three quarters of the time: 25 s of work take four times as long.
TEST(Forecast, IsOfAMachineThatOthersUse) {
  Listener listener;
  listener.idle = 4;
  look(listener, {{0.5, 0.005}, {1, 0.01}});
  EXPECT_THAT(listener.sentences, ElementsAre("it takes about 99 s; less is faster"));
}

// Others take the processor for a second that a forecast ends with: the work is as fast as before.
TEST(Forecast, HoldsWhereTheMachineIsBusyForAMoment) {
  Listener listener;
  double work = 0;
  listener.limits.work_clock = [&] { return work; };
  Forecast forecast(listener.announce, listener.limits);
  forecast.begin();
  const auto see = [&](double at, double work_s, double done) {
    listener.now = at;
    work = work_s;
    forecast.see(done, words);
  };
  see(0.5, 0.5, 0.005);
  see(1, 1, 0.01);
  see(2, 2, 0.02);
  see(4, 3, 0.03);
  EXPECT_THAT(listener.sentences, ElementsAre("it takes about 99 s; less is faster"));
}

TEST(Forecast, IsSilentAboutAShortRest) {
  Listener listener;
  Forecast forecast(listener.announce, listener.limits);
  forecast.begin();
  listener.now = 0.5;
  forecast.see(0.25, words);
  listener.now = 1;
  forecast.see(0.5, words);
  EXPECT_THAT(listener.sentences, IsEmpty());
}

/// A run of which a step takes so many seconds.
std::vector<std::string> said(double step_s) {
  Listener listener;
  listener.limits.clock = [&] { return listener.now += step_s; };
  const auto ring = sim::timeline::ring(8, 12000, sim::schedule::Goal::AllReduce, 1);
  const auto wiring = testing::wiring_of(*ring, {.ranks = 8});
  const work::Work nobody;
  Patience patience(*ring, listener.announce, nobody, listener.limits);
  simulate(*ring, wiring, sim::engine::Shortcuts{false, false}, &patience);
  return listener.sentences;
}

TEST(Patience, SpeaksWhereMuchIsAhead) {
  EXPECT_THAT(said(1),
              Contains(MatchesRegex("up to [0-9]+ messages are simulated one by one, .*")));
}

TEST(Patience, IsSilentWhereLittleIs) {
  EXPECT_THAT(said(1e-4), IsEmpty());
}

TEST(Patience, SpeaksOfRunsThatReportNoSteps) {
  Listener listener;
  const auto ring = sim::timeline::ring(8, 12000, sim::schedule::Goal::AllReduce, 1);
  std::vector<Progress> reported;
  Work work;
  work.report = [&](const Progress& one) { reported.push_back(one); };
  Patience patience(*ring, listener.announce, work, listener.limits);
  patience.is_done(0);
  listener.now = 1;
  patience.is_done(0.05);
  listener.now = 2;
  patience.is_done(0.1);
  EXPECT_THAT(listener.sentences, ElementsAre(HasSubstr("take about 18 s; ")));
  ASSERT_EQ(reported.size(), 3U);
  EXPECT_EQ(reported.back().done, reported.back().of / 10);
}

}  // namespace patience_test
}  // namespace treering::app::work
