#include "report/document/chart_svg.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "report/charts/chart.h"
#include "report/document/chart_paint.h"
#include "report/document/ruler.h"
#include "report/drawing/markup.h"
#include "report/drawing/text_width.h"

namespace treering::report::document {
namespace {

inline constexpr double kSampleWidth = 34;
inline constexpr double kSampleHeight = 14;

struct Place {
  double x = 0;
  double y = 0;
};

using charts::Chart;
using charts::kShapes;
using charts::Mark;
using charts::Point;
using charts::Series;
using charts::SeriesKind;
using drawing::escaped_lines;
using drawing::pixels;

/// Of a line, by its variant: LL, LL128, Simple have dots, dashes and none.
std::string dashes_of(const Series& series) {
  if (series.kind == SeriesKind::Ceiling) return " stroke-dasharray=\"10 3 2 3\"";
  if (series.kind != SeriesKind::Candidate) return "";
  constexpr std::array<std::string_view, 4> kDashes{"", "7 4", "2 3", "9 3 2 3"};
  const std::string_view dashes =
      kDashes.at(static_cast<std::size_t>(series.variant) % kDashes.size());
  return dashes.empty() ? "" : fmt::format(" stroke-dasharray=\"{}\"", dashes);
}

/// A circle, a square, a diamond or a triangle around the place, by the variant.
std::string outline(int variant, Place at) {
  constexpr double kHalf = 4.5;
  switch (variant % kShapes) {
    case 1:
      return fmt::format("M{} {}h9v9h-9Z", pixels(at.x - kHalf), pixels(at.y - kHalf));
    case 2:
      return fmt::format("M{} {}l6 6l-6 6l-6 -6Z", pixels(at.x), pixels(at.y - 6));
    case 3:
      return fmt::format("M{} {}l5.5 10h-11Z", pixels(at.x), pixels(at.y - 6));
    default:
      return fmt::format("M{} {}a5 5 0 1 0 10 0a5 5 0 1 0 -10 0Z", pixels(at.x - 5), pixels(at.y));
  }
}

/// What stands within a point that is not full: nothing, a dot, a lying bar or an upright one.
std::string_view filling_of(int variant) {
  constexpr std::array<std::string_view, 4> kFillings{"", "h0.1", "m-2.5 0h5", "m0 -2.5v5"};
  return kFillings.at(static_cast<std::size_t>(variant / kShapes) % kFillings.size());
}

std::string measured_shape(const Series& series, Place place) {
  const std::string_view filling = filling_of(series.variant);
  const ChartPart part = filling.empty() ? ChartPart::Measured : ChartPart::Hollow;
  std::string text = fmt::format("<path{} d=\"{}\"/>\n", painted(part, series.colour),
                                 outline(series.variant, place));
  if (filling.empty()) return text;
  return text + fmt::format("<path{} d=\"M{} {}{}\"/>\n", painted(ChartPart::Inside, series.colour),
                            pixels(place.x), pixels(place.y), filling);
}

std::string line_shape(const Series& series, const std::vector<Place>& places) {
  std::string path;
  for (const Place& place : places) {
    path += fmt::format("{}{} {}", path.empty() ? "M" : "L", pixels(place.x), pixels(place.y));
  }
  // A line of one size alone is seen by its end.
  if (places.size() == 1) path += "h0.1";
  const char* const cap = places.size() == 1 ? " stroke-linecap=\"round\"" : "";
  const ChartPart part = series.kind == SeriesKind::Fastest ? ChartPart::Fastest : ChartPart::Line;
  return fmt::format("<path{}{}{} d=\"{}\"/>\n", painted(part, series.colour), dashes_of(series),
                     cap, path);
}

/// \param bar from where to where its error bar goes, in pixels
std::string marker_shape(const Series& series, Place place,
                         const std::optional<std::pair<double, double>>& bar) {
  std::string text;
  if (bar) {
    text = fmt::format("<path{0} d=\"M{1} {2}V{3}M{4} {2}h6M{4} {3}h6\"/>\n",
                       painted(ChartPart::Bar, series.colour), pixels(place.x), pixels(bar->first),
                       pixels(bar->second), pixels(place.x - 3));
  }
  if (series.kind != SeriesKind::Usual) return text + measured_shape(series, place);
  return text + fmt::format("<path{} d=\"{}\"/>\n", painted(ChartPart::Usual), outline(0, place));
}

/// For a legend, in an area of kSampleWidth and kSampleHeight.
std::string sample_shape(const Series& series) {
  const Place middle{kSampleWidth / 2, kSampleHeight / 2};
  if (charts::has_points_alone(series)) return marker_shape(series, middle, {});
  return line_shape(series, {{0, middle.y}, {kSampleWidth, middle.y}});
}

/// In pixels, with the room around the ground of the chart.
struct Frame {
  double width = 760;
  double height = 360;
  double left = 66;
  double right = 14;
  double top = 22;  // for the texts of marks
  double bottom = 46;
  int most_ticks = kMostTicks;
};
constexpr Frame kSmall{400, 180, 38, 22, 24, 24, 5};

constexpr double kLegendLine = 20;
constexpr int kLegendColumns = 3;
constexpr double kSmallTitle = 12;  // the line that it stands on
constexpr double kTextSize = 12;    // as text_attributes() has it
constexpr std::string_view kScope = ".chart-svg ";

/// \pre some series has a point
charts::Extent sizes_of(const Chart& chart) {
  charts::Extent sizes{std::numeric_limits<double>::infinity(), 0};
  for (const Series& series : chart.series) {
    for (const Point& point : series.points) {
      sizes = {std::min(sizes.low, point.x), std::max(sizes.high, point.x)};
    }
  }
  return sizes;
}

/// A little beyond the ends, so that points there are whole.
Ruler across(const Chart& chart, int most_ticks) {
  constexpr double kBeyond = 1.12;
  const charts::Extent sizes = sizes_of(chart);
  const double beyond = sizes.low == sizes.high ? 1 : kBeyond;
  return power_ruler(sizes.low / beyond, sizes.high * beyond, {chart.x.figures, most_ticks});
}

Ruler upright(const Chart& chart, int most_ticks) {
  const charts::Extent values = charts::extent_of(chart).value_or(charts::Extent{1, 10});
  const charts::Figures figures = chart.y.figures;
  if (chart.y.scale == charts::Scale::Linear)
    return linear_ruler(values.high, {figures, most_ticks});
  return log_ruler(values.low, values.high, figures);
}

class ChartWriter {
 public:
  ChartWriter(const Chart& chart, Standing standing)
      : chart_(chart),
        standing_(standing),
        frame_(standing == Standing::Small ? kSmall : Frame{}),
        x_(across(chart, frame_.most_ticks)),
        y_(upright(chart, frame_.most_ticks)) {}

