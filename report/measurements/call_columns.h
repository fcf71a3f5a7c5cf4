// What tables with a row for each measured call have in common.
#pragma once

#include <string>

#include "report/grouped_table.h"
#include "tuner/measure/configuration.h"

namespace treering::report::measurements {

/// A column of numbers with their unit, "(us)".
core::Column number_column(const char* title, const char* unit);

/// The first columns: collective, how it is carried, size. `carrier` is the title of the second.
std::vector<FittedColumn> call_columns(const char* carrier);

/// Their cells. `algorithm`, where it is not empty, is named in place of that which was asked for.
std::vector<std::string> call_cells(const tuner::measure::Configuration& call,
                                    const std::string& algorithm = "");

}  // namespace treering::report::measurements
