#include "app/measuring/compare.h"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/measurements/rows.h"
#include "app/measuring/compared_side.h"
#include "app/measuring/notes.h"
#include "core/units.h"
#include "tuner/stats/quantiles.h"
#include "tuner/stats/verdict.h"

namespace treering::app::measuring {
namespace {

// Verdicts on two sides of a comparison.

/// Times of one configuration on both sides.
struct TimesOfBoth {
  const Times* before = nullptr;
  const Times* after = nullptr;
};

struct Judged {
  tuner::stats::Judgement judgement;
  bool is_blurred = false;  // the samples alone have a verdict, which starts and clocks leave open
};

using tuner::stats::BeforeAfter;
using tuner::stats::Judgement;
using tuner::stats::Launches;
using tuner::stats::Verdict;

std::vector<Judgement> judged_by(const std::vector<TimesOfBoth>& configurations,
                                 Launches Times::*before, Launches Times::*after) {
  std::vector<BeforeAfter> pairs;
  for (const TimesOfBoth& one : configurations) {
    pairs.push_back({one.before->*before, one.after->*after});
  }
  return tuner::stats::judge(pairs);
}

/// \param least where before took as long as it may, and after as short; \param most the reverse
Judged combined(const Judgement& samples, const Judgement& least, const Judgement& most) {
  Judged all{samples, false};
  Judgement& one = all.judgement;
  if (one.interval && least.interval && most.interval) {
    one.interval->low = std::min(one.interval->low, least.interval->low);
    one.interval->high = std::max(one.interval->high, most.interval->high);
  }
  one.p = std::max({samples.p, least.p, most.p});
  one.adjusted_p = std::max({samples.adjusted_p, least.adjusted_p, most.adjusted_p});
  if (least.verdict != one.verdict || most.verdict != one.verdict) {
    all.is_blurred = one.verdict != Verdict::Undecided;
    one.verdict = Verdict::Undecided;
  }
  return all;
}

/// In the order given; all that are looked at belong into one call (tuner/stats/verdict.h). A
/// verdict holds wherever the times lie between what the calls take at least and at most, and the
/// interval of the ratio has room for that. None where one side lacks a fifth of its calls.
/// \param are_averages nccl-tests' times are compared, which hold many calls in one go
std::vector<Judged> judged(const std::vector<TimesOfBoth>& configurations, bool are_averages) {
  const auto times = are_averages ? &Times::averages : &Times::samples;
  const auto samples = judged_by(configurations, times, times);
  std::vector<Judged> all;
  if (are_averages) {
    for (const Judgement& one : samples) all.push_back({one, false});
    return all;
  }
  // Recordings of earlier versions say nothing of starts.
  const bool is_sharp = std::ranges::all_of(configurations, [](const TimesOfBoth& one) {
    return one.before->least == one.before->most && one.after->least == one.after->most;
  });
  const auto least = is_sharp ? samples : judged_by(configurations, &Times::most, &Times::least);
  const auto most = is_sharp ? samples : judged_by(configurations, &Times::least, &Times::most);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    all.push_back(combined(samples[i], least[i], most[i]));
    const auto& [before, after] = configurations[i];
    if (before->has_many_late || after->has_many_late) {
      all.back().judgement.verdict = Verdict::Undecided;
    }
  }
  return all;
}

using tuner::measure::Configuration;
using tuner::stats::Launches;
using tuner::stats::Verdict;

/// Whether nccl-tests' time is compared, since one side has no other.
bool are_averages(const ComparedSide& before, const ComparedSide& after) {
  return before.is_log || after.is_log;
}

std::size_t count_of(const Launches& launches) {
  return static_cast<std::size_t>(
      std::ranges::count_if(launches, [](const auto& samples) { return !samples.empty(); }));
}

double median_of(const Launches& launches) {
  return tuner::stats::median(tuner::stats::launch_medians(launches));
}

auto order_of(const ComparedRow& row) {
  const Configuration& one = row.configuration;
  return std::tuple(row.series, one.call.collective, row.runner, one.way.algorithm,
                    one.way.protocol, one.pair, one.call.bytes);
}

/// Without what is judged together with other rows.
ComparedRow row_of(const ComparedKey& key, const TimesOfBoth& times, Launches Times::*compared) {
  const Launches& before = times.before->*compared;
  const Launches& after = times.after->*compared;
  ComparedRow row{key.configuration,
                  key.series,
                  key.runner,
                  key.ranks,
                  median_of(before),
                  median_of(after),
                  count_of(before),
                  count_of(after),
                  times.before->used,
                  times.after->used,
                  {}};
  row.judgement.ratio = row.after_us / row.before_us;
  row.conditions = {times.before->conditions, times.after->conditions};
  return row;
}

/// Leaves out of the sides' rows the launches that both have. \pre the keys are simplified
CompareReport rows_of(ComparedSide& before, ComparedSide& after) {
  const auto compared_times = are_averages(before, after) ? &Times::averages : &Times::samples;
  CompareReport report;
  std::vector<TimesOfBoth> pairs;
  std::vector<std::size_t> judged_rows;
  for (auto& [key, times] : before.times) {
    const auto other = after.times.find(key);
    if (other == after.times.end() || count_of(times.*compared_times) == 0 ||
        count_of(other->second.*compared_times) == 0) {
      ++report.only_before;
      continue;
    }
    const SharedLaunches shared = leave_out_shared(times, other->second);
    const TimesOfBoth both{&times, &other->second};
    report.rows.push_back(row_of(key, both, compared_times));
    report.rows.back().shared_launches = shared.count;
    report.rows.back().is_shared_alone = shared.is_all_of_a_side;
    if (shared.is_all_of_a_side) continue;
    judged_rows.push_back(report.rows.size() - 1);
    pairs.push_back(both);
  }
  report.only_after = after.times.size() - report.rows.size();
  const auto verdicts = judged(pairs, are_averages(before, after));
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    ComparedRow& row = report.rows[judged_rows[i]];
    row.judgement = verdicts[i].judgement;
    row.is_blurred = verdicts[i].is_blurred;
  }
  std::ranges::stable_sort(report.rows, {}, order_of);
  return report;
}

