// One row of our CSV of measurements.
#pragma once

#include <string>
#include <vector>

#include "tuner/runs/csv_columns.h"
#include "tuner/runs/row_collector.h"
#include "tuner/runs/runs.h"

namespace treering::tuner::runs {

struct CsvRow {
  ParsedRow parsed;                  // without its place
  std::vector<std::string> remarks;  // facts that cannot be kept
};

/// \pre as many fields as columns
CsvRow read_csv_row(const std::vector<std::string>& fields, const CsvColumns& columns,
                    const ImportHints& hints);

}  // namespace treering::tuner::runs
