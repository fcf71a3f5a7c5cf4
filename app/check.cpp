#include "app/check.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/check_job.h"
#include "app/measurements/machine_of_rows.h"
#include "app/measurements/network_of_rows.h"
#include "app/measurements/rows.h"
#include "app/measurements/texts_of_rows.h"
#include "app/setup/load_machine.h"
#include "app/setup/setup.h"
#include "core/text/field.h"
#include "core/text/quote.h"
#include "core/text/reading.h"
#include "core/units.h"
#include "hw/catalogue/gpus.h"
#include "hw/catalogue/named_machines.h"
#include "tuner/check/check.h"

namespace treering::app {
namespace {

// The machine and the collective of rows whose text leaves them open: what all that are possible
// have in common is the answer.

using tuner::Measurement;

/// The job of a check on the machine that it names.
struct NamedJob {
  CheckRequest request;            // with what the runs' own text sets
  std::vector<std::string> notes;  // what that is, and what of it is not followed
  JobPtr job;
};

core::Result<NamedJob> open_named(const CheckRequest& asked, const WantedRuns& runs,
                                  const hw::io::RealFiles& files) {
  const auto options = setup::time_model_options(asked.time_model);
  if (!options) return core::fail(options.error());
  const setup::NamedMachine source(asked.job.topology, files);
  auto on_nodes = measurements::on_shown_nodes(asked.job, runs.set.rows, asked.files, source);
  auto with_nvls = measurements::without_unseen_nvls(std::move(on_nodes.job), asked.files, source);
  auto with_variables = measurements::with_variables_of(runs.set, std::move(with_nvls.job), source);
  NamedJob named{asked, std::move(with_variables.not_followed), nullptr};
  if (!with_variables.note.empty()) {
    named.notes.insert(named.notes.begin(), std::move(with_variables.note));
  }
  for (std::string* const note : {&with_nvls.note, &on_nodes.note}) {
    if (!note->empty()) named.notes.insert(named.notes.begin(), std::move(*note));
  }
  named.request.job = std::move(with_variables.job);
  auto machine = measurements::set_up(named.request.job, runs.set.rows, source);
  if (!machine) return core::fail(machine.error());
  if (const auto wanted = work::check_wanted(asked.work); !wanted) {
    return core::fail(wanted.error());
  }
  const auto job = open(*std::move(machine), *options);
  if (!job) return core::fail(job.error());
  named.job = *job;
  return named;
}

core::Result<CheckReport> answer(const NamedJob& named, const WantedRuns& runs,
                                 const hw::io::RealFiles& files) {
  auto report = answer(named.job, runs, named.request, files);
  if (report) {
    report->notes.insert(report->notes.begin(), named.notes.begin(), named.notes.end());
  }
  return report;
}

/// The verdict of a report in a few words: two answers with the same lead to the same.
std::string outcome_of(const CheckReport& report) {
  if (report.wrong_rows > 0) return "wrong results";
  const bool is_cleared = report.as_published && report.as_published->clears();
  return is_cleared && !report.check.other ? "as fast as expected" : verdict_of(report.check);
}

/// A machine that the rows may be of, and how fast they are on it. Causes are left to the machine
/// that is shown: each takes plans of its own.
struct PossibleAnswer {
  std::string name;
  NamedJob named;
  tuner::check::Check check;
};

core::Result<PossibleAnswer> possible_answer(const CheckRequest& asked, const WantedRuns& runs,
                                             const hw::io::RealFiles& files) {
  auto named = open_named(asked, runs, files);
  if (!named) return core::fail(named.error());
  const auto job = confirmed(named->job, runs.set.rows);
  if (!job) return core::fail(job.error());
  auto check = tuner::check::place_rows(run_on(**job, runs.set.rows));
  if (!check) return core::fail(check.error());
  if (const auto wanted = work::check_wanted(asked.work); !wanted) {
    return core::fail(wanted.error());
  }
  return PossibleAnswer{asked.job.topology, *std::move(named), *std::move(check)};
}

/// "too slow on dgx-h100; as fast as expected on aws-p5, oci-h100".
std::string verdicts_text(const std::vector<PossibleAnswer>& answers) {
  std::vector<std::pair<std::string, std::vector<std::string>>> by_verdict;
  for (const PossibleAnswer& answer : answers) {
    const std::string verdict = verdict_of(answer.check);
    auto place = std::ranges::find(by_verdict, verdict, [](const auto& one) { return one.first; });
    if (place == by_verdict.end()) place = by_verdict.insert(place, {verdict, {}});
    place->second.push_back(answer.name);
  }
  std::vector<std::string> parts;
  for (const auto& [verdict, names] : by_verdict) {
    parts.push_back(fmt::format("{} on {}", verdict, fmt::join(names, ", ")));
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

/// Whether the rows may be of a machine that differs from the one that is shown.
bool is_guessed(const measurements::PossibleMachines& machines,
                const std::vector<Measurement>& rows) {
  if (machines.topologies.size() > 1 || machines.is_generic) return true;
  const bool is_said = machines.gpus.empty() || !machines.named.empty() || !machines.matrix.empty();
  return !is_said && !measurements::why_uncertain(rows, machines.topologies.front()).empty();
}

/// Fails where rows are slower or faster than a machine that was only deduced, and other machines
/// with its GPUs may be as slow or as fast. On one node several that are joined otherwise and agree
/// are enough.
core::Result<void> expect_sure(const measurements::PossibleMachines& machines,
                               const CheckReport& report, const std::vector<Measurement>& rows,
                               const std::string& hint) {
  const auto end = report.check.slow_end();
  const bool is_slow = report.is_odd || (end && end->end == tuner::check::End::Large);
  if (!is_slow || machines.gpus.empty()) return {};
  const bool is_one_node = report.job.job.nodes == 1 && rows.front().nodes < 2;
  if (!is_one_node && machines.has_network) return {};
  if (is_one_node && machines.topologies.size() > 1) return {};
  const std::string why = measurements::why_uncertain(rows, machines.topologies.front());
  if (why.empty()) return {};
  return core::usage_error(
      core::field("topology"),
      fmt::format("not given, and {}: on {} these rows would be {}", why,
                  fmt::join(machines.topologies, ", "), outcome_of(report)),
      fmt::format("expected the machine of the run, such as {}{}", machines.topologies.front(),
                  is_one_node ? "" : ", with ⟨nic-rate⟩ or ⟨nics⟩ where its adapters are others"),
      hint);
}

/// Without the machines that the rows are too fast for, where others are left.
void leave_out_slower(std::vector<PossibleAnswer>& answers) {
  const auto is_too_fast = [](const PossibleAnswer& one) { return one.check.other.has_value(); };
  if (!std::ranges::all_of(answers, is_too_fast)) std::erase_if(answers, is_too_fast);
}

/// The answers on all machines on which there is one, those that expect such rows first. Fails
/// where there is none.
core::Result<std::vector<PossibleAnswer>> possible_answers(
    const CheckRequest& request, const measurements::PossibleMachines& machines,
    const WantedRuns& runs, const hw::io::RealFiles& files) {
  std::vector<PossibleAnswer> answers;
  std::optional<core::Error> first_error;
  for (std::size_t i = 0; i < machines.topologies.size(); ++i) {
    CheckRequest named = request;
    named.job = measurements::job_on(machines, i, request.job);
    if (!named.time_model.network && !machines.network.empty()) {
      named.time_model.network = machines.network;
    }
    auto possible = possible_answer(named, runs, files);
    if (possible) {
      answers.push_back(*std::move(possible));
    } else if (!first_error) {
      first_error = possible.error();
    }
  }
  if (answers.empty()) return core::fail(*first_error);
  leave_out_slower(answers);
  std::ranges::stable_partition(answers,
                                [](const PossibleAnswer& one) { return !one.check.is_fast(); });
  return answers;
}

/// The answer that all machines have in common, which the rows may be of. Fails where they differ:
/// the reader names the machine.
core::Result<CheckReport> answer_deduced(const CheckRequest& request, const WantedRuns& runs,
                                         const hw::io::RealFiles& files) {
  auto machines = measurements::possible_machines(runs.set.rows, request.files, files);
  if (!machines) return core::fail(machines.error());
  const auto network = measurements::network_of_words(runs.set.rows, request.files, files);
  if (network) measurements::take_network(*network, *machines, files);
  if (!network) measurements::take_adapters(runs.set.rows, request.files, files, *machines);
  const auto found = possible_answers(request, *machines, runs, files);
  if (!found) return core::fail(found.error());
  const std::vector<PossibleAnswer>& answers = *found;
  // All that is said of possible machines is said of those that are left.
  machines->topologies.clear();
  for (const PossibleAnswer& one : answers) machines->topologies.push_back(one.name);
  const PossibleAnswer& first = answers.front();
  const std::string hint =
      network && !network->is_whole ? measurements::network_hint(*network) : "";
  const bool agree = std::ranges::all_of(answers, [&](const PossibleAnswer& one) {
    return agreed_verdict(verdict_of(one.check)) == agreed_verdict(verdict_of(first.check));
  });
  if (!agree) {
    return core::usage_error(
        core::field("topology"),
        fmt::format("not given, and the verdict depends on it: {}", verdicts_text(answers)),
        fmt::format("expected the one of these with {} that the run was on",
                    core::printable(machines->gpus)),
        hint);
  }
  auto report = answer(first.named, runs, files);
  if (!report) return report;
  if (const auto sure = expect_sure(*machines, *report, runs.set.rows, hint); !sure) {
    return core::fail(sure.error());
  }
  if (is_guessed(*machines, runs.set.rows)) report->bad_choices.clear();
  if (machines->has_network && report->job.job.nodes > 1) {
    report->notes.insert(report->notes.begin(), measurements::network_note(*network));
  }
  report->notes.insert(report->notes.begin(), measurements::deduced_text(*machines, first.name));
  return report;
}

/// Where the rows name no GPU, and words around them another one than the named machine has.
std::string other_gpu_note(const Job& job, const WantedRuns& runs, const CheckRequest& request,
                           const hw::io::RealFiles& files) {
  const bool is_known =
      std::ranges::any_of(runs.set.rows, [](const Measurement& row) { return !row.gpu.empty(); });
  if (is_known) return "";
  const core::Topology& node = job.machine.cluster.node;
  const std::string gpu =
      hw::catalogue::gpu_named_in(measurements::people_words(request.files, files));
  if (gpu.empty() || !hw::catalogue::are_other_gpus(gpu, node)) return "";
  return fmt::format(
      "a contradiction: the text names {}, and {} has other GPUs; if the run was on these, name "
      "their machine with ⟨topology⟩",
      core::printable(gpu), node.name());
}

core::Result<CheckReport> answer_on_any(const CheckRequest& request, const WantedRuns& runs,
                                        const hw::io::RealFiles& files) {
  if (request.job.topology.empty()) return answer_deduced(request, runs, files);
  const auto named = open_named(request, runs, files);
  if (!named) return core::fail(named.error());
  auto report = answer(*named, runs, files);
  if (!report) return report;
  std::string note = other_gpu_note(*named->job, runs, request, files);
  if (!note.empty()) report->notes.insert(report->notes.begin(), std::move(note));
  return report;
}

/// The answers on runs that did not run alike; those that fail are notes where others do not.
core::Result<CheckReport> answer_on_each(const CheckRequest& request, const WantedRuns& runs,
                                         const hw::io::RealFiles& files) {
  const auto apart = told_apart(runs);
  if (apart.size() == 1) return answer_on_any(request, runs, files);
  std::vector<CheckReport> reports;
  std::vector<std::string> failed;
  std::optional<core::Error> first_error;
  for (const LikeRuns& one : apart) {
    auto report = answer_on_any(request, one.runs, files);
    if (!report) {
      if (!first_error) first_error = report.error();
      failed.push_back(fmt::format("of the run {}: {}", one.name, report.error().message()));
      continue;
    }
    report->run = one.name;
    reports.push_back(*std::move(report));
  }
  if (reports.empty()) return core::fail(*first_error);
  CheckReport all = joined(std::move(reports));
  all.notes.insert(all.notes.begin(), failed.begin(), failed.end());
  return all;
}

/// "all_gather or alltoall".
std::string one_of(const std::vector<core::Collective>& collectives) {
  std::vector<std::string_view> names;
  for (const core::Collective one : collectives) names.push_back(core::name_of(one));
  return fmt::format("{}", fmt::join(names, " or "));
}

/// The answer that all collectives have in common of which the rows may be. Fails where they
/// differ: the reader names the collective.
core::Result<CheckReport> answer_any_collective(const CheckRequest& request,
                                                const std::vector<core::Collective>& open,
                                                const hw::io::RealFiles& files) {
  const std::string names = one_of(open);
  const auto question = [&](const std::string& why) {
    return core::usage_error(core::field("collective"),
                             fmt::format("not given, and the table may be of {}{}", names, why),
                             "expected the one that was run");
  };
  std::optional<CheckReport> first;
  for (const core::Collective one : open) {
    CheckRequest named = request;
    named.wanted.unnamed = one;
    const auto runs = wanted_runs(named, files);
    if (!runs) return core::fail(runs.error());
    auto report = answer_on_any(named, *runs, files);
    if (!report) return question("; besides, " + report.error().message());
    if (first && outcome_of(*first) != outcome_of(*report)) {
      return question(fmt::format(": {} as {}, {} as {}", outcome_of(*first),
                                  core::name_of(open.front()), outcome_of(*report),
                                  core::name_of(one)));
    }
    if (!first) first = *std::move(report);
  }
  first->notes.insert(
      first->notes.begin(),
      fmt::format("the table may be of {}: the verdict is the same for each, and {} "
                  "is shown; name yours with ⟨collective⟩",
                  names, core::name_of(open.front())));
  return *std::move(first);
}

/// What is known whatever the machine: a step over the sizes, the use of sockets, sizes that are
/// too small to show bandwidth.
std::vector<std::string> known_anyway(const CheckRequest& request,
                                      const std::vector<Measurement>& rows,
                                      const hw::io::RealFiles& files) {
  std::vector<std::string> texts;
  std::string shared = measurements::shared_gpu_text(request.files, files);
  if (!shared.empty()) texts.push_back(std::move(shared));
  const auto bytes = [](const Measurement& row) { return row.bytes; };
  const std::uint64_t most = bytes(*std::ranges::max_element(rows, {}, bytes));
  const bool is_of_python = std::ranges::all_of(rows, &Measurement::is_of_python);
  constexpr std::uint64_t kShowsNothing = std::uint64_t{4} << 20U;
  if (is_of_python && most <= kShowsNothing) {
    texts.push_back(fmt::format(
        "sizes up to {} show latency alone, to which a program in Python adds its own time",
        core::format_size(most)));
  }
  const auto steps = tuner::check::size_steps(rows);
  if (!steps.empty() && !is_of_python) texts.push_back(tuner::check::text_of(steps.front()));
  const bool is_one_node =
      std::ranges::all_of(rows, [](const Measurement& row) { return row.nodes == 1; });
  for (const auto& shown : evidence_in(request.files, files).shown) {
    if (is_one_node || shown.cause != "sockets") continue;
    std::string text = shown.text;
    text.front() = core::lower_case(text.front());
    texts.push_back(std::move(text));
  }
  return texts;
}

}  // namespace

core::Result<CheckReport> answer(const CheckRequest& request) {
  const auto options = setup::time_model_options(request.time_model);
  if (!options) return core::fail(options.error());
  const hw::io::RealFiles files;  // one log may show the rows and the machine
  const auto runs = wanted_runs(request, files);
  if (!runs) return core::fail(runs.error());
  const auto& open = runs->set.open_collectives;
  auto report = open.size() > 1 ? answer_any_collective(request, open, files)
                                : answer_on_each(request, *runs, files);
  if (report) {
    std::string shared = measurements::shared_gpu_text(request.files, files);
    if (!shared.empty()) report->notes.insert(report->notes.begin(), std::move(shared));
  }
  if (report || report.error().category != core::Category::Usage) return report;
  const auto* const alone = tuner::fault_of(runs->set, tuner::RunFault::What::RanAlone);
  if (alone != nullptr) return core::fail(error_of_lone(*alone));
  core::Error question = report.error();
  for (const std::string& one : known_anyway(request, runs->set.rows, files)) {
    question.hint += fmt::format("{}whatever it is: {}", question.hint.empty() ? "" : "; ", one);
  }
  return core::fail(std::move(question));
}

core::Result<setup::JobRequest> logged_job(const CheckRequest& request) {
  CheckRequest any = request;
  any.job.nodes.reset();
  any.job.gpus_per_node.reset();
  any.job.devices.reset();
  const hw::io::RealFiles files;
  const auto runs = wanted_runs(any, files);
  if (!runs) return core::fail(runs.error());
  const setup::NamedMachine machine(any.job.topology, files);
  return measurements::completed(any.job, runs->set.rows, machine).job;
}

}  // namespace treering::app