  std::string text() {
    head();
    axes();
    const std::string ground = fmt::format("ground-{}", chart_.id);
    out_ += fmt::format(
        "<clipPath id=\"{}\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/></clipPath>\n"
        "<g clip-path=\"url(#{})\">\n",
        ground, pixels(frame_.left), pixels(frame_.top), pixels(right() - frame_.left),
        pixels(bottom() - frame_.top), ground);
    for (const Series& one : chart_.series) band(one);
    for (const Series& one : chart_.series) shape(one);
    out_ += "</g>\n";
    for (const Mark& one : chart_.marks) mark(one);
    if (standing_ == Standing::Alone) legend();
    return out_ + "</svg>\n";
  }

 private:
  double right() const { return frame_.width - frame_.right; }
  double bottom() const { return frame_.height - frame_.bottom; }
  double x_of(double x) const { return frame_.left + x_.share_of(x) * (right() - frame_.left); }
  double y_of(double value) const {
    return bottom() - y_.share_of(value) * (bottom() - frame_.top);
  }
  Place place_of(const Point& point) const { return {x_of(point.x), y_of(point.y)}; }

  double legend_height() const {
    const auto rows = (chart_.series.size() + kLegendColumns - 1) / kLegendColumns;
    return standing_ == Standing::Alone ? static_cast<double>(rows) * kLegendLine + 8 : 0;
  }

  void head() {
    out_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart-svg\" viewBox=\"0 0 {0} {1}\" "
        "width=\"{0}\" height=\"{1}\"{2} role=\"img\" aria-label=\"{3}\">\n",
        pixels(frame_.width), pixels(frame_.height + legend_height()), text_attributes(),
        escaped_lines(chart_.title + ". " + chart_.sentence));
    if (standing_ != Standing::Alone) return;
    const auto dark = [](const NamedColour& colour) { return std::string(colour.dark); };
    out_ += fmt::format("<style>\n@media (prefers-color-scheme:dark){{\n{}}}\n</style>\n",
                        colour_rules(kScope, dark));
    out_ += fmt::format("<rect{} width=\"100%\" height=\"100%\"/>\n", painted(ChartPart::Paper));
  }

  void label(double x, double y, std::string_view anchor, std::string_view text) {
    out_ += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\">{}</text>\n", pixels(x),
                        pixels(y), anchor, escaped_lines(text));
  }

