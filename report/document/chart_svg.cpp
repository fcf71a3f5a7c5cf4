#include "report/document/chart_svg.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "report/document/axis.h"
#include "report/document/chart_shapes.h"
#include "report/document/markup.h"
#include "report/drawing/colours.h"
#include "report/drawing/text_width.h"

namespace treering::report::document {
namespace {

constexpr double kWidth = 760;
constexpr double kHeight = 360;
constexpr double kLeft = 66;
constexpr double kRight = 14;
constexpr double kTop = 22;  // for the texts of marks
constexpr double kBottom = 46;
constexpr double kLegendLine = 20;
constexpr int kLegendColumns = 3;

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = 0;
  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

bool is_drawn_to_scale(const ChartSeries& series, Quantity quantity) {
  // Of times, bound and ceiling go down to nanoseconds, which would leave the rest no room.
  const bool is_limit = series.kind == SeriesKind::Bound || series.kind == SeriesKind::Ceiling;
  return quantity == Quantity::Busbw || !is_limit;
}

Range sizes_of(const Chart& chart) {
  Range range;
  for (const ChartSeries& series : chart.series) {
    for (const ChartPoint& point : series.points) range.add(static_cast<double>(point.bytes));
  }
  return range;
}

Range values_of(const Chart& chart) {
  Range range;
  for (const ChartSeries& series : chart.series) {
    if (!is_drawn_to_scale(series, chart.quantity)) continue;
    for (const ChartPoint& point : series.points) {
      range.add(point.value);
      const bool is_wide =
          series.kind == SeriesKind::Measured || series.kind == SeriesKind::Candidate;
      if (is_wide && point.within) {
        range.add(point.within->first);
        range.add(point.within->second);
      }
    }
  }
  return range;
}

/// A little beyond the ends, so that points there are whole.
Axis axis_of(const Range& sizes) {
  constexpr double kBeyond = 1.12;
  if (sizes.low == sizes.high) return size_axis(sizes.low, sizes.high);
  return size_axis(sizes.low / kBeyond, sizes.high * kBeyond);
}

class ChartWriter {
 public:
  ChartWriter(const Chart& chart, Standing standing)
      : chart_(chart), standing_(standing), x_(axis_of(sizes_of(chart))) {
    const Range values = values_of(chart);
    y_ = chart.quantity == Quantity::Busbw ? linear_axis(values.high)
         : chart.y_title.empty()           ? time_axis(values.low, values.high)
                                           : log_axis(values.low, values.high);
  }

  std::string text() {
    head();
    axes();
    const std::string ground = fmt::format("ground-{}", chart_.id);
    out_ += fmt::format(
        "<clipPath id=\"{}\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/></clipPath>\n"
        "<g clip-path=\"url(#{})\">\n",
        ground, pixels(kLeft), pixels(kTop), pixels(kWidth - kLeft - kRight),
        pixels(kHeight - kTop - kBottom), ground);
    for (const ChartSeries& one : chart_.series) band(one);
    for (const ChartSeries& one : chart_.series) shape(one);
    out_ += "</g>\n";
    for (const ChartMark& one : chart_.marks) mark(one);
    if (standing_ == Standing::Alone) legend();
    return out_ + "</svg>\n";
  }

 private:
  double x_of(double bytes) const { return kLeft + x_.share_of(bytes) * (kWidth - kLeft - kRight); }
  double y_of(double value) const {
    return kHeight - kBottom - y_.share_of(value) * (kHeight - kTop - kBottom);
  }
  Place place_of(const ChartPoint& point) const {
    return {x_of(static_cast<double>(point.bytes)), y_of(point.value)};
  }

  double legend_height() const {
    const auto rows = (chart_.series.size() + kLegendColumns - 1) / kLegendColumns;
    return standing_ == Standing::Alone ? static_cast<double>(rows) * kLegendLine + 8 : 0;
  }

  void head() {
    out_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart-svg\" viewBox=\"0 0 {0} {1}\" "
        "width=\"{0}\" height=\"{1}\" role=\"img\" aria-label=\"{2}\">\n",
        pixels(kWidth), pixels(kHeight + legend_height()),
        escaped(chart_.title + ". " + chart_.sentence));
    if (standing_ == Standing::InPage) return;
    out_ += "<style>\n" + own_colours() + chart_style() + "</style>\n";
    out_ += "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n";
  }

  static std::string own_colours() {
    const auto colours = [](const drawing::PaperColours& paper, bool is_dark) {
      std::string css = fmt::format("svg{{--paper:{};--ink:{};--faint:{};--grid:{};--accent:{}",
                                    paper.paper, paper.ink, paper.faint, paper.grid,
                                    is_dark ? drawing::kAccent.dark : drawing::kAccent.light);
      for (std::size_t i = 0; i < drawing::kSeriesColours.size(); ++i) {
        const auto& one = drawing::kSeriesColours.at(i);
        css += fmt::format(";--s{}:{}", i, is_dark ? one.dark : one.light);
      }
      return css + "}\n";
    };
    return colours(drawing::kLightPaper, false) + "@media (prefers-color-scheme:dark){\n" +
           colours(drawing::kDarkPaper, true) + "}\n";
  }

  void label(double x, double y, std::string_view anchor, std::string_view text) {
    out_ += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\">{}</text>\n", pixels(x),
                        pixels(y), anchor, escaped(text));
  }

  void line(std::string_view name, Place from, Place to) {
    out_ += fmt::format("<path class=\"{}\" d=\"M{} {}L{} {}\"/>\n", name, pixels(from.x),
                        pixels(from.y), pixels(to.x), pixels(to.y));
  }

