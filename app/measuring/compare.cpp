#include "app/measuring/compare.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "app/measurements/measurement_files.h"
#include "core/unit_text.h"
#include "hw/io/files.h"
#include "tuner/importers/measurement_lines.h"
#include "tuner/measure/journal.h"
#include "tuner/measure/summary.h"
#include "tuner/stats/quantiles.h"

namespace treering::app::measuring {
namespace {

using tuner::Measurement;
using tuner::measure::Configuration;
using tuner::stats::Launches;
using tuner::stats::Verdict;

/// What makes two results comparable; ranks last.
using Key = std::pair<Configuration, int>;
using Series = std::map<Key, Launches>;

Configuration configuration_of(const Measurement& row) {
  Configuration one;
  one.collective = row.collective;
  one.bytes = row.bytes;
  one.type = row.type.value_or(core::DataType::Float);
  one.op = row.op.value_or(core::ReduceOp::Sum);
  one.algorithm = row.algorithm;
  one.protocol = row.protocol;
  one.channels = row.channels;
  return one;
}

/// A time of a log is an average already: one sample, and repeated rows are one launch.
void add_log_time(const Key& key, const std::optional<core::Duration>& time, Series& series) {
  if (!time || time->in_us() <= 0) return;
  Launches& launches = series[key];
  if (launches.empty()) launches.emplace_back();
  launches.front().push_back(time->in_us());
}

core::Result<Series> series_of_log(const std::string& file, const hw::io::Files& files) {
  const auto set = measurements::read_measurements({file}, {}, files);
  if (!set) return core::fail(set.error());
  Series series;
  for (const Measurement& row : set->rows) {
    Configuration one = configuration_of(row);
    add_log_time({one, row.ranks}, row.out_of_place, series);
    one.is_in_place = true;
    add_log_time({one, row.ranks}, row.in_place, series);
  }
  return series;
}

core::Result<Series> series_of(const std::string& file, const hw::io::Files& files) {
  const auto text = files.read(file, hw::io::kMaxFileBytes);
  if (!text) return core::fail(text.error());
  if (!tuner::importers::are_measurement_lines(*text)) return series_of_log(file, files);
  const auto records = tuner::measure::parse_measured(*text, file);
  if (!records) return core::fail(records.error());
  Series series;
  for (const auto& summary : tuner::measure::summarise(*records)) {
    if (summary.samples > 0) series[{summary.configuration, summary.ranks}] = summary.launches;
  }
  return series;
}

double median_of(const Launches& launches) {
  return tuner::stats::median(tuner::stats::launch_medians(launches));
}

CompareReport compared(const Series& before, const Series& after) {
  CompareReport report;
  std::vector<tuner::stats::BeforeAfter> pairs;
  for (const auto& [key, launches] : before) {
    const auto other = after.find(key);
    if (other == after.end()) {
      ++report.only_before;
      continue;
    }
    report.rows.push_back(
        {key.first, key.second, median_of(launches), median_of(other->second), {}});
    pairs.push_back({launches, other->second});
  }
  report.only_after = after.size() - report.rows.size();
  const auto judgements = tuner::stats::judge(pairs);
  for (std::size_t i = 0; i < judgements.size(); ++i) report.rows[i].judgement = judgements[i];
  std::ranges::stable_sort(report.rows, {}, [](const ComparedRow& row) {
    const Configuration& one = row.configuration;
    return std::tuple(one.collective, one.algorithm, one.protocol, one.pair, one.bytes);
  });
  return report;
}

std::vector<std::string> notes_on(const CompareReport& report) {
  std::vector<std::string> notes;
  const auto note_lone = [&](std::size_t count, const std::string& file) {
    if (count == 0) return;
    notes.push_back(
        fmt::format("{} of {} not in the other file", core::counted(count, "configuration"), file));
  };
  note_lone(report.only_before, report.before);
  note_lone(report.only_after, report.after);
  const bool is_single = std::ranges::any_of(report.rows, [](const ComparedRow& row) {
    return row.judgement.units == tuner::stats::Units::BlockMedians;
  });
  if (is_single) {
    notes.emplace_back(
        "one launch on each side: a verdict holds for these two; a fresh start may change more. "
        "⟨launches⟩ 6 tells");
  }
  if (report.count(Verdict::Undecided) > 0) {
    notes.emplace_back(
        "undecided is neither same nor different: there are too few samples or launches, or they "
        "scatter too much");
  }
  return notes;
}

}  // namespace

std::size_t CompareReport::count(Verdict verdict) const {
  return static_cast<std::size_t>(std::ranges::count_if(
      rows, [&](const ComparedRow& row) { return row.judgement.verdict == verdict; }));
}

core::Result<CompareReport> answer(const CompareRequest& request) {
  const hw::io::RealFiles files;
  const auto before = series_of(request.before, files);
  if (!before) return core::fail(before.error());
  const auto after = series_of(request.after, files);
  if (!after) return core::fail(after.error());
  CompareReport report = compared(*before, *after);
  report.before = request.before;
  report.after = request.after;
  if (report.rows.empty()) {
    return core::bad_input(report.after, fmt::format("nothing that {} has too", report.before),
                           "expected equal collectives, sizes, algorithms and numbers of ranks");
  }
  report.notes = notes_on(report);
  return report;
}

}  // namespace treering::app::measuring
