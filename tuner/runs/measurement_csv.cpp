#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/named_values.h"
#include "core/text/quote.h"
#include "core/text/reading.h"
#include "core/units.h"
#include "tuner/runs/csv_columns.h"
#include "tuner/runs/csv_records.h"
#include "tuner/runs/formats.h"
#include "tuner/runs/log_lines.h"
#include "tuner/runs/row_collector.h"
#include "tuner/runs/runs.h"

namespace treering::tuner::runs {
namespace {

// One row of our CSV of measurements.

struct CsvRow {
  ParsedRow parsed;                  // without its place
  std::vector<std::string> remarks;  // facts that cannot be kept
};

/// The GPUs of a process by the notes: -1 where they name them without a number, 0 where they do
/// not speak of them. "(-g 8)," has the number 8, "-g N" and "single process" have none.
int gpus_in_notes(std::string_view notes) {
  const auto words = words_of(notes);
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::string_view word = words[i];
    word.remove_prefix(std::min(word.find_first_not_of("(["), word.size()));
    if (word != "-g" && word != "--ngpus") continue;
    std::string_view number = i + 1 < words.size() ? words[i + 1] : std::string_view();
    number = number.substr(0, number.find_last_not_of(")],;.") + 1);
    const int gpus = small_number(number).value_or(0);
    return gpus > 0 ? gpus : -1;
  }
  return notes.find("single process") == std::string_view::npos ? 0 : -1;
}

class RowReader {
 public:
  RowReader(const std::vector<std::string>& fields, const CsvColumns& columns)
      : fields_(fields), columns_(columns) {}

  CsvRow read(const ImportHints& hints) {
    Measurement& row = row_.parsed.row;
    row.id = id(hints);
    row.gpu = text(CsvColumn::Gpu);
    read_job();
    row.nccl_version = text(CsvColumn::NcclVersion);
    row.way.channels = number(CsvColumn::Channels, 0);  // 0: NCCL chose
    read_call(hints);
    read_algorithm();
    row.way.protocol = protocol_named(text(CsvColumn::Protocol));
    read_figures();
    read_median();
    return std::move(row_);
  }

 private:
  std::string_view text(CsvColumn column) const {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (columns_[i] == column) return core::trimmed(fields_[i], kCsvBlanks);
    }
    return {};
  }

  /// Tables without ids separate their runs by machine, configuration and kernels.
  std::string id(const ImportHints& hints) const {
    if (!text(CsvColumn::Id).empty()) return std::string(text(CsvColumn::Id));
    if (!hints.id.empty() || text(CsvColumn::Config).empty()) return hints.id;
    std::string parts;
    for (const CsvColumn column : {CsvColumn::Gpu, CsvColumn::Config, CsvColumn::Kernels}) {
      if (text(column).empty()) continue;
      if (!parts.empty()) parts += '-';
      parts += text(column);
    }
    return parts;
  }

  void problem(CsvColumn column, std::string_view expected) {
    if (!row_.parsed.problem.empty()) return;
    row_.parsed.problem =
        fmt::format("{} {}, expected {}", name_of(column), core::in_quotes(text(column)), expected);
  }

  /// 0 where the field is empty.
  int number(CsvColumn column, int least) {
    if (text(column).empty()) return 0;
    const auto number = small_number(text(column));
    if (!number || *number < least) {
      problem(column, least > 0 ? "a whole number above 0" : "a whole number");
    }
    return number.value_or(0);
  }

  void read_job() {
    Measurement& row = row_.parsed.row;
    row.network = text(CsvColumn::Network);
    row.gpus_per_node = number(CsvColumn::GpusPerNode, 1);
    row.nodes = number(CsvColumn::Nodes, 1);
    row.ranks = number(CsvColumn::Ranks, 1);
    // Without ids a row is of a configuration, which is used whole.
    if (row.ranks == 0 && !text(CsvColumn::Config).empty()) {
      row.ranks = row.nodes * row.gpus_per_node;
    }
    if (row.ranks > 0 && row.ranks < row.nodes) {
      problem(CsvColumn::Ranks, fmt::format("at least one for each of {} nodes", row.nodes));
    }
    const auto gpus = static_cast<std::int64_t>(row.nodes) * row.gpus_per_node;
    if (gpus > 0 && row.ranks > gpus) {
      problem(CsvColumn::Ranks,
              fmt::format("at most {} nodes x {} GPUs", row.nodes, row.gpus_per_node));
    }
    row.gpus_per_process = number(CsvColumn::GpusPerProcess, 1);
    const int most = row.gpus_per_node > 0 ? row.gpus_per_node : row.ranks;
    if (most > 0 && row.gpus_per_process > most) {
      problem(CsvColumn::GpusPerProcess, fmt::format("at most {}, the GPUs of a node", most));
    }
    if (row.gpus_per_process == 0) row.gpus_per_process = gpus_of_notes(most);
  }

