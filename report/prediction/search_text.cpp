#include "report/prediction/search_text.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/setup/failed_search.h"

namespace treering::report::prediction {
namespace {

using app::PredictReport;
using app::setup::simple_order_times;
using sim::Prediction;

/// "Ring is", "Tree and PAT are".
std::string names_text(const std::vector<std::string>& names) {
  return fmt::format("{} {}", fmt::join(names, " and "), names.size() == 1 ? "is" : "are");
}

}  // namespace

std::string failed_search_answer(const PredictReport& report, core::Collective collective) {
  std::vector<std::string> failed;
  bool is_left = false;  // NCCL's own choice is, for want of another
  for (const Prediction& row : report.rows) {
    if (row.collective != collective || row.way.algorithm.empty()) continue;
    is_left = is_left || (row.has_failed_search && row.is_best);
    const bool is_new = std::ranges::find(failed, row.way.algorithm) == failed.end();
    if (row.has_failed_search && is_new) failed.push_back(row.way.algorithm);
  }
  if (failed.empty()) return "";
  const std::string advice =
      is_left ? std::string("no algorithm is recommended; only NCCL's own default is left")
              : names_text(failed) + " not recommended";
  return fmt::format("{}: {}.{}", report.failed_search, advice,
                     simple_order_times(report.calls.model));
}

std::string failed_search_remark(const std::string& failed_search) {
  if (failed_search.empty()) return "";
  return failed_search +
         ". The 0.1 GB/s below is a label that it gives such a channel, not the rate of a wire; "
         "treering predict goes by the real paths.";
}

}  // namespace treering::report::prediction
