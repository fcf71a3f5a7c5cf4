#include "app/exporting/tuned_settings.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/exporting/described.h"
#include "app/hosts/export_hosts.h"
#include "app/tuning/tune.h"
#include "core/named_values.h"
#include "core/text/field.h"
#include "core/unit_text.h"
#include "tuner/advice/pins.h"
#include "tuner/exporters/exporter.h"
#include "tuner/exporters/host_exporter.h"

namespace treering::app::exporting {
namespace {

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
  HostRecommendation recommendation;
  recommendation.library = report.measured_by;
  recommendation.ranks = report.ranks;
  recommendation.hosts = fmt::format("{} on {}", core::counted(report.ranks, "rank"),
                                     core::counted(report.nodes, "node"));
  recommendation.evidence = evidence_of(report);
  for (const auto& [collective, choices] : confirmed_of(report)) {
    recommendation.collectives.push_back({collective, sized(choices), ""});
  }
  for (const auto& exporter : tuner::exporters::all_host_exporters()) {
    if (exporter.library != report.measured_by || !core::is_same_name(exporter.name, to)) continue;
    tuner::exporters::Export written = exporter.write(recommendation);
    return {std::move(written.text), std::move(written.why_not), {}, {}};
  }
  return refused(std::string(hosts::kGlooHasNoSettings));
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

bool is_of_nccl(std::string_view runner) {
  return runner.starts_with("nccl");
}

std::vector<std::string_view> forms_of(std::string_view runner) {
  if (runner == "replay") return {kByRules, "openmpi-env", kByPlugin};
  if (is_of_nccl(runner)) return {kByPlugin};
  return {kByRules, "openmpi-env"};
}

}  // namespace

core::Result<void> check_settings(const TuneRequest& request,
                                  const std::optional<std::string>& to) {
  const std::string& runner = request.measure.runner;
  if (runner == "gloo") {
    return core::usage_error("⟨settings⟩", "given with the runner gloo, which reads none", "",
                             "a program chooses: gloo::AllreduceOptions::setAlgorithm");
  }
  if (is_of_nccl(runner) && !request.job) {
    return core::usage_error("⟨settings⟩", "given without TOPOLOGY", "expected the machine",
                             "\"live\" is this one");
  }
  if (!to) return {};
  const auto known = forms_of(runner);
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
