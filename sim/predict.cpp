#include "sim/predict.h"

#include <algorithm>

#include "sim/nccl/call/choice.h"
#include "sim/nccl/search/graph_search.h"
#include "sim/test_size.h"

namespace treering::sim {
namespace {

/// By the cost model.
void set_times(const nccl::Plan& plan, const TimeModel& time_model, const cost::Way& way,
               Alternative& alternative) {
  core::Duration bound;
  if (time_model.bound) {
    bound = time_model.bound->time(way.call.collective, core::Bytes::of(way.call.bytes));
  }
  cost::Estimate estimate = cost::raised(time_model.cost->estimate(plan, way), bound);
  alternative.time = estimate.time;
  alternative.latency = estimate.latency;
  // A lone rank copies, in no time that the model knows how sure it is of.
  if (plan.shape.ranks() > 1) {
    alternative.low = estimate.low;
    alternative.high = estimate.high;
  }
  alternative.shares = std::move(estimate.shares);
}

/// Whether the time model says how long a call takes with as many channels as the plan gives it.
bool knows_channels(const nccl::Plan& plan, const TimeModel& time_model, const cost::Way& way,
                    const nccl::call::Candidate& candidate) {
  if (time_model.unlimited == nullptr || time_model.cost->prices_channels(plan, way)) return true;
  return nccl::call::schedule(*time_model.unlimited, way.call, candidate).channels == way.channels;
}

std::vector<Alternative> tuned_alternatives(const nccl::Plan& plan, const nccl::rules::Call& call,
                                            const TimeModel& time_model) {
  std::vector<Alternative> result;
  for (const nccl::call::Candidate& candidate : nccl::call::candidates(plan, call)) {
    if (!candidate.available) continue;
    const nccl::call::Decision decision = nccl::call::schedule(plan, call, candidate);
    const auto cost = core::Duration::from_us(static_cast<double>(candidate.time_us));
    Alternative alternative;
    alternative.algorithm = name_of(candidate.algorithm);
    alternative.protocol = name_of(candidate.protocol);
    alternative.nccl_cost = cost;
    alternative.channels = decision.channels;
    alternative.max_channels = decision.max_channels;
    alternative.threads = decision.threads;
    alternative.has_failed_search =
        nccl::search::has_failed_search(plan.common, candidate.algorithm);
    if (time_model.model == Model::Nccl) {
      alternative.time = cost;
      alternative.latency = core::Duration::from_us(
          static_cast<double>(nccl::call::price_of(plan, call, candidate).latency_us));
    }
    const cost::Way way = cost::way_of(call, decision);
    if (time_model.model == Model::Cost && knows_channels(plan, time_model, way, candidate)) {
      set_times(plan, time_model, way, alternative);
    }
    result.push_back(std::move(alternative));
  }
  return result;
}

/// Messages between pairs, for which NCCL has no choice and no model.
std::vector<Alternative> peer_alternatives(const nccl::Plan& plan, const nccl::rules::Call& call,
                                           const TimeModel& time_model) {
  if (time_model.model != Model::Cost) return {};
  cost::Way way;
  way.call = call;
  Alternative alternative;
  set_times(plan, time_model, way, alternative);
  return {std::move(alternative)};
}

Prediction prediction_of(const Alternative& alternative) {
  Prediction prediction;
  prediction.algorithm = alternative.algorithm;
  prediction.protocol = alternative.protocol;
  prediction.channels = alternative.channels;
  prediction.threads = alternative.threads;
  prediction.time = alternative.time;
  prediction.latency = alternative.latency;
  prediction.low = alternative.low;
  prediction.high = alternative.high;
  prediction.shares = alternative.shares;
  prediction.has_failed_search = alternative.has_failed_search;
  return prediction;
}

/// All that can be said of one call; one line without names where there is nothing to choose.
std::vector<Prediction> predict_call(const std::vector<Alternative>& alternatives,
                                     const Filter& filter) {
  if (alternatives.empty()) return {Prediction{}};
  const Alternative* const usual = nccl_choice(alternatives);
  const Alternative* const best = fastest(alternatives, filter);
  std::vector<Prediction> result;
  for (const Alternative& alternative : alternatives) {
    if (!filter.allows(alternative)) continue;
    result.push_back(prediction_of(alternative));
    result.back().is_nccl_default = &alternative == usual && !alternative.algorithm.empty();
    result.back().is_best = &alternative == best;
  }
  return result;
}

}  // namespace

AlternativesOf alternatives_of(const nccl::Plan& plan, const TimeModel& time_model,
                               core::DataType type, core::ReduceOp op) {
  return [&plan, time_model, type, op](core::Collective collective, std::uint64_t bytes) {
    const nccl::rules::Call call{collective, bytes, type, op};
    return nccl::rules::is_tuned(collective) ? tuned_alternatives(plan, call, time_model)
                                             : peer_alternatives(plan, call, time_model);
  };
}

std::vector<Prediction> predict(const AlternativesOf& alternatives, const bound::WireBound& bound,
                                const PredictionRequest& request) {
  std::vector<Prediction> result;
  for (const core::Collective collective : request.collectives) {
    for (const std::uint64_t asked : request.sizes) {
      const TestSize size = test_size(collective, asked, request.type, request.ranks);
      const auto all =
          size.count > 0 ? alternatives(collective, size.bytes) : std::vector<Alternative>();
      const bool is_refused = nccl::rules::is_tuned(collective) && size.count > 0 && all.empty();
      for (Prediction& prediction : predict_call(all, request.filter)) {
        prediction.is_refused = is_refused;
        prediction.collective = collective;
        prediction.asked = core::Bytes::of(asked);
        prediction.bytes = core::Bytes::of(size.bytes);
        prediction.count = size.count;
        prediction.bound = bound.time(collective, prediction.bytes);
        result.push_back(std::move(prediction));
      }
    }
  }
  return result;
}

std::optional<core::Bandwidth> algbw(const Prediction& prediction) {
  if (!prediction.time || prediction.time->in_us() <= 0) return std::nullopt;
  return prediction.bytes / *prediction.time;
}

std::optional<core::Bandwidth> busbw(const Prediction& prediction, int ranks) {
  const auto rate = algbw(prediction);
  if (!rate) return std::nullopt;
  return *rate * core::bus_factor(prediction.collective, ranks);
}

}  // namespace treering::sim
