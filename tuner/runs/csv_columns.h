// The columns of our CSV of measurements, by name.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace treering::tuner::runs {

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
  LowUs,
  HighUs,
  Converged,
  Late,
  Notes,    // read for options of nccl-tests, never written
  Config,   // read where rows have no id, as its parts
  Kernels,  // likewise
};

/// The column of each field of a line; nothing for columns that are not read.
using CsvColumns = std::vector<std::optional<CsvColumn>>;

std::optional<CsvColumn> csv_column_named(std::string_view name);
std::string_view name_of(CsvColumn column);

/// The column that a misspelt name was probably meant to be.
std::optional<std::string_view> closest_csv_column(std::string_view name);

/// Columns of collections of measurements that say where rows come from: nobody expects them to be
/// read.
bool is_csv_source_column(std::string_view name);

/// These, and others of such collections, which are no misspelt columns of ours.
bool is_csv_column_of_others(std::string_view name);

/// The names of all columns, in the order of writing.
std::vector<std::string_view> csv_column_names();

// What some fields say.
inline constexpr std::string_view kDerived = "bandwidth";                 // time_from
inline constexpr std::string_view kDefaultChoice = "(default choice)";    // algo_forced
inline constexpr std::string_view kFallback = "(unavailable, fallback)";  // algo_forced
inline constexpr std::string_view kTrue = "true";
inline constexpr std::string_view kFalse = "false";

/// Characters around a field that are not part of it.
inline constexpr std::string_view kCsvBlanks = " \t";

}  // namespace treering::tuner::runs
