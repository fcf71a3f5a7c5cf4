#include "gui/views/charts/charts_view.h"

#include <QApplication>
#include <QCheckBox>
#include <QFile>
#include <QHeaderView>
#include <QImage>
#include <QLabel>
#include <QMouseEvent>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/jobs/asker.h"
#include "gui/paint/theme.h"
#include "gui/views/charts/scaling_panel.h"
#include "tests/gui/patience.h"
#include "tests/gui/views/logs.h"
#include "tests/support/svg_colours.h"

namespace treering::gui::views::charts {
namespace charts_view_test {

using report::charts::Series;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Where the pointer of the display stands does not matter.
void move_to(QWidget& widget, QPoint at) {
  QMouseEvent event(QEvent::MouseMove, at, widget.mapToGlobal(at), Qt::NoButton, {}, {});
  QApplication::sendEvent(&widget, &event);
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
    plot_ = view_.findChild<widgets::PlotPanel*>(QStringLiteral("sizes"));
  }
  void settle() {
    EXPECT_TRUE(QTest::qWaitFor(
        [&] { return !session_.isBusy() && !jobs::Board::instance().isAnyRunning(); }, kPatience));
    lay_out();
  }
  /// Layouts follow texts in turns of the event loop.
  void lay_out() {
    view_.grab();
    QApplication::processEvents();
  }

