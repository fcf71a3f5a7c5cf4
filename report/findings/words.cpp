#include "report/findings/words.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/setup/guesses.h"
#include "core/text/field.h"
#include "core/units.h"
#include "report/figures.h"

namespace treering::report::findings {

namespace {

using app::CheckReport;
using tuner::check::Check;
using tuner::check::CheckedRow;
using tuner::check::Place;

/// "all_reduce, sendrecv": those of all rows, or of those at a place.
std::vector<std::string_view> collectives_of(const Check& check, std::optional<Place> place = {}) {
  std::vector<std::string_view> names;
  for (const core::Collective one : core::all_collectives()) {
    const bool is_there = std::ranges::any_of(check.rows, [&](const CheckedRow& row) {
      return row.measurement.collective == one && row.place == place.value_or(row.place);
    });
    if (is_there) names.push_back(core::name_of(one));
  }
  return names;
}

/// "4 of 20 rows of all_reduce are slower than expected, 1 faster"; empty where all are inside.
std::string outside_text(const Check& check) {
  const std::size_t slow = check.count(Place::Slow);
  const std::size_t fast = check.count(Place::Fast);
  const std::string all = fmt::format("{} of {}", core::counted(check.rows.size(), "row"),
                                      fmt::join(collectives_of(check), ", "));
  const auto part = [&](std::size_t count, std::string_view how) {
    return fmt::format("{} of {} {} {} than expected", count, all, count == 1 ? "is" : "are", how);
  };
  if (slow == 0 && fast == 0) return "";
  if (fast == 0) return part(slow, "slower");
  if (slow == 0) return part(fast, "faster");
  return fmt::format("{}, {} faster", part(slow, "slower"), fast);
}

/// ", all of them sendrecv" where not all collectives have rows that are too slow.
std::string collectives_text(const Check& check) {
  const auto slow = collectives_of(check, Place::Slow);
  if (slow.size() == collectives_of(check).size()) return "";
  return fmt::format(", all of them {}", fmt::join(slow, " or "));
}

}  // namespace

std::string slow_end_text(const tuner::check::SlowEnd& found) {
  const bool is_large = found.end == tuner::check::End::Large;
  const std::string which = found.rows == found.of_rows
                                ? fmt::format("all {} rows", found.rows)
                                : fmt::format("the {} {} of {} rows", found.rows,
                                              is_large ? "largest" : "smallest", found.of_rows);
  const auto percent = [](double share) { return fmt::format("{:.0f}", 100 * share); };
  const std::string least = percent(found.least_share);
  const std::string greatest = percent(found.greatest_share);
  return fmt::format("{}, {} to {}, reach {} % of the expected speed", which,
                     core::format_size(found.least), core::format_size(found.most),
                     least == greatest ? least : fmt::format("{} to {}", least, greatest));
}

std::string slow_end_reason(const tuner::check::SlowEnd& found) {
  const double percent = 100 * found.chance;
  return fmt::format(
      "Slow rows side by side at one end of the sizes are seldom chance: if rows were independent, "
      "{} % of good runs would have them. It is no proof of a fault, because neighbouring sizes "
      "may "
      "share an error of the expectation. Measure these sizes again{}.",
      percent < 0.1 ? "less than 0.1" : fmt::format("{:.1g}", percent),
      found.end == tuner::check::End::Large ? ", and larger ones" : "");
}

bool is_better(const CheckReport& report) {
  return report.check.is_fast() && !report.check.other && !is_guess(report.job);
}

bool ran_alone(const CheckReport& report) {
  return std::ranges::any_of(report.faults, [](const tuner::RunFault& fault) {
    return fault.what == tuner::RunFault::What::RanAlone;
  });
}

bool is_judged(const CheckReport& report) {
  const bool is_evidence = report.check.is_slow() && !may_be_faster_than_real(report.job);
  return report.check.other || is_evidence || !is_guess(report.job) || !report.same_with.empty();
}

namespace {

using tuner::check::RangeCheck;

/// "large sizes, 64 MiB to 8 GiB"; of one size "64 MiB".
std::string range_name(const RangeCheck& range) {
  const std::string least = core::format_size(range.least);
  if (range.least == range.most) return least;
  return fmt::format("{} sizes, {} to {}", tuner::check::name_of(range.range), least,
                     core::format_size(range.most));
}

/// The same where a verb follows: "large sizes, 64 MiB to 8 GiB,".
std::string range_before_verb(const RangeCheck& range) {
  return range_name(range) + (range.least == range.most ? "" : ",");
}

/// "8 of 9 rows of all_reduce at large sizes, 64 MiB to 8 GiB, are slower than expected, typically
/// by a factor of 2.50".
std::string slow_range_text(const Check& check, const RangeCheck& range) {
  return fmt::format(
      "{} of {} of {} at {} {} slower than expected, typically by a factor of {:.2f}", range.slow,
      core::counted(range.rows, "row"), fmt::join(collectives_of(check), ", "),
      range_before_verb(range), range.slow == 1 ? "is" : "are", range.factor);
}

/// "; small sizes, 8 B to 64 KiB, take 2.3 times as long as expected": smaller ranges that are
/// slow.
std::string smaller_text(const Check& check) {
  const auto ranges = check.ranges();
  std::string text;
  for (std::size_t i = 1; i < ranges.size(); ++i) {
    if (!ranges[i].is_slow) continue;
    text += fmt::format("; {} {} {:.1f} times as long as expected", range_before_verb(ranges[i]),
                        ranges[i].least == ranges[i].most ? "takes" : "take", ranges[i].factor);
  }
  return text;
}

/// Of a run with several ranges, else of all rows.
std::string slow_outside_text(const Check& check) {
  const auto ranges = check.ranges();
  if (ranges.size() > 1 && !ranges.front().is_slow) {
    return fmt::format("as fast as expected at {}{}{}", range_name(ranges.front()),
                       smaller_text(check), collectives_text(check));
  }
  if (ranges.size() > 1) {
    return slow_range_text(check, ranges.front()) + collectives_text(check) + smaller_text(check);
  }
  return fmt::format("{}; the slow rows typically by a factor of {:.2f}{}", outside_text(check),
                     check.slow_factor(), collectives_text(check));
}

std::string published_text(const app::AsPublished& published) {
  return fmt::format("{} of {} published figures of these GPUs on as many nodes", published.reached,
                     published.beside);
}

/// Why a slow run may be as it should be. Empty: nothing speaks for that.
std::string doubt_text(const CheckReport& report) {
  if (report.as_published && !report.as_published->clears()) {
    return fmt::format("as fast as {}, over {}, so normal if that is the network here",
                       published_text(*report.as_published), report.as_published->network);
  }
  if (!report.check.less_network) return "";
  return fmt::format(
      "as fast as expected if a node has 1/{:.0f} of that network: if it has fewer or slower "
      "ports, give them with ⟨nics⟩ or ⟨nic-rate⟩",
      1 / *report.check.less_network);
}

std::string slow_verdict(const CheckReport& report) {
  const std::string outside = slow_outside_text(report.check);
  if (report.as_published && report.as_published->network.empty()) {
    return fmt::format("normal: as fast as {}, although the model expects more: {}",
                       published_text(*report.as_published), outside);
  }
  if (report.as_published && (report.as_published->is_named || report.as_published->may_be_own)) {
    const app::AsPublished& beside = *report.as_published;
    return fmt::format(
        "{}as fast as {}, over {}{}; over {}, {}",
        beside.is_named ? "normal: " : "open: ", published_text(beside), beside.network,
        beside.is_named ? ", which the text names"
                        : ", so normal if that is the network here, which the text does not say",
        report.network, outside);
  }
  if (!report.over_sockets.empty()) {
    return fmt::format(
        "too slow for {}: NCCL used TCP sockets instead, as the text says, and over sockets of "
        "these adapters the rows would be {}: {}",
        report.network, report.over_sockets, outside);
  }
  if (report.is_network_open) {
    return fmt::format(
        "open: {}, if the network is {}, which nobody says; others, such as TCPXO, EFA and RoCE, "
        "have longer latencies: name it with ⟨network⟩",
        outside, report.network);
  }
  if (!report.unlogged_choice.empty()) {
    return fmt::format(
        "as fast as expected if NCCL used the {}, as {}other versions than {} may: the text does "
        "not say which ran. By what {} would choose, {}",
        report.unlogged_choice,
        report.network.starts_with("efa") ? "versions of EFA's plugin and " : "",
        report.job.job.nccl_version, report.job.job.nccl_version, outside);
  }
  if (report.is_wire_assumed) {
    return fmt::format(
        "none: the text does not show the rate of the ports; at the 10 Gbit/s that NCCL assumes of "
        "sockets, {}; give the rate with ⟨nic-rate⟩",
        outside);
  }
  const std::string doubt = doubt_text(report);
  const std::string network =
      doubt.empty() ? "" : " for the network of " + std::string(report.job.cluster.node.name());
  const bool is_below = !report.check.ranges().front().is_slow;
  return fmt::format("too slow{}{}: {}{}", is_below ? " below the large sizes" : "", network,
                     outside, doubt.empty() ? "" : "; " + doubt);
}

/// The range that decides is as expected, and smaller sizes are not; empty where all are.
std::string mixed_verdict(const Check& check) {
  const auto ranges = check.ranges();
  const std::string smaller = smaller_text(check);
  if (!smaller.empty()) {
    return fmt::format("as fast as expected at {}{}", range_name(ranges.front()), smaller);
  }
  const auto found = check.slow_end();
  if (!found) return "";
  if (found->end == tuner::check::End::Large || found->rows == found->of_rows) {
    return fmt::format("slow at {} sizes of {}: {}",
                       found->end == tuner::check::End::Large ? "large" : "small",
                       fmt::join(collectives_of(check), ", "), slow_end_text(*found));
  }
  return "as fast as expected at the larger sizes; " + slow_end_text(*found);
}

/// Hosts that NVLink joins are one node here: how to say so, where the topology has more GPUs
/// than the job takes of it.
std::string domain_text(const CheckReport& report) {
  const auto gpus = static_cast<int>(report.job.cluster.node.of_kind(core::DeviceKind::Gpu).size());
  const int ranks = report.shape.ranks();
  if (report.job.job.nodes < 2 || ranks <= report.job.job.nodes) return "";
  const int own = ranks / report.job.job.nodes;
  if (own >= gpus) return "";
  const int domains = (ranks + gpus - 1) / gpus;
  return fmt::format(
      "; if NVLink joins these hosts, as it does the trays of a rack, a node is a rack: {} has {} "
      "GPUs, so give {} {} {} {}",
      report.job.cluster.node.name(), gpus, core::field("nodes"), domains,
      core::field("gpus-per-node"), ranks / domains);
}

std::string judged_verdict(const CheckReport& report) {
  const Check& check = report.check;
  if (check.is_slow()) return slow_verdict(report);
  if (!report.over_sockets.empty()) {
    return fmt::format(
        "{} over TCP sockets of these adapters, which NCCL used, as the text says; slow rows are "
        "so beside {}, whose latencies are shorter",
        report.over_sockets, report.network);
  }
  if (const std::string mixed = mixed_verdict(check); !mixed.empty()) return mixed;
  const std::string outside = outside_text(check);
  if (is_better(report)) return "no fault: " + outside;
  if (outside.empty()) {
    return fmt::format("as fast as expected: all rows of {} are inside their intervals",
                       fmt::join(collectives_of(check), ", "));
  }
  return fmt::format("as fast as expected: {}, which {}", outside,
                     check.of_program() == 0 ? "may be chance" : "a program in Python may add");
}

/// That of the choices, with what the sizes leave open.
std::string choice_verdict(const CheckReport& report) {
  const std::string text = bad_choices_verdict(report);
  if (report.check.shows_bandwidth()) return text;
  const auto largest = std::ranges::max_element(
      report.check.rows, {}, [](const CheckedRow& row) { return row.measurement.bytes; });
  return fmt::format("{}; sizes up to {} say nothing of bandwidth", text,
                     core::format_size(largest->measurement.bytes));
}

/// Of rows below the sizes at which rates of links show.
std::string latency_verdict(const CheckReport& report) {
  const Check& check = report.check;
  const auto largest = std::ranges::max_element(
      check.rows, {}, [](const CheckedRow& row) { return row.measurement.bytes; });
  const std::string most = core::format_size(largest->measurement.bytes);
  constexpr std::string_view kMeasure = "measure 1 GiB and more";
  if (check.of_program() > 0 && !check.is_slow()) {
    return fmt::format(
        "none: sizes up to {} show latency alone, to which a program in Python adds its own time; "
        "{}, or run all_reduce_perf of nccl-tests",
        most, kMeasure);
  }
  return fmt::format("of latency alone: {}; sizes up to {} say nothing of bandwidth: {} for that",
                     judged_verdict(report), most, kMeasure);
}

std::string verdict_on_rows(const CheckReport& report) {
  const Check& check = report.check;
  if (check.other) {
    return "not the machine or the job of these times: " + outside_text(check) +
           domain_text(report);
  }
  if (!is_judged(report)) {
    return "none: what these times are compared with is a guess";
  }
  if (!report.bad_choices.empty()) return choice_verdict(report);
  return check.shows_bandwidth() ? judged_verdict(report) : latency_verdict(report);
}

}  // namespace

namespace {

// A step of this size is said with the verdict: NCCL's own changes make smaller ones.
constexpr double kLargeStep = 1.8;

// Below it a call is next to all latency, and noise alone makes steps.
constexpr std::uint64_t kLeastOfStep = 64 * 1024;

/// The largest step, where the run is not slow by it already.
std::string step_lead(const CheckReport& report) {
  const auto step = std::ranges::find_if(report.steps, [](const tuner::check::SizeStep& one) {
    return one.factor >= kLargeStep && one.from >= kLeastOfStep;
  });
  if (step == report.steps.end()) return "";
  return fmt::format("uneven: {}; else ", tuner::check::text_of(*step));
}

}  // namespace

namespace {

/// "slowed by NCCL_P2P_DISABLE=1, without which all_reduce of 8 GiB would take 1/20 of the time; ";
/// empty where no setting costs much.
std::string slowed_lead(const CheckReport& report) {
  if (report.slowed.empty()) return "";
  const auto& most =
      *std::ranges::max_element(report.slowed, {}, &tuner::check::ForcedChoice::gain);
  return fmt::format(
      "slowed by {}, without which {} of {} is expected to be {:.1f} times as fast; ",
      most.settings, core::name_of(most.collective), core::format_size(most.bytes), most.gain);
}

std::string verdict_of_run(const CheckReport& report) {
  // What a program in Python adds is uneven by itself.
  const bool has_steps_first =
      !report.check.other && !report.is_odd && is_judged(report) && report.check.of_program() == 0;
  const std::string rows = (has_steps_first ? step_lead(report) : "") + verdict_on_rows(report);
  if (report.wrong_rows > 0) {
    return fmt::format(
        "wrong results: {} came out wrong, so the times mean nothing until that is mended; by "
        "themselves they are {}",
        core::counted(report.wrong_rows, "row"), rows);
  }
  return ran_alone(report)
             ? "no run of one job: each process ran its own, which by itself is " + rows
             : slowed_lead(report) + rows;
}

}  // namespace

std::string verdict(const CheckReport& report) {
  if (report.run.empty()) return verdict_of_run(report);
  std::string text = fmt::format("{}: {}", report.run, verdict_of_run(report));
  for (const CheckReport& other : report.other_runs) {
    text += fmt::format("; {}: {}", other.run, verdict_of_run(other));
  }
  return text;
}

std::string choice_of(const CheckedRow& row) {
  return row.way.algorithm.empty() ? "-" : text_of(row.way);
}

std::string place_text(const CheckReport& report, const CheckedRow& row) {
  if (row.is_beyond_links() && !is_guess(report.job)) return "beyond the links";
  return row.place == Place::Inside ? "" : std::string(name_of(row.place));
}

std::string_view measured_words() {
  return "averages of calls in one go where the file has them, else its medians or times";
}

std::string forced_text(const tuner::check::ForcedChoice& forced) {
  const std::string how =
      forced.forced.empty() ? "limited by " + forced.settings : "forced to " + forced.forced;
  const std::string where =
      forced.of_sizes == 1
          ? fmt::format("at {}", core::format_size(forced.bytes))
          : fmt::format("at {} ({} of {} sizes gain beyond the model's doubt)",
                        core::format_size(forced.bytes), forced.sizes, forced.of_sizes);
  return fmt::format(
      "This run was {}; NCCL's own choice for {} {}, {}, would be predicted at {:.2f} times the "
      "speed, four times of five at {:.2f} to {:.2f} times.",
      how, core::name_of(forced.collective), where, text_of(forced.way), forced.gain, forced.low,
      forced.high);
}

std::string steps_text(const CheckReport& report) {
  constexpr std::size_t kMostSteps = 3;
  if (report.steps.empty()) return "";
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < std::min(kMostSteps, report.steps.size()); ++i) {
    texts.push_back(tuner::check::text_of(report.steps[i]));
  }
  const std::size_t besides = report.steps.size() - texts.size();
  return fmt::format("By the times alone: {}{}.", fmt::join(texts, "; "),
                     besides == 0 ? "" : fmt::format("; and {} more such steps", besides));
}

