// NCCL's tuning table, and the cells of it that NCCL_ALGO and NCCL_PROTO leave.
#pragma once

#include <string>
#include <vector>

#include "core/call.h"
#include "sim/nccl/communicator/communicator.h"
#include "sim/nccl/rules/algorithm_rules.h"
#include "sim/nccl/rules/estimate.h"
#include "sim/nccl/types.h"

namespace treering::sim::nccl::tuning {

// What NCCL_ALGO and NCCL_PROTO allow a collective, as each version reads them.

/// Why the two variables rule out this cell of the tuning table, or, if they do not mention
/// protocols, why the protocol itself is ruled out. Empty if the cell is allowed.
std::string not_listed(const rules::TuningQuery& query, Algorithm algorithm);

/// The same for Ring as the fallback of calls with no algorithm left (Unlisted::RingIfNone).
std::string why_no_fallback(const rules::TuningQuery& query);

/// A sentence on why this version chooses `chosen` although NCCL_ALGO does not name it. Empty if it
/// does.
std::string beyond_the_list(const job::Settings& settings, const versions::Version& version,
                            core::Collective collective, Algorithm chosen);

// NCCL's tuning table: the latency and bandwidth that it assumes per collective, algorithm and
// protocol.

/// The collectives that NCCL tunes, in the order of its table.
std::vector<core::Collective> tuned_collectives();

struct TuningCell {
  float latency_us = 0;
  float bandwidth_gb_per_s = 0;  // 0: ruled out
  std::string ruled_out;         // why bandwidth is 0
  // The terms that add up to the latency and the steps that lead to the bandwidth. The steps are
  // kept even if the cell is ruled out, and then end above 0.
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
  /// Ring's cell for calls to which NCCL_ALGO leaves no algorithm, in versions that then fall back
  /// to Ring; null if Ring cannot carry them. \pre is_tuned(collective)
  const TuningCell* fallback(core::Collective collective, Algorithm algorithm,
                             Protocol protocol) const;
  /// Threads per channel for large calls; 0 where the pair does not exist.
  int max_threads(Algorithm algorithm, Protocol protocol) const;
  /// Bytes per thread below which NCCL takes fewer channels.
  int thread_threshold(Algorithm algorithm, Protocol protocol) const;

  bool operator==(const TuningTable&) const = default;

 private:
  void keep_ring(const communicator::CommunicatorView& comm);

  std::vector<TuningCell> cells_;      // by collective, algorithm, protocol
  std::vector<TuningCell> fallbacks_;  // Ring as fallback, by collective, protocol; mostly empty
  std::vector<int> max_threads_;       // by algorithm, protocol
  std::vector<int> thread_thresholds_;
};

}  // namespace treering::sim::nccl::tuning
