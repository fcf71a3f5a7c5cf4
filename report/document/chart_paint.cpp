#include "report/document/chart_paint.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include <fmt/format.h>

#include "report/drawing/colours.h"
#include "report/drawing/sheet.h"

namespace treering::report::document {
namespace {

using charts::kAccent;
using charts::kInk;

/// In place of a name: the colour of the series.
constexpr std::string_view kSeries = "series";
constexpr std::string_view kNone = "none";

struct Paint {
  std::string_view name;    // in style sheets
  std::string_view fill;    // a name of a colour, or kNone
  std::string_view stroke;  // likewise
  std::string_view rest;    // other attributes
};

// In the order of ChartPart.
constexpr std::array<Paint, 11> kPaints{{
    {"paper", "paper", kNone, ""},
    {"grid", kNone, "grid", ""},
    {"mark", kNone, "faint", " stroke-dasharray=\"5 4\""},
    {"band", kSeries, kNone, " fill-opacity=\".1\""},
    {"line", kNone, kSeries, " stroke-width=\"2\""},
    {"fastest", kNone, "accent", " stroke-opacity=\".28\" stroke-width=\"9\""},
    {"bar", kNone, kSeries, " stroke-width=\"1.5\""},
    {"measured", kSeries, "paper", ""},
    {"hollow", "paper", kSeries, " stroke-width=\"1.5\""},
    {"inside", kNone, kSeries, " stroke-width=\"2.5\" stroke-linecap=\"round\""},
    {"usual", kNone, "ink", " stroke-width=\"1.5\""},
}};
static_assert(kPaints.size() == static_cast<std::size_t>(ChartPart::Usual) + 1);

std::string name_of(int colour) {
  if (colour == kInk) return "ink";
  if (colour == kAccent) return "accent";
  return fmt::format("s{}", static_cast<std::size_t>(colour) % drawing::kSeriesColours.size());
}

const NamedColour& colour_named(std::string_view name) {
  const auto& all = chart_colours();
  return *std::ranges::find(all, name, &NamedColour::name);
}

bool has_series_colour(const Paint& paint) {
  return paint.fill == kSeries || paint.stroke == kSeries;
}

std::string attribute(std::string_view name, std::string_view colour, int of_series) {
  if (colour == kNone) return name == "fill" ? " fill=\"none\"" : "";
  const NamedColour& found = colour_named(colour == kSeries ? name_of(of_series) : colour);
  return fmt::format(" {}=\"{}\"", name, found.light);
}

std::string declaration(std::string_view name, std::string_view colour,
                        const ColourValue& value_of) {
  if (colour == kNone) return "";
  return fmt::format("{}:{};", name,
                     colour == kSeries ? "currentColor" : value_of(colour_named(colour)));
}

}  // namespace

const std::vector<NamedColour>& chart_colours() {
  static const std::vector<NamedColour> kAll = [] {
    const auto& light = drawing::kLightPaper;
    const auto& dark = drawing::kDarkPaper;
    std::vector<NamedColour> colours{{"paper", light.paper, dark.paper},
                                     {"ink", light.ink, dark.ink},
                                     {"faint", light.faint, dark.faint},
                                     {"grid", light.grid, dark.grid},
                                     {"accent", drawing::kAccent.light, drawing::kAccent.dark}};
    for (std::size_t i = 0; i < drawing::kSeriesColours.size(); ++i) {
      const auto& one = drawing::kSeriesColours.at(i);
      colours.push_back({fmt::format("s{}", i), one.light, one.dark});
    }
    return colours;
  }();
  return kAll;
}

std::string painted(ChartPart part, int colour) {
  const Paint& paint = kPaints.at(static_cast<std::size_t>(part));
  return fmt::format(
      " class=\"{}{}\"{}{}{}", paint.name, has_series_colour(paint) ? " " + name_of(colour) : "",
      attribute("fill", paint.fill, colour), attribute("stroke", paint.stroke, colour), paint.rest);
}

std::string text_attributes() {
  return fmt::format(" font-family=\"{}\" font-size=\"12\" fill=\"{}\"", drawing::kFonts,
                     drawing::kLightPaper.faint);
}

std::string colour_rules(std::string_view scope, const ColourValue& value_of) {
  std::string css = fmt::format("{}text{{fill:{}}}\n", scope, value_of(colour_named("faint")));
  for (const Paint& paint : kPaints) {
    css +=
        fmt::format("{}.{}{{{}{}}}\n", scope, paint.name, declaration("fill", paint.fill, value_of),
                    declaration("stroke", paint.stroke, value_of));
  }
  for (int colour = kAccent; colour < std::ssize(drawing::kSeriesColours); ++colour) {
    const std::string name = name_of(colour);
    css += fmt::format("{}.{}{{color:{}}}\n", scope, name, value_of(colour_named(name)));
  }
  return css;
}

}  // namespace treering::report::document
