// How far predictions are from measurements, as cells of tables.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "report/fitted_table.h"
#include "tuner/calibration/calibration.h"

namespace treering::report::measurements {

/// "below 1 MiB", "1 to 64 MiB", "above": sim/cost/parameters.h.
std::string_view size_class_title(std::size_t size_class);

/// "12.3 %"; "-" where there are no rows.
std::string share_figure(double share, std::size_t rows);

/// A column for the rows, three for the cost model (median, p90, inside the interval), two for
/// NCCL's and two for the event model, which are the first to go.
inline constexpr std::size_t kEventColumns = 2;
std::vector<FittedColumn> score_columns();
std::vector<std::string> score_cells(const tuner::calibration::ModelScores& scores);

/// "all", then each size class that has rows.
struct NamedScores {
  std::string_view size;
  tuner::calibration::ModelScores scores;
};
std::vector<NamedScores> by_size(
    const tuner::calibration::BySize<tuner::calibration::ModelScores>& scores);

}  // namespace treering::report::measurements
