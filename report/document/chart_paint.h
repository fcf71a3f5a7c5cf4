// How the parts of a chart are painted. Each has its light colours and widths as attributes, for
// viewers without style sheets or variables; rules give it the colours of a theme.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "report/charts/chart.h"

namespace treering::report::document {

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

}  // namespace treering::report::document
