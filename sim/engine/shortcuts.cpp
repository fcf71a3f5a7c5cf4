#include "sim/engine/shortcuts.h"

#include "sim/engine/connected.h"
#include "sim/engine/fold.h"
#include "sim/engine/simulate.h"

namespace treering::sim::engine {
namespace {

/// Passes on what it sees of a quotient, with the numbers of the whole.
class Unfolding final : public Observer {
 public:
  Unfolding(const Fold& fold, Observer& observer)
      : streams_(fold.partition.streams),
        connections_(first_connections(fold)),
        observer_(observer) {}

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

 private:
  std::vector<schedule::StreamId> streams_;
  std::vector<ConnectionId> connections_;
  Observer& observer_;
};

Outcome simulate_folded(const Fold& fold, Observer* observer) {
  const Quotient& quotient = fold.quotient;
  if (observer == nullptr) {
    return unfolded(fold, simulate(*quotient.schedule, quotient.wiring));
  }
  Unfolding unfolding(fold, *observer);
  return unfolded(fold, simulate(*quotient.schedule, quotient.wiring, &unfolding));
}

}  // namespace

Outcome simulate(const schedule::Schedule& schedule, const Wiring& wiring,
                 const Shortcuts& shortcuts, Observer* observer) {
  if (shortcuts.symmetry) {
    if (const auto folded = fold(schedule, wiring)) return simulate_folded(*folded, observer);
  }
  return simulate(schedule, wiring, observer);
}

}  // namespace treering::sim::engine
