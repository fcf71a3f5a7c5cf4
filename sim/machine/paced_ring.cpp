#include "sim/machine/paced_ring.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "sim/engine/shortcuts.h"
#include "sim/schedule/ring.h"

namespace treering::sim::machine {
namespace {

using schedule::Schedule;
using schedule::StreamId;

// Of a time: it comes from rounding.
constexpr double kEqualTimes = 1e-10;

/// Whether no connection can take from the rate of another: on each link there is but one, or room
/// for all.
bool has_links_for_all(const Schedule& ring, const engine::Wiring& wiring) {
  struct Load {
    int connections = 0;
    double most = 0;  // bytes/us
  };
  std::vector<Load> loads(wiring.capacities.size());
  for (StreamId id = 0; id < ring.streams(); ++id) {
    if (ring.stream(id).steps == 0) continue;
    const engine::Wire wire = wiring.wire(id, 0);
    for (const engine::Crossing& one : wire.route) {
      Load& load = loads[static_cast<std::size_t>(one.link)];
      ++load.connections;
      load.most += one.weight * (wire.is_posted ? wire.network_rate : wire.rate);
    }
  }
  for (std::size_t link = 0; link < loads.size(); ++link) {
    if (loads[link].connections > 1 && loads[link].most > wiring.capacities[link]) return false;
  }
  return true;
}

/// Rings may alternate from node to node: chunks so many apart have the same place in their node.
int ranks_of_two_nodes(const CallRun& run) {
  return 2 * run.schedule->contract().ranks / run.input.plan.job.nodes;
}

/// The ring with chunks that are no shorter, of which every second node has the same.
std::unique_ptr<Schedule> even_ring(const Schedule& ring, int period) {
  const int ranks = ring.contract().ranks;
  const int full = ranks - schedule::shorter_chunks(ring);
  if (full >= period || ranks % period != 0) return schedule::with_full_chunks(ring);
  return schedule::with_repeated_chunks(ring, period);
}

}  // namespace

std::optional<RingTime> paced_time(const CallRun& run, engine::Observer* observer) {
  const Schedule& ring = *run.schedule;
  if (!has_links_for_all(ring, run.wiring)) return {};
  const int period = ranks_of_two_nodes(run);
  const auto few = schedule::with_first_chunks(ring, period);
  const engine::Outcome least = engine::simulate(*few, run.wiring, {false, false}, observer);
  const auto even = even_ring(ring, period);
  const engine::Outcome most = engine::simulate(*even, run.wiring, {}, observer);
  if (std::abs(least.time_us - most.time_us) > kEqualTimes * most.time_us) return {};
  return RingTime{most.time_us, least.simulated + most.simulated};
}

}  // namespace treering::sim::machine
