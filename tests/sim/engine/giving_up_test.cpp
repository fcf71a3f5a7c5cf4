// Runs that nobody waits for end soon.
#include <stop_token>

#include <gtest/gtest.h>

#include "sim/engine/observer.h"
#include "sim/engine/simulate.h"
#include "tests/sim/timeline/timeline_cases.h"
#include "tests/support/engine_cases.h"

namespace treering::sim::engine {
namespace giving_up_test {

/// A ring of 8 that takes some thousands of instants.
struct Case {
  timeline::Shared ring = timeline::ring(8, 100'000, schedule::Goal::AllReduce, 1);
  Wiring wiring = testing::wiring_of(*ring, {.ranks = 8});
};

Stoppable stopped() {
  std::stop_source source;
  source.request_stop();
  return Stoppable(source.get_token());
}

/// Gives up after so many steps.
class AfterSteps final : public Observer {
 public:
  explicit AfterSteps(int steps) : left_(steps) {}
  void step_begins(schedule::StreamId /*stream*/, schedule::StepIndex /*step*/, double /*at*/,
                   const Cause& /*cause*/) override {}
  void step_ends(schedule::StreamId /*stream*/, schedule::StepIndex /*step*/,
                 double /*at*/) override {
    --left_;
  }
  void rate_changes(ConnectionId /*connection*/, double /*at*/, double /*rate*/) override {}
  bool gives_up() const override { return left_ <= 0; }

 private:
  int left_;
};

TEST(GivingUp, EndsRunsWithAndWithoutShortcuts) {
  const Case one;
  const Outcome whole = simulate(*one.ring, one.wiring);
  for (const Shortcuts shortcuts :
       {Shortcuts{false, false}, Shortcuts{true, false}, Shortcuts{false, true}}) {
    Stoppable stop = stopped();
    const Outcome part = simulate(*one.ring, one.wiring, shortcuts, &stop);
    EXPECT_FALSE(part.stuck.empty());
    EXPECT_LT(part.transfers, whole.transfers);
  }
}

TEST(GivingUp, EndsARunAmidIt) {
  const Case one;
  const Outcome whole = simulate(*one.ring, one.wiring);
  AfterSteps observer(100);
  const Outcome part = simulate(*one.ring, one.wiring, &observer);
  EXPECT_GT(part.transfers, 0U);
  EXPECT_LT(part.transfers, whole.transfers);
}

TEST(GivingUp, OneOfTwoIsEnough) {
  const Case one;
  AfterSteps goes_on(1'000'000);
  Stoppable stop = stopped();
  TwoObservers both(goes_on, stop);
  EXPECT_TRUE(both.gives_up());
  EXPECT_FALSE(simulate(*one.ring, one.wiring, &both).stuck.empty());
}

TEST(GivingUp, LeavesARunThatIsWaitedFor) {
  const Case one;
  Stoppable wanted{std::stop_token()};
  const Outcome seen = simulate(*one.ring, one.wiring, &wanted);
  EXPECT_EQ(seen.time_us, simulate(*one.ring, one.wiring).time_us);
}

/// Has enough at once, or does not look on at all.
class Looker final : public Observer {
 public:
  Looker(bool has_enough, bool looks_on) : has_enough_(has_enough), looks_on_(looks_on) {}
  void step_begins(schedule::StreamId /*stream*/, schedule::StepIndex /*step*/, double /*at*/,
                   const Cause& /*cause*/) override {}
  void step_ends(schedule::StreamId /*stream*/, schedule::StepIndex /*step*/,
                 double /*at*/) override {}
  void rate_changes(ConnectionId /*connection*/, double /*at*/, double /*rate*/) override {}
  bool looks_on() const override { return looks_on_; }
  bool has_enough() const override { return has_enough_; }

 private:
  bool has_enough_;
  bool looks_on_;
};

TEST(TwoObservers, HaveEnoughWhereNeitherNeedsMore) {
  Looker enough(true, false);
  Looker looking(false, true);
  Looker blind(false, false);
  EXPECT_TRUE(TwoObservers(enough, blind).has_enough());
  EXPECT_FALSE(TwoObservers(enough, looking).has_enough());
  EXPECT_FALSE(TwoObservers(blind, blind).has_enough());
}

}  // namespace giving_up_test
}  // namespace treering::sim::engine
