#include "app/exporting/export.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/exporting/described.h"
#include "app/setup/plan.h"
#include "app/variants.h"
#include "core/named_values.h"
#include "core/text/field.h"
#include "core/topology/cluster.h"
#include "sim/predict.h"
#include "tuner/advice/other_communicators.h"
#include "tuner/advice/recommend.h"
#include "tuner/exporters/exporter.h"

namespace treering::app::exporting {
namespace {

using tuner::advice::CollectiveAdvice;

// NCCL's choices under the settings of an export.

std::string with_setting(const CollectiveAdvice& advice, std::uint64_t bytes) {
  if (!advice.has_useful_setting() || advice.setting->outcomes.empty()) return "";
  const auto& outcomes = advice.setting->outcomes;
  const auto above =
      std::ranges::upper_bound(outcomes, bytes, {}, &tuner::advice::SettingAdvice::Outcome::bytes);
  return (above == outcomes.begin() ? above : above - 1)->choice;
}

std::string by_size(const CollectiveAdvice& advice, std::uint64_t bytes) {
  for (const tuner::advice::RangeAdvice& range : advice.ranges) {
    if (range.first <= bytes && bytes <= range.last)
      return range.way.algorithm + "/" + range.way.protocol;
  }
  return "";
}

/// The choices for collectives that were asked for and that the form sets. A form with one value
/// for all sizes is known at the sizes of the recommendation; others count as the next below.
std::vector<TakenChoice> taken_with(const tuner::advice::Recommendation& recommendation,
                                    tuner::exporters::Scope scope,
                                    const std::vector<std::uint64_t>& sizes) {
  const bool is_by_size = scope == tuner::exporters::Scope::EveryCommunicator;
  std::vector<TakenChoice> taken;
  for (const CollectiveAdvice& advice : recommendation.collectives) {
    if (!advice.is_advised) continue;
    for (const std::uint64_t bytes : sizes) {
      std::string choice = is_by_size ? by_size(advice, bytes) : with_setting(advice, bytes);
      if (choice.empty()) continue;
      taken.push_back({advice.collective, core::Bytes::of(bytes), std::move(choice)});
    }
  }
  return taken;
}

core::Result<const tuner::exporters::Exporter*> chosen_exporter(
    const std::optional<std::string>& name) {
  std::vector<std::string_view> known;
  for (const tuner::exporters::Exporter& exporter : tuner::exporters::all_exporters()) {
    if (name && core::is_same_name(*name, exporter.name)) return &exporter;
    known.push_back(exporter.name);
  }
  if (name) return core::unknown_name(core::field("to"), *name, known);
  return core::usage_error("export", "⟨to⟩ missing", "expected env, nccl.conf or tuner-csv",
                           "e.g. ⟨to⟩ tuner-csv");
}

core::Result<void> check_exportable(const setup::Calls& calls) {
  for (const core::Collective collective : calls.collectives) {
    if (auto checked = setup::check_tuned(collective); !checked) return checked;
  }
  return {};
}

/// These restrict a tuner, and env and nccl.conf set them.
core::Result<void> check_settings(const setup::Setup& job) {
  for (const auto& [name, field] :
       {std::pair("NCCL_ALGO", "algo"), std::pair("NCCL_PROTO", "proto")}) {
    for (const auto& variable : job.variables) {
      if (variable.name != name) continue;
      return core::usage_error(name, "set, but export makes the choice", "expected it unset",
                               fmt::format("restrict the candidates with {}", core::field(field)));
    }
  }
  return {};
}

/// "⟨algo⟩ Ring,Tree ⟨proto⟩ LL"; empty when all are allowed.
std::string candidates_text(const sim::Filter& filter) {
  std::vector<std::string> options;
  if (!filter.algorithms.empty()) {
    options.push_back(fmt::format("⟨algo⟩ {}", fmt::join(filter.algorithms, ",")));
  }
  if (!filter.protocols.empty()) {
    options.push_back(fmt::format("⟨proto⟩ {}", fmt::join(filter.protocols, ",")));
  }
  return fmt::format("{}", fmt::join(options, " "));
}

/// ", profile published"; empty for models without one.
std::string profile_suffix(const setup::TimeModelOptions& options) {
  return basis_of(options.model) == sim::Basis::Profile
             ? fmt::format(", profile {}", options.profile.name)
             : "";
}

/// Where the filter leaves nothing to choose, NCCL's own choice stays.
std::vector<std::string> kept_choices(const tuner::advice::Recommendation& recommendation,
                                      const sim::nccl::Plan& plan, const sim::Filter& filter) {
  std::vector<std::string> notes;
  for (const tuner::advice::CollectiveAdvice& advice : recommendation.collectives) {
    if (!advice.is_advised) continue;
    if (advice.is_followed()) continue;
    const bool is_failed = setup::stands_in_simple_order(plan, advice.collective, filter);
    notes.push_back(fmt::format(
        "{}: {} is not followed, because {}; NCCL's own choices are kept",
        core::name_of(advice.collective), recommendation.candidates,
        is_failed ? setup::failed_search_text(plan) : "nothing that it allows can carry it"));
  }
  return notes;
}

/// "fat tree of InfiniBand, 4 : 1 oversubscribed, ...; nodes sorted by leaf switch"; empty where
/// nobody knows it, and for NCCL's own model, which knows no switches.
std::string fabric_of(const Job& job) {
  if (basis_of(job.options.model) != sim::Basis::Profile) return "";
  const core::Cluster& cluster = job.machine.cluster;
  std::string text = core::fabric_text(cluster.fabric);
  const std::string order = core::order_text(cluster);
  return order.empty() ? text : text + "; " + order;
}

/// Whether the choices were asked for, gain or not: candidates that can carry calls, or NCCL's own
/// by its own model.
bool is_pin(const tuner::advice::Recommendation& recommendation, const setup::Calls& calls) {
  if (calls.model == sim::Model::Nccl) return true;
  return !calls.filter.allows_all() &&
         std::ranges::any_of(recommendation.collectives, [](const CollectiveAdvice& one) {
           return one.is_advised && one.is_followed();
         });
}

tuner::advice::Recommendation recommendation_for(const Job& job, const setup::Calls& calls,
                                                 tuner::exporters::Scope scope) {
  const Subject subject{job, calls.type, calls.op};
  tuner::advice::Recommendation result = described(subject);
  result.evidence = fmt::format("model {}{}{}", sim::models::name_of(calls.model),
                                profile_suffix(job.options), setup::settings_suffix(job.machine));
  result.fabric = fabric_of(job);
  result.sizes = calls.sizes;
  result.candidates = candidates_text(calls.filter);
  tuner::advice::Question question = question_on(subject);
  question.advised = calls.collectives;
  question.sizes = calls.sizes;
  question.filter = calls.filter;
  const Others others = scope == tuner::exporters::Scope::EveryCommunicator
                            ? tuner::advice::other_communicators(job.machine.cluster.node, job.plan)
                            : Others();
  add_others(subject, others, question, result);
  result.collectives = tuner::advice::advise(alternatives_of(subject), question);
  result.is_pin = is_pin(result, calls);
  result.notes = setup::notes_on(job.machine, job.plan, calls.collectives);
  std::ranges::copy(kept_choices(result, job.plan, calls.filter), std::back_inserter(result.notes));
  return result;
}

/// Whether failed searches leave nothing to recommend.
bool has_failed_searches_only(const tuner::advice::Recommendation& recommendation) {
  return std::ranges::all_of(recommendation.collectives,
                             [](const tuner::advice::CollectiveAdvice& one) {
                               return !one.is_advised || one.has_failed_searches_only;
                             });
}

constexpr std::string_view kLoneRank =
    "nothing written: a job of one rank sends nothing, so there is nothing to tune; ask for "
    "more ranks with ⟨nodes⟩, ⟨gpus-per-node⟩ or ⟨devices⟩";

core::Result<setup::Calls> calls_of(const ExportRequest& request) {
  auto calls = setup::calls_of(request.calls);
  if (!calls) return calls;
  if (const auto checked = check_exportable(*calls); !checked) return core::fail(checked.error());
  const auto processes = setup::check_processes(request.job.gpus_per_process, calls->model);
  if (!processes) return core::fail(processes.error());
  return calls;
}

/// Why there is nothing to recommend on the job; empty where there is.
std::string why_nothing(const Job& job, const setup::Calls& calls) {
  if (job.ranks() == 1) return std::string(kLoneRank);
  return guess_refusal(with_doubts(job.machine, deciding_facts(job, calls)));
}

/// Forms of the advice on one job. Exporters of one scope share a recommendation, whose plans of
/// other communicators take long.
class Forms {
 public:
  /// Keeps references to its arguments.
  Forms(const Job& job, const setup::Calls& calls, const ExportRequest& request)
      : job_(job), calls_(calls), request_(request) {}

