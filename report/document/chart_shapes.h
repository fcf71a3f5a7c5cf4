// The lines and points of a chart as SVG.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "report/charts/chart.h"

namespace treering::report::document {

inline constexpr double kSampleWidth = 34;
inline constexpr double kSampleHeight = 14;

struct Place {
  double x = 0;
  double y = 0;
};

std::string line_shape(const charts::Series& series, const std::vector<Place>& places);

/// \param bar from where to where its error bar goes, in pixels
std::string marker_shape(const charts::Series& series, Place place,
                         const std::optional<std::pair<double, double>>& bar);

/// For a legend, in an area of kSampleWidth and kSampleHeight.
std::string sample_shape(const charts::Series& series);

}  // namespace treering::report::document
