#include "report/measurements/score_figures.h"

#include <fmt/format.h>

namespace treering::report::measurements {
namespace {

constexpr std::array<std::string_view, sim::cost::kSizeClasses> kTitles{"below 1 MiB",
                                                                        "1 to 64 MiB", "above"};

}  // namespace

std::string_view size_class_title(std::size_t size_class) {
  return kTitles.at(size_class);
}

std::string share_figure(double share, std::size_t rows) {
  return rows == 0 ? "-" : fmt::format("{:.1f} %", share * 100);
}

std::vector<FittedColumn> score_columns() {
  using core::Align;
  return {{{"rows"}},
          {{"cost", Align::Right, 0, "median"}},
          {{"", Align::Right, 0, "p90"}, 1, "cost p90"},
          {{"", Align::Right, 0, "inside"}, 2, "cost inside"},
          {{"NCCL", Align::Right, 0, "median"}, 3},
          {{"", Align::Right, 0, "p90"}, 4, "NCCL p90"},
          {{"event", Align::Right, 0, "median"}, 5},
          {{"", Align::Right, 0, "p90"}, 6, "event p90"}};
}

std::vector<std::string> score_cells(const tuner::calibration::ModelScores& scores) {
  const auto& [cost, nccl, event] = scores;
  return {fmt::format("{}", cost.rows),           share_figure(cost.median, cost.rows),
          share_figure(cost.p90, cost.rows),      share_figure(cost.covered, cost.rows),
          share_figure(nccl.median, nccl.rows),   share_figure(nccl.p90, nccl.rows),
          share_figure(event.median, event.rows), share_figure(event.p90, event.rows)};
}

std::vector<NamedScores> by_size(
    const tuner::calibration::BySize<tuner::calibration::ModelScores>& scores) {
  std::vector<NamedScores> result{{"all", scores.all}};
  for (std::size_t i = 0; i < scores.by_size_class.size(); ++i) {
    const tuner::calibration::ModelScores& some = scores.by_size_class[i];
    if (some.cost.rows > 0) result.push_back({size_class_title(i), some});
  }
  return result;
}

}  // namespace treering::report::measurements
