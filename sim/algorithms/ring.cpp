// Ring: each rank passes on to the next what it got from the one before. Best bandwidth, latency
// linear in ranks.
//   latency    base + steps inside nodes x hop + steps between nodes x network hop
//   bandwidth  all channels, less what the protocol costs; each step moves 1/ranks of the data
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sim/algorithms/faces.h"
#include "sim/cost/terms/term_list.h"
#include "sim/nccl/communicator/channels.h"
#include "sim/nccl/rules/call.h"

namespace treering::sim::algorithms {
namespace ring {
namespace {

using core::Collective;
using nccl::CpuArch;
using nccl::CpuVendor;
using nccl::NodeFacts;
using nccl::Shape;

bool offers(Collective collective) {
  return nccl::rules::is_tuned(collective);
}

/// Data flows from the root once around, in a pipeline.
void add_pipeline_latency(Latency& latency, const TuningQuery& query) {
  const ChannelGraph& graph = query.comm.graphs.ring;
  const Wire wire = query.comm.shape.nodes == 1 ? nccl::rules::wire_inside(graph) : Wire::Network;
  if (graph.same_channels) {
    latency.add(nccl::rules::hop_over(wire), 1, hop_us(query, wire, Algorithm::Ring));
    return;
  }
  const bool is_simple = query.protocol == Protocol::Simple;
  latency.add(nccl::rules::hop_over(wire),
              nccl::rules::ring_steps(query.collective, query.comm.shape.ranks()),
              hop_us(query, wire, is_simple ? Algorithm::Tree : Algorithm::Ring));
}

/// The time that the CPU needs to post a message; it bounds even the steps inside a node.
float net_overhead_us(const TuningQuery& query) {
  const TuningConstants& tuning = query.comm.version.tuning;
  if (query.comm.shape.nodes == 1) return 0;
  const NodeFacts& facts = query.comm.facts;
  const bool is_amd = facts.cpu_arch == CpuArch::X86 && facts.cpu_vendor == CpuVendor::Amd;
  const float usual = is_amd ? tuning.net_overhead_amd_us : tuning.net_overhead_us;
  const float us = query.comm.settings.net_overhead_us.value_or(usual);
  return query.protocol == Protocol::Simple ? us * tuning.net_overhead_simple_factor : us;
}

int network_steps(const TuningQuery& query) {
  const int nodes = query.comm.shape.nodes;
  if (nodes == 1 || query.collective != Collective::AllReduce) return nodes - 1;
  return 2 * (query.comm.version.tuning.ring_starts_with_network ? nodes : nodes - 1);
}

void add_step_latency(Latency& latency, const TuningQuery& query) {
  const ChannelGraph& graph = query.comm.graphs.ring;
  const Shape shape = query.comm.shape;
  const int between = network_steps(query);
  const int inside = nccl::rules::ring_steps(query.collective, shape.ranks()) - between;

  const float hop = inside_hop_us(query, Algorithm::Ring, graph);
  const float overhead = net_overhead_us(query);
  latency.add(overhead > hop ? Cause{"hop inside a node, held up by posting to the network",
                                     TermKind::InsideHop}
                             : nccl::rules::hop_over(nccl::rules::wire_inside(graph)),
              inside, std::max(hop, overhead));
  latency.add(nccl::rules::hop_over(Wire::Network), between,
              network_hop_us(query, Algorithm::Ring, graph));
}

double ll_share(const TuningQuery& query) {
  const TuningConstants& tuning = query.comm.version.tuning;
  // NCCL counted reduce_scatter among the collectives that copy.
  const bool is_copying = query.comm.shape.nodes == 1 &&
                          query.collective != Collective::AllReduce &&
                          query.collective != Collective::Reduce;
  return is_copying ? tuning.ring_ll_share_copying : tuning.ring_ll_share;
}

double ll128_share(const CommunicatorView& comm) {
  const TuningConstants& tuning = comm.version.tuning;
  constexpr float kExposed = 2;  // ranks per node
  return comm.shape.average_ranks() < kExposed ? tuning.ring_ll128_share_exposed
                                               : tuning.ring_ll128_share;
}

BandwidthFold bandwidth(const TuningQuery& query) {
  const TuningConstants& tuning = query.comm.version.tuning;
  const int channels = query.comm.channels.counts().searched;
  BandwidthFold fold = nccl::rules::all_channels(
      channels, nccl::rules::channel_rate(query.comm, query.comm.graphs.ring));
  cap_all_channels(fold, query.comm);
  if (query.protocol == Protocol::Ll) {
    fold.scale("LL: half of the bytes are flags", ll_share(query));
    fold.cap("LL of the GPU or CPU", nccl::rules::ll_cap_of(query.comm));
  }
  if (query.protocol == Protocol::Ll128) {
    fold.scale("LL128: flags and more", ll128_share(query.comm));
    fold.cap("LL128 over all channels",
             channels * nccl::rules::cap_of(tuning.ring_ll128_cap, query.comm));
  }
  const int ranks = query.comm.shape.ranks();
  share_among_ranks(fold, ranks, nccl::rules::ring_steps(query.collective, ranks));
  return fold;
}

Estimate estimate(const TuningQuery& query) {
  const TuningConstants& tuning = query.comm.version.tuning;
  Latency latency(tuning.base_latency_us[Algorithm::Ring][query.protocol]);
  if (nccl::rules::is_rooted(query.collective)) {
    add_pipeline_latency(latency, query);
  } else {
    add_step_latency(latency, query);
  }
  return {latency, bandwidth(query), {}};
}

int max_threads(const CommunicatorView& comm, Protocol protocol) {
  const float gb_per_s =
      comm.graphs.ring.bw_intra * static_cast<float>(comm.channels.counts().searched);
  const bool is_slow = static_cast<double>(gb_per_s) <= comm.version.tuning.slow_ring_gb_per_s;
  if (protocol != Protocol::Simple || !is_slow)
    return nccl::rules::protocol_max_threads(comm, protocol);
  return nccl::rules::asked_max_threads(comm, protocol, comm.version.schedule.slow_ring_threads);
}

int thread_threshold(const CommunicatorView& comm, Protocol protocol) {
  const int bytes = nccl::rules::protocol_thread_threshold(comm, protocol);
  return protocol == Protocol::Ll ? bytes * comm.shape.ranks() : bytes;
}

/// Beyond a minimum of bytes per rank and channel the steps no longer overlap fully.
bool reaches_plateau(const CostQuery& query) {
  const CommunicatorView& comm = query.comm;
  if (query.protocol != Protocol::Simple || query.call.collective != Collective::AllReduce ||
      comm.shape.nodes == 1) {
    return false;
  }
  const TuningConstants& tuning = comm.version.tuning;
  const int channels = tuning.ring_plateau_counts_channels ? comm.channels.count() : 1;
  const auto shares =
      static_cast<std::uint64_t>(channels) * static_cast<std::uint64_t>(comm.shape.ranks());
  return query.model_bytes / shares >= tuning.ring_plateau_min_bytes;
}

/// Eight-bit floats summed one after another over many ranks lose too much.
bool loses_precision(const CostQuery& query) {
  const bool is_fp8 =
      query.call.type == core::DataType::F8e4m3 || query.call.type == core::DataType::F8e5m2;
  return is_fp8 && nccl::rules::is_reduction(query.call.collective) &&
         query.comm.shape.ranks() > query.comm.version.tuning.fp8_ring_max_ranks;
}

CostFactors cost_factors(const CostQuery& query) {
  const TuningConstants& tuning = query.comm.version.tuning;
  CostFactors factors;
  if (reaches_plateau(query)) {
    factors.latency = tuning.ring_plateau[nccl::rules::generation_of(query.comm)];
    factors.latency_reason = "ring plateau";
  }
  if (loses_precision(query)) {
    factors.penalty = tuning.fp8_ring_penalty;
    factors.penalty_reason = "8-bit floats lose precision over so long a ring";
  }
  return factors;
}

Launch launch(const LaunchQuery& query) {
  const bool is_simple = query.protocol == Protocol::Simple;
  return launch_by_size(query, is_simple ? query.comm.version.schedule.ring_sync_warps : 0);
}

int chunk_bytes(const ChunkQuery& query) {
  const bool has_long_chunks =
      query.protocol == Protocol::Simple && !nccl::rules::is_rooted(query.collective);
  const int steps = has_long_chunks ? query.comm.version.schedule.ring_chunk_steps : 1;
  return nccl::rules::payload_of_steps(query.comm, query.protocol, steps);
}

constexpr AlgorithmRules kRules{
    .algorithm = Algorithm::Ring,
    .offers = offers,
    .estimate = estimate,
    .max_threads = max_threads,
    .thread_threshold = thread_threshold,
    .cost_factors = cost_factors,
    .launch = launch,
    .chunk_bytes = chunk_bytes,
};

/// Once or twice around.
int rounds(Collective collective) {
  return collective == Collective::AllReduce ? 2 : 1;
}

/// Hops between nodes on the longest way. A ring leaves out as many hops as it goes around; they
/// lie inside a node where it has enough.
double hops_between(const cost::terms::CallFacts& facts, int times_around) {
  if (facts.nodes < 2) return 0;
  const int inside_a_node = facts.ranks_per_node - 1;
  return static_cast<double>(times_around) * facts.nodes -
         std::max(times_around - inside_a_node, 0);
}

/// With Simple a chunk has four steps of the buffer and two slices, and a slice is at least 1/32 of
/// its two steps (NCCL v2.28.9-1, src/include/collectives.h; src/device/prims_simple.h, genericOp).
/// Between nodes a connection has a buffer at each end.
cost::terms::Slices slices_of(const cost::terms::CallFacts& facts, double chunk) {
  const double steps = 2.0 * facts.buffer_steps;
  if (facts.protocol != Protocol::Simple) return {chunk, steps};
  constexpr double kChunkSteps = 4;
  return {std::min(chunk, std::max(chunk / 2, facts.step_bytes / 16)), steps / kChunkSteps};
}

/// The last piece does not come back to where it started.
double once_less(double hops) {
  return std::max(hops - 1, 0.0);
}

/// A message of the pattern has the bytes of all rounds; rounds make only the way longer.
cost::terms::LeafTraffic around(const cost::terms::CallFacts& facts) {
  cost::terms::LeafTraffic edges = facts.spine.ring;
  edges.hops = once_less(rounds(facts.collective) * edges.hops);
  edges.crossings = once_less(rounds(facts.collective) * edges.crossings);
  return edges;
}

/// broadcast and reduce pass the whole along the ring in chunks, and calls follow each other.
/// Inside a node a rank waits until its neighbour has come to the call, so that one hop is in the
/// time of each; between nodes proxies have the data there before.
cost::terms::Terms rooted_terms(const cost::terms::CallFacts& facts) {
  using cost::terms::others;
  constexpr double kCalls = cost::terms::kCallsInARow;
  cost::terms::TermList list(facts);
  const double steps = facts.ranks() - 1.0;
  const double between =
      facts.nodes > 1 ? std::min<double>(steps, facts.nodes - (facts.skips_network_hop ? 1 : 0))
                      : 0;
  const double message = std::min(facts.bytes_per_channel(), facts.chunk_bytes);
  // LL and LL128 pass on line by line. The last rank passes on nothing.
  const bool is_passed_on = facts.protocol == Protocol::Simple && steps > 1;
  const double waiting = std::min(steps - between, 1.0);
  const double later = steps - between - waiting;
  // Between nodes ranks wait for each other beside what the network carries.
  const bool is_alone = facts.nodes == 1;
  if (!is_alone && waiting > 0) list.neighbours(message, is_passed_on);
  const double each = is_alone ? waiting : 0;
  list.hops_in_a_row(each + later / kCalls, between / kCalls, message);
  if (is_passed_on) list.fill(each + others(later) / kCalls, others(between) / kCalls, message);
  // From the root to one other node ports send or receive, not both.
  list.network(facts.bytes, facts.channels,
               facts.nodes == 2 ? cost::terms::TermList::Traffic::OneWay
                                : cost::terms::TermList::Traffic::BothWays);
  list.buffers(facts.bytes_per_channel() / std::max(message, 1.0), message,
               2.0 * facts.buffer_steps);
  list.spine_in_a_row(around(facts), facts.bytes, kCalls);
  list.links(facts.bytes);
  list.copies(facts.bytes, false);
  return std::move(list).take();
}

}  // namespace
}  // namespace ring

// Ring. A step moves S/n of each channel's part to the next rank; all_reduce takes 2(n-1) steps,
// all_gather and reduce_scatter n-1. Each waits for the step before it on the rank before, over
// hops inside nodes and, once per node, between them.
cost::terms::Terms ring_terms(const cost::terms::CallFacts& facts) {
  if (nccl::rules::is_rooted(facts.collective)) return ring::rooted_terms(facts);
  cost::terms::TermList list(facts);
  const double n = facts.ranks();
  const int around = ring::rounds(facts.collective);
  const double steps = around * (n - 1);
  const double between = ring::hops_between(facts, around);
  const double piece = facts.bytes_per_channel() / n;
  const double loops = std::max(std::ceil(piece / std::max(facts.chunk_bytes, 1.0)), 1.0);
  const double chunk = piece / loops;
  const cost::terms::Slices slices = ring::slices_of(facts, chunk);
  // With Simple the neighbour writes into the user's buffer, and nothing is left to copy.
  const double stored = facts.protocol == nccl::Protocol::Simple ? 0 : 1;

  list.own_step();
  list.synchronised();
  list.chain({.inside = steps - between,
              .between = between,
              .message = slices.bytes,
              .copied = steps * slices.bytes,
              .sent = between * slices.bytes,
              .stored = stored * chunk,
              .repeated = loops});
  list.buffers(loops * steps, slices.bytes, slices.room);
  const double bytes = facts.bytes * steps / n;
  list.network(bytes, facts.channels);
  list.spine(ring::around(facts), bytes);
  list.links(bytes);
  // A rank also copies what it receives last, and its own block: one step more than it sends.
  list.copies(bytes + facts.bytes / n, false);
  return std::move(list).take();
}

Faces ring_faces() {
  return faces_in_nccl(ring::kRules, ring_terms, ring_schedule_face());
}

}  // namespace treering::sim::algorithms
