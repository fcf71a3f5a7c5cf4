// Measurements for people: measured, imported, compared, and judged by the links of hosts.
#pragma once

#include <string>

#include "app/import.h"
#include "app/measuring/check_hosts.h"
#include "app/measuring/compare.h"
#include "app/measuring/measure.h"
#include "report/display.h"
#include "report/fitted_table.h"
#include "tuner/measure/configuration.h"

namespace treering::report::measurements {

// What tables with a row for each measured call have in common.

/// A column of numbers with their unit, "(us)".
core::Column number_column(const char* title, const char* unit);

/// The first columns: collective, how it is carried, size. `carrier` is the title of the second.
std::vector<FittedColumn> call_columns(const char* carrier);

/// Their cells. `algorithm`, where it is not empty, is named in place of that which was asked for.
std::vector<std::string> call_cells(const tuner::measure::Configuration& call,
                                    const std::string& algorithm = "");

// Results of a measurement for people.

std::string measure_text(const app::measuring::MeasureReport& report, bool is_quiet,
                         const Display& display);

/// "12 of 84, 40 s left, all_reduce 64 KiB ring: 310 us": a line while it runs.
std::string progress_text(const tuner::measure::Progress& progress);

// Measurements as text: a line for each series, then what was rejected or is doubtful.

/// Quiet: the series alone.
std::string import_text(const app::ImportReport& report, bool is_quiet, const Display& display);

// Two sets of measurements side by side, for people.

std::string compare_text(const app::measuring::CompareReport& report, bool is_quiet,
                         const Display& display);

// Whether collectives on CPUs are as fast as their links allow, for people.

/// Quiet: the rows alone.
std::string check_hosts_text(const app::measuring::CheckHostsReport& report, bool is_quiet,
                             const Display& display);

}  // namespace treering::report::measurements