/// Where there is no time to compare: because all that both sides have failed, or for want of it.
core::Failure nothing_common(const ComparedSide& before, const ComparedSide& after) {
  for (const ComparedSide* const side : {&before, &after}) {
    if (!side->times.empty() || !side->failures.empty()) continue;
    return core::bad_input(side->file, side->is_torn ? "no whole result" : "no result",
                           "expected results to compare");
  }
  const auto knows = [](const ComparedSide& side, const ComparedKey& key) {
    return side.times.contains(key) || side.failures.contains(key);
  };
  for (const auto& [one, other] : {std::pair(&after, &before), std::pair(&before, &after)}) {
    for (const auto& [key, failures] : one->failures) {
      if (!knows(*other, key)) continue;
      return core::bad_input(one->file,
                             fmt::format("{} {}", text_of(key.configuration), failures.text()),
                             fmt::format("expected times of what {} has too", other->file));
    }
  }
  return core::bad_input(after.file, fmt::format("nothing that {} has too", before.file),
                         "expected equal collectives, sizes, algorithms and numbers of ranks");
}

}  // namespace

std::optional<OverallRatio> CompareReport::overall() const {
  std::vector<double> ratios;
  for (const ComparedRow& row : rows) {
    if (!row.is_shared_alone) ratios.push_back(row.after_us / row.before_us);
  }
  if (ratios.size() < 2) return std::nullopt;
  const auto [least, greatest] = std::ranges::minmax(ratios);
  return OverallRatio{tuner::stats::median(ratios), least, greatest, ratios.size()};
}

std::size_t CompareReport::count(Verdict verdict, bool is_general) const {
  return static_cast<std::size_t>(std::ranges::count_if(rows, [&](const ComparedRow& row) {
    return row.judgement.verdict == verdict && row.is_general() == is_general;
  }));
}

CompareReport compared(ComparedSide before, ComparedSide after) {
  simplify_keys(before, after);
  CompareReport report = rows_of(before, after);
  report.before = before.file;
  report.after = after.file;
  return report;
}

core::Result<CompareReport> answer(const CompareRequest& request, const hw::io::Files& files) {
  tuner::runs::ImportHints hints;
  hints.collective = request.collective;
  const auto runs = measurements::read_runs({request.before, request.after}, hints, files);
  if (!runs) return core::fail(runs.error());
  ComparedSide before = side_of(runs->front());
  ComparedSide after = side_of(runs->back());
  simplify_keys(before, after);
  CompareReport report = rows_of(before, after);
  report.before = before.file;
  report.after = after.file;
  report.before_libraries = before.libraries;
  report.after_libraries = after.libraries;
  if (report.rows.empty()) return nothing_common(before, after);
  report.notes = notes_on(report, before, after);
  return report;
}

}  // namespace treering::app::measuring
