#include "sim/nccl/tuning/tuning.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "core/assert.h"
#include "sim/algorithms/registry.h"
#include "sim/nccl/rules/algorithm_rules.h"
#include "sim/nccl/search/graph_search.h"

namespace treering::sim::nccl::tuning {
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

/// Whether this version has it already.
bool is_offered(const rules::TuningQuery& query, Algorithm algorithm) {
  switch (query.comm.version.tuning.offered[algorithm]) {
    case versions::Offered::Never:
      return false;
    case versions::Offered::AllReduceOnly:
      return query.collective == Collective::AllReduce;
    case versions::Offered::Fully:
      break;
  }
  return true;
}

/// Without what the variables say of it.
rules::Estimate unlimited(const rules::TuningQuery& query, const rules::AlgorithmRules& rules) {
  if (query.comm.shape.ranks() == 1) return rules::not_modelled("one rank has nobody to talk to");
  if (!rules.offers(query.collective)) {
    return rules::not_modelled(fmt::format("NCCL has no {} for {}", name_of(rules.algorithm),
                                           core::name_of(query.collective)));
  }
  if (!is_offered(query, rules.algorithm)) {
    return rules::not_modelled(fmt::format("NCCL {} has no {} for {}", query.comm.version.name,
                                           name_of(rules.algorithm),
                                           core::name_of(query.collective)));
  }
  return rules.estimate(query);
}

/// `not_listed`: why the variables rule it out; empty where they do not.
TuningCell cell_of(rules::Estimate estimate, std::string not_listed) {
  if (estimate.ruled_out.empty()) estimate.ruled_out = std::move(not_listed);
  if (estimate.ruled_out.empty() && estimate.bandwidth.gb_per_s() == 0) {
    estimate.ruled_out = "no bandwidth is left";
  }
  const bool is_open = estimate.ruled_out.empty();
  return {.latency_us = estimate.latency.us(),
          .bandwidth_gb_per_s = is_open ? estimate.bandwidth.gb_per_s() : 0,
          .ruled_out = estimate.ruled_out,
          .latency_terms = estimate.latency.terms(),
          .bandwidth_steps = estimate.bandwidth.steps()};
}

/// NCCL_THREAD_THRESHOLDS speaks of Tree and Ring, which come first among the algorithms.
int thread_threshold_of(const communicator::CommunicatorView& comm,
                        const rules::AlgorithmRules& rules, Protocol protocol) {
  const auto& asked = comm.settings.threads.thresholds;
  const auto algorithm = static_cast<std::size_t>(rules.algorithm);
  const int usual = rules.thread_threshold(comm, protocol);
  if (algorithm >= asked.size()) return usual;
  return asked[algorithm][static_cast<std::size_t>(protocol)].value_or(usual);
}

}  // namespace

std::vector<Collective> tuned_collectives() {
  return {kTuned.begin(), kTuned.end()};
}

TuningTable::TuningTable(const communicator::CommunicatorView& comm) {
  cells_.reserve(kTuned.size() * kAlgorithms * kProtocols);
  for (const Collective collective : kTuned) {
    for (int a = 0; a < kAlgorithms; ++a) {
      const auto& rules = algorithms::rules_of(static_cast<Algorithm>(a));
      for (int p = 0; p < kProtocols; ++p) {
        const rules::TuningQuery query{comm, collective, static_cast<Protocol>(p)};
        cells_.push_back(cell_of(unlimited(query, rules), not_listed(query, rules.algorithm)));
      }
    }
  }
  for (int a = 0; a < kAlgorithms; ++a) {
    const auto& rules = algorithms::rules_of(static_cast<Algorithm>(a));
    for (int p = 0; p < kProtocols; ++p) {
      max_threads_.push_back(rules.max_threads(comm, static_cast<Protocol>(p)));
      thread_thresholds_.push_back(thread_threshold_of(comm, rules, static_cast<Protocol>(p)));
    }
  }
  if (comm.version.lists.unlisted == versions::Unlisted::RingIfNone) keep_ring(comm);
}

/// NCCL v2.23.4-1, src/graph/tuning.cc, ringbdw: a collective without a bandwidth gets Ring's back.
void TuningTable::keep_ring(const communicator::CommunicatorView& comm) {
  const auto& rules = algorithms::rules_of(Algorithm::Ring);
  for (const Collective collective : kTuned) {
    for (int p = 0; p < kProtocols; ++p) {
      const rules::TuningQuery query{comm, collective, static_cast<Protocol>(p)};
      fallbacks_.push_back(cell_of(unlimited(query, rules), why_no_fallback(query)));
    }
    const auto first =
        cells_.begin() + static_cast<std::ptrdiff_t>(row_of(collective) * kAlgorithms * kProtocols);
    const auto is_open = [](const TuningCell& cell) { return cell.ruled_out.empty(); };
    if (std::any_of(first, first + kAlgorithms * kProtocols, is_open)) continue;
    std::copy_n(fallbacks_.end() - kProtocols, kProtocols,
                first + static_cast<std::ptrdiff_t>(index_of(Algorithm::Ring, Protocol{})));
  }
}

const TuningCell* TuningTable::fallback(Collective collective, Algorithm algorithm,
                                        Protocol protocol) const {
  if (fallbacks_.empty() || algorithm != Algorithm::Ring) return nullptr;
  const TuningCell& cell =
      fallbacks_[row_of(collective) * kProtocols + static_cast<std::size_t>(protocol)];
  return cell.ruled_out.empty() ? &cell : nullptr;
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

}  // namespace treering::sim::nccl::tuning
