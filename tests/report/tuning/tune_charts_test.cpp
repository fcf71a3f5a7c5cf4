#include <map>
#include <set>
#include <tuple>

#include <gtest/gtest.h>

#include "report/tuning/tune_document.h"

namespace treering::report::tuning {
namespace tune_charts_test {

using charts::Series;
using charts::SeriesKind;

/// A report on so many ways beside the library's own choice, each measured once.
app::tuning::TuneReport report_on(int forced) {
  app::tuning::TuneReport report;
  report.ranks = 4;
  app::tuning::Curves curves;
  for (int i = 0; i <= forced; ++i) {
    app::tuning::WayCurve curve;
    if (i > 0) curve.way.algorithm = "way " + std::to_string(i);
    curve.points = {{1024, {100, 90, 110}, {100}}};
    curves.ways.push_back(curve);
  }
  report.curves = {curves};
  return report;
}

using Looks = std::multiset<std::tuple<int, int>>;

std::map<SeriesKind, Looks> looks_of(const app::tuning::TuneReport& report) {
  std::map<SeriesKind, Looks> looks;
  for (const Series& one : chart_of(report, 0, charts::Quantity::Time).series) {
    looks[one.kind].emplace(one.colour, one.variant);
  }
  return looks;
}

TEST(TuneCharts, NoTwoWaysLookAlike) {
  for (const auto& [kind, looks] : looks_of(report_on(32))) {
    EXPECT_EQ(looks.size(), 33U);
    EXPECT_EQ(std::set(looks.begin(), looks.end()).size(), 33U);
  }
}

TEST(TuneCharts, WaysOfLikeColoursDifferInDashesAndPoints) {
  const auto looks = looks_of(report_on(8));
  // Of the palette: blue and sky blue; vermilion, olive and orange; grey and ink.
  for (const std::set<int>& alike : {std::set{0, 5}, std::set{1, 4, 6}, std::set{7, -1}}) {
    std::set<int> variants;
    for (const auto& [colour, variant] : looks.at(SeriesKind::Candidate)) {
      if (alike.contains(colour)) variants.insert(variant);
    }
    EXPECT_EQ(variants.size(), alike.size());
  }
}

TEST(TuneCharts, ALineAndItsPointsHaveOneLook) {
  const auto looks = looks_of(report_on(12));
  EXPECT_EQ(looks.at(SeriesKind::Candidate), looks.at(SeriesKind::Measured));
}

}  // namespace tune_charts_test
}  // namespace treering::report::tuning
