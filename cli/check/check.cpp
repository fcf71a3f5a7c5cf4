#include "tuner/check/check.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "cli/check/check_report.h"
#include "cli/commands.h"
#include "cli/import/measurement_files.h"
#include "cli/options/names.h"
#include "cli/output/notes.h"
#include "cli/output/nvlink_text.h"
#include "cli/output/plan.h"
#include "cli/output/time_model.h"
#include "core/text/quote.h"
#include "sim/nccl/versions/version.h"

namespace treering::cli {
namespace {

using tuner::Measurement;

std::string render(const CheckReport& report, Format format) {
  switch (format) {
    case Format::Text:
      return check_text(report);
    case Format::Json:
      return check_json(report);
    case Format::Csv:
      return check_csv(report);
  }
  return "";
}

/// What all rows say alike; 0 where some say nothing or another number.
int common(const std::vector<Measurement>& rows, int Measurement::*field) {
  const int first = rows.front().*field;
  const bool is_common =
      std::ranges::all_of(rows, [&](const Measurement& row) { return row.*field == first; });
  return is_common ? first : 0;
}

/// The NCCL that all rows name; empty where they do not agree, or it is none.
std::string common_version(const std::vector<Measurement>& rows) {
  const std::string& first = rows.front().nccl_version;
  const bool is_common =
      std::ranges::all_of(rows, [&](const Measurement& row) { return row.nccl_version == first; });
  return is_common && sim::nccl::versions::find_version(first) != nullptr ? first : "";
}

/// The job of the options; where they leave nodes, GPUs or NCCL open, that of the rows.
core::Result<JobOptions> job_of(const Arguments& given, const std::vector<Measurement>& rows) {
  Arguments arguments = given;
  arguments.positionals = {std::string(given.value("topology").value_or(""))};
  const auto use = [&](const char* option, int number) {
    if (number > 0 && !given.has(option)) arguments.values[option] = fmt::format("{}", number);
  };
  use("nodes", common(rows, &Measurement::nodes));
  if (!given.has("devices")) use("gpus-per-node", common(rows, &Measurement::gpus_per_node));
  const std::string version = common_version(rows);
  if (!version.empty() && !given.has("nccl")) arguments.values["nccl"] = version;
  return read_job(arguments);
}

/// Those of the series and the collective that are asked for.
core::Result<tuner::MeasurementSet> read_rows(const Arguments& arguments) {
  auto hints = read_hints(arguments);
  if (!hints) return core::fail(hints.error());
  hints->id.clear();
  auto set = read_measurements(arguments.positionals, *hints);
  if (!set) return set;
  const auto id = arguments.value("id");
  std::erase_if(set->rows, [&](const Measurement& row) {
    return (id && row.id != *id) || row.collective != hints->collective.value_or(row.collective);
  });
  if (set->rows.empty()) {
    return core::bad_input(core::printable(arguments.positionals.front()),
                           "no row of what --id and --collective ask for", "",
                           "treering import shows what is there");
  }
  return set;
}

std::vector<std::string> notes_on(const tuner::MeasurementSet& set, const CheckReport& report) {
  std::vector<std::string> notes = report.job.notes;
  for (const auto* remarks : {&set.rejected, &set.notes, &report.check.left_out}) {
    std::ranges::move(texts_of(*remarks), std::back_inserter(notes));
  }
  return notes;
}

}  // namespace

core::Result<Answer> run_check(const Arguments& arguments, const Display& /*display*/) {
  const auto format = parse_format(arguments.value("format").value_or("text"));
  if (!format) return core::fail(format.error());
  if (!arguments.has("topology")) {
    return core::usage_error("--topology", "not given", "expected the machine of the run",
                             "treering list topologies names those that are built in");
  }
  const auto time_model = read_time_model(arguments, sim::Model::Cost);
  if (!time_model) return core::fail(time_model.error());
  const auto set = read_rows(arguments);
  if (!set) return core::fail(set.error());
  auto job = job_of(arguments, set->rows);
  if (!job) return core::fail(job.error());
  auto plan = make_plan(*job);
  if (!plan) return core::fail(plan.error());
  const auto bench =
      tuner::calibration::make_bench(job->cluster, *std::move(plan), time_model->network);
  auto check = tuner::check::check({bench, time_model->profile, set->rows});
  if (!check) return core::fail(check.error());

  CheckReport report;
  report.job = *std::move(job);
  report.shape = bench->plan.shape;
  report.profile = time_model->profile.name;
  report.network = report.shape.nodes > 1 ? bench->machine.kind.network : "";
  report.check = *std::move(check);
  report.is_quiet = arguments.has("quiet");
  // Rows that are faster than a guess are no evidence of another machine.
  if (are_nvlinks_unknown(report.job)) report.check.other.reset();
  // Nor are those slower than links that do not exist evidence of a fault.
  const bool is_beyond_wires = are_nvlinks_too_many(report.job);
  if (is_beyond_wires) report.check.causes.clear();
  const bool is_odd = (report.check.is_slow() && !is_beyond_wires) || report.check.other;
  return Answer{.text = render(report, *format),
                .notes = notes_on(*set, report),
                .exit_code = is_odd ? ExitCode::CheckFailed : ExitCode::Done};
}

}  // namespace treering::cli
