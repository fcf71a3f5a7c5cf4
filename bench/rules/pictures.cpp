#include <algorithm>
#include <fstream>
#include <utility>

#include "bench/rules/times.h"
#include "report/charts/chart.h"
#include "report/document/chart_svg.h"

namespace treering::bench {
namespace {

using report::charts::Chart;
using report::charts::Point;
using report::charts::Series;
using report::charts::SeriesKind;

// Colours of the window and of reports: places in the table of algorithms.
constexpr int kTree = 0;
constexpr int kRing = 1;
constexpr int kNvls = 4;

void write(const Chart& chart, const std::string& file) {
  std::ofstream(file) << chart_svg(chart, report::document::Standing::Alone);
}

Series predicted(const app::overview::Curves& curves, const std::string& algorithm, int colour) {
  Series series{algorithm + ", predicted", SeriesKind::Candidate, colour};
  series.band = report::charts::Band::Beside;
  for (const auto& curve : curves.candidates) {
    if (curve.name != algorithm) continue;
    for (const auto& point : curve.points) {
      series.points.push_back(report::charts::point_of(
          {point.bytes, point.time, point.busbw, point.within}, report::charts::Quantity::Time));
    }
  }
  return series;
}

Series measured(const std::vector<PublishedTime>& published, const Asked& of,
                const std::string& algorithm, int colour) {
  Series series{algorithm + ", measured", SeriesKind::Measured, colour};
  for (const PublishedTime& one : published) {
    if (one.topology != of.topology || one.nodes != of.nodes || one.algorithm != algorithm) {
      continue;
    }
    series.points.push_back({static_cast<double>(one.bytes), one.us});
  }
  return series;
}

void draw_over_size(const std::vector<PublishedTime>& published, const std::string& folder) {
  for (const int nodes : {4, 32}) {
    const Asked asked{"marenostrum5", nodes, 0, 256, std::uint64_t{1} << 29U};
    const auto curves = curves_for(asked);
    Chart chart;
    chart.id = "mn5";
    chart.title = "Time of all_reduce over its size on " + std::to_string(4 * nodes) + " GPUs";
    chart.sentence = "Predicted lines and measured points of MareNostrum 5.";
    chart.series = {predicted(curves, "Tree", kTree), predicted(curves, "Ring", kRing),
                    measured(published, asked, "Tree", kTree),
                    measured(published, asked, "Ring", kRing)};
    write(chart, folder + "/ring-or-tree-mn5-" + std::to_string(4 * nodes) + ".svg");
  }
}

/// Over the number of GPUs of Summit, at one size.
void draw_over_gpus(const std::vector<PublishedTime>& published, std::uint64_t bytes,
                    const std::string& file) {
  Chart chart;
  chart.id = "summit";
  chart.title = "Time of all_reduce over the number of GPUs of Summit";
  chart.sentence = "Predicted lines and measured points.";
  chart.x = {"GPUs", report::charts::Scale::Log, report::charts::Figures::Plain};
  for (const auto& [algorithm, colour] : {std::pair("Tree", kTree), std::pair("Ring", kRing)}) {
    Series line{std::string(algorithm) + ", predicted", SeriesKind::Candidate, colour};
    Series points{std::string(algorithm) + ", measured", SeriesKind::Measured, colour};
    for (const PublishedTime& one : published) {
      if (one.topology != "summit" || one.algorithm != algorithm || one.bytes != bytes) continue;
      const double gpus = one.gpus();
      points.points.push_back({gpus, one.us});
      const auto us = time_at(curves_for({"summit", one.nodes, 0, bytes, bytes}), algorithm, bytes);
      if (us) line.points.push_back({gpus, *us});
    }
    for (Series* const series : {&line, &points}) {
      std::ranges::sort(series->points, {}, &Point::x);
      chart.series.push_back(*series);
    }
  }
  write(chart, file);
}

void draw_nvls(const std::string& folder) {
  const auto curves = curves_for({"dgx-h100", 1});
  Chart chart;
  chart.id = "nvls";
  chart.title = "Time of all_reduce over its size on 8 H100";
  chart.sentence = "Predicted lines.";
  chart.series = {predicted(curves, "Tree", kTree), predicted(curves, "Ring", kRing),
                  predicted(curves, "NVLS", kNvls)};
  std::erase_if(chart.series, [](const Series& one) { return one.points.empty(); });
  write(chart, folder + "/ring-or-tree-nvls.svg");
}

}  // namespace

void draw_pictures(const std::vector<PublishedTime>& published, const std::string& folder) {
  constexpr std::uint64_t kSmall = 8;
  constexpr std::uint64_t kLarge = std::uint64_t{64} << 20U;
  draw_over_size(published, folder);
  draw_over_gpus(published, kSmall, folder + "/ring-or-tree-summit-8B.svg");
  draw_over_gpus(published, kLarge, folder + "/ring-or-tree-summit-64MiB.svg");
  draw_nvls(folder);
}

}  // namespace treering::bench