  core::Result<ExportReport> in(const tuner::exporters::Exporter& exporter) {
    if (const auto wanted = work::check_wanted(request_.work); !wanted) {
      return core::fail(wanted.error());
    }
    const tuner::advice::Recommendation& recommendation = recommended(exporter.scope);
    if (has_failed_searches_only(recommendation)) {
      return refused(setup::failed_search_refusal(setup::failed_search_text(job_.plan)));
    }
    tuner::exporters::Export result = exporter.write(recommendation);
    if (!result.why_not.empty()) return refused(std::move(result.why_not));
    ExportReport report;
    report.text = std::move(result.text);
    report.undo = exporter.undo;
    report.caveat = std::move(result.caveat);
    report.taken = taken_with(recommendation, exporter.scope, request_.wanted);
    report.notes = recommendation.notes;
    return report;
  }

 private:
  const tuner::advice::Recommendation& recommended(tuner::exporters::Scope scope) {
    const auto found = by_scope_.find(scope);
    if (found != by_scope_.end()) return found->second;
    return by_scope_.emplace(scope, recommendation_for(job_, calls_, scope)).first->second;
  }

  const Job& job_;
  const setup::Calls& calls_;
  const ExportRequest& request_;
  std::map<tuner::exporters::Scope, tuner::advice::Recommendation> by_scope_;
};

/// By form, the exporters of these names.
core::Result<std::vector<core::Result<ExportReport>>> written(
    const Job& job, const ExportRequest& request,
    const std::vector<const tuner::exporters::Exporter*>& exporters) {
  const auto calls = calls_of(request);
  if (!calls) return core::fail(calls.error());
  if (const auto checked = check_settings(job.machine); !checked) {
    return core::fail(checked.error());
  }
  std::vector<core::Result<ExportReport>> reports;
  const std::string why = why_nothing(job, *calls);
  Forms forms(job, *calls, request);
  for (const tuner::exporters::Exporter* const exporter : exporters) {
    reports.push_back(why.empty() ? forms.in(*exporter) : refused(why));
  }
  return reports;
}

}  // namespace

ExportReport refused(std::string why) {
  ExportReport report;
  report.refusal = std::move(why);
  return report;
}

std::vector<core::Result<ExportReport>> answers(const Job& job, const ExportRequest& request,
                                                const std::vector<std::string>& forms) {
  std::vector<const tuner::exporters::Exporter*> exporters;
  for (const std::string& form : forms) {
    const auto exporter = chosen_exporter(form);
    if (!exporter) return {forms.size(), core::fail(exporter.error())};
    exporters.push_back(*exporter);
  }
  auto reports = written(job, request, exporters);
  if (!reports) return {forms.size(), core::fail(reports.error())};
  return *std::move(reports);
}

core::Result<ExportReport> answer(const ExportRequest& request) {
  const auto exporter = chosen_exporter(request.to);
  if (!exporter) return core::fail(exporter.error());
  if (const auto calls = calls_of(request); !calls) return core::fail(calls.error());
  auto options = setup::time_model_options(request.time_model, request.calls.model);
  if (!options) return core::fail(options.error());
  auto machine = setup::set_up(request.job);
  if (!machine) return core::fail(machine.error());
  // Before NCCL's plan: settings that leave it nothing to choose are no fault of the machine.
  if (const auto checked = check_settings(*machine); !checked) return core::fail(checked.error());
  const auto job = open(*std::move(machine), *std::move(options));
  if (!job) return core::fail(job.error());
  auto reports = written(**job, request, {*exporter});
  if (!reports) return core::fail(reports.error());
  return std::move(reports->front());
}

}  // namespace treering::app::exporting
