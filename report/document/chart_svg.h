// A chart as SVG: its axes, its colours, and the whole.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "report/charts/chart.h"

namespace treering::report::document {

// An axis of a chart as it is drawn: which values it spans, where its marks stand, and what they
// say.

struct Tick {
  double value = 0;
  std::string text;
  bool operator==(const Tick&) const = default;
};

struct Ruler {
  charts::Scale scale = charts::Scale::Log;
  double low = 1;
  double high = 10;
  std::vector<Tick> ticks;  // rising, within the ruler

  /// 0 at its low end, 1 at its high end.
  [[nodiscard]] double share_of(double value) const;
};

/// The most marks of a ruler that has room for them.
inline constexpr int kMostTicks = 9;

/// What its marks are, and how many it has room for.
struct Ticks {
  charts::Figures figures = charts::Figures::Plain;
  int most = kMostTicks;
};

/// With marks at powers of two. \pre 0 < low <= high
Ruler power_ruler(double low, double high, const Ticks& ticks = {});

/// From 0 to above `high`, with marks at round figures. \pre high > 0
Ruler linear_ruler(double high, const Ticks& ticks = {});

/// Over whole decades, or over round figures where the values span less than one.
/// \pre 0 < low <= high
Ruler log_ruler(double low, double high, charts::Figures figures = charts::Figures::Plain);

// How the parts of a chart are painted. Each has its light colours and widths as attributes, for
// viewers without style sheets or variables; rules give it the colours of a theme.

enum class ChartPart {
  Paper,
  Grid,
  Mark,      // an upright line
  Band,      // of a series
  Line,      // of a series
  Fastest,   // the broad line
  Bar,       // of a measured point
  Measured,  // a full point
  Hollow,    // a point that something stands in
  Inside,    // what stands in it
  Usual      // a circle of NCCL's own choice
};

struct NamedColour {
  std::string name;  // "paper", "ink", "faint", "grid", "accent", "s0" to "s7"
  std::string_view light;
  std::string_view dark;
};

/// The colours of charts.
const std::vector<NamedColour>& chart_colours();

/// Attributes: ` class="line s3" fill="none" stroke="#b3478f" stroke-width="2"`.
/// \param colour of the series, for parts that have it
std::string painted(ChartPart part, int colour = charts::kInk);

/// Attributes of the SVG that all of its texts inherit.
std::string text_attributes();

/// A value of CSS for the name of a colour: "var(--ink)", "#e6edf3".
using ColourValue = std::function<std::string(const NamedColour&)>;

/// Rules that colour every part anew. \param scope before each selector: ".chart-svg "
std::string colour_rules(std::string_view scope, const ColourValue& value_of);

// A chart as SVG: for paper, for browsers without scripts, and for pages beside it.

enum class Standing {
  InPage,  // coloured by the page's style sheet; the legend stands beside it
  Small,   // the same, small, with a title above its upright axis alone
  Alone    // a file of its own: light or dark as the viewer prefers, with a legend
};

/// \pre some series has a point
std::string chart_svg(const charts::Chart& chart, Standing standing);

/// How a series looks, as a small SVG for a legend beside the chart.
std::string sample_svg(const charts::Series& series);

/// The style sheet of both, for a page that defines the variables of chart_colours(): --ink, --s0.
std::string chart_style();

}  // namespace treering::report::document
