#include "tuner/runs/measurement_csv.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/named_values.h"
#include "core/text/place.h"
#include "core/text/quote.h"
#include "core/unit_text.h"
#include "tuner/runs/csv_records.h"
#include "tuner/runs/csv_row.h"
#include "tuner/runs/row_collector.h"

namespace treering::tuner::runs {
namespace {

bool has(const CsvColumns& columns, CsvColumn column) {
  return std::ranges::find(columns, std::optional(column)) != columns.end();
}

class CsvRows {
 public:
  CsvRows(const ImportSource& source, const ImportHints& hints)
      : source_(source), hints_(hints), reader_(core::without_byte_order_mark(source.text)) {}

  core::Result<MeasurementSet> read() {
    if (auto done = read_heading(); !done) return core::fail(done.error());
    CsvRecord record;
    while (!rows_.is_full() && reader_.next(record)) read_record(record);
    return std::move(rows_).finish(source_.file);
  }

 private:
  std::string at(const CsvRecord& record) const {
    return fmt::format("{}:{}", source_.file, record.line);
  }

  core::Result<void> read_heading() {
    CsvRecord heading;
    reader_.next(heading);
    std::vector<std::string> unknown;
    for (const std::string& name : heading.fields) {
      const auto column = csv_column_named(name);
      if (column && has(columns_, *column)) return fail_twice(heading, *column, name);
      columns_.push_back(column);
      if (!column && !is_csv_column_of_others(name)) unknown.push_back(shown(name));
    }
    if (!unknown.empty()) {
      constexpr std::size_t kShown = 8;
      const std::size_t count = unknown.size();
      unknown.resize(std::min(count, kShown));
      rows_.note(at(heading), fmt::format("{} not read: {}{}", core::counted(count, "column"),
                                          fmt::join(unknown, ", "), count > kShown ? ", ..." : ""));
    }
    return check_columns(at(heading));
  }

  /// A column that is not read, with the one that may be meant.
  static std::string shown(const std::string& name) {
    const auto closest = closest_csv_column(name);
    if (!closest) return core::in_quotes(name);
    return fmt::format("{} (did you mean {}?)", core::in_quotes(name), *closest);
  }

  core::Result<void> fail_twice(const CsvRecord& heading, CsvColumn column,
                                const std::string& name) const {
    const auto first = std::ranges::find(columns_, std::optional(column)) - columns_.begin();
    return core::bad_input(
        at(heading),
        fmt::format("column {} twice, as {} and {}", name_of(column), first + 1,
                    columns_.size() + 1),
        "expected each once",
        fmt::format("rename or remove one; the second is {}", core::in_quotes(name)));
  }

  core::Result<void> check_columns(const std::string& where) const {
    if (!has(columns_, CsvColumn::Size)) {
      return core::bad_input(where, "no column size_bytes", "expected it with the sizes in bytes");
    }
    if (!has(columns_, CsvColumn::Collective) && !hints_.collective) {
      return core::bad_input(where, "no column collective", "expected nccl-tests' names",
                             "add it, or name the collective with ⟨collective⟩");
    }
    constexpr std::array kTimes{CsvColumn::TimeOut, CsvColumn::TimeIn, CsvColumn::AlgbwOut,
                                CsvColumn::BusbwOut, CsvColumn::BusbwIn};
    const auto is_there = [&](CsvColumn column) { return has(columns_, column); };
    if (std::ranges::any_of(kTimes, is_there)) return {};
    return core::bad_input(where, "no column with times",
                           "expected time_us_oop or time_us_ip, microseconds");
  }

  void read_record(const CsvRecord& record) {
    if (record.problem.empty() && record.fields.size() != columns_.size()) {
      reader_.step_back_to_second_line();
      rows_.reject(at(record), fmt::format("{} fields, expected {} as in the line of names",
                                           record.fields.size(), columns_.size()));
      return;
    }
    if (!record.problem.empty()) {
      rows_.reject(at(record), record.problem);
      return;
    }
    CsvRow row = read_csv_row(record.fields, columns_, hints_);
    row.parsed.where = at(record);
    row.parsed.row.file = source_.file;
    row.parsed.row.line = record.line;
    if (!has(columns_, CsvColumn::Id) && row.parsed.row.id.empty()) {
      row.parsed.row.id = label_of(source_.file);
    }
    if (row.parsed.problem.empty()) {
      for (std::string& remark : row.remarks) rows_.note_once(at(record), std::move(remark));
    }
    rows_.add(std::move(row.parsed));
  }

  const ImportSource& source_;
  const ImportHints& hints_;
  CsvReader reader_;
  CsvColumns columns_;
  RowCollector rows_;
};

}  // namespace

bool is_measurement_csv(std::string_view text) {
  CsvRecord heading;
  CsvReader reader(core::without_byte_order_mark(text));
  if (!reader.next(heading)) return false;
  const auto is_known = [](const std::string& name) {
    return csv_column_named(name) || is_csv_column_of_others(name);
  };
  return std::ranges::count_if(heading.fields, is_known) >= 2;
}

core::Result<MeasurementSet> read_measurement_csv(const ImportSource& source,
                                                  const ImportHints& hints) {
  return CsvRows(source, hints).read();
}

}  // namespace treering::tuner::runs
