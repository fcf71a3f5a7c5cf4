#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/json/fields.h"
#include "core/json/values.h"
#include "core/text/quote.h"
#include "core/text/reading.h"
#include "tuner/runs/formats.h"
#include "tuner/runs/log_lines.h"
#include "tuner/runs/row_collector.h"
#include "tuner/runs/run_facts.h"
#include "tuner/runs/torn_json.h"

namespace treering::tuner::runs {
namespace {

using Json = nlohmann::ordered_json;

/// The member `name` of an object; null where there is none.
const Json& member(const Json& value, const char* name) {
  static const Json kNull;
  const Json* const found = core::member_of(value, name);
  return found == nullptr ? kNull : *found;
}

std::string text_of(const Json& value) {
  return core::text_in(value).value_or("");
}

/// 0 where it is no whole number, is negative or too large.
int count_of(const Json& value) {
  constexpr int kMost = 1'000'000;
  return core::integer_within(value, 0, kMost).value_or(0);
}

/// Printed with six decimals, so that rounding explains next to nothing; "nan" is a text.
std::optional<Figure> figure_of(const Json& value) {
  constexpr double kHalfStep = 5e-7;
  const auto number = core::number_in(value);
  if (!number || !std::isfinite(*number)) return {};
  return Figure{*number, kHalfStep};
}

PlacementFigures placement_of(const Json& value) {
  return {figure_of(member(value, "time")), figure_of(member(value, "alg_bw")),
          figure_of(member(value, "bus_bw"))};
}

/// A time that is there and no number; empty where all is well.
std::string bad_time(const Json& placement) {
  const Json& time = member(placement, "time");
  if (time.is_null() || figure_of(time)) return "";
  return fmt::format("time {}, expected a number", core::described(time));
}

void read_wrong(const Json& placement, Measurement& row) {
  const auto wrong = figure_of(member(placement, "nwrong"));
  constexpr double kMost = 1e18;
  if (!wrong || wrong->value < 0 || wrong->value > kMost) return;
  row.wrong = std::max(row.wrong.value_or(0), static_cast<std::uint64_t>(wrong->value));
}

class JsonReader {
 public:
  JsonReader(const Json& document, const ImportSource& source, const ImportHints& hints)
      : document_(document), source_(source), hints_(hints) {}

  /// Reads the facts common to all rows. Call it before any row is read.
  core::Result<void> read_head() {
    const auto collective = read_collective();
    if (!collective) return core::fail(collective.error());
    common_.collective = *collective;
    common_.id = hints_.id.empty() ? label_of(source_.file) : hints_.id;
    common_.file = source_.file;
    read_devices();
    read_settings();
    return {};
  }

  /// NCCL's, of the environment. \pre read_head()
  const std::map<std::string, std::string>& variables() const { return variables_; }

  ParsedRow row_of(const Json& result, std::string where) const {
    ParsedRow parsed;
    parsed.row = common_;
    parsed.where = std::move(where);
    const Json& size = member(result, "size");
    const Json& out = member(result, "out_of_place");
    const Json& in = member(result, "in_place");
    const auto bytes = core::count_in(size);
    if (!bytes) {
      parsed.problem = fmt::format("size {}, expected a number of bytes", core::described(size));
    } else if (out.contains("cpu_time") || in.contains("cpu_time")) {
      parsed.problem = "cpu_time (-C), the time that the call takes to return";
    } else {
      parsed.row.bytes = *bytes;
    }
    if (parsed.problem.empty()) parsed.problem = bad_time(out);
    if (parsed.problem.empty()) parsed.problem = bad_time(in);
    parsed.row.type = type_named(text_of(member(result, "type")));
    parsed.row.op = op_named(text_of(member(result, "redop")));
    parsed.out_of_place = placement_of(out);
    parsed.in_place = placement_of(in);
    read_wrong(out, parsed.row);
    read_wrong(in, parsed.row);
    return parsed;
  }

 private:
  core::Result<core::Collective> read_collective() const {
    const Json& args = member(document_, "args");
    const std::string command = args.is_array() && !args.empty() ? text_of(args[0]) : "";
    const std::string_view program = program_in(command);
    if (!program.empty()) {
      const auto named = core::parse_collective(program);
      if (named) return *named;
      return core::bad_input(source_.file + ": /args/0", core::in_quotes(command),
                             "expected the program of a collective that treering knows");
    }
    if (hints_.collective) return *hints_.collective;
    return core::bad_input(source_.file + ": /args/0",
                           command.empty() ? "no program" : core::in_quotes(command),
                           "expected a program of nccl-tests such as all_reduce_perf",
                           "name the collective with ⟨collective⟩");
  }

  void read_devices() {
    const Json& config = member(document_, "config");
    const int per_process = std::max(count_of(member(config, "nthreads")), 1) *
                            std::max(count_of(member(config, "ngpus")), 1);
    constexpr int kMostPerProcess = 1024;
    const Json& devices = member(config, "devices");
    if (!devices.is_array() || per_process > kMostPerProcess) return;
    std::vector<std::string> hosts;
    for (const Json& device : devices) {
      hosts.insert(hosts.end(), static_cast<std::size_t>(per_process),
                   text_of(member(device, "hostname")));
      const std::string gpu = text_of(member(device, "device_info"));
      if (hosts.size() == static_cast<std::size_t>(per_process)) common_.gpu = gpu;
      if (gpu != common_.gpu) common_.gpu.clear();
    }
    apply_hosts(hosts, common_);
    common_.gpus_per_process = count_of(member(config, "ngpus"));
  }

