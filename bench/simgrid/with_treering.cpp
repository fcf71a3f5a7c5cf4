// The rings of ring_case.h by our engine: RANKS CHANNELS SLOW OUTPUT [all], with `all` without
// shortcuts.
#include <cstdlib>
#include <limits>
#include <numeric>

#include "bench/simgrid/ring_case.h"
#include "sim/engine/simulate.h"
#include "sim/schedule/ring.h"

namespace {

namespace engine = treering::sim::engine;
namespace schedule = treering::sim::schedule;
using treering::bench::simgrid::RingCase;

std::unique_ptr<schedule::Schedule> rings(const RingCase& job) {
  using treering::bench::simgrid::kChunkBytes;
  const std::uint64_t part = kChunkBytes * static_cast<std::uint64_t>(job.ranks);
  schedule::RingInput input;
  std::vector<int> ring(static_cast<std::size_t>(job.ranks));
  std::iota(ring.begin(), ring.end(), 0);
  for (int channel = 0; channel < job.channels; ++channel) {
    input.rings.push_back(ring);
    input.work.push_back({part * static_cast<std::uint64_t>(channel), part, kChunkBytes});
  }
  input.contract = {schedule::Goal::AllReduce, job.ranks,
                    part * static_cast<std::uint64_t>(job.channels)};
  input.slots = std::numeric_limits<int>::max();  // room for all
  return schedule::ring_schedule(std::move(input));
}

engine::Wiring links(const RingCase& job) {
  engine::Wiring wiring;
  for (int rank = 0; rank < job.ranks; ++rank) wiring.capacities.push_back(rate_of(job, rank));
  wiring.local_rate = std::numeric_limits<double>::infinity();
  wiring.wire = [ranks = job.ranks](schedule::StreamId sender, int) {
    engine::Wire wire;
    wire.route = {{sender % ranks}};
    wire.rate = std::numeric_limits<double>::infinity();
    wire.latency_us = treering::bench::simgrid::kLatencyUs;
    return wire;
  };
  return wiring;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5) return EXIT_FAILURE;
  const RingCase job = treering::bench::simgrid::case_of(argv);
  const bool is_all = argc > 5;
  const auto schedule = rings(job);
  const auto outcome =
      engine::simulate(*schedule, links(job), engine::Shortcuts{!is_all, !is_all}, nullptr);
  treering::bench::simgrid::write({outcome.time_us, outcome.transfers}, argv[4]);
  return EXIT_SUCCESS;
}
