#include "tuner/runs/runs.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/text/reading.h"
#include "core/units.h"
#include "sim/algorithms/registry.h"
#include "sim/nccl/versions/version.h"
#include "sim/protocols/registry.h"
#include "tuner/runs/formats.h"
#include "tuner/runs/other_tools.h"

namespace treering::tuner::runs {

namespace {

struct Named {
  std::string release;
  std::size_t rows = 0;
};

std::vector<Named> releases_of(const std::vector<Measurement>& rows) {
  std::vector<Named> all;
  for (const Measurement& row : rows) {
    auto place = std::ranges::find(all, row.nccl_version, &Named::release);
    if (place == all.end()) place = all.insert(all.end(), {row.nccl_version, 0});
    ++place->rows;
  }
  return all;
}

std::string remark_on(const std::string& release) {
  const sim::nccl::versions::Version* const version = sim::nccl::versions::find_version(release);
  if (version != nullptr) return sim::nccl::versions::nearest_version_remark(*version, release);
  return fmt::format("'{}' is not a version of NCCL 2; {} is used instead", release,
                     sim::nccl::versions::default_version().name);
}

}  // namespace

std::string nearest_version(std::string_view release) {
  const sim::nccl::versions::Version* const version = sim::nccl::versions::find_version(release);
  return std::string(version == nullptr ? sim::nccl::versions::default_version().name
                                        : version->name);
}

std::vector<std::string> nearest_versions(const std::vector<Measurement>& rows) {
  std::vector<std::string> remarks;
  for (const Named& one : releases_of(rows)) {
    const std::string remark = remark_on(one.release);
    if (remark.empty()) continue;
    remarks.push_back(fmt::format("{} ({})", remark, core::counted(one.rows, "row")));
  }
  return remarks;
}

namespace {

constexpr std::string_view kExpected =
    "expected the text or -J JSON of nccl-tests, results of treering measure, a table with size "
    "and busbw or time in its heading, or CSV with the columns collective, size_bytes and "
    "time_us_oop";

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

/// The text without what may stand before its first character.
std::string_view content_of(const ImportSource& source) {
  std::string_view content = core::without_byte_order_mark(source.text);
  content.remove_prefix(std::min(content.find_first_not_of(" \t\r\n"), content.size()));
  return content;
}

/// How a figure in a sentence is written as a table; empty where the text has none of a call.
std::string hint_on_sentence(std::string_view text) {
  constexpr std::array<std::string_view, 6> kCalls{"all_reduce", "allreduce", "AllReduce",
                                                   "all-reduce", "busbw",     "bus bandwidth"};
  constexpr std::array<std::string_view, 4> kRates{"GB/s", "Gbps", "Gb/s", "GBps"};
  if (!core::has_any(text, kCalls) || !core::has_any(text, kRates)) return "";
  return "write a figure of a sentence as a table, in lines such as 'all_reduce, 2 nodes, 8 GPUs "
         "per node', '| Size | busbw (GB/s) |' and '| 8G | 320 |'";
}

core::Failure not_of_nccl(const std::string& file, const OtherTool& tool) {
  return core::bad_input(file, fmt::format("the output of {}, which {}", tool.name, tool.says),
                         "expected a run of NCCL", tool.hint);
}

/// Of what others wrote.
core::Result<MeasurementSet> read_rows(const ImportSource& source, const ImportHints& hints) {
  const std::string_view content = content_of(source);
  if (is_json_object(content)) {
    auto rows = read_nccl_tests_json(source, hints);
    const auto tool = rows ? std::nullopt : other_tool_of(source.text);
    return tool ? not_of_nccl(source.file, *tool) : rows;
  }
  if (source.text.find("treering: predicted, not measured") != std::string_view::npos) {
    return core::bad_input(source.file, "predictions of treering", std::string(kExpected));
  }
  if (is_measurement_csv(source.text)) return read_measurement_csv(source, hints);
  if (is_nccl_tests_text(source.text)) return read_nccl_tests_text(source, hints);
  if (is_headed_table(source.text)) return read_headed_table(source, hints);
  if (source.text.find("NCCL INFO ") != std::string_view::npos) {
    return core::bad_input(source.file, "an NCCL debug log without a table of nccl-tests",
                           std::string(kExpected), "treering doctor FILE reads the log");
  }
  if (const auto tool = other_tool_of(source.text)) return not_of_nccl(source.file, *tool);
  return core::bad_input(source.file, "no measurements: " + first_line(source.text),
                         std::string(kExpected), hint_on_sentence(source.text));
}

/// In words, of a text in which read_rows() found some.
std::string format_of(const ImportSource& source) {
  if (is_json_object(content_of(source))) return "JSON of nccl-tests";
  if (is_measurement_csv(source.text)) return "CSV";
  return is_nccl_tests_text(source.text) ? "text of nccl-tests" : "a table with a heading";
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
    if (!row.way.algorithm.empty() && sim::algorithms::find_in_nccl(row.way.algorithm) == nullptr) {
      note(fmt::format("{} is not the name of one algorithm; kept unchanged",
                       core::in_quotes(row.way.algorithm)));
    }
    if (!row.way.protocol.empty() && sim::protocols::find(row.way.protocol) == nullptr) {
      note(fmt::format("{} is not the name of one protocol; kept unchanged",
                       core::in_quotes(row.way.protocol)));
    }
    if (row.ranks > 0 && row.ranks < hints.nodes && row.nodes == 0) {
      note(fmt::format("{} cannot run on {}; the number of nodes stays unknown",
                       core::counted(row.ranks, "rank"), core::counted(hints.nodes, "node")));
    }
    if (row.ranks == 1) note("one rank: nothing went over a wire");
  }
}

/// Fails where all lines were rejected, or there is none.
core::Result<void> expect_rows(const RunFile& runs) {
  if (!runs.set.rows.empty()) return {};
  if (!runs.set.faults.empty() && runs.set.rejected.empty()) {
    const RunFault& fault = runs.set.faults.front();
    return core::bad_input(fault.where, fault.text, "expected rows of measurements");
  }
  if (runs.set.rejected.empty()) {
    return core::bad_input(runs.file, "a table without rows", "expected at least one");
  }
  const core::Diagnostic& first = runs.set.rejected.front();
  const std::size_t others = runs.set.rejected.size() - 1;
  return core::bad_input(
      first.where, first.text, "",
      others == 0 ? "" : fmt::format("{} like that", core::counted(others, "more line")));
}

/// The same, where the text may have averages alone.
core::Result<void> expect_rows_of(const RunFile& runs, std::string_view text) {
  const bool is_bare =
      runs.set.rows.empty() && runs.set.rejected.empty() && runs.set.faults.empty();
  if (!is_bare || !core::has(text, "Avg bus bandwidth")) return expect_rows(runs);
  return core::bad_input(runs.file,
                         "averages without the rows of their tables: one over unknown sizes and "
                         "an unknown job shows nothing",
                         "expected the rows, each with its size, time and busbw");
}

template <class Value>
void append(const std::vector<Value>& from, std::vector<Value>& to) {
  to.insert(to.end(), from.begin(), from.end());
}

}  // namespace