  models::Session session_;
  ChartsView view_{session_};
  widgets::PlotPanel* plot_ = nullptr;
};

TEST(ChartsView, WithoutATopologyItSaysWhatToDo) {
  models::Session session;
  ChartsView view(session);
  view.resize(1100, 700);
  view.show();
  const auto* const remark = view.findChild<QLabel*>(QStringLiteral("remark"));
  EXPECT_TRUE(remark->isVisible());
  EXPECT_THAT(remark->text().toStdString(), HasSubstr("Choose a topology"));
  EXPECT_FALSE(view.findChild<QTableView*>()->isVisible());
  models::Question question;
  question.job.topology = "dgx-h100";
  session.open(question);
  EXPECT_TRUE(view.findChild<QTableView*>()->isVisible());
  EXPECT_TRUE(QTest::qWaitFor(
      [&] { return !session.isBusy() && !jobs::Board::instance().isAnyRunning(); }, kPatience));
}

// Algorithm and Compare have times of another model.
TEST_F(ChartsViewTest, TitlesSayOfWhichModelTheTimesAre) {
  const auto* const title = view_.findChild<QLabel*>(QStringLiteral("title"));
  EXPECT_EQ(title->text(), "Time of all_reduce over its size, by the cost model");
  view_.findChild<QRadioButton*>(QStringLiteral("busbw"))->setChecked(true);
  EXPECT_EQ(title->text(), "Busbw of all_reduce over its size, by the cost model");
  const auto* const nodes = view_.findChild<ScalingPanel*>()->findChild<QLabel*>();
  EXPECT_EQ(nodes->text(), "Busbw of all_reduce of 1 MiB over the nodes, by the cost model");
}

TEST_F(ChartsViewTest, OfMachinesThatAreNoneThereIsNoChartToSave) {
  models::Question question = session_.question();
  question.job.topology = "nosuch";
  session_.open(question);
  ASSERT_TRUE(QTest::qWaitFor(
      [&] { return !session_.isBusy() && !jobs::Board::instance().isAnyRunning(); }, kPatience));
  EXPECT_TRUE(view_.findChild<QLabel*>(QStringLiteral("title"))->text().isEmpty());
  const auto* const nodes = view_.findChild<ScalingPanel*>();
  EXPECT_TRUE(nodes->findChild<QLabel*>()->text().isEmpty());
  for (const QPushButton* const one : view_.findChildren<QPushButton*>()) {
    EXPECT_FALSE(one->isEnabled()) << one->text().toStdString();
  }
  EXPECT_THAT(view_.whyUnsaved().toStdString(), HasSubstr("there is no chart"));
  EXPECT_THAT(nodes->whyUnsaved().toStdString(), HasSubstr("there is no chart"));
}

// Beside each other, or below where the view is narrow.
// 8 B hold no float for each of the job's 32 ranks, nor for each of a node's 8: the job needs 128
// B.
TEST_F(ChartsViewTest, WithoutTimesOnAnyNodesThereIsASentenceAndNoChart) {
  models::Question question = session_.question();
  question.collective = core::Collective::ReduceScatter;
  question.bytes = 8;
  session_.open(question);
  settle();
  const auto* const scaling = view_.findChild<ScalingPanel*>();
  std::string words;
  for (const QLabel* const one : scaling->findChildren<QLabel*>())
    words += one->text().toStdString();
  EXPECT_THAT(words, HasSubstr("reduce_scatter of 8 B has no time on any number of nodes."));
  EXPECT_THAT(words, HasSubstr("8 B hold no float for each of 32 ranks"));
  EXPECT_THAT(words, HasSubstr("128 B"));
  EXPECT_TRUE(scaling->findChild<widgets::PlotPanel*>()->chart().series.empty());
  EXPECT_THAT(scaling->whyUnsaved().toStdString(), HasSubstr("there is no chart"));
}

TEST_F(ChartsViewTest, ANarrowViewPutsTheValuesBelowTheChart) {
  const auto* const table = view_.findChild<QTableView*>();
  const auto top_of = [&](const QWidget* one) { return one->mapTo(&view_, QPoint()).y(); };
  EXPECT_LT(top_of(table), top_of(plot_) + plot_->height());
  view_.resize(702, 600);
  lay_out();
  EXPECT_GE(top_of(table), top_of(plot_) + plot_->height());
  view_.resize(1100, 700);
  lay_out();
  EXPECT_LT(top_of(table), top_of(plot_) + plot_->height());
}

// 958 is what a window of 1280 leaves.
TEST_F(ChartsViewTest, AllColumnsOfTheTableAreSeen) {
  models::Question question;
  question.job.topology = "dgx-a100";
  question.job.nodes = 128;
  session_.open(question);
  view_.resize(958, 700);
  settle();
  const auto* const table = view_.findChild<QTableView*>();
  EXPECT_EQ(table->horizontalScrollBar()->maximum(), 0);
  EXPECT_GE(plot_->width(), 380);
  view_.resize(1600, 900);
  lay_out();
  view_.resize(958, 700);
  lay_out();
  EXPECT_EQ(table->horizontalScrollBar()->maximum(), 0);
}

TEST_F(ChartsViewTest, AClickOnTheChartAsksThatSize) {
  const double size = 32 << 20U;
  QWidget* const ground = plot_->childAt(plot_->pixelOf(size));
  QTest::mouseClick(ground, Qt::LeftButton, {}, ground->mapFrom(plot_, plot_->pixelOf(size)));
  EXPECT_EQ(session_.question().bytes, 32U << 20U);
  session_.history().undo();
  EXPECT_EQ(session_.question().bytes, 1U << 20U);
}

TEST_F(ChartsViewTest, SaysThatItsCurvesDoNotKnowFaults) {
  const auto* const remark = view_.findChild<QLabel*>(QStringLiteral("remark"));
  EXPECT_FALSE(remark->isVisible());
  models::Question question = session_.question();
  question.faults = {"0/mlx5_0=0.01"};
  session_.ask(question, {});
  EXPECT_TRUE(remark->isVisible());
  EXPECT_THAT(remark->text().toStdString(),
              HasSubstr("not part of these curves: 0/mlx5_0=0.01. The cost model"));
}

TEST_F(ChartsViewTest, SaysWhatTheModelCannotTellApart) {
  models::Question question = session_.question();
  question.bytes = 1 << 30U;
  session_.ask(question, {});
  EXPECT_THAT(view_.findChild<QLabel*>(QStringLiteral("at"))->text().toStdString(),
              HasSubstr("are less than 10 % apart, which is within the model's error."));
}

TEST_F(ChartsViewTest, PointingFillsTheTable) {
  const double size = 8 << 20U;
  QWidget* const ground = plot_->childAt(plot_->pixelOf(size));
  move_to(*ground, ground->mapFrom(plot_, plot_->pixelOf(size)));
  auto* const table = view_.findChild<QTableView*>();
  EXPECT_EQ(table->model()->index(6, LinesModel::Marks).data().toString(), "=");  // NVLSTree
  EXPECT_EQ(table->model()->index(1, LinesModel::Marks).data().toString(), "*");
}

TEST_F(ChartsViewTest, ABoxOfTheTableHidesItsLine) {
  const std::size_t before = plot_->chart().series.size();
  auto* const table = view_.findChild<QTableView*>();
  const QRect cell = table->visualRect(table->model()->index(3, 0));
  QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, {cell.left() + 10, cell.center().y()});
  EXPECT_EQ(plot_->chart().series.size(), before - 1);  // Ring/LL is chosen nowhere
}

