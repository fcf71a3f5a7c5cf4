#include "tuner/import/nccl_tests_json.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/json_fields.h"
#include "core/json_text.h"
#include "core/quote.h"
#include "tuner/import/row_collector.h"
#include "tuner/import/run_facts.h"
#include "tuner/import/run_words.h"

namespace treering::tuner {
namespace {

using Json = nlohmann::ordered_json;

/// The member `name` of an object; null where there is none.
const Json& member(const Json& value, const char* name) {
  static const Json kNull;
  if (!value.is_object()) return kNull;
  const auto found = value.find(name);
  return found == value.end() ? kNull : *found;
}

std::string text_of(const Json& value) {
  return value.is_string() ? value.get<std::string>() : std::string();
}

/// 0 where it is no whole number, is negative or too large.
int count_of(const Json& value) {
  constexpr long long kMost = 1'000'000;
  if (!value.is_number_integer()) return 0;
  const auto number = value.get<long long>();
  return number < 0 || number > kMost ? 0 : static_cast<int>(number);
}

/// Printed with six decimals, so that rounding explains next to nothing; "nan" is a text.
std::optional<Figure> figure_of(const Json& value) {
  constexpr double kHalfStep = 5e-7;
  if (!value.is_number()) return {};
  const auto number = value.get<double>();
  if (!std::isfinite(number)) return {};
  return Figure{number, kHalfStep};
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

  core::Result<MeasurementSet> read() {
    const auto collective = read_collective();
    if (!collective) return core::fail(collective.error());
    common_.collective = *collective;
    common_.id = hints_.id.empty() ? label_of(source_.file) : hints_.id;
    common_.file = source_.file;
    read_devices();
    read_settings();
    const Json& results = member(document_, "results");
    for (std::size_t i = 0; i < results.size() && !rows_.is_full(); ++i) {
      read_row(results[i], fmt::format("{}: /results/{}", source_.file, i));
    }
    return std::move(rows_).finish(source_.file);
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
                           "name the collective with --collective");
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
      if (text.starts_with("NCCL_ALGO=")) common_.algorithm = algorithm_named(value);
      if (text.starts_with("NCCL_PROTO=")) common_.protocol = protocol_named(value);
    }
  }

  void read_row(const Json& result, std::string where) {
    RowDraft draft;
    draft.row = common_;
    draft.where = std::move(where);
    const Json& size = member(result, "size");
    const Json& out = member(result, "out_of_place");
    const Json& in = member(result, "in_place");
    if (!size.is_number_unsigned()) {
      draft.problem = fmt::format("size {}, expected a number of bytes", core::described(size));
    } else if (out.contains("cpu_time") || in.contains("cpu_time")) {
      draft.problem = "cpu_time (-C), which is how long the call takes to return";
    } else {
      draft.row.bytes = size.get<std::uint64_t>();
    }
    if (draft.problem.empty()) draft.problem = bad_time(out);
    if (draft.problem.empty()) draft.problem = bad_time(in);
    draft.row.type = type_named(text_of(member(result, "type")));
    draft.row.op = op_named(text_of(member(result, "redop")));
    draft.out_of_place = placement_of(out);
    draft.in_place = placement_of(in);
    read_wrong(out, draft.row);
    read_wrong(in, draft.row);
    rows_.add(std::move(draft));
  }

  const Json& document_;
  const ImportSource& source_;
  const ImportHints& hints_;
  Measurement common_;
  RowCollector rows_;
};

}  // namespace

core::Result<MeasurementSet> read_nccl_tests_json(const ImportSource& source,
                                                  const ImportHints& hints) {
  const auto document = core::parse_json(source.text, source.file);
  if (!document) return core::fail(document.error());
  if (!member(*document, "results").is_array()) {
    const std::string schema = text_of(member(*document, "schema"));
    return core::bad_input(source.file,
                           schema.empty() ? "JSON without results" : core::in_quotes(schema),
                           "expected what nccl-tests writes with -J");
  }
  return JsonReader(*document, source, hints).read();
}

}  // namespace treering::tuner
