// The algorithms in one table: what is known of each, and how a call is put to its schedule.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "sim/cost/terms/work.h"
#include "sim/nccl/communicator/communicator.h"
#include "sim/nccl/rules/algorithm_rules.h"
#include "sim/nccl/types.h"
#include "sim/schedule/chunks.h"
#include "sim/schedule/contract.h"

namespace treering::sim::schedule {
class Schedule;
}  // namespace treering::sim::schedule

namespace treering::sim::algorithms {

// A call, as the generators of schedules take it.

struct ScheduleQuery {
  schedule::Contract contract;
  std::vector<schedule::ChannelWork> work;  // by channel
  int ranks_per_node = 1;                   // node by node
  std::uint64_t element_bytes = 1;          // which are not cut
  nccl::Protocol protocol = nccl::Protocol::Simple;
  /// The plan's rings and trees; null where an algorithm that NCCL does not have needs none.
  const nccl::communicator::CommunicatorView* comm = nullptr;
};

// What an algorithm does, step by step: a face of its entry in the registry.

struct ScheduleQuery;

struct ScheduleFace {
  bool (*serves)(const ScheduleQuery& query) = nullptr;  // null: it has no schedule
  /// \pre serves(query)
  std::unique_ptr<schedule::Schedule> (*make)(const ScheduleQuery& query) = nullptr;
  bool has_chunks =
      true;  // else a channel's data are not cut: a step sends all that it has to send
};

// The algorithms, in one table.

/// Gives the work of an algorithm for a call, for the cost model.
using TermsOfCall = cost::terms::Terms (*)(const cost::terms::CallFacts& facts);

/// The known facts of an algorithm: each part may be missing.
struct Faces {
  std::string_view name;                               // "NVLSTree"
  const nccl::rules::AlgorithmRules* rules = nullptr;  // null: NCCL's tuning does not have it
  TermsOfCall terms = nullptr;                         // null: the cost model has no answer
  ScheduleFace schedule = {};
  bool is_untuned = false;  // NCCL has it, without a choice

  bool is_in_nccl() const { return rules != nullptr || is_untuned; }
};

struct Entry : Faces {
  std::string_view id;     // "nvls_tree", as on the command line
  std::string_view title;  // one line for lists
};

/// All of them, in the order of algorithms.def.
std::span<const Entry> all();

/// The algorithms among which NCCL chooses.
std::vector<const Entry*> known_to_nccl(std::span<const Entry> entries = all());

const Entry& entry_of(nccl::Algorithm algorithm);

const nccl::rules::AlgorithmRules& rules_of(nccl::Algorithm algorithm);

/// By id or name in any case; null when there is none.
const Entry* find(std::string_view name, std::span<const Entry> entries = all());
/// Likewise of those among which NCCL chooses.
const Entry* find_in_nccl(std::string_view name);

/// Names of the collectives that an algorithm serves, "barrier" among them. For those among which
/// NCCL chooses, the ones for which it may, on machines that allow it.
std::vector<std::string_view> served_by(const Entry& entry);

// Each defined in the file of its name.
#define ALGORITHM(id, title) Faces id##_faces();
#include "sim/algorithms/algorithms.def"
#undef ALGORITHM

}  // namespace treering::sim::algorithms