TEST_F(ChartsViewTest, SwitchesToBusbwAndItsScale) {
  QTest::mouseClick(view_.findChild<QRadioButton*>(QStringLiteral("busbw")), Qt::LeftButton, {},
                    {8, 8});
  EXPECT_EQ(plot_->chart().y.title, "busbw (GB/s)");
  EXPECT_EQ(plot_->chart().y.scale, report::charts::Scale::Linear);
  QTest::qWait(20);  // axes are laid out by the event loop
  const QImage switched = plot_->picture().toImage();
  plot_->show(report::charts::Chart(plot_->chart()));
  QTest::qWait(20);
  EXPECT_EQ(plot_->picture().toImage(), switched);  // nothing of the axes of times is left
  QTest::mouseClick(view_.findChildren<QCheckBox*>().front(), Qt::LeftButton, {}, {8, 8});
  EXPECT_EQ(plot_->chart().y.scale, report::charts::Scale::Log);
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

TEST_F(ChartsViewTest, SavedChartsHaveTheirColoursInThemselves) {
  const QTemporaryDir folder;
  const QString file = folder.filePath(QStringLiteral("a.svg"));
  ASSERT_TRUE(view_.saveTo(file));
  QFile saved(file);
  ASSERT_TRUE(saved.open(QIODevice::ReadOnly));
  EXPECT_TRUE(support::borrowed_colours(saved.readAll().toStdString()).empty());
}

// Somebody who gets the file alone knows what it is of.
TEST_F(ChartsViewTest, SavedChartsSayWhatTheyAreOf) {
  const QTemporaryDir folder;
  const auto saved = [&](auto& saver, const char* name) {
    const QString path = folder.filePath(QLatin1StringView(name));
    EXPECT_TRUE(saver.saveTo(path));
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly));
    return file.readAll().toStdString();
  };
  auto* const nodes = view_.findChild<ScalingPanel*>();
  for (const char* const name : {"a.svg", "a.csv"}) {
    for (const std::string& text : {saved(view_, name), saved(*nodes, name)}) {
      for (const char* const part : {"dgx-h100, 4 nodes, 32 GPUs", "all_reduce of 1 MiB",
                                     "NCCL 2.28.9", "times by the cost model"}) {
        EXPECT_THAT(text, HasSubstr(part)) << name;
      }
    }
  }
}

TEST_F(ChartsViewTest, AClickOnTheNodesAsksThem) {
  auto* const nodes = view_.findChild<ScalingPanel*>()->findChild<widgets::PlotPanel*>();
  ASSERT_FALSE(nodes->chart().stops.empty());
  EXPECT_EQ(nodes->chart().stops.back(), 1024);
  QWidget* const ground = nodes->childAt(nodes->pixelOf(16));
  QTest::mouseClick(ground, Qt::LeftButton, {}, ground->mapFrom(nodes, nodes->pixelOf(16)));
  EXPECT_EQ(session_.question().job.nodes, 16);
  settle();
}