  void line(ChartPart part, Place from, Place to) {
    out_ += fmt::format("<path{} d=\"M{} {}L{} {}\"/>\n", painted(part), pixels(from.x),
                        pixels(from.y), pixels(to.x), pixels(to.y));
  }

  void axes() {
    for (const Tick& tick : x_.ticks) {
      const double x = x_of(tick.value);
      line(ChartPart::Grid, {x, frame_.top}, {x, bottom()});
      const double half = drawing::text_width(tick.text, kTextSize) / 2;
      label(std::min(x, frame_.width - half), bottom() + 16, "middle", tick.text);
    }
    for (const Tick& tick : y_.ticks) {
      const double y = y_of(tick.value);
      line(ChartPart::Grid, {frame_.left, y}, {right(), y});
      label(frame_.left - 6, y + 4, "end", tick.text);
    }
    titles();
  }

  void titles() {
    if (standing_ == Standing::Small) {
      label(0, kSmallTitle, "start", chart_.y.title);
      return;
    }
    label((frame_.left + right()) / 2, frame_.height - 8, "middle", chart_.x.title);
    out_ += fmt::format(
        "<text x=\"14\" y=\"{0}\" text-anchor=\"middle\" transform=\"rotate(-90 14 "
        "{0})\">{1}</text>\n",
        pixels((frame_.top + bottom()) / 2), escaped_lines(chart_.y.title));
  }

  void band(const Series& series) {
    if (series.band == charts::Band::None) return;
    std::string there;
    std::string back;
    for (const Point& point : series.points) {
      if (!point.within) continue;
      const std::string x = pixels(x_of(point.x));
      there +=
          fmt::format("{}{} {}", there.empty() ? "M" : "L", x, pixels(y_of(point.within->second)));
      back.insert(0, fmt::format("L{} {}", x, pixels(y_of(point.within->first))));
    }
    if (there.empty()) return;
    out_ += fmt::format("<path{} d=\"{}{}Z\"/>\n", painted(ChartPart::Band, series.colour), there,
                        back);
  }

  void shape(const Series& series) {
    if (series.band == charts::Band::Alone) return;
    if (charts::has_points_alone(series)) {
      for (const Point& point : series.points) out_ += point_shape(series, point);
      return;
    }
    std::vector<Place> places;
    for (const Point& point : series.points) places.push_back(place_of(point));
    out_ += line_shape(series, places);
  }

  std::string point_shape(const Series& series, const Point& point) const {
    const Place place = place_of(point);
    if (!point.within || series.kind == SeriesKind::Usual) return marker_shape(series, place, {});
    return marker_shape(series, place,
                        std::pair(y_of(point.within->first), y_of(point.within->second)));
  }

  /// A text that would lie on the one before, or beyond the chart, is left out.
  void mark(const Mark& mark) {
    const double x = x_of(mark.x);
    line(ChartPart::Mark, {x, frame_.top}, {x, bottom()});
    const double end = x + drawing::text_width(mark.text, kTextSize);
    if (x < marked_until_ || end > frame_.width) return;
    label(x, frame_.top - 8, "start", mark.text);
    marked_until_ = end + kTextSize / 3;
  }

  void legend() {
    const double column = (frame_.width - frame_.left) / kLegendColumns;
    for (std::size_t i = 0; i < chart_.series.size(); ++i) {
      const double x = frame_.left + static_cast<double>(i % kLegendColumns) * column;
      const std::size_t row = i / kLegendColumns;
      const double y = frame_.height + static_cast<double>(row) * kLegendLine + 10;
      out_ += fmt::format("<g transform=\"translate({} {})\">{}</g>\n", pixels(x), pixels(y - 7),
                          sample_shape(chart_.series[i]));
      label(x + kSampleWidth + 6, y + 4, "start", chart_.series[i].name);
    }
  }

  const Chart& chart_;
  Standing standing_;
  Frame frame_;
  Ruler x_;
  Ruler y_;
  double marked_until_ = 0;  // pixels
  std::string out_;
};

}  // namespace

std::string chart_svg(const Chart& chart, Standing standing) {
  return ChartWriter(chart, standing).text();
}

std::string sample_svg(const Series& series) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"sample chart-svg\" viewBox=\"0 0 {0} "
      "{1}\" "
      "width=\"{0}\" height=\"{1}\" "
      "aria-hidden=\"true\">{2}</svg>",
      pixels(kSampleWidth), pixels(kSampleHeight), sample_shape(series));
}

std::string chart_style() {
  return colour_rules(
      kScope, [](const NamedColour& colour) { return fmt::format("var(--{})", colour.name); });
}

}  // namespace treering::report::document
