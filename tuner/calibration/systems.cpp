#include "tuner/calibration/systems.h"

#include <algorithm>
#include <charconv>
#include <map>

#include <fmt/format.h>

#include "core/quote.h"
#include "sim/cost/machine.h"
#include "tuner/import/csv_records.h"

namespace treering::tuner {
namespace {

/// The fields of a record by the names of the columns.
class Row {
 public:
  Row(const std::map<std::string, std::size_t>& columns, const CsvRecord& record)
      : columns_(columns), record_(record) {}

  std::string text(const std::string& column) const {
    const auto found = columns_.find(column);
    if (found == columns_.end() || found->second >= record_.fields.size()) return {};
    return record_.fields[found->second];
  }

  int number(const std::string& column, int otherwise) const {
    const std::string field = text(column);
    int value = otherwise;
    std::from_chars(field.data(), field.data() + field.size(), value);
    return value;
  }

  std::vector<int> numbers(const std::string& column) const {
    std::vector<int> list;
    const std::string field = text(column);
    const char* place = field.data();
    const char* const end = place + field.size();
    while (place < end) {
      int value = 0;
      const auto [rest, error] = std::from_chars(place, end, value);
      if (error == std::errc()) list.push_back(value);
      place = error == std::errc() ? rest : place + 1;
    }
    return list;
  }

 private:
  const std::map<std::string, std::size_t>& columns_;
  const CsvRecord& record_;
};

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) {
    return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  });
  return text;
}

/// "TCP sockets over Slingshot-11" is tcp. EFA's generation is left to the topology.
std::string network_named(const std::string& text) {
  const std::string first = lower(text);
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

}  // namespace

core::Result<std::vector<System>> read_systems(std::string_view text, const std::string& where) {
  CsvReader reader(text);
  CsvRecord record;
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
    const Row row(columns, record);
    System system{row.text("id"),
                  row.text("cluster"),
                  row.text("topology"),
                  row.number("nodes", 1),
                  row.number("gpus_per_node", 0),
                  row.numbers("devices"),
                  std::max(row.number("gpus_per_process", 1), 1),
                  network_named(row.text("network")),
                  row.text("stratum"),
                  row.text("remarks")};
    if (system.cluster.empty()) system.cluster = system.id;
    systems.push_back(std::move(system));
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

}  // namespace treering::tuner
