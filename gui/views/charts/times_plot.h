// The chart of times, or of busbw, over sizes.
#pragma once

#include <QString>
#include <cstdint>
#include <set>
#include <vector>

#include "app/predict.h"
#include "gui/views/charts/chart_lines.h"
#include "gui/widgets/plot.h"

namespace treering::gui::views::charts {

enum class Quantity { Time, Busbw };

struct TimesWish {
  Quantity quantity = Quantity::Time;
  bool is_log = true;  // of busbw; times always are
  bool has_crossovers = true;
  std::set<QString> hidden;  // names of lines
  QString looked_at;         // the candidate whose interval is shown, besides that of the fastest
  std::uint64_t bytes = 0;   // of the question
};

widgets::Plot times_plot(const app::PredictReport& report, const std::vector<ChartLine>& lines,
                         const TimesWish& wish);

}  // namespace treering::gui::views::charts