std::string hiccups_text(const Check& check) {
  const std::size_t count = check.hiccups();
  if (count == 0) return "";
  return fmt::format(
      "{} slow in one column alone or as the first of the run, which is a fault of that moment and "
      "does not count: run it again.",
      count == 1 ? std::string("1 row is") : fmt::format("{} rows are", count));
}

std::string program_text(const Check& check) {
  const std::size_t count = check.of_program();
  if (count == 0) return "";
  return fmt::format(
      "{} slow by no more than what a program in Python takes to start a call and to await it, "
      "which is no time of NCCL's: all_reduce_perf of nccl-tests times calls without it.",
      count == 1 ? std::string("1 row is") : fmt::format("{} rows are", count));
}

namespace {

// Times that differ by less are the same to the reader.
constexpr double kVisible = 1.01;
// Calls that are shown of a finding.
constexpr std::size_t kMostLosses = 2;

std::string loss_text(const tuner::doctor::Loss& loss) {
  const std::string call =
      fmt::format("{} of {} on {}", name_of(loss.collective), core::format_size(loss.bytes),
                  core::counted(loss.nodes, "node"));
  if (std::isinf(loss.factor())) return fmt::format("{}: NCCL fails the call", call);
  return fmt::format("{} takes {:.2f} times as long, {} in place of {}", call, loss.factor(),
                     core::format_duration(loss.as_is), core::format_duration(loss.mended));
}

}  // namespace

