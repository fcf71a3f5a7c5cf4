// The rings of ring_case.h by SimGrid: RANKS CHANNELS SLOW OUTPUT. An actor for each rank and
// channel; the model of links is max-min sharing alone, without what SimGrid adds for TCP.
#include <cstdlib>

#include <simgrid/s4u.hpp>

#include "bench/simgrid/ring_case.h"

namespace {

namespace s4u = simgrid::s4u;
using treering::bench::simgrid::RingCase;

constexpr double kPerSecond = 1e6;  // us

void configure() {
  for (const char* setting :
       {"network/model:CM02", "network/crosstraffic:0", "network/TCP-gamma:0",
        "network/latency-factor:1", "network/bandwidth-factor:1", "network/weight-S:0",
        "surf/precision:1e-12", "contexts/stack-size:16"}) {
    s4u::Engine::set_config(setting);
  }
}

/// In a star each host has a link of its own, and routes take no table.
std::vector<s4u::Host*> make_hosts(const RingCase& job) {
  auto* const zone = s4u::create_star_zone("links");
  const auto* const in = zone->create_link("in", 1e18)
                             ->set_sharing_policy(s4u::Link::SharingPolicy::FATPIPE)
                             ->set_latency(0)
                             ->seal();
  std::vector<s4u::Host*> hosts;
  for (int rank = 0; rank < job.ranks; ++rank) {
    const std::string name = std::to_string(rank);
    auto* const host = zone->create_host(name, 1e9)->seal();
    const auto* const out = zone->create_link("out" + name, rate_of(job, rank) * kPerSecond)
                                ->set_latency(treering::bench::simgrid::kLatencyUs / kPerSecond)
                                ->seal();
    zone->add_route(host->get_netpoint(), nullptr, nullptr, nullptr, {s4u::LinkInRoute(out)},
                    false);
    zone->add_route(nullptr, host->get_netpoint(), nullptr, nullptr, {s4u::LinkInRoute(in)}, false);
    hosts.push_back(host);
  }
  zone->seal();
  return hosts;
}

struct Rank {
  s4u::Host* own = nullptr;
  s4u::Host* next = nullptr;
  s4u::SemaphorePtr came;
  s4u::SemaphorePtr comes_to_next;
};

/// Sends 2 (n - 1) chunks, all but the first after one that came.
void run_rank(const Rank& rank, int chunks) {
  for (int chunk = 0; chunk < chunks; ++chunk) {
    if (chunk > 0) rank.came->acquire();
    s4u::Comm::sendto(rank.own, rank.next, treering::bench::simgrid::kChunkBytes);
    rank.comes_to_next->release();
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5) return EXIT_FAILURE;
  const RingCase job = treering::bench::simgrid::case_of(argv);
  s4u::Engine simulator(&argc, argv);
  configure();
  const std::vector<s4u::Host*> hosts = make_hosts(job);
  const auto ranks = hosts.size();
  const int chunks = 2 * (job.ranks - 1);
  for (int channel = 0; channel < job.channels; ++channel) {
    std::vector<s4u::SemaphorePtr> came;
    for (std::size_t rank = 0; rank < ranks; ++rank) came.push_back(s4u::Semaphore::create(0));
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      const std::size_t next = (rank + 1) % ranks;
      const Rank one{hosts[rank], hosts[next], came[rank], came[next]};
      s4u::Actor::create("rank", hosts[rank], [one, chunks] { run_rank(one, chunks); });
    }
  }
  simulator.run();
  const auto messages = static_cast<std::uint64_t>(job.ranks) *
                        static_cast<std::uint64_t>(job.channels) *
                        static_cast<std::uint64_t>(chunks);
  treering::bench::simgrid::write({s4u::Engine::get_clock() * kPerSecond, messages}, argv[4]);
  return EXIT_SUCCESS;
}