  void axes() {
    for (const Tick& tick : x_.ticks) {
      const double x = x_of(tick.value);
      line("grid", {x, kTop}, {x, kHeight - kBottom});
      label(x, kHeight - kBottom + 16, "middle", tick.text);
    }
    for (const Tick& tick : y_.ticks) {
      const double y = y_of(tick.value);
      line("grid", {kLeft, y}, {kWidth - kRight, y});
      label(kLeft - 6, y + 4, "end", tick.text);
    }
    label((kLeft + kWidth - kRight) / 2, kHeight - 8, "middle", chart_.x_title);
    const double middle = (kTop + kHeight - kBottom) / 2;
    const std::string_view usual = chart_.quantity == Quantity::Time ? "time" : "busbw (GB/s)";
    out_ += fmt::format(
        "<text x=\"14\" y=\"{0}\" text-anchor=\"middle\" transform=\"rotate(-90 14 "
        "{0})\">{1}</text>\n",
        pixels(middle), chart_.y_title.empty() ? usual : chart_.y_title);
  }

  void band(const ChartSeries& series) {
    if (series.kind != SeriesKind::Candidate) return;
    std::string there;
    std::string back;
    for (const ChartPoint& point : series.points) {
      if (!point.within) continue;
      const std::string x = pixels(x_of(static_cast<double>(point.bytes)));
      there +=
          fmt::format("{}{} {}", there.empty() ? "M" : "L", x, pixels(y_of(point.within->second)));
      back.insert(0, fmt::format("L{} {}", x, pixels(y_of(point.within->first))));
    }
    if (there.empty()) return;
    out_ +=
        fmt::format("<path class=\"band {}\" d=\"{}{}Z\"/>\n", colour_class(series), there, back);
  }

  void shape(const ChartSeries& series) {
    if (series.kind == SeriesKind::Measured || series.kind == SeriesKind::Usual) {
      for (const ChartPoint& point : series.points) out_ += point_shape(series, point);
      return;
    }
    std::vector<Place> places;
    for (const ChartPoint& point : series.points) places.push_back(place_of(point));
    out_ += line_shape(series, places);
  }

  std::string point_shape(const ChartSeries& series, const ChartPoint& point) const {
    const Place place = place_of(point);
    if (!point.within || series.kind == SeriesKind::Usual) return marker_shape(series, place, {});
    return marker_shape(series, place,
                        std::pair(y_of(point.within->first), y_of(point.within->second)));
  }

  /// A text that would lie on the one before, or beyond the chart, is left out.
  void mark(const ChartMark& mark) {
    constexpr double kTextSize = 12;
    const double x = x_of(static_cast<double>(mark.bytes));
    line("mark", {x, kTop}, {x, kHeight - kBottom});
    const double end = x + drawing::text_width(mark.text, kTextSize);
    if (x < marked_until_ || end > kWidth) return;
    label(x, kTop - 8, "start", mark.text);
    marked_until_ = end + kTextSize / 3;
  }

  void legend() {
    const double column = (kWidth - kLeft) / kLegendColumns;
    for (std::size_t i = 0; i < chart_.series.size(); ++i) {
      const double x = kLeft + static_cast<double>(i % kLegendColumns) * column;
      const std::size_t row = i / kLegendColumns;
      const double y = kHeight + static_cast<double>(row) * kLegendLine + 10;
      out_ += fmt::format("<g transform=\"translate({} {})\">{}</g>\n", pixels(x), pixels(y - 7),
                          sample_shape(chart_.series[i]));
      label(x + kSampleWidth + 6, y + 4, "start", chart_.series[i].name);
    }
  }

  const Chart& chart_;
  Standing standing_;
  Axis x_;
  Axis y_;
  double marked_until_ = 0;  // pixels
  std::string out_;
};

}  // namespace

std::string chart_svg(const Chart& chart, Standing standing) {
  return ChartWriter(chart, standing).text();
}

std::string sample_svg(const ChartSeries& series) {
  return fmt::format(
      "<svg class=\"sample chart-svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
      "aria-hidden=\"true\">{2}</svg>",
      pixels(kSampleWidth), pixels(kSampleHeight), sample_shape(series));
}

std::string chart_style() {
  std::string css =
      ".chart-svg text{font:12px system-ui,\"Segoe UI\",Helvetica,Arial,\"DejaVu Sans\",sans-serif;"
      "fill:var(--faint)}\n"
      ".chart-svg path{fill:none}\n"
      ".chart-svg .paper{fill:var(--paper)}\n"
      ".chart-svg .grid{stroke:var(--grid);stroke-width:1}\n"
      ".chart-svg .mark{stroke:var(--faint);stroke-width:1;stroke-dasharray:5 4}\n"
      ".chart-svg .band{fill:var(--c);fill-opacity:.1}\n"
      ".chart-svg .line{stroke:var(--c);stroke-width:2}\n"
      ".chart-svg .fastest{stroke:var(--accent);stroke-opacity:.28;stroke-width:9}\n"
      ".chart-svg .bar{stroke:var(--c);stroke-width:1.5}\n"
      ".chart-svg .measured{fill:var(--c);stroke:var(--paper);stroke-width:1}\n"
      ".chart-svg .marked{fill:var(--paper);stroke:var(--c);stroke-width:1.5}\n"
      ".chart-svg .inside{stroke:var(--c);stroke-width:2.5;stroke-linecap:round}\n"
      ".chart-svg .usual{fill:none;stroke:var(--ink);stroke-width:1.5}\n"
      ".chart-svg .ink{--c:var(--ink)}\n";
  for (std::size_t i = 0; i < drawing::kSeriesColours.size(); ++i) {
    css += fmt::format(".chart-svg .s{0}{{--c:var(--s{0})}}\n", i);
  }
  return css;
}

}  // namespace treering::report::document
