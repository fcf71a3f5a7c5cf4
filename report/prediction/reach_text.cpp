#include "report/prediction/reach_text.h"

#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/unit_text.h"
#include "report/figures.h"

namespace treering::report::prediction {
namespace {

/// "8 channels of 48 GB/s, x 0.5161 (algbw from busbw: 32 ranks over 62 steps)".
std::string steps_text(const std::vector<sim::nccl::rules::BandwidthStep>& steps) {
  std::vector<std::string> parts;
  for (const auto& step : steps) {
    if (step.is_capped) {
      parts.push_back(fmt::format("at most {:.4g} GB/s ({})", step.cap_gb_per_s, step.what));
    } else if (parts.empty()) {
      parts.push_back(step.what);
    } else if (step.factor != 1) {
      parts.push_back(fmt::format("x {:.4g} ({})", step.factor, step.what));
    }
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string percent_text(double share) {
  constexpr double kRoundsToOne = 0.005;
  return share < kRoundsToOne ? "less than 1 %" : fmt::format("{:.0f} %", 100 * share);
}

/// Why the best is no faster, by the model that it comes from.
std::string limit_sentence(const sim::nccl::call::Limit& limit, const sim::Prediction& last) {
  if (limit.term.empty()) return "";
  if (last.estimate && !last.estimate->shares.empty()) {
    return fmt::format(" What takes most of its time: {} ({}).", limit.term,
                       percent_text(limit.share));
  }
  std::string text = fmt::format(" Of its time {:.0f} % is {}", 100 * limit.share, limit.term);
  if (!limit.steps.empty()) text += fmt::format(": {}", steps_text(limit.steps));
  return text + ".";
}

/// Where the model knows nothing of what limits the wires, an oversubscribed fabric say.
std::string beyond_sentence(const tuner::advice::Reach& reach, const std::string& pair) {
  return fmt::format(
      "At {} {} is said to be {:.2f} times as fast as the wires allow: NCCL's model does not know "
      "that {} set a limit, {:.0f} GB/s each way. No real time is below the bound.",
      core::format_size(reach.at), pair, reach.share, reach.limit, reach.rate.in_gb_per_s());
}

}  // namespace

std::string pair_text(const sim::Prediction& row) {
  if (row.algorithm.empty()) return std::string(core::name_of(row.collective));
  return fmt::format("{}/{}", row.algorithm, row.protocol);
}

std::string reach_text(const tuner::advice::Reach& reach, const sim::nccl::call::Limit& limit,
                       const sim::Prediction& last) {
  if (reach.share > 1) return beyond_sentence(reach, pair_text(last));
  return fmt::format(
             "At {} {} reaches {} of what the wires allow: algbw {} of {} GB/s, which {} set, "
             "{:.0f} GB/s each way.",
             core::format_size(reach.at), pair_text(last), percent_text(reach.share),
             bandwidth_figure(reach.allowed * reach.share), bandwidth_figure(reach.allowed),
             reach.limit, reach.rate.in_gb_per_s()) +
         limit_sentence(limit, last);
}

}  // namespace treering::report::prediction
