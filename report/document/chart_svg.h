// A chart as SVG: for paper, for browsers without scripts, and for pages beside it.
#pragma once

#include <string>

#include "report/charts/chart.h"

namespace treering::report::document {

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