std::vector<std::string> loss_texts(const tuner::doctor::Finding& finding) {
  std::vector<std::string> texts;
  for (const tuner::doctor::Loss& loss : finding.losses) {
    if (loss.factor() < kVisible || texts.size() == kMostLosses) break;
    texts.push_back(loss_text(loss));
  }
  if (texts.empty() && !finding.losses.empty()) texts.emplace_back("below 1 % by the cost model");
  return texts;
}

namespace {

using app::DoctorReport;

/// "1 fault, 2 warnings, 1 hint"; empty where there are none.
std::string counts_of(const DoctorReport& report, bool are_sure) {
  std::vector<std::pair<std::string, std::size_t>> counts;  // the findings are by severity
  for (std::size_t i = 0; i < report.diagnosis.findings.size(); ++i) {
    if (facts_behind(report, i).empty() != are_sure) continue;
    const std::string name(name_of(report.diagnosis.findings[i].symptom.severity));
    if (counts.empty() || counts.back().first != name) counts.emplace_back(name, 0);
    ++counts.back().second;
  }
  std::vector<std::string> texts;
  for (const auto& [name, count] : counts) texts.push_back(core::counted(count, name));
  return fmt::format("{}", fmt::join(texts, ", "));
}

}  // namespace

std::string counts_text(const DoctorReport& report) {
  const tuner::doctor::Diagnosis& diagnosis = report.diagnosis;
  if (diagnosis.findings.empty()) {
    const std::size_t unseen = diagnosis.not_looked_at.size();
    return unseen == 0 ? "nothing"
                       : fmt::format("nothing, by the {} of {} checks that could look",
                                     diagnosis.looked_at, diagnosis.looked_at + unseen);
  }
  std::string sure = counts_of(report, true);
  const std::string doubtful = counts_of(report, false);
  if (doubtful.empty()) return sure;
  return fmt::format("{}; {} only as far as what is assumed is so",
                     sure.empty() ? "nothing that is sure" : sure, doubtful);
}

