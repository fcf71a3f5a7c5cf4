#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "tuner/runs/csv_columns.h"
#include "tuner/runs/formats.h"

namespace treering::tuner::runs {
namespace {

/// Only rows of treering measure have them.
constexpr std::array kMedianColumns{CsvColumn::LowUs, CsvColumn::HighUs, CsvColumn::Converged,
                                    CsvColumn::Late};

std::string or_empty(int number) {
  return number == 0 ? "" : fmt::format("{}", number);
}

template <class Name>
std::string name_or_empty(const std::optional<Name>& value) {
  return value ? std::string(name_of(*value)) : std::string();
}

/// As many digits as it takes to read the same number back.
std::string exact(const std::optional<core::Duration>& time) {
  return time ? fmt::format("{}", time->in_us()) : std::string();
}

/// algbw times `factor`; 0 gives nothing.
std::string rate(const Measurement& row, const std::optional<core::Duration>& time, double factor) {
  if (!time || factor == 0) return "";
  return fmt::format("{:.6g}", (core::Bytes::of(row.bytes) / *time).in_gb_per_s() * factor);
}

std::string algorithm_field(const Measurement& row) {
  if (row.is_fallback) return std::string(kFallback);
  return row.is_own_choice ? fmt::format("{} {}", row.way.algorithm, kDefaultChoice)
                           : row.way.algorithm;
}

std::vector<std::string> fields_of(const Measurement& row) {
  const double bus = row.ranks > 0 ? core::bus_factor(row.collective, row.ranks) : 0;
  return {
      row.id,
      row.gpu,
      row.network,
      or_empty(row.gpus_per_node),
      or_empty(row.gpus_per_process),
      or_empty(row.nodes),
      or_empty(row.ranks),
      row.nccl_version,
      std::string(name_of(row.collective)),
      algorithm_field(row),
      row.way.protocol,
      or_empty(row.way.channels),
      name_or_empty(row.type),
      name_or_empty(row.op),
      fmt::format("{}", row.bytes),
      exact(row.out_of_place),
      rate(row, row.out_of_place, 1),
      rate(row, row.out_of_place, bus),
      exact(row.in_place),
      rate(row, row.in_place, bus),
      row.wrong ? fmt::format("{}", *row.wrong) : std::string(),
      row.is_time_derived ? std::string(kDerived) : std::string(),
  };
}

/// By kMedianColumns.
std::vector<std::string> fields_of(const std::optional<MedianKnown>& median) {
  if (!median) return std::vector<std::string>(kMedianColumns.size());
  return {fmt::format("{}", median->low_us), fmt::format("{}", median->high_us),
          std::string(median->is_converged ? kTrue : kFalse), fmt::format("{}", median->late)};
}

bool is_any_of(std::string_view column, std::span<const CsvColumn> columns) {
  return std::ranges::any_of(columns, [&](CsvColumn one) { return name_of(one) == column; });
}

/// In each file.
bool is_always_written(std::string_view column) {
  constexpr std::array kRead{CsvColumn::Notes, CsvColumn::Config, CsvColumn::Kernels};
  return !is_any_of(column, kRead) && !is_any_of(column, kMedianColumns);
}

}  // namespace

std::string write_measurement_csv(const std::vector<Measurement>& rows, const std::string& note) {
  std::vector<std::string> names;
  for (const std::string_view name : csv_column_names()) {
    if (is_always_written(name)) names.emplace_back(name);
  }
  const bool has_medians =
      std::ranges::any_of(rows, [](const Measurement& row) { return row.median.has_value(); });
  for (const CsvColumn column : kMedianColumns) {
    if (has_medians) names.emplace_back(name_of(column));
  }
  if (!note.empty()) names.emplace_back(name_of(CsvColumn::Notes));
  std::string text = core::csv_line(names);
  for (const Measurement& row : rows) {
    std::vector<std::string> fields = fields_of(row);
    if (has_medians) std::ranges::move(fields_of(row.median), std::back_inserter(fields));
    if (!note.empty()) fields.push_back(note);
    text += core::csv_line(fields);
  }
  return text;
}

}  // namespace treering::tuner::runs