TEST_F(ChartsViewTest, SavesTheChartOverNodes) {
  const QTemporaryDir folder;
  auto* const nodes = view_.findChild<ScalingPanel*>();
  for (const char* name : {"a.png", "a.svg", "a.csv"}) {
    const QString file = folder.filePath(QLatin1StringView(name));
    EXPECT_TRUE(nodes->saveTo(file)) << name;
    EXPECT_GT(QFile(file).size(), 500) << name;
  }
}

TEST_F(ChartsViewTest, TheCurrentRowShowsItsInterval) {
  const auto bands = [this] {
    std::vector<std::string> names;
    for (const Series& one : plot_->chart().series) {
      if (one.band != report::charts::Band::None) names.push_back(report::charts::band_name(one));
    }
    return names;
  };
  EXPECT_THAT(bands(), ElementsAre("80 % of runs of the fastest"));
  auto* const table = view_.findChild<QTableView*>();
  table->setCurrentIndex(table->model()->index(0, 0));
  EXPECT_THAT(bands(), ElementsAre("80 % of runs of Tree/LL", "80 % of runs of the fastest"));
}

TEST_F(ChartsViewTest, AMeasuredRunIsSeenWhereItIsOfTheSameNodes) {
  models::Question question = session_.question();
  question.logs = {views_test::write_log("charts_view.log", 1.05)};
  question.job.topology = views_test::kLogged;
  session_.open(question);
  settle();
  const auto measured = [this] {
    return std::ranges::count(plot_->chart().series, report::charts::SeriesKind::Measured,
                              &Series::kind);
  };
  const auto words = [this] {
    QString all;
    for (const QLabel* label : view_.findChildren<QLabel*>()) all += label->text();
    return all.toStdString();
  };
  EXPECT_EQ(measured(), 0);
  EXPECT_THAT(words(), HasSubstr("The log is not in the chart: "));
  question.job.nodes = 2;
  session_.ask(question, {});
  settle();
  EXPECT_EQ(measured(), 1);
  EXPECT_EQ(plot_->chart().series.back().name, "measured (charts_view.log)");
  EXPECT_THAT(words(), ::testing::Not(HasSubstr("The log is ")));
  const QTemporaryDir folder;
  const QString file = folder.filePath(QStringLiteral("a.csv"));
  ASSERT_TRUE(view_.saveTo(file));
  QFile csv(file);
  ASSERT_TRUE(csv.open(QIODevice::ReadOnly));
  EXPECT_THAT(csv.readAll().toStdString(), HasSubstr(",predicted_us,log,source\n"));
}

TEST_F(ChartsViewTest, OneRankHasNoLinesNorPointsOfALog) {
  models::Question question = session_.question();
  question.job.topology = "tests/data/measured/h200-shared.xml";
  question.job.nodes = 1;
  question.logs = {"tests/data/measured/h200-shared-nccl-4.jsonl"};
  session_.open(question);
  settle();
  const auto* const remark = view_.findChild<QLabel*>(QStringLiteral("remark"));
  EXPECT_THAT(remark->text().toStdString(), HasSubstr("A job of one rank sends nothing"));
  EXPECT_THAT(remark->text().toStdString(), HasSubstr("The log is not in the chart: "));
}

TEST_F(ChartsViewTest, FollowsTheTheme) {
  const auto picture = [this] { return plot_->picture().toImage(); };
  const QImage light = picture();
  paint::set_theme(paint::Shade::Dark);
  QTest::qWait(1);
  const QImage dark = picture();
  EXPECT_NE(dark, light);
  EXPECT_EQ(dark.pixelColor(1, 1), paint::theme().paper());
  paint::set_theme(paint::Shade::Light);
}

}  // namespace charts_view_test
}  // namespace treering::gui::views::charts
