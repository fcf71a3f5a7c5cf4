#include "tuner/importers/import.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/text/place.h"
#include "core/text/quote.h"
#include "core/unit_text.h"
#include "sim/algorithms/registry.h"
#include "sim/protocols/registry.h"
#include "tuner/importers/measurement_csv.h"
#include "tuner/importers/measurement_lines.h"
#include "tuner/importers/nccl_tests_json.h"
#include "tuner/importers/nccl_tests_text.h"

namespace treering::tuner::importers {
namespace {

constexpr std::string_view kExpected =
    "expected the text or -J JSON of nccl-tests, results of treering measure, or CSV with the "
    "columns collective, size_bytes and time_us_oop";

/// The first line that has something in it, short.
std::string first_line(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  return core::in_quotes(text.substr(0, std::min(text.find_first_of("\r\n"), text.size())));
}

core::Result<void> check_text(const ImportSource& source) {
  if (source.text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    return core::bad_input(source.file, source.text.empty() ? "an empty file" : "nothing but space",
                           std::string(kExpected));
  }
  const std::string_view encoding = core::foreign_encoding(source.text);
  if (!encoding.empty()) {
    return core::bad_input(source.file, fmt::format("{} text", encoding), "expected UTF-8",
                           "convert it with iconv");
  }
  return {};
}

/// Not only a text with a stray brace.
bool is_json_object(std::string_view text) {
  if (!text.starts_with('{')) return false;
  text.remove_prefix(1);
  const std::size_t next = text.find_first_not_of(" \t\r\n");
  return next == std::string_view::npos || text[next] == '"' || text[next] == '}';
}

core::Result<MeasurementSet> read(const ImportSource& source, const ImportHints& hints) {
  if (auto done = check_text(source); !done) return core::fail(done.error());
  std::string_view content = core::without_byte_order_mark(source.text);
  content.remove_prefix(std::min(content.find_first_not_of(" \t\r\n"), content.size()));
  if (are_measurement_lines(content)) return read_measurement_lines(source, hints);
  if (is_json_object(content)) return read_nccl_tests_json(source, hints);
  if (source.text.find("treering: predicted, not measured") != std::string_view::npos) {
    return core::bad_input(source.file, "predictions of treering", std::string(kExpected));
  }
  if (is_measurement_csv(source.text)) return read_measurement_csv(source, hints);
  if (is_nccl_tests_text(source.text)) return read_nccl_tests_text(source, hints);
  const bool is_log = source.text.find("NCCL INFO ") != std::string_view::npos;
  return core::bad_input(source.file,
                         is_log ? "an NCCL debug log without a table of nccl-tests"
                                : "no measurements: " + first_line(source.text),
                         std::string(kExpected));
}

void use_node_count(int nodes, MeasurementSet& set) {
  for (Measurement& row : set.rows) {
    if (row.nodes != 0 || (row.ranks > 0 && row.ranks < nodes)) continue;
    row.nodes = nodes;
    if (row.gpus_per_node == 0 && row.ranks % nodes == 0) row.gpus_per_node = row.ranks / nodes;
    if (row.ranks == 0) row.ranks = nodes * row.gpus_per_node;
  }
}

/// Notes on rows that are not wrong, once for each text.
void note_oddities(const ImportHints& hints, MeasurementSet& set) {
  std::set<std::string> said;
  for (const Measurement& row : set.rows) {
    const std::string where = row.line == 0 ? row.file : fmt::format("{}:{}", row.file, row.line);
    const auto note = [&](std::string text) {
      if (said.insert(text).second) {
        set.notes.push_back({core::Severity::Warning, where, std::move(text)});
      }
    };
    if (!row.algorithm.empty() && sim::algorithms::find_in_nccl(row.algorithm) == nullptr) {
      note(fmt::format("{} is not the name of one algorithm; kept unchanged",
                       core::in_quotes(row.algorithm)));
    }
    if (!row.protocol.empty() && sim::protocols::find(row.protocol) == nullptr) {
      note(fmt::format("{} is not the name of one protocol; kept unchanged",
                       core::in_quotes(row.protocol)));
    }
    if (row.ranks > 0 && row.ranks < hints.nodes && row.nodes == 0) {
      note(fmt::format("{} cannot run on {}; the number of nodes stays unknown",
                       core::counted(row.ranks, "rank"), core::counted(hints.nodes, "node")));
    }
    if (row.ranks == 1) note("one rank: nothing went over a wire");
  }
}

}  // namespace

core::Result<MeasurementSet> import_measurements(const ImportSource& source,
                                                 const ImportHints& hints) {
  auto set = read(source, hints);
  if (!set) return set;
  if (set->rows.empty()) {
    if (set->rejected.empty()) {
      return core::bad_input(source.file, "a table without rows", "expected at least one");
    }
    const core::Diagnostic& first = set->rejected.front();
    const std::size_t others = set->rejected.size() - 1;
    return core::bad_input(
        first.where, first.text, "",
        others == 0 ? "" : fmt::format("{} like that", core::counted(others, "more line")));
  }
  if (hints.nodes > 0) use_node_count(hints.nodes, *set);
  // Results of our own name algorithms as their library does.
  if (!are_measurement_lines(source.text)) note_oddities(hints, *set);
  return set;
}

std::string label_of(const std::string& file) {
  const std::size_t slash = file.rfind('/');
  std::string name = slash == std::string::npos ? file : file.substr(slash + 1);
  const std::size_t dot = name.rfind('.');
  if (dot != std::string::npos && dot > 0) name.resize(dot);
  return name;
}

}  // namespace treering::tuner::importers
