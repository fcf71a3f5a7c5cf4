#include <algorithm>
#include <cmath>
#include <fstream>

#include <fmt/format.h>

#include "bench/tune_regret/strategies.h"
#include "report/charts/chart.h"
#include "report/document/chart_svg.h"

namespace treering::bench {

Sums& operator+=(Sums& sums, const Sums& more) {
  sums.regret += more.regret;
  sums.worst = std::max(sums.worst, more.worst);
  sums.share += more.share;
  sums.count += more.count;
  return sums;
}

Curve mean_curve(const std::vector<Played>& all, std::size_t strategy) {
  Curve mean;
  for (std::size_t share = 0; share < kShares.size(); ++share) {
    for (const Played& one : all) mean[share] += one.curves[strategy][share];
  }
  return mean;
}

void draw(const std::vector<Played>& all, const std::string& file) {
  constexpr double kPercent = 100;
  constexpr double kLeast = 0.1;  // of a logarithmic axis
  report::charts::Chart chart;
  chart.id = "regret";
  chart.title = fmt::format("Regret over what is measured, mean over {} grids", all.size());
  chart.sentence = "The choices' times over those of the fastest ways, less one, in percent.";
  chart.x = {"at most so many percent of the measurements of a whole sweep",
             report::charts::Scale::Log, report::charts::Figures::Plain};
  chart.y = {"regret (%)", report::charts::Scale::Log, report::charts::Figures::Plain};
  for (std::size_t i = 0; i < strategies().size(); ++i) {
    constexpr std::size_t kColours = 8;
    report::charts::Series line{std::string(strategies()[i].name),
                                report::charts::SeriesKind::Candidate,
                                i == 0 ? report::charts::kInk : static_cast<int>(i % kColours),
                                i == 0 ? 0 : static_cast<int>(i % 2)};
    const Curve curve = mean_curve(all, i);
    for (std::size_t share = 0; share < kShares.size(); ++share) {
      const double percent = std::round(kPercent * kShares[share]);
      const double regret = kPercent * curve[share].regret / curve[share].count;
      line.points.push_back({percent, std::max(kLeast, regret)});
    }
    chart.series.push_back(std::move(line));
  }
  std::ofstream(file) << chart_svg(chart, report::document::Standing::Alone);
}

}  // namespace treering::bench
