#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/json/fields.h"
#include "core/json/values.h"
#include "core/text/quote.h"
#include "core/text/reading.h"
#include "tuner/floors/forms.h"
#include "tuner/floors/sheet.h"
#include "tuner/runs/csv_records.h"

namespace treering::tuner::floors {
namespace {

constexpr std::string_view kWanted = "expected the JSON or CSV that treering expect writes";

core::Failure no_sheet(const std::string& where, std::string found) {
  return core::bad_input(where, std::move(found), std::string(kWanted),
                         "treering expect TOPOLOGY --nodes N --format json -o floors.json");
}

bool is_rate(double value) {
  return std::isfinite(value) && value > 0;
}

/// What is wrong with a row; empty where nothing is.
std::string problem_of(const Row& row) {
  if (row.bytes.count() == 0) return "a size of 0 bytes";
  for (const core::Bandwidth rate : {row.busbw, row.low, row.high, row.floor.value_or(row.busbw)}) {
    if (!is_rate(rate.in_gb_per_s())) {
      return fmt::format("a bandwidth that is none, of {} at {}", core::name_of(row.collective),
                         core::format_size(row.bytes));
    }
  }
  for (const double share : {row.catches_small, row.catches_large}) {
    if (!(share >= 0 && share <= 1)) return "a share that is none";
  }
  return "";
}

bool is_printable(std::string_view text) {
  return core::find_unprintable(text) == text.size();
}

/// Whether its names are fit to be shown.
bool has_printable_names(const Sheet& sheet) {
  return is_printable(sheet.topology) && is_printable(sheet.gpu) &&
         is_printable(sheet.nccl_version) && std::ranges::all_of(sheet.rows, [](const Row& row) {
           return is_printable(row.way.algorithm) && is_printable(row.way.protocol);
         });
}

/// The checked sheet, its rows by collective and size.
core::Result<Sheet> checked(Sheet sheet, const std::string& where) {
  if (sheet.ranks < 2 || sheet.nodes < 1) return no_sheet(where, "a job without two ranks");
  if (!has_printable_names(sheet)) return no_sheet(where, "a name with unprintable characters");
  for (const Row& row : sheet.rows) {
    if (std::string problem = problem_of(row); !problem.empty()) {
      return no_sheet(where, std::move(problem));
    }
  }
  const auto order = [](const Row& row) { return std::pair(row.collective, row.bytes); };
  std::ranges::stable_sort(sheet.rows, {}, order);
  const auto twice = std::ranges::adjacent_find(sheet.rows, {}, order);
  if (twice != sheet.rows.end()) {
    return no_sheet(where, fmt::format("{} of {} twice", core::name_of(twice->collective),
                                       core::format_size(twice->bytes)));
  }
  const bool has_floor =
      std::ranges::any_of(sheet.rows, [](const Row& row) { return row.floor.has_value(); });
  if (has_floor) return sheet;
  return core::bad_input(where, "no row has a floor", "expected floors of a machine that is known",
                         "treering expect says why it gives none");
}

core::Bandwidth rate_of(double gb_per_s) {
  return core::Bandwidth::from_gb_per_s(gb_per_s);
}

Row row_from(core::JsonFields& fields) {
  Row row;
  row.collective = fields.one_of("collective", row.collective, core::parse_collective);
  fields.require("bytes");
  row.bytes = core::Bytes::of(
      static_cast<std::uint64_t>(std::max<std::int64_t>(0, fields.long_integer("bytes"))));
  row.way.algorithm = fields.text_if_any("algorithm").value_or("");
  row.way.protocol = fields.text_if_any("protocol").value_or("");
  constexpr double kMostChannels = 1e6;
  row.way.channels = static_cast<int>(
      std::clamp(fields.number_if_any("channels").value_or(0), 0.0, kMostChannels));
  row.busbw = rate_of(fields.number("busbw_GBps"));
  row.low = rate_of(fields.number("low_GBps"));
  row.high = rate_of(fields.number("high_GBps"));
  if (const auto floor = fields.number_if_any("floor_GBps")) row.floor = rate_of(*floor);
  row.catches_small = fields.number_if_any("catches_15").value_or(0);
  row.catches_large = fields.number_if_any("catches_35").value_or(0);
  return row;
}

core::Result<Sheet> from_json(std::string_view text, const std::string& where) {
  const auto json = core::parse_json(text, where);
  if (!json) return core::fail(json.error());
  core::FirstProblem problem(where, text);
  core::JsonFields fields(*json, "", problem);
  if (const std::string schema = fields.text("schema"); schema != "treering.expect/1") {
    return no_sheet(
        where, schema.empty() ? "no schema" : fmt::format("schema {}", core::in_quotes(schema)));
  }
  Sheet sheet;
  if (const auto* const topology = fields.object("topology")) {
    sheet.topology = core::JsonFields(*topology, "/topology", problem).text("name");
  }
  sheet.gpu = fields.text_if_any("gpu").value_or("");
  sheet.nodes = fields.integer("nodes", 1);
  sheet.hosts = fields.integer("hosts", sheet.nodes);
  sheet.ranks = fields.integer("ranks", 1);
  sheet.nccl_version = fields.text("nccl_version");
  fields.require("rows");
  if (const auto* const rows = fields.array("rows")) {
    for (std::size_t i = 0; i < rows->size(); ++i) {
      core::JsonFields row((*rows)[i], fmt::format("/rows/{}", i), problem);
      sheet.rows.push_back(row_from(row));
    }
  }
  if (problem.any()) return core::fail(problem.error());
  return checked(std::move(sheet), where);
}

/// The columns that are read, by their place; the size of the list: absent.
class Columns {
 public:
  explicit Columns(const std::vector<std::string>& names) : names_(names) {}

