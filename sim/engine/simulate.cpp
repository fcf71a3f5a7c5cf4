#include "sim/engine/simulate.h"

#include <optional>
#include <utility>
#include <vector>

#include "sim/engine/bundle.h"
#include "sim/engine/connected.h"
#include "sim/engine/fold.h"
#include "sim/engine/observer.h"
#include "sim/engine/periods.h"
#include "sim/engine/simulation.h"

namespace treering::sim::engine {

Outcome simulate(const schedule::Schedule& schedule, const Wiring& wiring, Observer* observer) {
  Simulation simulation(schedule, wiring, observer);
  simulation.begin();
  GivingUp gives_up(observer);
  while (simulation.go_on()) {
    if (gives_up()) break;
    if (observer != nullptr && observer->has_enough()) break;
  }
  return simulation.outcome();
}

namespace {

/// Passes on what it sees of a quotient, with the numbers of the whole.
class Unfolding final : public Observer {
 public:
  Unfolding(const Fold& fold, Observer& observer)
      : streams_(fold.partition->streams), connections_(fold.connections), observer_(observer) {}

  void step_begins(schedule::StreamId stream, schedule::StepIndex step, double at,
                   const Cause& cause) override {
    Cause whole = cause;
    if (cause.connection >= 0) whole.connection = connections_[index(cause.connection)];
    observer_.step_begins(streams_[index(stream)], step, at, whole);
  }
  void step_ends(schedule::StreamId stream, schedule::StepIndex step, double at) override {
    observer_.step_ends(streams_[index(stream)], step, at);
  }
  void rate_changes(ConnectionId connection, double at, double rate) override {
    observer_.rate_changes(connections_[index(connection)], at, rate);
  }
  bool looks_on() const override { return observer_.looks_on(); }
  bool hears_rates() const override { return observer_.hears_rates(); }
  bool has_enough() const override { return observer_.has_enough(); }
  bool gives_up() const override { return observer_.gives_up(); }
  void repeats(double from, double until, std::uint64_t times) override {
    observer_.repeats(from, until, times);
  }

 private:
  const std::vector<schedule::StreamId>& streams_;
  const std::vector<ConnectionId>& connections_;
  Observer& observer_;
};

Outcome run(const schedule::Schedule& schedule, const Wiring& wiring, const Shortcuts& shortcuts,
            Observer* observer) {
  if (!shortcuts.periods) return simulate(schedule, wiring, observer);
  Simulation simulation(schedule, wiring, observer);
  Periods periods(schedule, simulation);
  simulation.begin();
  GivingUp gives_up(observer);
  while (simulation.go_on() && !gives_up()) periods.look();
  return simulation.outcome();
}

/// By symmetry.
Outcome run_folded(const schedule::Schedule& schedule, const Wiring& wiring,
                   const Shortcuts& shortcuts, Observer* observer) {
  const auto folded = fold(schedule, wiring);
  if (!folded) return run(schedule, wiring, shortcuts, observer);
  std::optional<Unfolding> unfolding;
  if (observer != nullptr) {
    observer->stands_for(Representatives(folded->partition));
    unfolding.emplace(*folded, *observer);
  }
  const Quotient& quotient = folded->quotient;
  return unfolded(
      *folded,
      run(*quotient.schedule, quotient.wiring, shortcuts, unfolding ? &*unfolding : nullptr),
      shortcuts.keeps_each);
}

}  // namespace

Outcome simulate(const schedule::Schedule& schedule, const Wiring& wiring,
                 const Shortcuts& shortcuts, Observer* observer) {
  if (!shortcuts.symmetry) return run(schedule, wiring, shortcuts, observer);
  const auto bundled = bundle(schedule, wiring);
  if (!bundled) return run_folded(schedule, wiring, shortcuts, observer);
  std::optional<Unbundling> unbundling;
  if (observer != nullptr) {
    unbundling.emplace(*bundled, *observer);
    unbundling->stands_for({});  // where nothing is folded
  }
  return unbundled(*bundled,
                   run_folded(*bundled->schedule, bundled->wiring, shortcuts,
                              unbundling ? &*unbundling : nullptr),
                   shortcuts.keeps_each);
}

}  // namespace treering::sim::engine
