// Models beside measurements, for people: their errors, and the parameters that fit.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/calibrate.h"
#include "app/hosts/calibrate_hosts.h"
#include "app/hosts/validate_hosts.h"
#include "app/validate.h"
#include "report/display.h"
#include "report/fitted_table.h"
#include "tuner/calibration/calibration.h"

namespace treering::report::measurements {

// How far predictions are from measurements, as cells of tables.

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

// How far predictions are from measurements: tables of errors by system, collective, algorithm and
// size.

/// Quiet: the errors of groups alone.
std::string validate_text(const app::ValidateReport& report, bool is_quiet, const Display& display);

// The result of a calibration: parameters, rejected rows, and how good the profile is.

std::string calibrate_text(const app::CalibrateReport& report, const Display& display);

// The model of hosts beside measured collectives on CPUs, for people.

/// The values found, how sure they are, and the error before and after.
std::string calibrate_hosts_text(const app::hosts::CalibrateHostsReport& report,
                                 const Display& display);

/// Quiet: the rows alone.
std::string validate_hosts_text(const app::hosts::ValidateHostsReport& report, bool is_quiet,
                                const Display& display);

}  // namespace treering::report::measurements