  bool has(std::string_view name) const { return std::ranges::find(names_, name) != names_.end(); }
  /// Empty where the record lacks it.
  std::string_view in(const runs::CsvRecord& record, std::string_view name) const {
    const auto place = static_cast<std::size_t>(std::ranges::find(names_, name) - names_.begin());
    return place < record.fields.size() ? std::string_view(record.fields[place])
                                        : std::string_view();
  }

 private:
  std::vector<std::string> names_;
};

/// No number where the text is none: problem_of() finds it.
double decimal(std::string_view text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, code] = std::from_chars(text.data(), end, value);
  return code == std::errc() && stop == end ? value : std::numeric_limits<double>::quiet_NaN();
}

core::Result<Row> row_from(const Columns& columns, const runs::CsvRecord& record,
                           const std::string& where) {
  const auto field = [&](std::string_view name) { return columns.in(record, name); };
  const auto share = [&](std::string_view name) {
    return field(name).empty() ? 0 : decimal(field(name));
  };
  const auto collective = core::parse_collective(field("collective"));
  if (!collective) {
    return no_sheet(where, fmt::format("collective {}", core::in_quotes(field("collective"))));
  }
  Row row;
  row.collective = *collective;
  row.bytes = core::Bytes::of(core::whole_number<std::uint64_t>(field("bytes")).value_or(0));
  row.way = {std::string(field("algorithm")), std::string(field("protocol")),
             core::whole_number<int>(field("channels")).value_or(0)};
  row.busbw = rate_of(decimal(field("busbw_GBps")));
  row.low = rate_of(decimal(field("low_GBps")));
  row.high = rate_of(decimal(field("high_GBps")));
  if (!field("floor_GBps").empty()) row.floor = rate_of(decimal(field("floor_GBps")));
  row.catches_small = share("catches_15");
  row.catches_large = share("catches_35");
  return row;
}

/// Those of the job, which all rows have in common.
Sheet job_from(const Columns& columns, const runs::CsvRecord& record) {
  const auto count = [&](std::string_view name) {
    return core::whole_number<int>(columns.in(record, name)).value_or(0);
  };
  Sheet sheet;
  sheet.topology = columns.in(record, "topology");
  sheet.gpu = columns.in(record, "gpu");
  sheet.nodes = count("nodes");
  sheet.hosts = count("hosts");
  sheet.ranks = count("ranks");
  sheet.nccl_version = columns.in(record, "nccl_version");
  return sheet;
}

bool is_same_job(const Sheet& one, const Sheet& other) {
  const auto job = [](const Sheet& of) {
    return std::tie(of.topology, of.gpu, of.nodes, of.hosts, of.ranks, of.nccl_version);
  };
  return job(one) == job(other);
}

core::Result<Sheet> from_csv(std::string_view text, const std::string& where) {
  runs::CsvReader reader(text);
  runs::CsvRecord record;
  if (!reader.next(record)) return no_sheet(where, "an empty text");
  const Columns columns(record.fields);
  for (const std::string_view name : kSheetColumns) {
    if (!columns.has(name)) return no_sheet(where, fmt::format("no column {}", name));
  }
  std::optional<Sheet> sheet;
  while (reader.next(record)) {
    const std::string place = fmt::format("{}:{}", where, record.line);
    Sheet job = job_from(columns, record);
    if (!sheet) sheet = job;
    if (!is_same_job(*sheet, job)) return no_sheet(place, "a row of another job");
    auto row = row_from(columns, record, place);
    if (!row) return core::fail(row.error());
    sheet->rows.push_back(*std::move(row));
  }
  if (!sheet) return no_sheet(where, "a table without rows");
  return checked(*std::move(sheet), where);
}

}  // namespace

core::Result<Sheet> read_sheet(std::string_view text, const std::string& where) {
  const std::string_view plain = core::without_byte_order_mark(text);
  if (core::trimmed(plain).empty()) return no_sheet(where, "an empty text");
  return core::trimmed(plain).starts_with('{') ? from_json(plain, where) : from_csv(plain, where);
}

}  // namespace treering::tuner::floors
