// Predictions: what a model says of collectives x candidates x sizes, beside NCCL's own choice and
// the bound of the wires.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/collective.h"
#include "core/data_type.h"
#include "core/units.h"
#include "sim/alternatives.h"
#include "sim/bound/bound.h"
#include "sim/cost/cost_model.h"
#include "sim/model.h"
#include "sim/nccl/plan.h"

namespace treering::sim {

/// One candidate for one call. Where NCCL chooses no algorithm (all-to-all and the like), has none
/// left to choose, or the call has no elements, there is one prediction per size without names;
/// with a time in the first case only, and only from models that know one.
struct Prediction {
  core::Collective collective = core::Collective::AllReduce;
  core::Bytes asked;        // the size in the request
  core::Bytes bytes;        // what of it is carried; see sim/test_size.h
  std::uint64_t count = 0;  // elements; of one part where the size is shared out
  std::string algorithm;    // empty: none to choose
  std::string protocol;
  int channels = 0;                       // that carry data; 0: unknown
  int threads = 0;                        // of each channel; 0: unknown
  std::optional<core::Duration> time;     // nothing where the model has no answer
  std::optional<core::Duration> latency;  // the part of `time` that the size does not change
  std::optional<core::Duration> low;      // 80 % interval; nothing from models without one
  std::optional<core::Duration> high;
  std::vector<TimeShare> shares;  // of `time`, by what takes it
  core::Duration bound;
  bool is_refused = false;  // NCCL fails the call: its settings leave it nothing to choose from
  bool is_nccl_default = false;  // never where there is nothing to choose
  bool is_best = false;  // the fastest of those asked about; one per size where there are times
  bool has_failed_search = false;  // of its algorithm; never the best beside one that has not
  // What sim/channel_limits.h adds.
  std::optional<int> channel_limit;  // nothing: as many as NCCL makes by itself
  std::optional<double> slowdown;    // times as long as with as many as NCCL makes by itself
  bool is_enough = false;            // the fewest channels that do; one per size at most
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

/// What says how long calls take. \pre `cost` is there, and made for the plan, where the model is
/// Model::Cost
struct TimeModel {
  Model model = Model::Nccl;
  std::shared_ptr<const cost::CostModel> cost;
  /// Of the same job. No time of the cost model is below it; without it they are taken as they are.
  std::shared_ptr<const bound::WireBound> bound;
  /// Where the plan has another number of channels than NCCL would make: the plan as NCCL would
  /// make it. Calls have no time if the cost model does not say what one of their channels carries,
  /// except with as many as there. Not owned.
  const nccl::Plan* unlimited = nullptr;
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
