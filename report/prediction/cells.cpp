#include "report/prediction/cells.h"

#include "report/figures.h"

namespace treering::report::prediction {

std::string time_or_dash(const std::optional<core::Duration>& time) {
  return time ? time_figure(*time) : std::string(kUnknown);
}

std::string bandwidth_or_dash(const std::optional<core::Bandwidth>& bandwidth) {
  return bandwidth ? bandwidth_figure(*bandwidth) : std::string(kUnknown);
}

std::string interval_or_dash(const sim::Prediction& row) {
  if (!row.estimate || !row.estimate->interval) return std::string(kUnknown);
  return interval_figure(row.estimate->interval->low, row.estimate->interval->high);
}

std::string pair_or_dash(const sim::Prediction& row) {
  return row.way.algorithm.empty() ? std::string(kUnknown)
                                   : choice_name(row.way.algorithm, row.way.protocol);
}

}  // namespace treering::report::prediction
