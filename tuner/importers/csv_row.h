// One row of our CSV of measurements.
#pragma once

#include <string>
#include <vector>

#include "tuner/importers/csv_columns.h"
#include "tuner/importers/import.h"
#include "tuner/importers/row_collector.h"

namespace treering::tuner::importers {

struct CsvRow {
  ParsedRow parsed;                  // without its place
  std::vector<std::string> remarks;  // facts that cannot be kept
};

/// \pre as many fields as columns
CsvRow read_csv_row(const std::vector<std::string>& fields, const CsvColumns& columns,
                    const ImportHints& hints);

}  // namespace treering::tuner::importers
