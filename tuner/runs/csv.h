// Our CSV of measurements as text: its records, and its columns by name.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace treering::tuner::runs {

// Reads the records of a CSV text (RFC 4180) as core/text/quote.h writes them; a broken record
// loses only itself.

struct CsvRecord {
  int line = 0;  // where it begins, from 1
  std::vector<std::string> fields;
  std::string problem;  // a quote that does not end, or stands inside a field
};

class CsvReader {
 public:
  explicit CsvReader(std::string_view text) : rest_(text) {}

  /// False at the end. Skips empty lines.
  bool next(CsvRecord& record);

  /// Rejects the last record, which took several lines: the next begins on its second line.
  void step_back_to_second_line();

 private:
  bool read_field(std::string& field, std::string& problem);
  bool read_quoted(std::string& field, std::string& problem);
  void skip_line();

  std::string_view rest_;
  int line_ = 1;  // of the first byte of rest_
  std::string_view second_line_;
  int second_number_ = 0;  // 0: the last record had one line
};

// The columns of our CSV of measurements, by name.

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

/// Other columns of collections of measurements: sources, links, remarks.
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
