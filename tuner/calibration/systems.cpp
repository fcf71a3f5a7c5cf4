#include "tuner/calibration/systems.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/text/reading.h"
#include "core/topology/cluster.h"
#include "sim/cost/machine.h"
#include "tuner/runs/csv_records.h"

namespace treering::tuner::calibration {
namespace {

/// The fields of a record by the names of the columns.
class Row {
 public:
  Row(const std::map<std::string, std::size_t>& columns, const runs::CsvRecord& record)
      : columns_(columns), record_(record) {}

  std::string text(const std::string& column) const {
    const auto found = columns_.find(column);
    if (found == columns_.end() || found->second >= record_.fields.size()) return {};
    return record_.fields[found->second];
  }

 private:
  const std::map<std::string, std::size_t>& columns_;
  const runs::CsvRecord& record_;
};

/// Nothing where the text is anything else.
std::optional<int> whole_number(std::string_view text) {
  int value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && rest == end ? std::optional(value) : std::nullopt;
}

/// Reads the column into `number`, if it has a value.
core::Result<void> read_number(const Row& row, const System& system, const char* column,
                               int& number) {
  const std::string field = row.text(column);
  if (field.empty()) return {};
  const auto value = whole_number(field);
  if (!value || *value < 1 || *value > core::kMaxRanks) {
    return core::bad_input(system.place_of(column), core::in_quotes(field),
                           fmt::format("expected a whole number from 1 to {}", core::kMaxRanks));
  }
  number = *value;
  return {};
}

/// "NCCL_CROSS_NIC=1;NCCL_PROTO=^LL128" has two, between any of the separators.
std::vector<std::string_view> words_of(std::string_view field, std::string_view separators) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < field.size();) {
    const std::size_t end = std::min(field.find_first_of(separators, at), field.size());
    if (end > at) words.push_back(field.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

core::Result<void> read_devices(const Row& row, System& system) {
  const std::string field = row.text("devices");
  for (const std::string_view word : words_of(field, ", ;")) {
    const auto value = whole_number(word);
    if (!value || *value < 0) {
      return core::bad_input(system.place_of("devices"), core::in_quotes(word),
                             "expected numbers of GPUs with commas between");
    }
    system.devices.push_back(*value);
  }
  return {};
}

/// "NCCL_CROSS_NIC=1 NCCL_PROTO=^LL128".
core::Result<void> read_environment(const Row& row, System& system) {
  const std::string field = row.text("env");
  for (const std::string_view word : words_of(field, " ;")) {
    const std::size_t equals = word.find('=');
    if (equals == 0 || equals == std::string_view::npos) {
      return core::bad_input(system.place_of("env"), core::in_quotes(word),
                             "expected NAME=VALUE with spaces between");
    }
    system.environment.push_back(
        {std::string(word.substr(0, equals)), std::string(word.substr(equals + 1))});
  }
  return {};
}

/// "TCP sockets over Slingshot-11" is tcp. EFA's generation is left to the topology.
std::string network_named(const std::string& text) {
  const std::string first = core::lower_case(text);
  for (const std::string_view name : sim::cost::network_names()) {
    if (name != "efa" && name != "efa1" && first.starts_with(name)) return std::string(name);
  }
  return {};
}

/// '*' stands for any text, also none.
bool matches(std::string_view pattern, std::string_view id) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == id;
  if (!id.starts_with(pattern.substr(0, star))) return false;
  const std::string_view rest = pattern.substr(star + 1);
  for (std::size_t skipped = star; skipped <= id.size(); ++skipped) {
    if (matches(rest, id.substr(skipped))) return true;
  }
  return false;
}

core::Result<System> read_system(const Row& row, std::string where) {
  System system;
  system.where = std::move(where);
  system.id = row.text("id");
  system.cluster = row.text("cluster").empty() ? system.id : row.text("cluster");
  system.topology = row.text("topology");
  system.network = network_named(row.text("network"));
  system.nccl = row.text("nccl");
  system.stratum = row.text("stratum");
  system.remarks = row.text("remarks");
  for (const auto& [column, number] : {std::pair{"nodes", &system.nodes},
                                       {"gpus_per_node", &system.gpus_per_node},
                                       {"gpus_per_process", &system.gpus_per_process}}) {
    if (const auto read = read_number(row, system, column, *number); !read) {
      return core::fail(read.error());
    }
  }
  if (const auto read = read_devices(row, system); !read) return core::fail(read.error());
  if (const auto read = read_environment(row, system); !read) return core::fail(read.error());
  return system;
}

}  // namespace

std::string System::place_of(std::string_view column) const {
  return fmt::format("{}, column '{}'", where, column);
}

core::Result<std::vector<System>> read_systems(std::string_view text, const std::string& where) {
  runs::CsvReader reader(text);
  runs::CsvRecord record;
  std::map<std::string, std::size_t> columns;
  if (reader.next(record)) {
    for (std::size_t i = 0; i < record.fields.size(); ++i) columns[record.fields[i]] = i;
  }
  for (const char* const needed : {"id", "topology", "nodes"}) {
    if (!columns.contains(needed)) {
      return core::bad_input(where + ":1", fmt::format("no column '{}'", needed),
                             "expected at least id, topology and nodes");
    }
  }
  std::vector<System> systems;
  while (reader.next(record)) {
    if (!record.problem.empty()) {
      return core::bad_input(fmt::format("{}:{}", where, record.line), record.problem);
    }
    auto system = read_system(Row(columns, record), fmt::format("{}:{}", where, record.line));
    if (!system) return core::fail(system.error());
    systems.push_back(*std::move(system));
  }
  return systems;
}

const System* find_system(const std::vector<System>& systems, std::string_view id) {
  const auto exact = std::ranges::find(systems, id, &System::id);
  if (exact != systems.end()) return &*exact;
  const auto fits = [id](const System& system) { return matches(system.id, id); };
  const auto pattern = std::ranges::find_if(systems, fits);
  return pattern == systems.end() ? nullptr : &*pattern;
}

}  // namespace treering::tuner::calibration
