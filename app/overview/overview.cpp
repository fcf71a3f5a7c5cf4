#include "app/overview/overview.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/exporting/export.h"
#include "app/measurements/machine_of_rows.h"
#include "app/measurements/rows.h"
#include "app/setup/calls.h"
#include "app/setup/guesses.h"
#include "app/setup/load_machine.h"
#include "app/setup/names.h"
#include "app/setup/plan.h"
#include "app/setup/setup.h"
#include "app/setup/time_model.h"
#include "core/result.h"
#include "hw/io/files.h"
#include "sim/libraries/library.h"
#include "sim/nccl/rules/call.h"
#include "sim/test_size.h"
#include "tuner/measurement.h"

namespace treering::app::overview {
namespace {

/// So many are predicted besides those that were asked for; of more, the least and the greatest.
inline constexpr std::size_t kMostMeasuredSizes = 64;

// The sizes of measured rows, so that predictions stand beside each of them.

/// What the sizes of a request are carried as, by collective and number of ranks.
class CarriedSizes {
 public:
  explicit CarriedSizes(const setup::Calls& calls) : calls_(calls) {}

  bool has(const tuner::Measurement& row) {
    const auto [found, is_new] = known_.try_emplace({row.collective, row.ranks});
    if (is_new) {
      for (const std::uint64_t size : calls_.sizes) {
        found->second.insert(sim::test_size(row.collective, size, calls_.type, row.ranks).bytes);
      }
    }
    return found->second.contains(row.bytes);
  }