  /// `most`: of a node; 0 where nobody says.
  int gpus_of_notes(int most) {
    const int gpus = gpus_in_notes(text(CsvColumn::Notes));
    if (gpus >= 0 && (most == 0 || gpus <= most)) return gpus;
    row_.remarks.push_back(
        fmt::format("notes {}, expected '-g 8' or the like; GPUs per process count as unknown",
                    gpus < 0 ? "of a single process or -g without a number"
                             : fmt::format("with -g {} where a node has {} GPUs", gpus, most)));
    return 0;
  }

  std::optional<Figure> figure(CsvColumn column) {
    if (text(column).empty()) return {};
    const auto figure = parse_figure(text(column));
    if (!figure) problem(column, "a number");
    return figure;
  }

  void read_call(const ImportHints& hints) {
    Measurement& row = row_.parsed.row;
    const std::string_view name = text(CsvColumn::Collective);
    const auto collective = core::parse_collective(name);
    if (collective) {
      row.collective = *collective;
    } else if (name.empty() && hints.collective) {
      row.collective = *hints.collective;
    } else {
      problem(CsvColumn::Collective, "a collective by nccl-tests' name");
    }
    const auto bytes = whole_number(text(CsvColumn::Size));
    if (!bytes) problem(CsvColumn::Size, "a whole number of bytes");
    row.bytes = bytes.value_or(0);
    row.type = type_named(text(CsvColumn::DataType));
    row.op = op_named(text(CsvColumn::Op));
    if (!row.type && !text(CsvColumn::DataType).empty()) {
      row_.remarks.push_back(
          fmt::format("data type {} is unknown", core::in_quotes(text(CsvColumn::DataType))));
    }
  }

  void read_algorithm() {
    Measurement& row = row_.parsed.row;
    std::string_view given = text(CsvColumn::Algorithm);
    row.is_fallback = given.ends_with(kFallback);
    // NCCL's own choice is as certain as a forced one.
    row.is_own_choice = given.ends_with(kDefaultChoice);
    if (row.is_own_choice) given.remove_suffix(kDefaultChoice.size());
    if (!row.is_fallback) row.way.algorithm = algorithm_named(core::trimmed(given, kCsvBlanks));
  }

  void read_figures() {
    ParsedRow& parsed = row_.parsed;
    parsed.out_of_place = {figure(CsvColumn::TimeOut), figure(CsvColumn::AlgbwOut),
                           figure(CsvColumn::BusbwOut)};
    parsed.in_place = {figure(CsvColumn::TimeIn), {}, figure(CsvColumn::BusbwIn)};
    parsed.row.is_time_derived = text(CsvColumn::TimeFrom) == kDerived;
    if (text(CsvColumn::Wrong).empty()) return;
    parsed.row.wrong = whole_number(text(CsvColumn::Wrong));
    if (!parsed.row.wrong) problem(CsvColumn::Wrong, "a number of elements");
  }

  /// Tables of others may have some of these columns, but not all.
  void read_median() {
    const std::string_view converged = text(CsvColumn::Converged);
    if (converged.empty()) return;
    const auto low = figure(CsvColumn::LowUs);
    const auto high = figure(CsvColumn::HighUs);
    if (!low || !high) return;
    MedianKnown median{core::rounded(low->value), core::rounded(high->value)};
    if (median.low_us < 0) problem(CsvColumn::LowUs, "0 or more");
    if (median.high_us < median.low_us || !std::isfinite(median.high_us)) {
      problem(CsvColumn::HighUs, "a time from low_us on");
    }
    median.is_converged = converged == kTrue;
    if (!median.is_converged && converged != kFalse) {
      problem(CsvColumn::Converged, "true or false");
    }
    median.late = number(CsvColumn::Late, 0);
    row_.parsed.row.median = median;
  }

  const std::vector<std::string>& fields_;
  const CsvColumns& columns_;
  CsvRow row_;
};

/// \pre as many fields as columns
CsvRow read_csv_row(const std::vector<std::string>& fields, const CsvColumns& columns,
                    const ImportHints& hints) {
  return RowReader(fields, columns).read(hints);
}

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
      if (!column && !is_csv_source_column(name)) unknown.push_back(shown(name));
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
    if (!closest || is_csv_column_of_others(name)) return core::in_quotes(name);
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