namespace {

/// " with AMD EPYC (Genoa), which is assumed"; empty of what is sure.
std::string condition_text(const std::vector<app::setup::OpenFact>& facts) {
  if (facts.empty()) return "";
  std::vector<std::string> taken;
  for (const app::setup::OpenFact& fact : facts) taken.push_back(fact.taken);
  return fmt::format(" with {}, which {} assumed", fmt::join(taken, " and "),
                     taken.size() == 1 ? "is" : "are");
}

}  // namespace

std::string finding_sentence(const DoctorReport& report, std::size_t index) {
  const tuner::doctor::Symptom& symptom = report.diagnosis.findings[index].symptom;
  return fmt::format("{}{}: {}", name_of(symptom.severity),
                     condition_text(facts_behind(report, index)), symptom.what);
}

namespace {

/// "1, 3 and 4"; from 1.
std::string numbers_text(const std::vector<std::size_t>& findings) {
  std::vector<std::string> numbers;
  for (const std::size_t one : findings) numbers.push_back(fmt::format("{}", one + 1));
  return fmt::format("{}", fmt::join(numbers, ", "));
}

}  // namespace

std::string unseen_text(const DoctorReport& report) {
  if (report.has_machine || !report.diagnosis.findings.empty()) return "";
  std::vector<std::string> parts;
  for (const auto& one : report.diagnosis.not_looked_at) {
    if (!one.needs_machine) parts.push_back(one.about);
  }
  if (parts.empty()) return "";
  return fmt::format("The text shows nothing of these, which may be good or bad: {}.",
                     fmt::join(parts, "; "));
}

std::vector<std::string> others_texts(const DoctorReport& report) {
  std::vector<std::string> texts;
  for (const app::OtherDiagnosis& other : report.others) {
    std::vector<std::string> parts;
    if (!other.missing.empty()) {
      parts.push_back(fmt::format("not found: {}", numbers_text(other.missing)));
    }
    for (const tuner::doctor::Finding& one : other.besides) {
      parts.push_back(
          fmt::format("also found: {}: {}", name_of(one.symptom.severity), one.symptom.what));
    }
    texts.push_back(fmt::format("with {} in place of {}, which is assumed, {}", other.value,
                                other.fact.taken, fmt::join(parts, "; ")));
  }
  return texts;
}

}  // namespace treering::report::findings
