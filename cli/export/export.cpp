#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/commands.h"
#include "cli/options/call_options.h"
#include "cli/options/job_options.h"
#include "cli/output/nvlink_text.h"
#include "cli/output/plan.h"
#include "cli/output/search_text.h"
#include "cli/output/time_model.h"
#include "core/named_values.h"
#include "sim/predict.h"
#include "tuner/advice/other_communicators.h"
#include "tuner/advice/recommend.h"
#include "tuner/exporters/exporter.h"

namespace treering::cli {
namespace {

core::Result<const tuner::exporters::Exporter*> chosen_exporter(const Arguments& arguments) {
  const auto name = arguments.value("to");
  std::vector<std::string_view> known;
  for (const tuner::exporters::Exporter& exporter : tuner::exporters::all_exporters()) {
    if (name && core::is_same_name(*name, exporter.name)) return &exporter;
    known.push_back(exporter.name);
  }
  if (name) return core::unknown_name("exporter", *name, known);
  return core::usage_error("export", "--to missing", "expected env, nccl.conf or tuner-csv",
                           "e.g. --to tuner-csv");
}

core::Result<void> check_calls(const CallOptions& calls) {
  for (const core::Collective collective : calls.collectives) {
    if (auto checked = check_tuned(collective); !checked) return checked;
  }
  if (sim::models::is_available(calls.model)) return {};
  return core::usage_error("--model",
                           fmt::format("{} is not available yet", sim::name_of(calls.model)),
                           "expected cost or nccl");
}

/// A tuner can only choose from what these leave, and env and nccl.conf are to set them.
core::Result<void> check_settings(const JobOptions& job) {
  for (const auto& [name, option] :
       {std::pair("NCCL_ALGO", "--algo"), std::pair("NCCL_PROTO", "--proto")}) {
    for (const auto& variable : job.variables) {
      if (variable.name != name) continue;
      return core::usage_error(name, "set, but export is to choose itself", "expected it unset",
                               fmt::format("keep to candidates with {}", option));
    }
  }
  return {};
}

/// "--algo Ring,Tree --proto LL"; empty when all are allowed.
std::string candidates_text(const sim::Filter& filter) {
  std::vector<std::string> options;
  if (!filter.algorithms.empty()) {
    options.push_back(fmt::format("--algo {}", fmt::join(filter.algorithms, ",")));
  }
  if (!filter.protocols.empty()) {
    options.push_back(fmt::format("--proto {}", fmt::join(filter.protocols, ",")));
  }
  return fmt::format("{}", fmt::join(options, " "));
}

/// ", profile published"; empty for models without one.
std::string profile_suffix(const TimeModelOptions& time_model) {
  return time_model.model == sim::Model::Cost ? fmt::format(", profile {}", time_model.profile.name)
                                              : "";
}

/// What is asked, and by which time model.
struct ExportQuestion {
  const CallOptions& calls;
  const TimeModelOptions& time_model;
  tuner::exporters::Scope scope;
};

tuner::advice::Recommendation recommendation_for(const JobOptions& job, const sim::nccl::Plan& plan,
                                                 const ExportQuestion& asked) {
  const CallOptions& calls = asked.calls;
  tuner::advice::Recommendation result;
  result.topology = job.cluster.node.name();
  result.fingerprint = job.cluster.node.fingerprint();
  result.nodes = plan.shape.nodes;
  result.ranks = plan.shape.ranks();
  result.nccl_version = job.job.nccl_version;
  result.evidence = fmt::format("model {}{}{}", sim::name_of(calls.model),
                                profile_suffix(asked.time_model), settings_suffix(job));
  result.type = core::name_of(calls.type);
  result.op = core::name_of(calls.op);
  result.sizes = calls.sizes;
  result.candidates = candidates_text(calls.filter);
  result.failed_search = failed_search_comment(plan, calls.model);
  const auto alternatives_with = [&](const sim::nccl::Plan& one) {
    return sim::alternatives_of(one, time_model_for(asked.time_model, job.cluster, one), calls.type,
                                calls.op);
  };
  tuner::advice::Question question{parse_collectives("tuned").value(), calls.collectives,
                                   calls.sizes, calls.filter};
  question.lists = sim::nccl::versions::version(job.job.nccl_version).lists;
  const auto others = asked.scope == tuner::exporters::Scope::EveryCommunicator
                          ? tuner::advice::other_communicators(job.cluster.node, plan)
                          : std::vector<tuner::advice::OtherCommunicator>();
  for (const tuner::advice::OtherCommunicator& other : others) {
    result.others.push_back({other.name, other.plan.shape.nodes, other.plan.shape.ranks()});
    question.others.push_back(alternatives_with(other.plan));
  }
  result.collectives = tuner::advice::advise(alternatives_with(plan), question);
  return result;
}

/// Whether nothing that is asked about can be recommended.
bool has_failed_searches_only(const tuner::advice::Recommendation& recommendation) {
  return std::ranges::all_of(recommendation.collectives,
                             [](const tuner::advice::CollectiveAdvice& one) {
                               return !one.is_advised || one.has_failed_searches_only;
                             });
}

constexpr std::string_view kLoneRank =
    "nothing written: a job of one rank sends nothing, so that there is nothing to tune; ask for "
    "more ranks with --nodes, --gpus-per-node or --devices";

constexpr std::string_view kGuess =
    "nothing written: {}, and settings for other links than the machine's make NCCL slower; {}";

/// Where --algo and --proto leave nothing to choose, NCCL's own choice stays; say so.
std::vector<std::string> notes_for(const tuner::advice::Recommendation& recommendation,
                                   const sim::nccl::Plan& plan, const sim::Filter& filter) {
  std::vector<std::string> notes;
  for (const tuner::advice::CollectiveAdvice& advice : recommendation.collectives) {
    if (!advice.is_advised) continue;
    if (advice.is_followed()) continue;
    const bool is_failed = stands_in_simple_order(plan, advice.collective, filter);
    notes.push_back(
        fmt::format("{}: {} is not followed, because {}; NCCL's own choices are kept",
                    core::name_of(advice.collective), recommendation.candidates,
                    is_failed ? failed_search_text(plan) : "nothing that it allows can carry it"));
  }
  return notes;
}

}  // namespace

core::Result<Answer> run_export(const Arguments& arguments, const Display& /*display*/) {
  const auto exporter = chosen_exporter(arguments);
  if (!exporter) return core::fail(exporter.error());
  const auto calls = read_calls(arguments, "tuned");
  if (!calls) return core::fail(calls.error());
  if (const auto checked = check_calls(*calls); !checked) return core::fail(checked.error());
  const auto time_model = read_time_model(arguments, calls->model);
  if (!time_model) return core::fail(time_model.error());
  const auto job = read_job(arguments);
  if (!job) return core::fail(job.error());
  if (const auto checked = check_settings(*job); !checked) return core::fail(checked.error());
  const auto plan = make_plan(*job);
  if (!plan) return core::fail(plan.error());

  if (plan->shape.ranks() == 1) {
    return Answer{.refusal = std::string(kLoneRank), .exit_code = ExitCode::CheckFailed};
  }

  if (const std::string unknown = unknown_nvlinks_text(*job); !unknown.empty()) {
    return Answer{.refusal = fmt::format(kGuess, unknown, unknown_nvlinks_hint(*job)),
                  .exit_code = ExitCode::CheckFailed};
  }

  const tuner::advice::Recommendation recommendation =
      recommendation_for(*job, *plan, {*calls, *time_model, (*exporter)->scope});
  if (has_failed_searches_only(recommendation)) {
    return Answer{.refusal = failed_search_refusal(failed_search_text(*plan)),
                  .exit_code = ExitCode::CheckFailed};
  }
  tuner::exporters::Export result = (*exporter)->write(recommendation);
  if (!result.why_not.empty()) {
    return Answer{.refusal = std::move(result.why_not), .exit_code = ExitCode::CheckFailed};
  }
  std::vector<std::string> notes = notes_on(*job, *plan);
  for (std::string& note : notes_for(recommendation, *plan, calls->filter)) {
    notes.push_back(std::move(note));
  }
  return Answer{.text = std::move(result.text), .notes = std::move(notes)};
}

}  // namespace treering::cli
