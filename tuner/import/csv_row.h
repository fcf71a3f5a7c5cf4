// The columns of our CSV of measurements, and one row of it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tuner/import/import.h"
#include "tuner/import/row_collector.h"

namespace treering::tuner {

enum class CsvColumn {
  Id,
  Gpu,
  Network,
  GpusPerNode,
  GpusPerProcess,
  Nodes,
  Ranks,
  NcclVersion,
  Collective,
  Algorithm,
  Protocol,
  Channels,
  DataType,
  Op,
  Size,
  TimeOut,
  AlgbwOut,
  BusbwOut,
  TimeIn,
  BusbwIn,
  Wrong,
  TimeFrom,
  Notes,  // read for options of nccl-tests, never written
};

/// What each field of a line is; nothing for columns that are not read.
using CsvColumns = std::vector<std::optional<CsvColumn>>;

std::optional<CsvColumn> csv_column_named(std::string_view name);

/// Columns that collections of measurements have beside ours: sources, links, remarks.
bool is_csv_column_of_others(std::string_view name);

struct CsvRow {
  RowDraft draft;      // without its place
  std::string remark;  // something that it says and we cannot keep
};

/// \pre as many fields as columns
CsvRow read_csv_row(const std::vector<std::string>& fields, const CsvColumns& columns,
                    const ImportHints& hints);

}  // namespace treering::tuner
