// Tree: data goes up to the root of a double binary tree over nodes and down again; inside a node
// the ranks form a chain. Latency logarithmic in nodes. NCCL offers it for all_reduce alone.
//   latency    base + 2 (ranks per node - 1) x hop + 2 log2(nodes) x network hop
//   bandwidth  all channels, less what the protocol costs; halved for going up and down
#include "sim/algorithms/faces.h"
#include "sim/cost/terms/term_list.h"
#include "sim/nccl/communicator/channels.h"

namespace treering::sim::algorithms {
namespace tree {
namespace {

using nccl::Pattern;
using nccl::Shape;

bool offers(core::Collective collective) {
  return collective == core::Collective::AllReduce;
}

Latency latency(const TuningQuery& query) {
  const ChannelGraph& graph = query.comm.graphs.tree;
  const Shape shape = query.comm.shape;
  Latency sum(query.comm.version.tuning.base_latency_us[Algorithm::Tree][query.protocol]);
  sum.add(nccl::rules::hop_over(nccl::rules::wire_inside(graph)), 2 * (shape.ranks_per_node - 1),
          inside_hop_us(query, Algorithm::Tree, graph));
  sum.add(nccl::rules::hop_over(Wire::Network),
          2 * nccl::rules::floor_log2(static_cast<std::uint64_t>(shape.nodes)),
          network_hop_us(query, Algorithm::Tree, graph));
  return sum;
}

BandwidthFold bandwidth(const TuningQuery& query) {
  const CommunicatorView& comm = query.comm;
  const TuningConstants& tuning = comm.version.tuning;
  const int channels = comm.channels.counts().searched;
  BandwidthFold fold =
      nccl::rules::all_channels(channels, nccl::rules::channel_rate(comm, comm.graphs.tree));
  cap_all_channels(fold, comm);
  fold.scale("tree overhead", tuning.tree_share);
  fold.cap("Tree over all channels", channels * nccl::rules::cap_of(tuning.tree_cap, comm));
  if (query.protocol == Protocol::Ll) {
    fold.divide("LL: flags and small stores", tuning.tree_ll_divisor);
    fold.cap("LL of the GPU or CPU", nccl::rules::ll_cap_of(comm));
  }
  if (query.protocol == Protocol::Ll128) {
    fold.scale("LL128: flags",
               comm.shape.nodes == 1 ? tuning.tree_ll128_share_one_node : tuning.tree_ll128_share);
    fold.cap("LL128 over all channels",
             channels * nccl::rules::cap_of(tuning.tree_ll128_cap, comm));
  }
  if (comm.graphs.tree.pattern == Pattern::Tree) {
    fold.scale("one GPU is parent and child at once", tuning.plain_tree_share);
  }
  up_and_down(fold);
  return fold;
}

Estimate estimate(const TuningQuery& query) {
  return {latency(query), bandwidth(query), {}};
}

/// The model overrates medium sizes; NCCL corrects it by a table over powers of two from 64 B.
CostFactors cost_factors(const CostQuery& query) {
  return tree_correction(query);
}

Launch launch(const LaunchQuery& query) {
  return launch_in_full(query, worthwhile_channels(query));
}

/// LL128 keeps several chunks in flight along the tree.
int chunk_bytes(const ChunkQuery& query) {
  const int chunk = one_step_chunk(query);
  if (query.protocol != Protocol::Ll128) return chunk;
  // NCCL v2.28.9-1, src/enqueue.cc, calcCollChunking: the pipeline's length in floats.
  const Shape shape = query.comm.shape;
  const auto per_node = shape.average_ranks();
  const int depth = 1 + nccl::rules::floor_log2(static_cast<std::uint64_t>(shape.nodes));
  const auto length = static_cast<float>(depth + 0.1 * static_cast<double>(per_node));
  const Traffic traffic{query.bytes, static_cast<std::uint64_t>(query.channels)};
  const int large = halved_for_rounds(chunk, traffic, length * 64 / per_node, 131072);
  return halved_for_rounds(large, traffic, length * 16 / per_node, 32768);
}

constexpr AlgorithmRules kRules{
    .algorithm = Algorithm::Tree,
    .offers = offers,
    .estimate = estimate,
    .cost_factors = cost_factors,
    .launch = launch,
    .chunk_bytes = chunk_bytes,
};

}  // namespace
}  // namespace tree

// Tree. Up and down: along the chain inside each node and over log2 N levels of a double binary
// tree between nodes. On the levels between, data make one more hop inside a node where a child is
// not at the GPU that has its parent (NCCL v2.28.9-1, src/graph/connect.cc, child0Index and
// child1Index).
cost::terms::Terms tree_terms(const cost::terms::CallFacts& facts) {
  cost::terms::TermList list(facts);
  const double between = cost::terms::tree_hops(facts);
  const double turns = facts.turns_inside_nodes ? std::max(between - 2, 0.0) : 0;
  const double inside = 2.0 * (facts.ranks_per_node - 1) + turns;
  const double chunk = std::min(facts.bytes_per_channel(), facts.chunk_bytes);

  list.synchronised();
  list.own_step();
  list.hops(inside, between, chunk, cost::terms::TermList::Shape::Tree);
  list.fill(cost::terms::others(inside), cost::terms::others(between), chunk,
            cost::terms::TermList::Shape::Tree);
  // A chunk takes one step of the buffer that a connection between nodes has at each end.
  list.buffers(facts.bytes_per_channel() / std::max(chunk, 1.0), chunk, 2.0 * facts.buffer_steps,
               cost::terms::TermList::Shape::Tree);
  const double edges = cost::terms::double_tree_edges(facts);
  list.network(edges * facts.bytes, edges * facts.channels, cost::terms::TermList::Traffic::Tree);
  list.spine(facts.spine.double_tree, facts.bytes);
  list.links(facts.bytes);
  list.copies(2 * facts.bytes, true);
  return std::move(list).take();
}

Faces tree_faces() {
  return faces_in_nccl(tree::kRules, tree_terms, tree_schedule_face());
}

}  // namespace treering::sim::algorithms
