#include <QAbstractItemModelTester>
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/paint/theme.h"
#include "gui/views/charts/lines_csv.h"
#include "gui/views/charts/lines_model.h"
#include "gui/views/charts/scaling_csv.h"
#include "gui/views/charts/scaling_plot.h"
#include "gui/views/charts/times_plot.h"

namespace treering::gui::views::charts {
namespace charts_test {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const app::PredictReport& dgx() {
  static const app::PredictReport report = [] {
    app::PredictRequest request;
    request.job.topology = "dgx-h100";
    request.job.nodes = 4;
    return app::answer(request).value();
  }();
  return report;
}

const ChartLine& line_named(const std::vector<ChartLine>& lines, const QString& name) {
  for (const ChartLine& line : lines) {
    if (line.name == name) return line;
  }
  throw std::runtime_error("no line " + name.toStdString());
}

// From `treering predict dgx-h100 --nodes 4`.
TEST(ChartLines, HoldWhatPredictSays) {
  const auto lines = lines_of(dgx());
  const LinePoint* const tree = point_at(line_named(lines, "Tree/LL128"), 1 << 20U);
  ASSERT_NE(tree, nullptr);
  EXPECT_NEAR(tree->us, 106.76, 0.01);
  EXPECT_NEAR(tree->busbw, 19.03, 0.01);
  EXPECT_TRUE(tree->is_fastest && tree->is_usual);
  EXPECT_NEAR(tree->within->second, 163, 1);
  EXPECT_EQ(point_at(line_named(lines, "NCCL's choice"), 8 << 20U)->pair, "NVLSTree/Simple");
  EXPECT_EQ(point_at(line_named(lines, "the fastest"), 8 << 20U)->pair, "Tree/LL128");
  EXPECT_NEAR(point_at(line_named(lines, "bound of the wires"), 8 << 20U)->us, 31.46, 0.01);
  EXPECT_NEAR(line_named(lines, "ceiling of NVLSTree/Simple").points.back().busbw, 361.91, 0.01);
}

TEST(ChartLines, AColourIsAnAlgorithmAndADashAProtocol) {
  EXPECT_EQ(pen_of("Ring", "LL", 1).color(), pen_of("Ring", "Simple", 1).color());
  EXPECT_NE(pen_of("Ring", "LL", 1).color(), pen_of("Tree", "LL", 1).color());
  EXPECT_EQ(pen_of("Ring", "LL", 1).style(), pen_of("Tree", "LL", 1).style());
  EXPECT_NE(pen_of("Ring", "LL", 1).style(), pen_of("Ring", "LL128", 1).style());
}

TEST(TimesPlot, MarksCrossoversTheQuestionAndNcclsChoices) {
  const auto plot = times_plot(dgx(), lines_of(dgx()), {.bytes = 1 << 20U});
  ASSERT_EQ(plot.marks.size(), 3U);
  EXPECT_EQ(plot.marks[0].text, "Tree/LL → Tree/LL128 from 128 KiB to 256 KiB");
  EXPECT_EQ(plot.marks[2].x, 1 << 20U);
  ASSERT_EQ(plot.segments.size(), 6U);
  EXPECT_EQ(plot.segments.back().text, "Ring/Simple");
  EXPECT_EQ(plot.segments.back().to, 8.0 * (1U << 30U));
}

TEST(TimesPlot, HiddenLinesAreNotDrawn) {
  const auto lines = lines_of(dgx());
  const auto all = times_plot(dgx(), lines, {.bytes = 8});
  const auto few = times_plot(dgx(), lines, {.hidden = {"Ring/LL", "the fastest"}, .bytes = 8});
  EXPECT_EQ(all.bands.size(), 1U);
  EXPECT_TRUE(few.bands.empty());
  EXPECT_EQ(few.series.size() + 1, all.series.size());
}

TEST(TimesPlot, TheIntervalOfBusbwIsUpsideDown) {
  const auto plot = times_plot(dgx(), lines_of(dgx()), {.quantity = Quantity::Busbw, .bytes = 8});
  const auto& band = plot.bands.front();
  for (std::size_t i = 0; i < band.low.size(); ++i) EXPECT_LT(band.low[i].y(), band.high[i].y());
}

TEST(LinesModel, IsAModel) {
  LinesModel model;
  const QAbstractItemModelTester tester(&model,
                                        QAbstractItemModelTester::FailureReportingMode::Fatal);
  model.setLines(lines_of(dgx()));
  model.setSize(1 << 20U);
  const auto text = [&](int row, int column) {
    return model.index(row, column).data().toString().toStdString();
  };
  const auto sample = model.index(1, LinesModel::Name).data(Qt::DecorationRole).value<QPixmap>();
  EXPECT_EQ(sample.toImage().pixelColor(0, 0),
            paint::theme().paper());  // also where it is selected
  EXPECT_EQ(text(1, LinesModel::Name), "Tree/LL128");
  EXPECT_EQ(text(1, LinesModel::Marks), "=*");
  EXPECT_EQ(text(1, LinesModel::Time), "106.76");
  EXPECT_EQ(text(1, LinesModel::Within), "70.0..163");
  EXPECT_TRUE(model.setData(model.index(1, 0), Qt::Unchecked, Qt::CheckStateRole));
  EXPECT_EQ(model.hidden(), std::set<QString>{"Tree/LL128"});
  model.setLines(lines_of(dgx()));
  EXPECT_EQ(model.index(1, 0).data(Qt::CheckStateRole).toInt(), Qt::Unchecked);
  model.setLines({});
}

TEST(LinesCsv, HasARowForEachCandidateAndSize) {
  const std::string csv = csv_of(dgx());
  EXPECT_THAT(csv, StartsWith("collective,bytes,algorithm,protocol,"));
  EXPECT_THAT(csv, HasSubstr("\nall_reduce,1048576,Tree,LL128,16,106.76,9.8214,19.029,true,true,"));
  EXPECT_EQ(std::ranges::count(csv, '\n'), static_cast<std::ptrdiff_t>(dgx().rows.size()) + 1);
}

TEST(ScalingPlot, SaysItsValuesInWords) {
  app::advice::ScalingRequest request;
  request.job.topology = "dgx-h100";
  request.job.nodes = 4;
  request.bytes = 1 << 20U;
  request.most_nodes = 8;
  const auto report = app::advice::answer(request).value();
  EXPECT_EQ(scaling_words(report, 4).toStdString(),
            "4 nodes, 32 ranks: NCCL's choice is the fastest, Tree/LL128 in 106.76 us, busbw "
            "19.03 GB/s; bound 516.67 GB/s");
  EXPECT_EQ(scaling_words(report, 3), "");
  EXPECT_THAT(csv_of(report), HasSubstr("\n4,32,nccl_default,Tree,LL128,106.76,19.029,516.67\n"));
  const auto plot = scaling_plot(report, {core::Collective::AllReduce, request.bytes});
  EXPECT_THAT(plot.stops, ::testing::ElementsAre(1, 2, 4, 8));
}

// 125 Gbit/s are 15.625 GB/s, which would be rounded one way and the other.
TEST(ScalingPlot, ItsBoundIsThatOfTheTable) {
  app::advice::ScalingRequest scaled;
  scaled.job.topology = "pcie-4";
  scaled.job.nodes = 4;
  scaled.bytes = 1 << 20U;
  scaled.most_nodes = 8;
  app::PredictRequest request;
  request.job = scaled.job;
  const auto times = app::answer(request).value();
  const auto lines = lines_of(times);
  const auto* const bound =
      point_at(line_named(lines, "bound of the wires"), static_cast<double>(scaled.bytes));
  const auto points = app::advice::answer(scaled).value().points;
  const auto four = std::ranges::find(points, 4, &app::advice::ScalingPoint::nodes);
  ASSERT_TRUE(bound != nullptr && four != points.end());
  EXPECT_EQ(bound->busbw, four->bound.in_gb_per_s());
}

}  // namespace charts_test
}  // namespace treering::gui::views::charts