  void read_settings() {
    common_.nccl_version = version_of_code(count_of(member(document_, "nccl_version")));
    for (const Json& entry : member(document_, "env")) {
      const std::string text = text_of(entry);
      const std::size_t end = text.find('=');
      if (end == std::string::npos || end + 1 == text.size()) continue;
      const std::string value = text.substr(end + 1);
      if (text.starts_with("NCCL_")) variables_[text.substr(0, end)] = value;
      if (text.starts_with("NCCL_ALGO=")) common_.way.algorithm = algorithm_named(value);
      if (text.starts_with("NCCL_PROTO=")) common_.way.protocol = protocol_named(value);
    }
  }

  const Json& document_;
  const ImportSource& source_;
  const ImportHints& hints_;
  Measurement common_;
  std::map<std::string, std::string> variables_;
};

/// The first error that NCCL reports; of runs without any the list is empty, or its text is.
std::string first_error(const Json& document) {
  for (const Json& error : member(document, "errors")) {
    if (const std::string text = text_of(error); !text.empty()) return text;
  }
  return "";
}

/// What is wrong with a run as a whole.
void add_faults(const Json& document, std::size_t results, const ImportSource& source,
                RowCollector& rows) {
  const std::string error = first_error(document);
  const std::string said = error.empty() ? "" : ": NCCL reports " + core::in_quotes(error);
  if (results == 0) {
    rows.fault({RunFault::What::NoRow, source.file + ": /results",
                "the test started and has no result" +
                    (said.empty() ? ": it hung or was stopped at its first size" : said)});
  } else if (!error.empty()) {
    rows.fault({RunFault::What::Failed, source.file + ": /errors",
                "NCCL reports " + core::in_quotes(error)});
  }
  const std::string okay = text_of(member(member(document, "out_of_bounds"), "okay"));
  if (okay == "false") {
    rows.fault(
        {RunFault::What::Failed, source.file + ": /out_of_bounds", "the test found wrong results"});
  }
}

core::Result<MeasurementSet> read_whole(const Json& document, const ImportSource& source,
                                        const ImportHints& hints) {
  const Json& results = member(document, "results");
  if (!results.is_array()) {
    const std::string schema = text_of(member(document, "schema"));
    return core::bad_input(source.file,
                           schema.empty() ? "JSON without results" : core::in_quotes(schema),
                           "expected what nccl-tests writes with -J");
  }
  JsonReader reader(document, source, hints);
  if (auto done = reader.read_head(); !done) return core::fail(done.error());
  RowCollector rows;
  rows.variables(reader.variables());
  add_faults(document, results.size(), source, rows);
  for (std::size_t i = 0; i < results.size() && !rows.is_full(); ++i) {
    rows.add(reader.row_of(results[i], fmt::format("{}: /results/{}", source.file, i)));
  }
  return std::move(rows).finish(source.file);
}

/// One run of a text that is not JSON as a whole.
core::Result<void> read_torn(TornRun& run, const ImportSource& source, const ImportHints& hints,
                             RowCollector& rows) {
  const auto head = run.head();
  if (!head) return core::fail(head.error());
  JsonReader reader(*head, source, hints);
  if (auto done = reader.read_head(); !done) return done;
  bool was_cut_inside = false;
  TornResult result;
  Json value;
  while (!rows.is_full() && run.next(result, value)) {
    was_cut_inside = run.is_cut();
    if (result.problem.empty()) {
      rows.add(reader.row_of(value, result.where));
    } else {
      rows.reject(result.where, result.problem);
    }
  }
  if (run.is_cut() && !was_cut_inside) {
    rows.note(run.place(), "the file ends before its results do; was the run killed?");
  }
  if (run.is_cut() || rows.is_full()) return {};
  const auto rest = run.check_rest();
  if (!rest) rows.note(rest.error().where, rest.error().complaint() + "; all results are kept");
  return {};
}

/// Reads a text that is not JSON as a whole. Fails with the problem of the first where none of its
/// runs can be read.
core::Result<MeasurementSet> read_runs(std::string_view text, const ImportSource& source,
                                       const ImportHints& hints) {
  const auto starts = runs_in(text);
  RowCollector rows;
  std::optional<core::Error> first;
  bool has_any = false;
  std::size_t line = 1;
  for (std::size_t i = 0; i < starts.size() && !rows.is_full(); ++i) {
    const std::size_t end = i + 1 < starts.size() ? starts[i + 1] : text.size();
    const std::size_t before = i == 0 ? 0 : starts[i - 1];
    line += core::line_of(text.substr(before), starts[i] - before) - 1;
    TornRun run(text.substr(starts[i], end - starts[i]), line, source.file);
    const auto done = read_torn(run, source, hints, rows);
    has_any = has_any || done;
    if (!done) rows.reject(done.error().where, done.error().complaint());
    if (!done && !first) first = done.error();
  }
  if (!has_any) return core::fail(*first);
  return std::move(rows).finish(source.file);
}

}  // namespace

core::Result<MeasurementSet> read_nccl_tests_json(const ImportSource& source,
                                                  const ImportHints& hints) {
  const auto document = core::parse_json(source.text, source.file);
  if (document) return read_whole(*document, source, hints);
  if (source.text.size() > core::kMaxJsonBytes) return core::fail(document.error());
  const std::string text = with_quoted_non_numbers(source.text);
  const auto mended = core::parse_json(text, source.file);
  if (mended) return read_whole(*mended, source, hints);
  return read_runs(text, source, hints);
}

}  // namespace treering::tuner::runs
