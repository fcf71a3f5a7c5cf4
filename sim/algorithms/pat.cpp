// PAT (parallel aggregated trees): all_gather and reduce_scatter in a logarithmic number of steps
// (S. Jeaugey, "PAT: a new algorithm for all-gather and reduce-scatter operations at scale", 2025).
// NCCL runs it with one GPU per node.
//   latency    base + log2(nodes) x network hop / 3.5 + 2.8 us x ranks
//   bandwidth  the tree's channels x 0.75
#include <algorithm>
#include <cmath>

#include "sim/algorithms/faces.h"
#include "sim/cost/terms/term_list.h"
#include "sim/nccl/communicator/channels.h"
#include "sim/nccl/rules/call.h"
#include "sim/nccl/versions/constants.h"

namespace treering::sim::algorithms {
namespace pat {
namespace {

using core::Call;
using core::Collective;
using core::ReduceOp;
using job::Switch;

bool offers(Collective collective) {
  return nccl::rules::is_split(collective);
}

// NCCL v2.28.9-1, src/graph/tuning.cc, ncclPatEnable.
std::string ruled_out(const TuningQuery& query) {
  const Switch asked = query.comm.settings.pat;
  if (query.protocol != Protocol::Simple) return "PAT speaks Simple only";
  if (query.comm.facts.min_compute_capability < nccl::versions::kPascal)
    return "PAT needs GPUs from Pascal on";
  if (asked == Switch::Off) return "NCCL_PAT_ENABLE turns PAT off";
  if (asked == Switch::On) return {};
  if (!query.comm.shape.has_one_rank_per_node()) return "PAT needs one GPU per node";
  return {};
}

Latency latency(const TuningQuery& query) {
  const TuningConstants& tuning = query.comm.version.tuning;
  const float hop = network_hop_us(query, Algorithm::Pat, query.comm.graphs.tree);
  Latency sum(tuning.base_latency_us[Algorithm::Pat][query.protocol]);
  sum.add_precisely({"part of a network hop", TermKind::NetworkHop},
                    nccl::rules::floor_log2(static_cast<std::uint64_t>(query.comm.shape.nodes)),
                    static_cast<double>(hop) / tuning.pat_network_divisor);
  sum.add_precisely({"rank"}, query.comm.shape.ranks(), tuning.pat_us_per_rank);
  return sum;
}

Estimate estimate(const TuningQuery& query) {
  if (std::string reason = ruled_out(query); !reason.empty())
    return nccl::rules::not_modelled(reason);
  const CommunicatorView& comm = query.comm;
  Estimate cell;
  cell.latency = latency(query);
  cell.bandwidth = nccl::rules::all_channels(comm.channels.counts().searched,
                                             nccl::rules::channel_rate(comm, comm.graphs.tree));
  cell.bandwidth.scale("PAT reaches three quarters", comm.version.tuning.pat_share);
  return cell;
}

/// Only plain reductions: a factor or a division cannot be applied on the way.
std::string unusable(const CommunicatorView&, const Call& call) {
  const bool is_plain = call.op != ReduceOp::Avg && call.op != ReduceOp::MulSum;
  if (call.collective != Collective::ReduceScatter || is_plain) return {};
  return "PAT cannot scale while it reduces";
}

/// NCCL leaves PAT's limit at zero, so that size never takes channels away.
int no_thread_limit(const CommunicatorView&, Protocol) {
  return 0;
}

Launch launch(const LaunchQuery& query) {
  return launch_in_full(query, query.comm.channels.count());
}

/// Shorter chunks while there are few rounds of them.
int chunk_bytes(const ChunkQuery& query) {
  // NCCL v2.28.9-1, src/enqueue.cc, calcCollChunking.
  const float rounds = query.collective == Collective::AllGather ? 32 : 16;
  const Traffic traffic{query.bytes, static_cast<std::uint64_t>(query.channels)};
  return halved_for_rounds(one_step_chunk(query), traffic, rounds, 65536);
}

constexpr AlgorithmRules kRules{
    .algorithm = Algorithm::Pat,
    .offers = offers,
    .is_simple_only = true,
    .estimate = estimate,
    .max_threads = no_thread_limit,
    .unusable = unusable,
    .launch = launch,
    .chunk_bytes = chunk_bytes,
};

double steps_over(int parts) {
  return std::ceil(std::log2(static_cast<double>(parts)));
}

}  // namespace
}  // namespace pat

// PAT, one rank per node: log2 n steps, and every rank takes in S(n-1)/n.
cost::terms::Terms pat_terms(const cost::terms::CallFacts& facts) {
  cost::terms::TermList list(facts);
  const double n = facts.ranks();
  const double bytes = facts.bytes * (n - 1) / n;
  const double hops = pat::steps_over(facts.ranks());
  const double piece = facts.bytes_per_channel() / n;
  const double loops = std::max(std::ceil(piece / std::max(facts.chunk_bytes, 1.0)), 1.0);
  const double block = piece / loops;
  // Short blocks share messages; of long ones each has its own, and the last passes all hops.
  const double sent = std::min((n - 1) * block, hops * std::max(facts.chunk_bytes, block));
  list.chain({.between = hops,
              .message = block,
              .copied = (n - 1) * block,
              .sent = sent,
              .repeated = loops});
  list.network(bytes, facts.channels);
  list.spine(facts.spine.pat, facts.bytes);
  list.copies(bytes, false);
  return std::move(list).take();
}

Faces pat_faces() {
  return faces_in_nccl(pat::kRules, pat_terms, pat_schedule_face());
}

}  // namespace treering::sim::algorithms
