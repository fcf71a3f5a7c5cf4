#include "app/overview/measured.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tuner/stats/quantiles.h"

namespace treering::app::overview {
namespace {

using measuring::ComparedSide;
using measuring::Times;
using tuner::check::CheckedRow;
using tuner::stats::Launches;

tuner::measure::Configuration configuration_of(const tuner::Measurement& row) {
  tuner::measure::Configuration one = measuring::configuration_of(row);
  one.is_in_place = !row.out_of_place;
  return one;
}

/// The times of a collective in a file, by what a row of the check says of its call.
class TimesByRow {
 public:
  TimesByRow(const ComparedSide& side, core::Collective collective) : side_(side) {
    for (const auto& [key, times] : side.times) {
      if (key.configuration.call.collective != collective) continue;
      times_.emplace(Row{side.is_log ? key.series : "", key.configuration, key.ranks, key.nodes},
                     &times);
    }
  }

  [[nodiscard]] bool is_log() const { return side_.is_log; }
  /// Null where the row's configuration is not known there.
  [[nodiscard]] const Times* of(const tuner::Measurement& row) const {
    const auto found =
        times_.find(Row{side_.is_log ? row.id : "", configuration_of(row), row.ranks, row.nodes});
    return found == times_.end() ? nullptr : found->second;
  }

 private:
  using Row = std::tuple<std::string, tuner::measure::Configuration, int, int>;

  const ComparedSide& side_;
  std::map<Row, const Times*> times_;
};

sim::estimates::Interval interval_of(double low_us, double high_us) {
  return {core::Duration::from_us(low_us), core::Duration::from_us(high_us)};
}

/// Averages where there are some, as the check has them: a sample holds launch and wait besides.
void add_scatter(const Times& times, bool is_log, MeasuredPoint& point) {
  const bool has_samples = !is_log && times.averages.empty();
  const Launches& launches = is_log || has_samples ? times.samples : times.averages;
  point.samples = 0;
  for (const auto& samples : launches) point.samples += samples.size();
  point.launches = launches.size();
  point.time =
      core::Duration::from_us(tuner::stats::median(tuner::stats::launch_medians(launches)));
  if (point.samples < 2) return;
  if (has_samples) {
    point.scatter = Scatter::MedianInterval;
    point.within = interval_of(times.known.low, times.known.high);
    return;
  }
  std::vector<double> all;
  for (const auto& samples : launches) all.insert(all.end(), samples.begin(), samples.end());
  const auto [least, greatest] = std::ranges::minmax(all);
  point.scatter = Scatter::Range;
  point.within = interval_of(least, greatest);
}

MeasuredPoint point_of(const CheckedRow& row, int ranks) {
  MeasuredPoint point;
  const tuner::Measurement& measured = row.measurement;
  point.collective = measured.collective;
  point.bytes = core::Bytes::of(measured.bytes);
  point.time = row.measured;
  point.way.algorithm = measured.way.algorithm.empty() ? "" : row.way.algorithm;
  point.way.protocol = measured.way.protocol.empty() ? "" : row.way.protocol;
  point.expected_way.algorithm = row.way.algorithm;
  point.expected_way.protocol = row.way.protocol;
  point.expected = row.expected;
  point.expected_within = {row.low, row.high};
  point.busbw = point.bytes / point.time * core::bus_factor(point.collective, ranks);
  return point;
}

/// Where the median of repeated rows lies, the row itself may lie elsewhere.
void place(MeasuredPoint& point, int ranks) {
  using tuner::check::Place;
  point.place = point.time > point.expected_within.high  ? Place::Slow
                : point.time < point.expected_within.low ? Place::Fast
                                                         : Place::Inside;
  point.busbw = point.bytes / point.time * core::bus_factor(point.collective, ranks);
}

/// "Ring/Simple/4 ch, in place"; empty for NCCL's choice out of place.
std::string name_of(const MeasuredPoint& point, const tuner::measure::Configuration& one) {
  std::vector<std::string> parts;
  if (!point.way.algorithm.empty()) parts.push_back(point.way.algorithm);
  if (!point.way.protocol.empty()) parts.push_back(point.way.protocol);
  if (one.way.channels > 0) parts.push_back(fmt::format("{} ch", one.way.channels));
  std::string name = fmt::format("{}", fmt::join(parts, "/"));
  if (one.is_in_place) name += name.empty() ? "in place" : ", in place";
  return name;
}

/// By the names of the files, as rows have them.
using TimesByFile = std::map<std::string, TimesByRow>;

TimesByFile times_by_file(const std::vector<ComparedSide>& sides, core::Collective collective) {
  TimesByFile all;
  for (const ComparedSide& side : sides) {
    all.emplace(side.file, TimesByRow(side, collective));
  }
  return all;
}

using Points =
    std::map<std::tuple<std::string, std::string, tuner::measure::Configuration>, MeasuredPoint>;

void count(const CheckedRow& row, RowCounts& rows) {
  using tuner::check::Place;
  ++rows.all;
  if (row.place == Place::Slow) ++rows.slow;
  if (row.place == Place::Fast) ++rows.fast;
}

/// Once for each configuration of a series in a file.
void add_point(const CheckedRow& row, const TimesByFile& files, int ranks, Points& points) {
  const tuner::Measurement& measured = row.measurement;
  const auto [found, is_new] = points.emplace(
      std::tuple(measured.file, measured.id, configuration_of(measured)), point_of(row, ranks));
  count(row, found->second.rows);
  const auto file = is_new ? files.find(measured.file) : files.end();
  const Times* const times = file == files.end() ? nullptr : file->second.of(measured);
  if (times == nullptr) return;
  add_scatter(*times, file->second.is_log(), found->second);
  place(found->second, ranks);
}

}  // namespace

std::vector<MeasuredSeries> measured_of(const CheckReport& check,
                                        const std::vector<ComparedSide>& sides,
                                        core::Collective collective) {
  Points points;
  const TimesByFile files = times_by_file(sides, collective);
  for (const CheckedRow& row : check.check.rows) {
    if (row.measurement.collective != collective) continue;
    add_point(row, files, check.shape.ranks(), points);
  }
  std::map<std::tuple<std::string, std::string, std::string>, MeasuredSeries> by_name;
  for (auto& [key, point] : points) {
    const auto& [file, id, configuration] = key;
    const std::string name = name_of(point, configuration);
    MeasuredSeries& series = by_name[{file, id, name}];
    series.file = file;
    series.name = name;
    series.points.push_back(std::move(point));
  }
  std::vector<MeasuredSeries> result;
  for (auto& [name, series] : by_name) {
    std::ranges::stable_sort(series.points, {}, &MeasuredPoint::bytes);
    result.push_back(std::move(series));
  }
  return result;
}

}  // namespace treering::app::overview
