// Pictures that leave the program have their colours in themselves.
#include "tests/support/svg_colours.h"

#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/builtin.h"
#include "report/charts/chart.h"
#include "report/document/chart_svg.h"
#include "report/drawing/cluster/cluster_picture.h"
#include "report/drawing/sheet.h"
#include "tests/report/document/sample.h"

namespace treering::report::document {
namespace svg_colours_test {

using charts::Chart;
using charts::kInk;
using charts::point_variant;
using charts::SeriesKind;
using ::testing::IsEmpty;
using Pictures = std::vector<std::pair<std::string, std::string>>;

drawing::Picture machine() {
  return drawing::cluster::cluster_picture({hw::load_builtin("dgx-h100").value(), 4, {}});
}

/// A chart with every kind of series, and points that are full and that are not.
Chart whole_chart() {
  Chart chart = sample_chart("x");
  chart.series.push_back({"ceiling", SeriesKind::Ceiling, 7, 0, "ceiling", {{8, 5}, {64, 6}}});
  chart.series.push_back({"hollow",
                          SeriesKind::Measured,
                          kInk,
                          point_variant(1, 2),
                          "measured/1",
                          {{64, 25, std::pair(22.0, 30.0)}}});
  return chart;
}

Pictures all_pictures() {
  const Chart chart = whole_chart();
  Pictures pictures{{"chart of a page", chart_svg(chart, Standing::InPage)},
                    {"chart alone", chart_svg(chart, Standing::Alone)},
                    {"machine of a page", drawing::page_svg(machine())},
                    {"machine alone", drawing::to_svg(machine())}};
  for (const charts::Series& series : chart.series) {
    pictures.emplace_back("sample of " + series.name, sample_svg(series));
  }
  return pictures;
}

TEST(SvgColours, NeedNoStyleSheetAndNoVariables) {
  for (const auto& [name, svg] : all_pictures()) {
    EXPECT_THAT(support::borrowed_colours(svg), IsEmpty()) << name;
  }
}

TEST(SvgColours, LibrsvgDrawsThem) {
  for (const auto& [name, svg] : all_pictures()) {
    const auto colours = support::colours_by_librsvg(svg);
    if (!colours) GTEST_SKIP() << "no rsvg-convert here, so nothing draws the pictures";
    EXPECT_FALSE(colours->empty()) << name;
    EXPECT_FALSE(colours->contains("rgb(0%,0%,0%)")) << name;
  }
}

}  // namespace svg_colours_test
}  // namespace treering::report::document
