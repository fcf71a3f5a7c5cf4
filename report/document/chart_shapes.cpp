#include "report/document/chart_shapes.h"

#include <array>
#include <cstddef>
#include <string_view>

#include <fmt/format.h>

#include "report/charts/look.h"
#include "report/document/chart_paint.h"
#include "report/document/markup.h"

namespace treering::report::document {
namespace {

using charts::kShapes;
using charts::Series;
using charts::SeriesKind;

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

}  // namespace

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

std::string sample_shape(const Series& series) {
  const Place middle{kSampleWidth / 2, kSampleHeight / 2};
  if (charts::has_points_alone(series)) return marker_shape(series, middle, {});
  return line_shape(series, {{0, middle.y}, {kSampleWidth, middle.y}});
}

}  // namespace treering::report::document
