#include "app/exporting/tuned_settings.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/exporting/described.h"
#include "app/exporting/export.h"
#include "app/hosts/export_hosts.h"
#include "app/tuning/tune.h"
#include "core/named_values.h"
#include "core/text/field.h"
#include "core/units.h"
#include "sim/libraries/library.h"
#include "tuner/advice/recommend.h"
#include "tuner/exporters/exporter.h"
#include "tuner/exporters/host_exporter.h"

namespace treering::app::exporting {
namespace {

using sim::libraries::Library;
using tuner::advice::HostRecommendation;
using tuner::advice::SizedChoice;
using tuning::Choice;
using tuning::Reason;
using tuning::TuneReport;
using tuning::TuneRequest;

constexpr std::string_view kByRules = "openmpi-rules";
constexpr std::string_view kByPlugin = "tuner-csv";

/// What was measured, for the head of a file.
std::string evidence_of(const TuneReport& report) {
  return fmt::format("treering tune, {} with {}",
                     core::counted(static_cast<int>(report.measured), "measurement"),
                     report.library);
}

constexpr std::string_view kNothingConfirmed =
    "nothing written: fresh launches confirmed nothing that is faster than the library's own "
    "choice";

/// Sizes that have no confirmed way keep the library's own choice.
std::vector<SizedChoice> sized(const std::vector<const Choice*>& confirmed) {
  std::vector<SizedChoice> choices;
  for (const Choice* const one : confirmed) {
    if (!choices.empty() && choices.back().last + 1 < one->from_bytes) {
      choices.push_back({choices.back().last + 1, one->from_bytes - 1, "", 1, 1});
    }
    choices.push_back({one->from_bytes, one->to_bytes, one->way.algorithm, one->gain->mean,
                       one->confidence.value()});
  }
  return choices;
}

using Confirmed = std::map<core::Collective, std::vector<const Choice*>>;

Confirmed confirmed_of(const TuneReport& report) {
  Confirmed confirmed;
  for (const Choice& one : report.choices) {
    if (one.reason == Reason::Faster) confirmed[one.collective].push_back(&one);
  }
  return confirmed;
}

/// \pre the library has this exporter
ExportReport of_hosts(const TuneReport& report, std::string_view to) {
  const auto library = sim::libraries::find_on_cpus(report.measured_by);
  if (!library) return refused({});
  HostRecommendation recommendation;
  recommendation.library = *library;
  recommendation.ranks = report.ranks;
  recommendation.hosts = fmt::format("{} on {}", core::counted(report.ranks, "rank"),
                                     core::counted(report.nodes, "node"));
  recommendation.evidence = evidence_of(report);
  for (const auto& [collective, choices] : confirmed_of(report)) {
    recommendation.collectives.push_back({collective, sized(choices), ""});
  }
  for (const auto& exporter : tuner::exporters::all_host_exporters()) {
    if (exporter.library != *library || !core::is_same_name(exporter.name, to)) continue;
    tuner::exporters::Export written = exporter.write(recommendation);
    return {std::move(written.text), std::move(written.why_not), {}, {}};
  }
  return refused(hosts::no_settings_text(*library));
}

std::vector<tuner::advice::Pin> pins_of(const TuneReport& report) {
  std::vector<tuner::advice::Pin> pins;
  for (const Choice& one : report.choices) {
    if (one.reason != Reason::Faster) continue;
    pins.push_back({one.collective, one.from_bytes, one.to_bytes, one.way, one.gain->mean});
  }
  return pins;
}

/// As in a file for a plugin: for each communicator that such a job may have.
tuner::advice::Recommendation recommendation_of(const TuneRequest& request,
                                                const TuneReport& report, const Job& job) {
  const Subject subject{job, request.measure.type, request.measure.op};
  auto result = described(subject);
  result.evidence = evidence_of(report);
  result.is_measured = true;
  const auto pins = pins_of(report);
  for (const auto& pin : pins) result.sizes.push_back(pin.first);
  std::ranges::sort(result.sizes);
  tuner::advice::Question question = question_on(subject);
  question.sizes = result.sizes;
  const Others others = tuner::advice::other_communicators(job.machine.cluster.node, job.plan);
  add_others(subject, others, question, result);
  result.collectives = tuner::advice::advise_pinned(alternatives_of(subject), question, pins);
  return result;
}

core::Result<ExportReport> of_nccl(const TuneRequest& request, const TuneReport& report) {
  if (!request.job)
    return refused(
        "nothing written: name the machine as TOPOLOGY, since a table "
        "for NCCL's tuner plugin has a row for every call");
  const auto job = tuning::tuned_job(request, report.library);
  if (!job) return core::fail(job.error());
  if (std::string why = guess_refusal((*job)->machine); !why.empty())
    return refused(std::move(why));
  for (const auto& exporter : tuner::exporters::all_exporters()) {
    if (exporter.name != kByPlugin) continue;
    auto written = exporter.write(recommendation_of(request, report, **job));
    return ExportReport{
        std::move(written.text), std::move(written.why_not), std::string(exporter.undo), {}};
  }
  return refused({});
}

/// The forms that can hold one choice for each range of sizes. NCCL has one, the table.
std::vector<std::string_view> forms_of(const sim::libraries::Entry& library) {
  if (library.is_on_gpus()) return {kByPlugin};
  return {library.settings.begin(), library.settings.end()};
}

/// Without a library the results may be of any: the forms of all.
std::vector<std::string_view> forms_of(std::optional<Library> library) {
  if (library) return forms_of(entry_of(*library));
  std::vector<std::string_view> forms;
  for (const auto& entry : sim::libraries::all()) {
    std::ranges::copy(forms_of(entry), std::back_inserter(forms));
  }
  return forms;
}

}  // namespace

core::Result<void> check_settings(const TuneRequest& request,
                                  const std::optional<std::string>& to) {
  const std::string& runner = request.measure.runner;
  const auto library = sim::libraries::library_of_runner(runner);
  if (library && entry_of(*library).settings.empty()) {
    return core::usage_error("⟨settings⟩",
                             fmt::format("given with the runner {}, which reads none", runner), "",
                             std::string(entry_of(*library).how_else));
  }
  if (library && entry_of(*library).is_on_gpus() && !request.job) {
    return core::usage_error("⟨settings⟩", "given without TOPOLOGY", "expected the machine",
                             "\"live\" is this one");
  }
  if (!to) return {};
  const auto known = forms_of(library);
  const bool is_known = std::ranges::any_of(
      known, [&](std::string_view form) { return core::is_same_name(form, *to); });
  if (is_known) return {};
  if (core::is_same_name(*to, "env") || core::is_same_name(*to, "nccl.conf")) {
    return core::usage_error("⟨to⟩", *to + " holds for every size, and what is confirmed does not",
                             fmt::format("expected {}", kByPlugin));
  }
  return core::unknown_name(core::field("to"), *to, known);
}

core::Result<ExportReport> settings_of(const TuneRequest& request, const TuneReport& report,
                                       const std::optional<std::string>& to) {
  if (report.is_emulated()) {
    return refused("nothing written: these GPUs are emulated, and nothing was measured");
  }
  if (!report.has_confirmed()) return refused(std::string(kNothingConfirmed));
  if (report.is_of_nccl()) return of_nccl(request, report);
  return of_hosts(report, to.value_or(std::string(kByRules)));
}

}  // namespace treering::app::exporting
