// Predictions: what a model says of collectives x candidates x sizes, beside NCCL's own choice and
// the bound of the wires.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/call.h"
#include "core/data_type.h"
#include "core/units.h"
#include "sim/alternatives.h"
#include "sim/bound/bound.h"
#include "sim/models/time_model.h"
#include "sim/nccl/plan.h"
#include "sim/way.h"

namespace treering::sim {

using models::Basis;
using models::Model;
using models::TimeModel;

/// One candidate for one call. Where NCCL chooses no algorithm (all-to-all and the like), has none
/// left to choose, or the call has no elements, there is one prediction per size without names;
/// with a time in the first case only, and only from models that know one.
struct Prediction {
  core::Collective collective = core::Collective::AllReduce;
  core::Bytes asked;                 // the size in the request
  core::Bytes bytes;                 // what of it is carried; see sim/test_size.h
  std::uint64_t count = 0;           // elements; of one part where the size is shared out
  Way way;                           // unnamed: none to choose
  int threads = 0;                   // of each channel; 0: unknown
  std::optional<Estimate> estimate;  // nothing where the model has no answer
  core::Duration bound;
  bool is_refused = false;  // NCCL fails the call: its settings leave it nothing to choose from
  bool is_nccl_default = false;  // never where there is nothing to choose
  bool is_best = false;  // the fastest of those asked about; one per size where there are times
  bool has_failed_search = false;  // of its algorithm; never the best beside one that has not
  // What sim/channel_limits.h adds.
  std::optional<int> channel_limit;  // nothing: as many as NCCL makes by itself
  std::optional<double> slowdown;    // times as long as with as many as NCCL makes by itself
  bool is_enough = false;            // the fewest channels that do; one per size at most

  std::optional<core::Duration> time() const { return time_of(estimate); }
};

struct PredictionRequest {
  std::vector<core::Collective> collectives;
  std::vector<std::uint64_t> sizes;
  core::DataType type = core::DataType::Float;
  core::ReduceOp op = core::ReduceOp::Sum;
  Filter filter;
  Model model = Model::Nccl;
  int ranks = 1;
};

/// The alternatives of a call by that time model. Refers to `plan`.
AlternativesOf alternatives_of(const nccl::Plan& plan, const TimeModel& time_model,
                               core::DataType type, core::ReduceOp op);

/// By collective, then size, then candidate in NCCL's order.
std::vector<Prediction> predict(const AlternativesOf& alternatives, const bound::WireBound& bound,
                                const PredictionRequest& request);

/// size / time; nothing without a time, or when it is zero (one rank).
std::optional<core::Bandwidth> algbw(const Prediction& prediction);

/// algbw x nccl-tests' factor for so many ranks.
std::optional<core::Bandwidth> busbw(const Prediction& prediction, int ranks);

}  // namespace treering::sim
