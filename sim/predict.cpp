#include "sim/predict.h"

#include <algorithm>

#include "sim/nccl/call/choice.h"
#include "sim/nccl/search/graph_search.h"
#include "sim/test_size.h"

namespace treering::sim {
namespace {

std::vector<Alternative> tuned_alternatives(const nccl::Plan& plan, const core::Call& call,
                                            const TimeModel& time_model) {
  std::vector<Alternative> result;
  for (const nccl::call::Candidate& candidate : nccl::call::available_candidates(plan, call)) {
    const nccl::call::Decision decision = nccl::call::decision_for(plan, call, candidate);
    const auto cost = core::Duration::from_us(static_cast<double>(candidate.time_us));
    Alternative alternative;
    alternative.way.algorithm = name_of(candidate.offer.algorithm);
    alternative.way.protocol = name_of(candidate.offer.protocol);
    alternative.nccl_cost = cost;
    alternative.way.channels = decision.channels;
    alternative.max_channels = decision.max_channels;
    alternative.threads = decision.threads;
    alternative.has_failed_search =
        nccl::search::has_failed_search(plan.common, candidate.offer.algorithm);
    const models::Choice choice{candidate, decision};
    alternative.estimate = time_model.estimate(plan, call, &choice);
    result.push_back(std::move(alternative));
  }
  return result;
}

/// Messages between pairs, for which NCCL has no choice and no model.
std::vector<Alternative> peer_alternatives(const nccl::Plan& plan, const core::Call& call,
                                           const TimeModel& time_model) {
  Alternative alternative;
  alternative.estimate = time_model.estimate(plan, call, nullptr);
  if (!alternative.estimate) return {};
  return {std::move(alternative)};
}

Prediction prediction_of(const Alternative& alternative) {
  Prediction prediction;
  prediction.way = alternative.way;
  prediction.threads = alternative.threads;
  prediction.estimate = alternative.estimate;
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
    result.back().is_nccl_default = &alternative == usual && !alternative.way.algorithm.empty();
    result.back().is_best = &alternative == best;
  }
  return result;
}

}  // namespace

AlternativesOf alternatives_of(const nccl::Plan& plan, const TimeModel& time_model,
                               core::DataType type, core::ReduceOp op) {
  return [&plan, time_model, type, op](core::Collective collective, std::uint64_t bytes) {
    const core::Call call{collective, bytes, type, op};
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
  if (!prediction.estimate || prediction.estimate->time.in_us() <= 0) return std::nullopt;
  return prediction.bytes / prediction.estimate->time;
}

std::optional<core::Bandwidth> busbw(const Prediction& prediction, int ranks) {
  const auto rate = algbw(prediction);
  if (!rate) return std::nullopt;
  return *rate * core::bus_factor(prediction.collective, ranks);
}

}  // namespace treering::sim
