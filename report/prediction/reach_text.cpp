#include "report/prediction/reach_text.h"

#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/units.h"
#include "report/figures.h"

namespace treering::report::prediction {

std::string pair_text(const sim::Prediction& row) {
  if (row.way.algorithm.empty()) return std::string(core::name_of(row.collective));
  return text_of(row.way);
}

std::string bandwidth_text(const sim::nccl::call::Limit& limit) {
  std::vector<std::string> parts;
  for (const auto& step : limit.steps) {
    if (step.is_to_algbw) continue;
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

std::string beyond_text(const tuner::advice::ShareOfBound& reach, const sim::Prediction& last) {
  if (reach.share <= 1) return "";
  return fmt::format(
      "At {} {} is said to be {:.2f} times as fast as the wires allow: NCCL's model does not know "
      "that {} set a limit, {:.0f} GB/s each way. No real time is below the bound.",
      core::format_size(reach.at), pair_text(last), reach.share, reach.limit,
      reach.rate.in_gb_per_s());
}

}  // namespace treering::report::prediction
