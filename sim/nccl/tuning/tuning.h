// NCCL's tuning table: latency and bandwidth it assumes per collective, algorithm and protocol.
#pragma once

#include <string>
#include <vector>

#include "core/collective.h"
#include "sim/nccl/communicator/communicator.h"
#include "sim/nccl/rules/estimate.h"
#include "sim/nccl/types.h"

namespace treering::sim::nccl::tuning {

/// The collectives that NCCL tunes, in the order of its table.
std::vector<core::Collective> tuned_collectives();

struct TuningCell {
  float latency_us = 0;
  float bandwidth_gb_per_s = 0;  // 0: ruled out
  std::string ruled_out;         // why bandwidth is 0
  // The terms that latency and bandwidth are the folds of. The bandwidth's steps are kept even
  // where the cell is ruled out, and then end above 0.
  std::vector<rules::LatencyTerm> latency_terms;
  std::vector<rules::BandwidthStep> bandwidth_steps;
  bool operator==(const TuningCell&) const = default;
};

class TuningTable {
 public:
  TuningTable() = default;
  explicit TuningTable(const communicator::CommunicatorView& comm);

  /// \pre is_tuned(collective)
  const TuningCell& cell(core::Collective collective, Algorithm algorithm, Protocol protocol) const;
  /// What carries a call to which NCCL_ALGO leaves nothing, in versions that then fall back to
  /// Ring; null where it cannot. \pre is_tuned(collective)
  const TuningCell* stand_in(core::Collective collective, Algorithm algorithm,
                             Protocol protocol) const;
  /// Threads per channel for large calls; 0 where the pair does not exist.
  int max_threads(Algorithm algorithm, Protocol protocol) const;
  /// Bytes per thread below which NCCL takes fewer channels.
  int thread_threshold(Algorithm algorithm, Protocol protocol) const;

  bool operator==(const TuningTable&) const = default;

 private:
  void keep_ring(const communicator::CommunicatorView& comm);

  std::vector<TuningCell> cells_;      // by collective, algorithm, protocol
  std::vector<TuningCell> stand_ins_;  // Ring's by collective, protocol; mostly none
  std::vector<int> max_threads_;       // by algorithm, protocol
  std::vector<int> thread_thresholds_;
};

}  // namespace treering::sim::nccl::tuning
