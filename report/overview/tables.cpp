#include <utility>

#include <fmt/format.h>

#include "app/measuring/notes.h"
#include "core/units.h"
#include "report/figures.h"
#include "report/overview/document_of.h"
#include "report/overview/words.h"
#include "report/prediction/ceiling_text.h"

namespace treering::report::overview {
namespace {

using app::overview::CollectivePart;
using app::overview::Curve;
using app::overview::CurvePoint;
using app::overview::MeasuredPoint;
using app::overview::MeasuredSeries;
using app::overview::OverviewReport;
using app::overview::Scatter;
using document::Table;

std::string gain_text(const app::advice::RecommendedRange& range) {
  if (range.is_usual()) return "-";
  if (range.least_gain == range.greatest_gain) return fmt::format("{:.2f}", range.least_gain);
  return fmt::format("{:.2f} to {:.2f}", range.least_gain, range.greatest_gain);
}

/// What to use, and what it gains. Where runs refute the advice elsewhere, it counts for less here.
std::vector<std::string> range_row(const CollectivePart& part, std::size_t index) {
  const auto& range = part.ranges[index];
  const auto& runs = part.beside_runs.ranges[index];
  std::string advised = range.is_usual() ? "leave it" : range.advised;
  std::string gain = gain_text(range);
  if (runs.refuted) {
    advised = fmt::format("leave it: {} is refuted by the runs", range.advised);
    gain += fmt::format(" predicted, {:.2f} measured at {}", 1 / runs.refuted->longer,
                        core::format_size(runs.refuted->bytes));
  } else if (part.beside_runs.contradicts() && !runs.is_measured && !range.is_usual()) {
    advised += ", by prediction alone";
  }
  return {sizes_text(range.first, range.last, range.below), range.usual, std::move(advised),
          std::move(gain)};
}

std::string marks_of(const CurvePoint& point) {
  if (point.is_usual && point.is_best) return "NCCL's choice, the fastest";
  if (point.is_usual) return "NCCL's choice";
  return point.is_best ? "the fastest" : "";
}

std::vector<std::string> curve_row(const CurvePoint& point) {
  return {core::format_size(point.bytes),
          choice_text(point.way.algorithm, point.way.protocol),
          point.way.channels > 0 ? fmt::format("{}", point.way.channels) : "-",
          us_text(point.time),
          point.within ? within_text(*point.within) : "-",
          rate_text(point.busbw),
          marks_of(point)};
}

std::string scatter_text(const MeasuredPoint& point) {
  switch (point.scatter) {
    case Scatter::None:
      return "-";
    case Scatter::MedianInterval:
    case Scatter::Range:
      return within_text(*point.within);
  }
  return "";
}

std::string samples_text(const MeasuredPoint& point) {
  if (point.launches < 2) return fmt::format("{}", point.samples);
  return fmt::format("{} in {}", point.samples, core::counted(point.launches, "launch"));
}

/// The place of the median, and how many rows lie elsewhere.
std::string place_text(const MeasuredPoint& point) {
  using tuner::check::Place;
  std::string text =
      point.place == Place::Inside ? "as expected" : std::string(name_of(point.place));
  const auto add = [&](Place place, std::size_t rows) {
    if (rows == 0 || (point.place == place && rows == point.rows.all)) return;
    text += fmt::format(", {} of {} rows {}", rows, point.rows.all, name_of(place));
  };
  add(Place::Slow, point.rows.slow);
  add(Place::Fast, point.rows.fast);
  return text;
}

std::vector<std::string> measured_row(const MeasuredSeries& series, const MeasuredPoint& point) {
  return {core::format_size(point.bytes),
          measured_name(series),
          us_text(point.time),
          scatter_text(point),
          samples_text(point),
          rate_text(point.busbw),
          us_text(point.expected),
          within_text(point.expected_within),
          choice_text(point.expected_way.algorithm, point.expected_way.protocol),
          fmt::format("{:.0f}", 100 * point.share()),
          place_text(point)};
}

std::string interval_text(const tuner::stats::Judgement& judged) {
  if (!judged.interval) return "-";
  return fmt::format("{:.3f}..{:.3f}", judged.interval->low, judged.interval->high);
}

/// In brackets where it holds for two launches alone.
std::string verdict_text(const app::measuring::ComparedRow& row) {
  const std::string name(name_of(row.judgement.verdict));
  const bool is_sure =
      row.is_general() || row.judgement.verdict == tuner::stats::Verdict::Undecided;
  return is_sure ? name : "(" + name + ")";
}

}  // namespace

Table ranges_table(const CollectivePart& part) {
  Table table{"What to use by size",
              {{"size"}, {"NCCL's own choice", false}, {"advised", false}, {"times as fast"}},
              {}};
  for (std::size_t i = 0; i < part.ranges.size(); ++i) {
    table.rows.push_back(range_row(part, i));
  }
  return table;
}

Table crossovers_table(const CollectivePart& part) {
  Table table{"Sizes between which another choice becomes the fastest",
              {{"from size"}, {"fastest", false}, {"to size"}, {"fastest there", false}},
              {}};
  for (const auto& one : part.crossovers) {
    table.rows.push_back(
        {core::format_size(one.before), one.from, core::format_size(one.after), one.to});
  }
  return table;
}

Table ceiling_table(const OverviewReport& report, std::size_t index) {
  const app::Ceiling& ceiling = *report.times.ceilings[index];
  Table table{fmt::format("busbw of {} at {}, from the wires down",
                          choice_text(ceiling.way.algorithm, ceiling.way.protocol),
                          core::format_size(ceiling.bytes)),
              {{"GB/s"},
               {fmt::format("of {} (%)", prediction::allowed_text(ceiling))},
               {"what it is", false}},
              {}};
  for (const auto& line : prediction::ceiling_lines(ceiling, report.times.limits[index])) {
    table.rows.push_back({rate_text(line.busbw),
                          fmt::format("{:.0f}", 100 * (line.busbw / ceiling.steps.front().busbw)),
                          line.text});
  }
  return table;
}

Table curves_table(const CollectivePart& part) {
  Table table{"All predicted figures of the charts",
              {{"size"},
               {"choice", false},
               {"channels"},
               {"time (us)"},
               {"80 % within (us)"},
               {"busbw (GB/s)"},
               {"which is", false}},
              {},
              true};
  for (const CurvePoint& best : part.curves.best) {
    for (const Curve& curve : part.curves.candidates) {
      const auto found = std::ranges::find(curve.points, best.bytes, &CurvePoint::bytes);
      if (found != curve.points.end()) table.rows.push_back(curve_row(*found));
    }
  }
  return table;
}

Table measured_table(const CollectivePart& part) {
  constexpr std::size_t kMostShown = 40;
  constexpr std::ptrdiff_t kRun = 1;
  Table table{"Measured beside expected times",
              {{"size"},
               {"run", false},
               {"measured (us)"},
               {"scatter (us)"},
               {"samples"},
               {"busbw (GB/s)"},
               {"expected (us)"},
               {"80 % within (us)"},
               {"by", false},
               {"reached (%)"},
               {"which is", false}},
              {}};
  for (const MeasuredSeries& series : part.measured) {
    for (const MeasuredPoint& point : series.points) {
      table.rows.push_back(measured_row(series, point));
    }
  }
  if (part.measured.size() == 1) {  // every row would have the same name
    table.caption += ": " + measured_name(part.measured.front());
    table.columns.erase(table.columns.begin() + kRun);
    for (auto& row : table.rows) row.erase(row.begin() + kRun);
  }
  table.is_folded = table.rows.size() > kMostShown;
  return table;
}

Table compared_table(const app::measuring::CompareReport& compared) {
  Table table{"Medians before and after",
              {{"configuration", false},
               {"ranks"},
               {"before (us)"},
               {"after (us)"},
               {"after / before"},
               {"95 % interval"},
               {"p, adjusted"},
               {"verdict", false}},
              {}};
  for (const auto& row : compared.rows) {
    const auto& judged = row.judgement;
    table.rows.push_back({app::measuring::text_of(row.configuration),
                          row.ranks == 0 ? "-" : fmt::format("{}", row.ranks),
                          us_text(core::Duration::from_us(row.before_us)),
                          us_text(core::Duration::from_us(row.after_us)),
                          fmt::format("{:.3f}", judged.ratio), interval_text(judged),
                          fmt::format("{:.3f}", judged.adjusted_p), verdict_text(row)});
  }
  return table;
}

}  // namespace treering::report::overview
