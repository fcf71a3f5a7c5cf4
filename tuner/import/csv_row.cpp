#include "tuner/import/csv_row.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "core/named_values.h"
#include "core/quote.h"
#include "tuner/import/csv_records.h"
#include "tuner/import/measurement_csv.h"
#include "tuner/import/run_words.h"

namespace treering::tuner {
namespace {

struct ColumnEntry {
  CsvColumn value;
  std::string_view name;
};
constexpr std::array<ColumnEntry, 23> kColumns{{
    {CsvColumn::Id, "id"},
    {CsvColumn::Gpu, "gpu"},
    {CsvColumn::Network, "inter_link"},
    {CsvColumn::GpusPerNode, "gpus_per_node"},
    {CsvColumn::GpusPerProcess, "gpus_per_process"},
    {CsvColumn::Nodes, "nodes"},
    {CsvColumn::Ranks, "ranks"},
    {CsvColumn::NcclVersion, "nccl_version"},
    {CsvColumn::Collective, "collective"},
    {CsvColumn::Algorithm, "algo_forced"},
    {CsvColumn::Protocol, "proto_forced"},
    {CsvColumn::Channels, "nchannels_forced"},
    {CsvColumn::DataType, "datatype"},
    {CsvColumn::Op, "redop"},
    {CsvColumn::Size, "size_bytes"},
    {CsvColumn::TimeOut, "time_us_oop"},
    {CsvColumn::AlgbwOut, "algbw_oop_GBps"},
    {CsvColumn::BusbwOut, "busbw_oop_GBps"},
    {CsvColumn::TimeIn, "time_us_ip"},
    {CsvColumn::BusbwIn, "busbw_ip_GBps"},
    {CsvColumn::Wrong, "wrong"},
    {CsvColumn::TimeFrom, "time_from"},
    {CsvColumn::Notes, "notes"},
}};
static_assert(core::is_in_enum_order(kColumns));

constexpr std::array<std::string_view, 8> kColumnsOfOthers{
    "source_url", "source_title",  "year",     "system",
    "intra_link", "nics_per_node", "nic_gbps", "cuda_version"};

constexpr std::string_view kDerived = "bandwidth";
constexpr std::string_view kDefaultChoice = "(default choice)";
constexpr std::string_view kFallback = "(unavailable, fallback)";

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t";
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

/// The number behind "-g" among words; 0 without one.
int gpus_in_options(std::string_view notes) {
  const auto words = words_of(notes);
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] == "-g") return small_number(words[i + 1]).value_or(0);
  }
  return 0;
}

class RowReader {
 public:
  RowReader(const std::vector<std::string>& fields, const CsvColumns& columns)
      : fields_(fields), columns_(columns) {}

  CsvRow read(const ImportHints& hints) {
    Measurement& row = row_.draft.row;
    row.id = text(CsvColumn::Id).empty() ? hints.id : std::string(text(CsvColumn::Id));
    row.gpu = text(CsvColumn::Gpu);
    row.network = text(CsvColumn::Network);
    row.gpus_per_node = number(CsvColumn::GpusPerNode);
    row.gpus_per_process = number(CsvColumn::GpusPerProcess);
    if (row.gpus_per_process == 0) {
      row.gpus_per_process = gpus_in_options(text(CsvColumn::Notes));
    }
    row.nodes = number(CsvColumn::Nodes);
    row.ranks = number(CsvColumn::Ranks);
    row.nccl_version = text(CsvColumn::NcclVersion);
    row.channels = number(CsvColumn::Channels);
    read_call(hints);
    read_algorithm();
    row.protocol = protocol_named(text(CsvColumn::Protocol));
    read_figures();
    return std::move(row_);
  }

 private:
  std::string_view text(CsvColumn column) const {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (columns_[i] == column) return trimmed(fields_[i]);
    }
    return {};
  }

  void problem(CsvColumn column, std::string_view expected) {
    if (!row_.draft.problem.empty()) return;
    row_.draft.problem =
        fmt::format("{} {}, expected {}", kColumns[static_cast<std::size_t>(column)].name,
                    core::in_quotes(text(column)), expected);
  }

  int number(CsvColumn column) {
    if (text(column).empty()) return 0;
    const auto number = small_number(text(column));
    if (!number) problem(column, "a whole number");
    return number.value_or(0);
  }

  std::optional<Figure> figure(CsvColumn column) {
    if (text(column).empty()) return {};
    const auto figure = parse_figure(text(column));
    if (!figure) problem(column, "a number");
    return figure;
  }

  void read_call(const ImportHints& hints) {
    Measurement& row = row_.draft.row;
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
      row_.remark = fmt::format("data type {} is not known and counts as unknown",
                                core::in_quotes(text(CsvColumn::DataType)));
    }
  }

  void read_algorithm() {
    Measurement& row = row_.draft.row;
    std::string_view given = text(CsvColumn::Algorithm);
    row.is_fallback = given.ends_with(kFallback);
    // What NCCL chose by itself is as well known as what it was told.
    if (given.ends_with(kDefaultChoice)) given.remove_suffix(kDefaultChoice.size());
    if (!row.is_fallback) row.algorithm = algorithm_named(trimmed(given));
  }

  void read_figures() {
    RowDraft& draft = row_.draft;
    draft.out_of_place = {figure(CsvColumn::TimeOut), figure(CsvColumn::AlgbwOut),
                          figure(CsvColumn::BusbwOut)};
    draft.in_place = {figure(CsvColumn::TimeIn), {}, figure(CsvColumn::BusbwIn)};
    draft.row.is_time_derived = text(CsvColumn::TimeFrom) == kDerived;
    if (text(CsvColumn::Wrong).empty()) return;
    draft.row.wrong = whole_number(text(CsvColumn::Wrong));
    if (!draft.row.wrong) problem(CsvColumn::Wrong, "a number of elements");
  }

  const std::vector<std::string>& fields_;
  const CsvColumns& columns_;
  CsvRow row_;
};

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
      row.is_fallback ? std::string(kFallback) : row.algorithm,
      row.protocol,
      or_empty(row.channels),
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

}  // namespace

std::optional<CsvColumn> csv_column_named(std::string_view name) {
  for (const ColumnEntry& entry : kColumns) {
    if (core::is_same_name(trimmed(name), entry.name)) return entry.value;
  }
  return {};
}

bool is_csv_column_of_others(std::string_view name) {
  return std::ranges::any_of(kColumnsOfOthers, [name](std::string_view other) {
    return core::is_same_name(trimmed(name), other);
  });
}

CsvRow read_csv_row(const std::vector<std::string>& fields, const CsvColumns& columns,
                    const ImportHints& hints) {
  return RowReader(fields, columns).read(hints);
}

std::string write_measurement_csv(const std::vector<Measurement>& rows) {
  std::vector<std::string> names;
  for (const ColumnEntry& column : kColumns) {
    if (column.value != CsvColumn::Notes) names.emplace_back(column.name);
  }
  std::string text = csv_line(names);
  for (const Measurement& row : rows) text += csv_line(fields_of(row));
  return text;
}

}  // namespace treering::tuner
