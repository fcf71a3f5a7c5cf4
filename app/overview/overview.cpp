#include "app/overview/overview.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/exporting/export.h"
#include "app/measurements/job_of_rows.h"
#include "app/measurements/measurement_files.h"
#include "app/overview/measured_sizes.h"
#include "app/setup/guesses.h"
#include "app/setup/names.h"
#include "app/setup/plan.h"
#include "app/setup/time_model.h"
#include "core/text/field.h"
#include "hw/io/files.h"
#include "sim/nccl/rules/call.h"

namespace treering::app::overview {
namespace {

/// Several questions read the files, and a pipe gives its text once.
core::Result<void> check_files(const std::vector<std::string>& files) {
  for (const std::string& file : files) {
    if (file != hw::io::kStandardInput) continue;
    return core::usage_error(core::field("measurements"), "'-' is standard input",
                             "expected the name of a file");
  }
  return {};
}

/// The page is about NCCL.
core::Result<measuring::CompareReport> compared_runs(const measuring::CompareRequest& request) {
  auto report = measuring::answer(request);
  if (!report) return report;
  for (const auto& [file, libraries] : {std::pair(report->before, report->before_libraries),
                                        std::pair(report->after, report->after_libraries)}) {
    for (const std::string& library : libraries) {
      if (library.starts_with("nccl")) continue;
      return core::bad_input(file, fmt::format("runs of {}, not of NCCL", library),
                             "expected runs of NCCL on both sides, as the report is about NCCL",
                             "treering measure ⟨compare⟩ takes them");
    }
  }
  return report;
}

/// The rows of the requested series and collectives; none without files.
core::Result<std::vector<tuner::Measurement>> rows_of(const OverviewRequest& request,
                                                      const hw::io::Files& files) {
  auto set = measurements::read_gpu_measurements(request.measurements, {}, files);
  if (!set) return core::fail(set.error());
  const auto& wanted = request.times.calls.collectives;
  std::erase_if(set->rows, [&](const tuner::Measurement& row) {
    return row.id != request.id.value_or(row.id) ||
           !(wanted.empty() || std::ranges::find(wanted, row.collective) != wanted.end());
  });
  return std::move(set->rows);
}

core::Result<PredictRequest> times_request(const OverviewRequest& request,
                                           const hw::io::Files& files) {
  PredictRequest times = request.times;
  times.is_summarised = true;
  const auto rows = rows_of(request, files);
  if (!rows) return core::fail(rows.error());
  auto& collectives = times.calls.collectives;
  if (collectives.empty()) collectives = measurements::collectives_of(*rows);
  if (collectives.empty()) collectives = {core::Collective::AllReduce};
  const bool has_processes = times.job.gpus_per_process.has_value();
  if (!rows->empty()) times.job = measurements::completed(std::move(times.job), *rows);
  // NCCL's own model knows none.
  const auto known = setup::check_processes(times.job.gpus_per_process, times.calls.model);
  if (!has_processes && !known) times.job.gpus_per_process.reset();
  auto sizes = measured_sizes(times.calls, *rows);
  if (!sizes) return core::fail(sizes.error());
  times.calls.sizes.besides = *std::move(sizes);
  return times;
}

core::Result<CheckReport> checked(const OverviewRequest& request, const PredictRequest& times) {
  CheckRequest check;
  check.files = request.measurements;
  check.job = times.job;
  check.id = request.id;
  check.collectives = request.times.calls.collectives;
  check.time_model = times.time_model;
  check.work = times.work;
  return app::answer(check);
}

SettingsForm form_of(const OverviewReport& report, const exporting::ExportRequest& request) {
  auto written = exporting::answer(request);
  if (!written) return {*request.to, "", written.error().message(), "", "", {}};
  SettingsForm form{*request.to,
                    std::move(written->text),
                    std::move(written->refusal),
                    std::move(written->undo),
                    std::move(written->caveat),
                    {}};
  for (const CollectivePart& part : report.collectives) {
    FormReach reach = form_reach(part.collective, part.ranges, request.wanted, written->taken);
    if (!reach.reached.empty() || !reach.left.empty()) form.reach.push_back(std::move(reach));
  }
  return form;
}

std::vector<SettingsForm> settings_of(const PredictRequest& times, const OverviewReport& report) {
  exporting::ExportRequest request{times.job, times.calls, times.time_model,
                                   {},        times.work,  report.times.calls.sizes};
  request.calls.sizes.besides.clear();  // the forms are those of `treering export`
  std::erase_if(request.calls.collectives, [](core::Collective collective) {
    return !sim::nccl::rules::is_tuned(collective);
  });
  if (request.calls.collectives.empty()) return {};
  std::vector<SettingsForm> forms;
  for (const std::string& name : setup::names_of(setup::NameKind::Exporter)) {
    request.to = name;
    forms.push_back(form_of(report, request));
  }
  return forms;
}

CollectivePart part_of(const OverviewReport& report,
                       const std::vector<measuring::ComparedSide>& sides,
                       core::Collective collective, CurveKind kind) {
  CollectivePart part;
  part.collective = collective;
  part.curves = curves_of(report.times, collective, kind);
  if (report.check) part.measured = measured_of(*report.check, sides, collective);
  part.key_figures = key_figures(part.curves, part.measured);
  part.crossovers = advice::crossovers(report.times, collective);
  if (auto over = advice::recommended_over_sizes(report.times, collective)) {
    part.ranges = std::move(over->ranges);
    part.advice = std::move(over->most);
  }
  part.beside_runs = beside_runs(part.advice, part.ranges, part.measured);
  return part;
}

/// Published runs beside the prediction alone.
core::Result<std::vector<PublishedBeside>> published_for(const PredictRequest& times) {
  auto job = setup::set_up(times.job);
  if (!job) return core::fail(job.error());
  const auto options = setup::time_model_options(times.time_model, times.calls.model);
  if (!options) return core::fail(options.error());
  setup::carry_over(*job, options->network);
  const auto plan = setup::make_plan(*job);
  if (!plan) return core::fail(plan.error());
  if (is_guess(*job)) return std::vector<PublishedBeside>();
  const auto time_model = setup::time_model_for(*options, job->cluster, *plan);
  const auto name = setup::name_of(*options, time_model, *plan);
  return published_beside({*job, *plan, time_model, name.kind ? name.kind->network : ""},
                          times.calls.collectives, {});
}

void add_measurements_missing(OverviewReport& report) {
  if (!report.check) return;
  for (const CollectivePart& part : report.collectives) {
    std::ranges::move(unmeasured_of(part.collective, part.curves, part.measured),
                      std::back_inserter(report.unmeasured));
  }
}

/// What others published, and where the loss is: as the check has it, or without one.
core::Result<void> add_published(const PredictRequest& times, OverviewReport& report) {
  if (report.check) {
    report.published = report.check->published;
    report.losses = report.check->losses;
    return {};
  }
  auto published = published_for(times);
  if (!published) return core::fail(published.error());
  report.published = *std::move(published);
  return {};
}

}  // namespace

core::Result<OverviewReport> answer(const OverviewRequest& request) {
  if (const auto checked = check_files(request.measurements); !checked) {
    return core::fail(checked.error());
  }
  const hw::io::RealFiles files;
  const auto times = times_request(request, files);
  if (!times) return core::fail(times.error());
  auto predicted = app::answer(*times);
  if (!predicted) return core::fail(predicted.error());
  OverviewReport report;
  report.times = *std::move(predicted);
  std::vector<measuring::ComparedSide> measured;
  if (!request.measurements.empty()) {
    auto check = checked(request, *times);
    if (!check) return core::fail(check.error());
    report.check = *std::move(check);
    auto read = read_sides(request.measurements);
    if (!read) return core::fail(read.error());
    measured = *std::move(read);
  }
  if (const auto added = add_published(*times, report); !added) return core::fail(added.error());
  report.agreement = agreement_of(measured);
  if (request.compared) {
    auto compared = compared_runs(*request.compared);
    if (!compared) return core::fail(compared.error());
    report.compared = *std::move(compared);
  }
  for (const core::Collective collective : report.times.calls.collectives) {
    report.collectives.push_back(part_of(report, measured, collective, request.curves));
  }
  add_measurements_missing(report);
  if (report.check) report.repair_first = repair_first(*report.check);
  if (!report.repair_first) report.settings = settings_of(*times, report);
  return report;
}

}  // namespace treering::app::overview
