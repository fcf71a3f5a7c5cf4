#include <string_view>

#include <fmt/format.h>

#include "sim/nccl/communicator/channels.h"
#include "sim/nccl/search/graph_search.h"
#include "sim/nccl/tuning/tuning.h"
#include "sim/protocols/registry.h"

namespace treering::sim::nccl::tuning {
namespace {

using core::Collective;

bool is_named(const rules::TuningQuery& query, Algorithm algorithm) {
  return query.comm.settings.algorithms.allows(query.collective, static_cast<int>(algorithm));
}

/// Whether a version up to 2.23 allows Ring and Tree although the list has neither: it treats the
/// list as one that asks for CollNet, which is missing. 2.23.4: src/graph/tuning.cc,
/// ncclTopoTuneModel, "hard set".
bool is_widened(const rules::TuningQuery& query) {
  const communicator::CommunicatorView& comm = query.comm;
  const versions::ListConstants& lists = comm.version.lists;
  if (lists.by_collective || comm.channels.uses_collnet()) return false;
  if (is_named(query, Algorithm::Ring) || is_named(query, Algorithm::Tree)) return false;
  if (!lists.nvls_keeps_list) return true;
  return !is_named(query, comm.shape.nodes == 1 ? Algorithm::Nvls : Algorithm::NvlsTree);
}

bool is_left(const rules::TuningQuery& query, Algorithm algorithm) {
  if (is_named(query, algorithm)) return true;
  const bool is_all_reduce = query.collective == Collective::AllReduce;
  const bool is_ring = algorithm == Algorithm::Ring;
  switch (query.comm.version.lists.unlisted) {
    case versions::Unlisted::AllReduceOnly:
      if (!is_all_reduce) return true;
      break;
    case versions::Unlisted::RingAlways:
      if (!is_all_reduce && is_ring) return true;
      break;
    case versions::Unlisted::RingIfNone:
    case versions::Unlisted::Fails:
      break;
  }
  return (is_ring || algorithm == Algorithm::Tree) && is_widened(query);
}

std::string protocol_not_listed(const rules::TuningQuery& query, Algorithm algorithm) {
  const job::ChoiceList& protocols = query.comm.settings.protocols;
  if (!protocols.allows(query.collective, static_cast<int>(query.protocol))) {
    return fmt::format("NCCL_PROTO leaves {} out", name_of(query.protocol));
  }
  if (protocols.decides(query.collective)) return {};
  const ChannelGraph& graph = search::graph_of(query.comm.graphs, algorithm);
  return protocols::entry_of(query.protocol).rules().unusable(query.comm, graph);
}

}  // namespace

std::string not_listed(const rules::TuningQuery& query, Algorithm algorithm) {
  if (!is_left(query, algorithm)) {
    return fmt::format("NCCL_ALGO leaves {} out", name_of(algorithm));
  }
  return protocol_not_listed(query, algorithm);
}

std::string why_no_fallback(const rules::TuningQuery& query) {
  if (!query.comm.version.lists.ring_obeys_protocols) return {};
  return protocol_not_listed(query, Algorithm::Ring);
}

std::string beyond_the_list(const job::Settings& settings, const versions::Version& version,
                            Collective collective, Algorithm chosen) {
  if (settings.algorithms.allows(collective, static_cast<int>(chosen))) return "";
  const bool is_all_reduce = collective == Collective::AllReduce;
  const versions::Unlisted unlisted = version.lists.unlisted;
  std::string_view rule =
      "treats a list with neither Ring nor Tree as one for CollNet, and allows both where there is "
      "no CollNet";
  if (unlisted == versions::Unlisted::RingIfNone && chosen == Algorithm::Ring) {
    rule = "uses Ring for calls for which NCCL_ALGO leaves nothing else";
  } else if (unlisted == versions::Unlisted::RingAlways && !is_all_reduce) {
    rule = "allows Ring for all collectives but all_reduce, whatever NCCL_ALGO says";
  } else if (unlisted == versions::Unlisted::AllReduceOnly && !is_all_reduce) {
    rule = "applies NCCL_ALGO for all_reduce only";
  }
  return fmt::format(
      "This version of NCCL {}; from 2.24 on, a call for which NCCL_ALGO leaves nothing fails.",
      rule);
}

}  // namespace treering::sim::nccl::tuning
