// How many messages a second of CPU time the engine simulates one by one, without shortcuts: rings
// whose links carry one flow each, and such as carry 16 at once. Where all ranks are in step, much
// happens at the same time; out of step, every flow that comes or goes changes the others.
//
//   build/release/bin/bench_engine [RUNS]
#include <algorithm>
#include <cstdlib>
#include <limits>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "bench/process_cost.h"
#include "sim/engine/simulate.h"
#include "sim/schedule/ring.h"

namespace {

namespace engine = treering::sim::engine;
namespace schedule = treering::sim::schedule;

struct Case {
  int ranks = 2;
  int channels = 1;  // all over the same links
  bool is_in_step = true;
  double target = 0;  // messages/s
};

constexpr double kOneFlow = 5e6;
constexpr double kManyFlows = 0.5e6;
const std::vector<Case> kCases{
    {1024, 1, true, kOneFlow},  {1024, 1, false, kOneFlow},  {4096, 1, true, kOneFlow},
    {4096, 1, false, kOneFlow}, {256, 16, true, kManyFlows}, {256, 16, false, kManyFlows},
};

/// An all_gather of one chunk for each rank and channel; out of step, chunks of channels differ.
std::unique_ptr<schedule::Schedule> rings(const Case& job) {
  constexpr std::uint64_t kChunk = 1 << 20;
  constexpr std::uint64_t kDifference = 4096;
  constexpr int kSlots = 8;
  schedule::RingInput input;
  std::vector<int> ring(static_cast<std::size_t>(job.ranks));
  std::iota(ring.begin(), ring.end(), 0);
  std::uint64_t begin = 0;
  for (int channel = 0; channel < job.channels; ++channel) {
    const std::uint64_t more =
        job.is_in_step ? 0 : kDifference * static_cast<std::uint64_t>(channel);
    input.rings.push_back(ring);
    input.work.push_back({begin, kChunk + more, kChunk + more});
    begin += kChunk + more;
  }
  input.contract = {schedule::Goal::AllGather, job.ranks, begin};
  input.slots = kSlots;
  return schedule::ring_schedule(std::move(input));
}

/// A link from each rank to the next; out of step, no two next to each other are alike.
engine::Wiring links(const Case& job) {
  constexpr double kCapacity = 25e3;  // bytes/us
  constexpr double kLatencyUs = 2;
  constexpr int kKinds = 97;
  engine::Wiring wiring;
  wiring.capacities.assign(static_cast<std::size_t>(job.ranks), kCapacity);
  wiring.local_rate = std::numeric_limits<double>::infinity();
  wiring.wire = [job](schedule::StreamId sender, int) {
    engine::Wire wire;
    const int rank = sender % job.ranks;
    wire.route = {{rank}};
    wire.rate = kCapacity;
    wire.latency_us = kLatencyUs;
    if (!job.is_in_step) wire.latency_us += static_cast<double>(sender * 31 % kKinds) / kKinds;
    return wire;
  };
  return wiring;
}

/// Messages/s; the median of the runs.
double speed(const Case& job, int runs) {
  const auto schedule = rings(job);
  const engine::Wiring wiring = links(job);
  std::vector<double> speeds;
  for (int run = 0; run < runs; ++run) {
    const double start = treering::bench::cpu_s();
    const engine::Outcome outcome = engine::simulate(*schedule, wiring);
    speeds.push_back(static_cast<double>(outcome.simulated) / (treering::bench::cpu_s() - start));
  }
  const auto middle = speeds.begin() + static_cast<std::ptrdiff_t>(speeds.size() / 2);
  std::ranges::nth_element(speeds, middle);
  return *middle;
}

}  // namespace

int main(int argc, char** argv) {
  const int runs = argc > 1 ? std::max(1, std::atoi(argv[1])) : 5;
  fmt::print("median of {} runs, without shortcuts\n{:>6} {:>12} {:<12} {:>14}\n", runs, "ranks",
             "flows a link", "", "M messages/s");
  bool all_reached = true;
  for (const Case& job : kCases) {
    const double reached = speed(job, runs);
    fmt::print("{:>6} {:>12} {:<12} {:>14.2f}   {} (>= {})\n", job.ranks, job.channels,
               job.is_in_step ? "in step" : "out of step", reached / 1e6,
               reached >= job.target ? "reached" : "MISSED", job.target / 1e6);
    all_reached = all_reached && reached >= job.target;
  }
  return all_reached ? EXIT_SUCCESS : EXIT_FAILURE;
}
