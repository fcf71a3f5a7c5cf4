// The columns of our CSV of measurements, by name.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace treering::tuner::importers {

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
  Notes,    // read for options of nccl-tests, never written
  Config,   // read where rows have no id, as its parts
  Kernels,  // likewise
};

/// What each field of a line is; nothing for columns that are not read.
using CsvColumns = std::vector<std::optional<CsvColumn>>;

std::optional<CsvColumn> csv_column_named(std::string_view name);
std::string_view name_of(CsvColumn column);

/// The column that a misspelt name was probably meant to be.
std::optional<std::string_view> closest_csv_column(std::string_view name);

/// Columns that collections of measurements have beside ours: sources, links, remarks.
bool is_csv_column_of_others(std::string_view name);

/// The names of all, in the order that they are written in.
std::vector<std::string_view> csv_column_names();

/// What may stand around a field and does not belong to it.
inline constexpr std::string_view kCsvBlanks = " \t";

}  // namespace treering::tuner::importers
