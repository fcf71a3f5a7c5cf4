#include "sim/engine/simulate.h"

#include "sim/engine/giving_up.h"
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

}  // namespace treering::sim::engine