 private:
  const setup::Calls& calls_;
  std::map<std::pair<core::Collective, int>, std::set<std::uint64_t>> known_;
};

/// Sizes of rows of the calls' collectives that no asked-for size is carried as, rising, within
/// what the request says of the first and the last size.
core::Result<std::vector<std::uint64_t>> measured_sizes(
    const setup::CallsRequest& calls, const std::vector<tuner::Measurement>& rows) {
  const auto asked = setup::calls_of(calls);
  if (!asked) return core::fail(asked.error());
  const std::uint64_t least = calls.sizes.minbytes.value_or(1);
  const std::uint64_t most = calls.sizes.maxbytes.value_or(sim::kLargestCall.count());
  CarriedSizes carried(*asked);
  std::set<std::uint64_t> sizes;
  for (const tuner::Measurement& row : rows) {
    const bool is_asked =
        std::ranges::find(calls.collectives, row.collective) != calls.collectives.end();
    if (!is_asked || row.ranks < 1 || row.bytes < least || row.bytes > most) continue;
    if (!carried.has(row)) sizes.insert(row.bytes);
  }
  if (sizes.size() > kMostMeasuredSizes) sizes = {*sizes.begin(), *sizes.rbegin()};
  return std::vector(sizes.begin(), sizes.end());
}

/// The page is about NCCL.
core::Result<measuring::CompareReport> compared_runs(const measuring::CompareRequest& request,
                                                     const hw::io::Files& files) {
  auto report = measuring::answer(request, files);
  if (!report) return report;
  for (const auto& [file, libraries] : {std::pair(report->before, report->before_libraries),
                                        std::pair(report->after, report->after_libraries)}) {
    for (const std::string& library : libraries) {
      if (sim::libraries::is_on_gpus(library)) continue;
      return core::bad_input(file, fmt::format("runs of {}, not of NCCL", library),
                             "expected runs of NCCL on both sides, as the report is about NCCL",
                             "treering measure ⟨compare⟩ takes them");
    }
  }
  return report;
}

/// The times of the request, as far as it leaves them open those of the rows.
core::Result<PredictRequest> times_request(const OverviewRequest& request,
                                           const std::vector<tuner::Measurement>& rows,
                                           const setup::NamedMachine& machine) {
  PredictRequest times = request.times;
  times.is_summarised = true;
  auto& collectives = times.calls.collectives;
  if (collectives.empty()) collectives = measurements::collectives_of(rows);
  if (collectives.empty()) collectives = {core::Collective::AllReduce};
  const bool has_processes = times.job.gpus_per_process.has_value();
  if (!rows.empty()) times.job = measurements::completed(std::move(times.job), rows, machine).job;
  // NCCL's own model knows none.
  const auto known = setup::check_processes(times.job.gpus_per_process, times.calls.model);
  if (!has_processes && !known) times.job.gpus_per_process.reset();
  auto sizes = measured_sizes(times.calls, rows);
  if (!sizes) return core::fail(sizes.error());
  times.calls.sizes.besides = *std::move(sizes);
  return times;
}

CheckRequest check_request(const OverviewRequest& request) {
  CheckRequest check;
  check.files = request.measurements;
  check.wanted.id = request.id;
  check.wanted.collectives = request.times.calls.collectives;
  if (check.wanted.collectives.size() == 1) {
    check.wanted.unnamed = check.wanted.collectives.front();
  }
  check.job = request.times.job;
  check.time_model = request.times.time_model;
  check.work = request.times.work;
  return check;
}

/// None without files.
core::Result<WantedRuns> runs_of(const OverviewRequest& request, const hw::io::Files& files) {
  if (request.measurements.empty()) return WantedRuns();
  return wanted_runs(check_request(request), files);
}

/// The job of the times, which the rows have completed.
core::Result<JobPtr> job_of(const OverviewRequest& request, const PredictRequest& times,
                            const std::vector<tuner::Measurement>& rows,
                            const setup::NamedMachine& machine) {
  auto options = setup::time_model_options(times.time_model, times.calls.model);
  if (!options) return core::fail(options.error());
  auto job = rows.empty() ? setup::set_up(times.job, machine)
                          : measurements::set_up(request.times.job, rows, machine);
  if (!job) return core::fail(job.error());
  job->job.gpus_per_process = times.job.gpus_per_process.value_or(1);
  return open(*std::move(job), *std::move(options));
}

/// The job by the cost model, whatever the model of the times is: rows are judged by that.
core::Result<JobPtr> priced_by_cost(const JobPtr& job, const PredictRequest& times) {
  if (job->options.model == sim::Model::Cost) return job;
  auto options = setup::time_model_options(times.time_model);
  if (!options) return core::fail(options.error());
  return priced_anew(*job, *std::move(options));
}

SettingsForm form_of(const OverviewReport& report, const std::string& name,
                     const exporting::ExportRequest& request,
                     core::Result<exporting::ExportReport> written) {
  if (!written) return {name, "", written.error().message(), "", "", {}};
  SettingsForm form{name,
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

std::vector<SettingsForm> settings_of(const Job& job, const PredictRequest& times,
                                      const OverviewReport& report) {
  exporting::ExportRequest request{times.job, times.calls, times.time_model,
                                   {},        times.work,  report.times.calls.sizes};
  request.calls.sizes.besides.clear();  // the forms are those of `treering export`
  std::erase_if(request.calls.collectives, [](core::Collective collective) {
    return !sim::nccl::rules::is_tuned(collective);
  });
  if (request.calls.collectives.empty()) return {};
  const std::vector<std::string> names = setup::names_of(setup::NameKind::Exporter);
  auto written = exporting::answers(job, request, names);
  std::vector<SettingsForm> forms;
  for (std::size_t i = 0; i < names.size(); ++i) {
    forms.push_back(form_of(report, names[i], request, std::move(written[i])));
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

void add_measurements_missing(OverviewReport& report) {
  if (!report.check) return;
  for (const CollectivePart& part : report.collectives) {
    std::ranges::move(unmeasured_of(part.collective, part.curves, part.measured),
                      std::back_inserter(report.unmeasured));
  }
}

/// What others published, and where the loss is: as the check has it, or without one.
void add_published(const Job& job, OverviewReport& report) {
  if (report.check) {
    report.published = report.check->published;
    report.losses = report.check->losses;
  } else if (!is_guess(report.times.job)) {
    report.published = published_beside(job, report.times.calls.collectives, {});
  }
}

std::vector<measuring::ComparedSide> sides_of(const tuner::runs::Runs& runs) {
  std::vector<measuring::ComparedSide> sides;
  for (const tuner::runs::RunFile& file : runs) sides.push_back(measuring::side_of(file));
  return sides;
}

/// Runs, and the files from which they came.
struct MeasuredRuns {
  const WantedRuns& runs;
  const hw::io::RealFiles& files;
};

/// Whether the runs are as fast as expected. \param job that of the times
core::Result<CheckReport> checked(const CheckRequest& request, const PredictRequest& times,
                                  const JobPtr& job, const MeasuredRuns& measured) {
  const auto priced = priced_by_cost(job, times);
  if (!priced) return core::fail(priced.error());
  CheckRequest asked = request;
  asked.job = times.job;
  return app::answer(*priced, measured.runs, asked, measured.files);
}

/// In front of other notes, of which only the first are shown.
void say_first(const std::string& note, OverviewReport& report) {
  if (note.empty()) return;
  auto& notes = report.times.job.notes;
  notes.insert(notes.begin(), note);
  if (report.check) report.check->notes.insert(report.check->notes.begin(), note);
}

/// That nobody named the machine.
void say_deduced(const OverviewRequest& request, OverviewReport& report) {
  const std::string note = fmt::format(
      "deduced: the machine is {}, as the measured rows name its GPUs; if it is another, "
      "name that as the topology",
      request.times.job.topology);
  say_first(note, report);
}

core::Result<void> add_compared(const OverviewRequest& request, const hw::io::Files& files,
                                OverviewReport& report) {
  if (!request.compared) return {};
  auto compared = compared_runs(*request.compared, files);
  if (!compared) return core::fail(compared.error());
  report.compared = *std::move(compared);
  return {};
}

/// A request that names no machine, with that of its rows.
core::Result<OverviewRequest> with_machine(OverviewRequest request,
                                           const std::vector<tuner::Measurement>& rows,
                                           const hw::io::RealFiles& files) {
  if (!request.times.job.topology.empty() || rows.empty()) return request;
  auto machine = measurements::only_machine(rows, request.measurements, files);
  if (!machine) return core::fail(machine.error());
  request.times.job.topology = *std::move(machine);
  return request;
}

}  // namespace

core::Result<OverviewReport> answer(const OverviewRequest& asked) {
  const hw::io::RealFiles files;  // one log may show the rows and the machine
  const auto runs = runs_of(asked, files);
  if (!runs) return core::fail(runs.error());
  const auto whole = with_machine(asked, runs->set.rows, files);
  if (!whole) return core::fail(whole.error());
  const setup::NamedMachine machine(whole->times.job.topology, files);
  auto with_variables = measurements::with_variables_of(runs->set, whole->times.job, machine);
  OverviewRequest request = *whole;
  request.times.job = std::move(with_variables.job);
  const auto times = times_request(request, runs->set.rows, machine);
  if (!times) return core::fail(times.error());
  const auto job = job_of(request, *times, runs->set.rows, machine);
  if (!job) return core::fail(job.error());
  auto predicted = app::answer(**job, *times);
  if (!predicted) return core::fail(predicted.error());
  OverviewReport report;
  report.times = *std::move(predicted);
  if (!request.measurements.empty()) {
    auto check = checked(check_request(request), *times, *job, {*runs, files});
    if (!check) return core::fail(check.error());
    report.check = *std::move(check);
  }
  for (const std::string& note : with_variables.not_followed) say_first(note, report);
  say_first(with_variables.note, report);
  if (asked.times.job.topology.empty()) say_deduced(request, report);
  add_published(**job, report);
  const auto measured = sides_of(runs->runs);
  report.agreement = agreement_of(measured);
  if (auto done = add_compared(request, files, report); !done) return core::fail(done.error());
  for (const core::Collective collective : report.times.calls.collectives) {
    report.collectives.push_back(part_of(report, measured, collective, request.curves));
  }
  add_measurements_missing(report);
  if (report.check) report.repair_first = repair_first(*report.check);
  if (!report.repair_first) report.settings = settings_of(**job, *times, report);
  return report;
}

}  // namespace treering::app::overview
