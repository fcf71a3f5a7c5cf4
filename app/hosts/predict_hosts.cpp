#include "app/hosts/predict_hosts.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/named_values.h"
#include "core/text/field.h"
#include "core/units.h"
#include "sim/libraries/library.h"
#include "tuner/hosts/host_fit.h"
#include "tuner/launch/shape.h"

namespace treering::app::hosts {
namespace {

using core::Collective;
using sim::hosts::HostJob;
using sim::libraries::Library;
using tuner::hosts::MeasuredCall;

constexpr std::uint64_t kLargest = std::uint64_t{4} << 20U;  // unless asked for more

using Sizes = std::map<Collective, std::set<std::uint64_t>>;

/// What is asked, once options and measurements are one.
struct Question {
  HostJob job;
  Sizes sizes;
  core::Profile profile;
  std::vector<MeasuredCall> calls;
  core::DataType type = core::DataType::Float;
  std::vector<std::string> algorithms;  // empty: all
};

core::Result<Library> library_of(const std::optional<std::string>& runner) {
  if (!runner) return Library::OpenMpi;
  const auto library = sim::libraries::find_on_cpus(*runner);
  if (library) return *library;
  return core::unknown_name(core::field("runner"), *runner, sim::libraries::names_on_cpus());
}

core::Result<HostJob> asked_job(const PredictHostsRequest& request) {
  const auto library = library_of(request.runner);
  if (!library) return core::fail(library.error());
  if (!request.ranks) {
    return core::usage_error("⟨ranks⟩", "not given", "expected the number of ranks",
                             "or ⟨measurements⟩ FILE, which says it");
  }
  if (*request.ranks < 2) {
    return core::usage_error("⟨ranks⟩", fmt::format("found {}", *request.ranks),
                             "expected 2 or more: one rank sends nothing");
  }
  HostJob job{*library, *request.ranks, {}, request.cores.value_or(0)};
  if (!request.nic_rate) return job;
  auto gbit = tuner::launch::parse_links(*request.nic_rate, job.ranks, "⟨nic-rate⟩");
  if (!gbit) return core::fail(gbit.error());
  job.gbit = *std::move(gbit);
  return job;
}

bool is_wanted(const MeasuredCall& call, const PredictHostsRequest& request) {
  const auto& one = call.configuration();
  if (one.pair) return false;
  if (request.runner && sim::libraries::find_on_cpus(*request.runner) != call.job.library)
    return false;
  if (request.ranks && *request.ranks != call.job.ranks) return false;
  return !request.collectives ||
         std::ranges::find(*request.collectives, one.call.collective) != request.collectives->end();
}

/// Of one job, and of one way of buffers.
core::Result<std::vector<MeasuredCall>> wanted_calls(const PredictHostsRequest& request) {
  const std::string& file = request.measurements.front();
  auto read = read_calls({request.measurements, request.nic_rate.value_or("")});
  if (!read) return core::fail(read.error());
  std::vector<MeasuredCall> calls = std::move(read->calls);
  std::erase_if(calls, [&](const MeasuredCall& call) { return !is_wanted(call, request); });
  if (calls.empty()) {
    return core::bad_input(file, "no call of the collectives, runner and ranks that are asked for");
  }
  const std::vector<std::string> jobs = jobs_of(calls);
  if (jobs.size() > 1) {
    return core::bad_input(file, fmt::format("calls of {}", fmt::join(jobs, " and of ")),
                           "expected one job", "choose with ⟨runner⟩ and ⟨ranks⟩");
  }
  const auto first = calls.front().configuration();
  std::erase_if(calls, [&](const MeasuredCall& call) {
    return call.configuration().is_in_place != first.is_in_place ||
           call.configuration().cache != first.cache;
  });
  return calls;
}

bool has_sizes(const setup::SizesRequest& sizes) {
  return sizes.minbytes || sizes.maxbytes || sizes.stepbytes || sizes.stepfactor;
}

core::Result<Sizes> asked_sizes(const PredictHostsRequest& request,
                                const std::vector<MeasuredCall>& calls) {
  Sizes sizes;
  if (!calls.empty() && !has_sizes(request.sizes)) {
    for (const MeasuredCall& call : calls) {
      sizes[call.configuration().call.collective].insert(call.configuration().call.bytes);
    }
    return sizes;
  }
  setup::CallsRequest asked;
  asked.sizes = request.sizes;
  if (!asked.sizes.maxbytes) {
    asked.sizes.maxbytes = std::max(kLargest, asked.sizes.minbytes.value_or(0));
  }
  const auto parsed = setup::calls_of(asked);
  if (!parsed) return core::fail(parsed.error());
  std::set<Collective> collectives;
  for (const MeasuredCall& call : calls) collectives.insert(call.configuration().call.collective);
  if (request.collectives) {
    collectives = {request.collectives->begin(), request.collectives->end()};
  }
  if (collectives.empty()) collectives.insert(Collective::AllReduce);
  const bool is_barrier_alone = collectives == std::set{Collective::Barrier};
  if (is_barrier_alone && has_sizes(request.sizes)) {
    return core::usage_error(core::field("minbytes"), "given for a barrier",
                             "expected none, because a barrier carries nothing");
  }
  for (const Collective one : collectives) {
    sizes[one] = {parsed->sizes.begin(), parsed->sizes.end()};
    if (one == Collective::Barrier) sizes[one] = {0};
  }
  return sizes;
}

core::Result<Question> question_of(const PredictHostsRequest& request) {
  Question question;
  if (request.measurements.empty()) {
    auto job = asked_job(request);
    if (!job) return core::fail(job.error());
    question.job = *std::move(job);
  } else {
    auto calls = wanted_calls(request);
    if (!calls) return core::fail(calls.error());
    question.calls = *std::move(calls);
    question.job = question.calls.front().job;
    if (request.cores) question.job.cores = *request.cores;
  }
  auto profile = read_host_profile(request.profile);
  if (!profile) return core::fail(profile.error());
  question.profile = *std::move(profile);
  if (!request.profile && !question.calls.empty()) {
    question.profile = tuner::hosts::fit_hosts(question.calls, question.profile).profile;
    question.profile.name = "fitted to these calls";
  }
  auto sizes = asked_sizes(request, question.calls);
  if (!sizes) return core::fail(sizes.error());
  question.sizes = *std::move(sizes);
  return question;
}

/// The names asked for, as the library spells them. Fails where no collective has one.
core::Result<std::vector<std::string>> asked_algorithms(const PredictHostsRequest& request,
                                                        const Question& question) {
  std::vector<std::string_view> known;
  for (const auto& [collective, sizes] : question.sizes) {
    for (const auto name : sim::libraries::algorithms_of(question.job.library, collective)) {
      if (std::ranges::find(known, name) == known.end()) known.push_back(name);
    }
  }
  std::vector<std::string> names;
  for (const std::string& asked : request.algorithms) {
    if (core::is_same_name(asked, "all")) return std::vector<std::string>();
    const auto found = std::ranges::find_if(
        known, [&](std::string_view name) { return core::is_same_name(asked, name); });
    if (found == known.end()) return core::unknown_name(core::field("algo"), asked, known);
    names.emplace_back(*found);
  }
  return names;
}

/// The median where the algorithm was forced, else where the library took it by itself.
std::optional<double> measured(const HostPrediction& row, const std::vector<MeasuredCall>& calls) {
  std::optional<double> by_itself;
  for (const MeasuredCall& call : calls) {
    const auto& one = call.configuration();
    if (one.call.collective != row.collective || one.call.bytes != row.bytes) continue;
    if (one.way.algorithm == row.algorithm) return call.measured_us;
    if (one.way.algorithm.empty() && call.algorithm == row.algorithm) by_itself = call.measured_us;
  }
  return by_itself;
}

/// All algorithms at one size.
std::vector<HostPrediction> rows_at(Collective collective, std::uint64_t bytes,
                                    const Question& question) {
  const auto own =
      sim::libraries::own_choice(question.job.library, collective, bytes, question.job.ranks);
  std::vector<HostPrediction> rows;
  for (const auto name : sim::libraries::algorithms_of(question.job.library, collective)) {
    const auto& asked = question.algorithms;
    const bool is_asked = asked.empty() || std::ranges::find(asked, name) != asked.end();
    if (!is_asked) continue;
    const tuner::measure::Configuration configuration{{collective, bytes, question.type}};
    auto expected =
        tuner::hosts::estimate(configuration, std::string(name), question.job, question.profile);
    if (!expected) continue;
    HostPrediction& row = rows.emplace_back();
    row.collective = collective;
    row.bytes = bytes;
    row.algorithm = name;
    row.expected = *std::move(expected);
    row.is_own = own == name;
    row.measured_us = measured(row, question.calls);
  }
  const auto best = std::ranges::min_element(
      rows, {}, [](const HostPrediction& row) { return std::pair(row.us(), !row.is_own); });
  if (best != rows.end()) best->is_best = true;
  return rows;
}

std::vector<tuner::advice::ExpectedCall> expected_calls(const std::vector<HostPrediction>& rows) {
  std::vector<tuner::advice::ExpectedCall> calls;
  for (const HostPrediction& row : rows) {
    calls.push_back({row.collective, row.bytes, row.algorithm, row.us(),
                     sim::estimates::spread_of(row.expected.estimate), row.is_own});
  }
  return calls;
}

std::vector<std::string> notes_on(const PredictHostsReport& report, const Question& question) {
  std::vector<std::string> notes;
  if (report.is_assumed) {
    notes.emplace_back(
        "no parameter was fitted: times are rough; treering measure on these hosts, then treering "
        "calibrate hosts, makes a profile");
  }
  if (!question.algorithms.empty()) return notes;
  for (const auto& [collective, sizes] : question.sizes) {
    std::vector<std::string_view> without;
    for (const auto name : sim::libraries::algorithms_of(report.job.library, collective)) {
      const bool has_row = std::ranges::any_of(report.rows, [&](const HostPrediction& row) {
        return row.collective == collective && row.algorithm == name;
      });
      if (!has_row) without.push_back(name);
    }
    if (without.empty()) continue;
    notes.push_back(fmt::format("{}: no time for {}, whose messages on {} are not known",
                                name_of(collective), fmt::join(without, ", "),
                                core::counted(report.job.ranks, "rank")));
  }
  return notes;
}

}  // namespace

core::Result<PredictHostsReport> answer(const PredictHostsRequest& request) {
  auto question = question_of(request);
  if (!question) return core::fail(question.error());
  auto algorithms = asked_algorithms(request, *question);
  if (!algorithms) return core::fail(algorithms.error());
  question->algorithms = *std::move(algorithms);
  question->type = request.type;
  PredictHostsReport report;
  report.job = question->job;
  report.job_text = text_of(report.job);
  report.profile = question->profile.name;
  report.is_assumed = !sim::hosts::is_fitted(question->profile, report.job.means());
  report.type = request.type;
  for (const auto& [collective, sizes] : question->sizes) {
    for (const std::uint64_t bytes : sizes) {
      for (HostPrediction& row : rows_at(collective, bytes, *question)) {
        report.rows.push_back(std::move(row));
      }
    }
  }
  report.is_measured = !question->calls.empty();
  auto& advice = report.recommendation;
  advice.library = report.job.library;
  advice.ranks = report.job.ranks;
  advice.hosts = report.job_text;
  if (report.is_measured) {
    advice.evidence = fmt::format("{}", core::counted(question->calls.size(), "measured call"));
    advice.collectives = tuner::advice::advise_measured(question->calls);
  } else {
    advice.evidence = fmt::format("the model of hosts, profile {}", report.profile);
    advice.collectives = tuner::advice::advise_expected(expected_calls(report.rows));
  }
  report.notes = notes_on(report, *question);
  advice.notes = report.notes;
  return report;
}

}  // namespace treering::app::hosts
