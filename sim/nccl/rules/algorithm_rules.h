// The rules by which NCCL's model prices and schedules an algorithm. Each algorithm fills one of
// these in sim/algorithms; nothing else asks which algorithm it is.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/call.h"
#include "sim/nccl/communicator/communicator.h"
#include "sim/nccl/rules/call.h"
#include "sim/nccl/rules/estimate.h"
#include "sim/nccl/types.h"

namespace treering::sim::nccl::rules {

/// One cell of the tuning table.
struct TuningQuery {
  const communicator::CommunicatorView& comm;
  core::Collective collective;
  Protocol protocol;
};

/// Corrections for the size of one call; by default none.
struct CostFactors {
  double latency = 1;
  std::string_view latency_reason;  // empty where the factor is 1
  float bandwidth = 1;
  std::string_view bandwidth_reason;
  double penalty = 1;  // on the whole time
  std::string_view penalty_reason;
};

struct CostQuery {
  const communicator::CommunicatorView& comm;
  const core::Call& call;
  Protocol protocol;
  std::uint64_t model_bytes;
};

/// The most threads that a call may use. Its size decides how many of them pay off.
struct LaunchQuery {
  const communicator::CommunicatorView& comm;
  Protocol protocol;
  std::uint64_t model_bytes;
  int max_threads;       // per channel
  int thread_threshold;  // bytes per thread that make it worth while
};

struct Launch {
  int channels = 0;
  int threads = 0;  // per channel, helpers included
  bool operator==(const Launch&) const = default;
};

/// A part of a call that `channels` channels carry together.
struct ChunkQuery {
  const communicator::CommunicatorView& comm;
  core::Collective collective;
  Protocol protocol;
  int channels;
  std::uint64_t bytes;
  /// Table bandwidth (GB/s) of this algorithm's all_reduce.
  float all_reduce_gb_per_s;
};

/// How channels share a call.
enum class Sharing {
  Continuous,      // contiguous parts, as few channels as the size asks for
  ContinuousNvls,  // the same over the NVLS channels
  Even,            // in-network reduction: the same on every channel
};

// The answers of most algorithms.
/// NCCL_NTHREADS and NCCL_LL128_NTHREADS, brought into NCCL's bounds; `otherwise` where unset.
int asked_max_threads(const communicator::CommunicatorView& comm, Protocol protocol, int otherwise);
int protocol_max_threads(const communicator::CommunicatorView& comm, Protocol protocol);
int protocol_thread_threshold(const communicator::CommunicatorView& comm, Protocol protocol);
std::string always_usable(const communicator::CommunicatorView& comm, const core::Call& call);
CostFactors no_cost_factors(const CostQuery& query);
Sharing share_continuously(const communicator::CommunicatorView& comm);

struct AlgorithmRules {
  Algorithm algorithm{};
  bool (*offers)(core::Collective collective) = nullptr;
  bool is_simple_only = false;  // on every machine
  Estimate (*estimate)(const TuningQuery& query) = nullptr;
  int (*max_threads)(const communicator::CommunicatorView& comm,
                     Protocol protocol) = protocol_max_threads;
  int (*thread_threshold)(const communicator::CommunicatorView& comm,
                          Protocol protocol) = protocol_thread_threshold;
  /// Why this call cannot use it although the table has a bandwidth; empty when it can.
  std::string (*unusable)(const communicator::CommunicatorView& comm,
                          const core::Call& call) = always_usable;
  CostFactors (*cost_factors)(const CostQuery& query) = no_cost_factors;
  Launch (*launch)(const LaunchQuery& query) = nullptr;
  /// The chunk, not yet rounded to the protocol's grain.
  int (*chunk_bytes)(const ChunkQuery& query) = nullptr;
  Sharing (*sharing)(const communicator::CommunicatorView& comm) = share_continuously;

  [[nodiscard]] bool speaks(Protocol protocol) const {
    return !is_simple_only || protocol == Protocol::Simple;
  }
};

}  // namespace treering::sim::nccl::rules
