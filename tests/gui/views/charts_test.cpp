#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QRadioButton>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/jobs/asker.h"
#include "gui/paint/theme.h"
#include "gui/views/charts/charts_view.h"
#include "gui/views/charts/lines_csv.h"
#include "gui/views/charts/scaling_panel.h"
#include "gui/views/charts/scaling_plot.h"

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
  EXPECT_EQ(plot.marks[0].text, "Tree/LL → Tree/LL128 at 256 KiB");
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
  const auto plot = scaling_plot(report, {core::Collective::AllReduce, request.bytes});
  EXPECT_THAT(plot.stops, ::testing::ElementsAre(1, 2, 4, 8));
}

class ChartsViewTest : public ::testing::Test {
 protected:
  ChartsViewTest() {
    models::Question question;
    question.job.topology = "dgx-h100";
    question.job.nodes = 4;
    session_.open(question);
    view_.resize(1100, 700);
    view_.show();
    settle();
    plot_ = view_.findChild<widgets::PlotPanel*>();
  }
  void settle() {
    EXPECT_TRUE(QTest::qWaitFor(
        [&] { return !session_.isBusy() && !jobs::Board::instance().isAnyRunning(); }, 20'000));
  }

  models::Session session_;
  ChartsView view_{session_};
  widgets::PlotPanel* plot_ = nullptr;
};

TEST_F(ChartsViewTest, AClickOnTheChartAsksThatSize) {
  const double size = 32 << 20U;
  QWidget* const ground = plot_->childAt(plot_->pixelOf(size));
  QTest::mouseClick(ground, Qt::LeftButton, {}, ground->mapFrom(plot_, plot_->pixelOf(size)));
  EXPECT_EQ(session_.question().bytes, 32U << 20U);
  session_.history().undo();
  EXPECT_EQ(session_.question().bytes, 1U << 20U);
}

TEST_F(ChartsViewTest, PointingFillsTheTable) {
  const double size = 8 << 20U;
  QWidget* const ground = plot_->childAt(plot_->pixelOf(size));
  QTest::mouseMove(ground, ground->mapFrom(plot_, plot_->pixelOf(size)));
  auto* const table = view_.findChild<QTableView*>();
  EXPECT_EQ(table->model()->index(6, LinesModel::Marks).data().toString(), "=");  // NVLSTree
  EXPECT_EQ(table->model()->index(1, LinesModel::Marks).data().toString(), "*");
}

TEST_F(ChartsViewTest, ABoxOfTheTableHidesItsLine) {
  const std::size_t before = plot_->plot().series.size();
  auto* const table = view_.findChild<QTableView*>();
  const QRect cell = table->visualRect(table->model()->index(3, 0));
  QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, {cell.left() + 10, cell.center().y()});
  EXPECT_EQ(plot_->plot().series.size(), before - 1);  // Ring/LL is chosen nowhere
}

TEST_F(ChartsViewTest, SwitchesToBusbwAndItsScale) {
  QTest::mouseClick(view_.findChild<QRadioButton*>(QStringLiteral("busbw")), Qt::LeftButton, {},
                    {8, 8});
  EXPECT_EQ(plot_->plot().y.title, "busbw (GB/s)");
  EXPECT_EQ(plot_->plot().y.scale, widgets::PlotScale::Linear);
  QTest::qWait(20);  // axes are laid out by the event loop
  const QImage switched = plot_->picture().toImage();
  plot_->show(widgets::Plot(plot_->plot()));
  QTest::qWait(20);
  EXPECT_EQ(plot_->picture().toImage(), switched);  // nothing of the axes of times is left
  QTest::mouseClick(view_.findChildren<QCheckBox*>().front(), Qt::LeftButton, {}, {8, 8});
  EXPECT_EQ(plot_->plot().y.scale, widgets::PlotScale::Log);
}

TEST_F(ChartsViewTest, SavesInEachForm) {
  const QTemporaryDir folder;
  for (const char* name : {"a.png", "a.svg", "a.csv"}) {
    const QString file = folder.filePath(QLatin1StringView(name));
    EXPECT_TRUE(view_.saveTo(file)) << name;
    EXPECT_GT(QFile(file).size(), 1000) << name;
  }
  EXPECT_FALSE(view_.saveTo(folder.filePath(QStringLiteral("a.txt"))));
  EXPECT_FALSE(view_.saveTo(folder.filePath(QStringLiteral("none/a.svg"))));
}

TEST_F(ChartsViewTest, AClickOnTheNodesAsksThem) {
  auto* const nodes = view_.findChild<ScalingPanel*>()->findChild<widgets::PlotPanel*>();
  ASSERT_FALSE(nodes->plot().stops.empty());
  EXPECT_EQ(nodes->plot().stops.back(), 1024);
  QWidget* const ground = nodes->childAt(nodes->pixelOf(16));
  QTest::mouseClick(ground, Qt::LeftButton, {}, ground->mapFrom(nodes, nodes->pixelOf(16)));
  EXPECT_EQ(session_.question().job.nodes, 16);
  settle();
}

TEST_F(ChartsViewTest, FollowsTheTheme) {
  const QColor light = plot_->plot().series.front().pen.color();
  paint::set_theme(paint::Shade::Dark);
  QTest::qWait(1);
  EXPECT_NE(plot_->plot().series.front().pen.color(), light);
  paint::set_theme(paint::Shade::Light);
}

}  // namespace charts_test
}  // namespace treering::gui::views::charts