core::Result<RunFile> read_run_file(const ImportSource& source, const ImportHints& hints) {
  if (auto done = check_text(source); !done) return core::fail(done.error());
  if (are_measurement_lines(content_of(source))) {
    auto runs = read_measurement_lines(source, hints);
    if (runs) runs->format = "results of treering measure";
    if (runs && hints.nodes > 0) use_node_count(hints.nodes, runs->set);
    return runs;
  }
  auto set = read_rows(source, hints);
  if (!set) return core::fail(set.error());
  RunFile runs{.file = source.file, .set = *std::move(set), .format = format_of(source)};
  const auto has_rows = expect_rows_of(runs, content_of(source));
  if (!has_rows) return core::fail(has_rows.error());
  if (hints.nodes > 0) use_node_count(hints.nodes, runs.set);
  note_oddities(hints, runs.set);
  return runs;
}

core::Result<MeasurementSet> rows_of(const Runs& runs) {
  MeasurementSet all;
  if (!runs.empty()) all.variables = runs.front().set.variables;
  for (const RunFile& one : runs) {
    if (const auto has_rows = expect_rows(one); !has_rows) return core::fail(has_rows.error());
    append(one.set.rows, all.rows);
    append(one.set.rejected, all.rejected);
    all.rejected_besides += one.set.rejected_besides;
    append(one.set.notes, all.notes);
    append(one.set.faults, all.faults);
    append(one.set.deduced, all.deduced);
    append(one.set.runs, all.runs);
    append(one.set.open_collectives, all.open_collectives);
    std::erase_if(all.variables, [&](const auto& variable) {
      const auto found = one.set.variables.find(variable.first);
      return found == one.set.variables.end() || found->second != variable.second;
    });
  }
  return all;
}

std::string label_of(const std::string& file) {
  const std::size_t slash = file.rfind('/');
  std::string name = slash == std::string::npos ? file : file.substr(slash + 1);
  const std::size_t dot = name.rfind('.');
  if (dot != std::string::npos && dot > 0) name.resize(dot);
  return name;
}

}  // namespace treering::tuner::runs
