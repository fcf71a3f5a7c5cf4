#include "sim/nccl/tuning.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include <fmt/format.h>

#include "core/assert.h"
#include "sim/algorithms/registry.h"
#include "sim/nccl/algorithm_rules.h"
#include "sim/nccl/graph_search.h"
#include "sim/protocols/registry.h"

namespace treering::sim::nccl {
namespace {

using core::Collective;

constexpr std::array kTuned{Collective::Broadcast, Collective::Reduce, Collective::AllGather,
                            Collective::ReduceScatter, Collective::AllReduce};

std::size_t index_of(Algorithm algorithm, Protocol protocol) {
  return static_cast<std::size_t>(algorithm) * kProtocols + static_cast<std::size_t>(protocol);
}

std::size_t row_of(Collective collective) {
  const auto* found = std::find(kTuned.begin(), kTuned.end(), collective);
  TREERING_ASSERT(found != kTuned.end(), "NCCL tunes this collective");
  return static_cast<std::size_t>(found - kTuned.begin());
}

/// What NCCL_ALGO and NCCL_PROTO rule out, and where they say nothing of it, the protocol itself.
std::string not_allowed(const TuningQuery& query, const AlgorithmRules& rules) {
  const Settings& settings = query.comm.settings;
  if (!settings.algorithms.allows(query.collective, static_cast<int>(rules.algorithm))) {
    return fmt::format("NCCL_ALGO leaves {} out", name_of(rules.algorithm));
  }
  if (!settings.protocols.allows(query.collective, static_cast<int>(query.protocol))) {
    return fmt::format("NCCL_PROTO leaves {} out", name_of(query.protocol));
  }
  if (settings.protocols.decides(query.collective)) return {};
  const ChannelGraph& graph = graph_of(query.comm.graphs, rules.algorithm);
  return protocols::entry_of(query.protocol).rules().unusable(query.comm, graph);
}

/// Whether this version has it already.
bool is_offered(const TuningQuery& query, Algorithm algorithm) {
  switch (query.comm.version.tuning.offered[algorithm]) {
    case Offered::Never:
      return false;
    case Offered::AllReduceOnly:
      return query.collective == Collective::AllReduce;
    case Offered::Fully:
      break;
  }
  return true;
}

Estimate estimate(const TuningQuery& query, const AlgorithmRules& rules) {
  if (query.comm.shape.ranks() == 1) return not_modelled("one rank has nobody to talk to");
  if (!rules.offers(query.collective)) {
    return not_modelled(fmt::format("NCCL has no {} for {}", name_of(rules.algorithm),
                                    core::name_of(query.collective)));
  }
  if (!is_offered(query, rules.algorithm)) {
    return not_modelled(fmt::format("NCCL {} has no {} for {}", query.comm.version.name,
                                    name_of(rules.algorithm), core::name_of(query.collective)));
  }
  Estimate cell = rules.estimate(query);
  if (cell.ruled_out.empty()) cell.ruled_out = not_allowed(query, rules);
  if (cell.ruled_out.empty() && cell.bandwidth.gb_per_s() == 0) {
    cell.ruled_out = "no bandwidth is left";
  }
  return cell;
}

/// NCCL_THREAD_THRESHOLDS speaks of Tree and Ring, which come first among the algorithms.
int thread_threshold_of(const CommunicatorView& comm, const AlgorithmRules& rules,
                        Protocol protocol) {
  const auto& asked = comm.settings.threads.thresholds;
  const auto algorithm = static_cast<std::size_t>(rules.algorithm);
  const int usual = rules.thread_threshold(comm, protocol);
  if (algorithm >= asked.size()) return usual;
  return asked[algorithm][static_cast<std::size_t>(protocol)].value_or(usual);
}

TuningCell cell_of(const Estimate& estimate) {
  const bool is_open = estimate.ruled_out.empty();
  return {.latency_us = estimate.latency.us(),
          .bandwidth_gb_per_s = is_open ? estimate.bandwidth.gb_per_s() : 0,
          .ruled_out = estimate.ruled_out,
          .latency_terms = estimate.latency.terms(),
          .bandwidth_steps = estimate.bandwidth.steps()};
}

}  // namespace

std::vector<Collective> tuned_collectives() {
  return {kTuned.begin(), kTuned.end()};
}

TuningTable::TuningTable(const CommunicatorView& comm) {
  cells_.reserve(kTuned.size() * kAlgorithms * kProtocols);
  for (const Collective collective : kTuned) {
    for (int a = 0; a < kAlgorithms; ++a) {
      const auto& rules = algorithms::entry_of(static_cast<Algorithm>(a)).rules();
      for (int p = 0; p < kProtocols; ++p) {
        const TuningQuery query{comm, collective, static_cast<Protocol>(p)};
        cells_.push_back(cell_of(estimate(query, rules)));
      }
    }
  }
  for (int a = 0; a < kAlgorithms; ++a) {
    const auto& rules = algorithms::entry_of(static_cast<Algorithm>(a)).rules();
    for (int p = 0; p < kProtocols; ++p) {
      max_threads_.push_back(rules.max_threads(comm, static_cast<Protocol>(p)));
      thread_thresholds_.push_back(thread_threshold_of(comm, rules, static_cast<Protocol>(p)));
    }
  }
}

const TuningCell& TuningTable::cell(Collective collective, Algorithm algorithm,
                                    Protocol protocol) const {
  return cells_[row_of(collective) * kAlgorithms * kProtocols + index_of(algorithm, protocol)];
}

int TuningTable::max_threads(Algorithm algorithm, Protocol protocol) const {
  return max_threads_[index_of(algorithm, protocol)];
}

int TuningTable::thread_threshold(Algorithm algorithm, Protocol protocol) const {
  return thread_thresholds_[index_of(algorithm, protocol)];
}

}  // namespace treering::sim::nccl
