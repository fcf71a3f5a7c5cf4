// The part of the chart over sizes that is looked at: figure, scale, the lines that are not hidden.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "report/charts/chart.h"

namespace treering::gui::views::charts {

struct ShownWish {
  bool is_log = true;  // of busbw; times always are
  bool has_changes = true;
  std::set<std::string> hidden;  // names of lines
  std::string looked_at;         // the candidate whose 80 % band is shown
  std::uint64_t bytes = 0;       // of the question; 0: none
};

report::charts::Chart shown_chart(report::charts::Chart chart, const ShownWish& wish);

}  // namespace treering::gui::views::charts
