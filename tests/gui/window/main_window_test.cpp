#include "gui/window/main_window.h"

#include <QApplication>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMessageBox>
#include <QMimeData>
#include <QSpinBox>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/models/faults.h"
#include "gui/models/question.h"
#include "gui/window/application.h"
#include "gui/window/command_line.h"
#include "gui/window/views.h"
#include "tests/gui/patience.h"
#include "tests/support/temporary_folder.h"

namespace treering::gui::window {
namespace main_window_test {

template <class Widget>
Widget* named(const QWidget& parent, const QString& name) {
  for (Widget* const one : parent.findChildren<Widget*>()) {
    if (one->accessibleName() == name) return one;
  }
  return nullptr;
}

bool settles(MainWindow& window) {
  return QTest::qWaitFor([&] { return !window.session().isBusy(); }, kPatience);
}

models::Question on_dgx() {
  models::Question question;
  question.job.topology = "dgx-h100";
  question.job.nodes = 2;
  return question;
}

TEST(MainWindow, InputsAskQuestions) {
  MainWindow window;
  window.show();
  window.session().open(on_dgx());
  auto* const nodes = named<QSpinBox>(window, QStringLiteral("Nodes"));
  ASSERT_NE(nodes, nullptr);
  EXPECT_EQ(nodes->value(), 2);
  nodes->setValue(4);
  EXPECT_EQ(window.session().question().job.nodes, 4);
  window.session().history().undo();
  EXPECT_EQ(nodes->value(), 2);
  auto* const channels = named<QSpinBox>(window, QStringLiteral("Channels"));
  ASSERT_NE(channels, nullptr);
  EXPECT_EQ(channels->text(), QStringLiteral("NCCL's choice"));
  channels->setValue(4);
  EXPECT_EQ(window.session().question().job.variables.env.back(), "NCCL_MAX_NCHANNELS=4");
  window.session().history().undo();
  EXPECT_EQ(channels->value(), 0);
  auto* const size = named<QComboBox>(window, QStringLiteral("Size"));
  size->lineEdit()->selectAll();
  QTest::keyClicks(size->lineEdit(), QStringLiteral("64M"));
  QTest::keyClick(size->lineEdit(), Qt::Key_Return);
  EXPECT_EQ(window.session().question().bytes, std::uint64_t{64} << 20U);
}

// As `treering list algorithms` says.
TEST(MainWindow, AlgorithmsThatAreNotInNcclAreMarked) {
  MainWindow window;
  window.show();
  auto* const shown = named<QComboBox>(window, QStringLiteral("Algorithm"));
  auto* const rival = named<QComboBox>(window, QStringLiteral("Algorithm to compare with"));
  ASSERT_TRUE(shown != nullptr && rival != nullptr);
  for (const QComboBox* const box : {shown, rival}) {
    const auto text_of = [box](const char* name) {
      return box->itemText(box->findData(QString::fromLatin1(name))).toStdString();
    };
    EXPECT_EQ(text_of("Ring"), "Ring");
    EXPECT_EQ(text_of("p2p"), "p2p");
    EXPECT_EQ(text_of("ring_2d"), "ring_2d (not in NCCL)");
  }
  models::Question question = on_dgx();
  question.collective = core::Collective::AllToAll;
  window.session().open(question);
  ASSERT_TRUE(window.showView(QStringLiteral("algorithm")));
  ASSERT_TRUE(settles(window));
  EXPECT_EQ(shown->currentText(), QStringLiteral("NCCL's choice"));
  EXPECT_EQ(rival->currentText(), QStringLiteral("auto: pairwise (not NCCL)"));
}

TEST(MainWindow, ShowsEachViewOfARun) {
  MainWindow window;
  window.resize(1000, 700);
  window.show();
  window.session().open(on_dgx());
  for (const ViewKind& kind : all_views()) {
    ASSERT_TRUE(window.showView(QString::fromLatin1(kind.id))) << kind.id;
    ASSERT_TRUE(settles(window)) << kind.id;
    EXPECT_FALSE(window.grab().isNull()) << kind.id;
  }
  EXPECT_FALSE(window.showView(QStringLiteral("none")));
}

TEST(MainWindow, SaysWhatIsWrongInAPlainSentence) {
  MainWindow window;
  window.show();
  window.openSource(QStringLiteral("no-such-machine"));
  ASSERT_TRUE(settles(window));
  const auto* const problem = window.findChild<QLabel*>(QStringLiteral("problem"));
  ASSERT_NE(problem, nullptr);
  EXPECT_TRUE(problem->isVisible());
  EXPECT_THAT(problem->text().toStdString(), ::testing::HasSubstr("no-such-machine"));
  window.openSource(QStringLiteral("dgx-h100"));
  ASSERT_TRUE(settles(window));
  EXPECT_FALSE(problem->isVisible());
}

TEST(MainWindow, SaysAtOnceThatAFaultNamesNoDevice) {
  MainWindow window;
  window.show();
  models::Question question = on_dgx();
  question.job.nodes = 1024;
  window.session().open(question);
  auto* const input = named<QLineEdit>(window, QStringLiteral("Add a fault"));
  ASSERT_NE(input, nullptr);
  QTest::keyClicks(input, QStringLiteral("0/mlx5_99=0.5"));
  QTest::keyClick(input, Qt::Key_Return);
  ASSERT_TRUE(settles(window));
  const auto* const problem = window.findChild<QLabel*>(QStringLiteral("problem"));
  EXPECT_TRUE(problem->isVisible());
  EXPECT_THAT(problem->text().toStdString(), ::testing::HasSubstr("mlx5_99"));
  EXPECT_EQ(named<QListWidget>(window, QStringLiteral("Faults"))->count(), 1);
  window.session().history().undo();
  EXPECT_FALSE(problem->isVisible());
}

TEST(MainWindow, FaultsAreTriedAndRestored) {
  MainWindow window;
  window.show();
  window.session().open(on_dgx());
  auto* const input = named<QLineEdit>(window, QStringLiteral("Add a fault"));
  ASSERT_NE(input, nullptr);
  QTest::keyClicks(input, QStringLiteral("0/mlx5_0=0.5"));
  QTest::keyClick(input, Qt::Key_Return);
  EXPECT_THAT(window.session().question().faults, ::testing::ElementsAre("0/mlx5_0=0.5"));
  ASSERT_TRUE(settles(window));
  ASSERT_NE(window.session().runReport(models::Side::Healthy), nullptr);
  window.session().history().undo();
  EXPECT_TRUE(window.session().question().faults.empty());
}

TEST(MainWindow, FaultsAreSwitchedOffWithoutBeingLost) {
  MainWindow window;
  window.show();
  models::Question question = on_dgx();
  question.faults = {"0/mlx5_0=0.5", "1/mlx5_1=down"};
  window.session().open(question);
  auto* const list = named<QListWidget>(window, QStringLiteral("Faults"));
  ASSERT_EQ(list->count(), 2);
  EXPECT_EQ(list->item(0)->checkState(), Qt::Checked);
  list->item(0)->setCheckState(Qt::Unchecked);
  QApplication::processEvents();
  EXPECT_THAT(models::tried_faults(window.session().question()),
              ::testing::ElementsAre("1/mlx5_1=down"));
  EXPECT_EQ(list->count(), 2);
  EXPECT_EQ(list->item(0)->checkState(), Qt::Unchecked);
  window.session().history().undo();
  EXPECT_EQ(list->item(0)->checkState(), Qt::Checked);
  window.session().history().redo();
  EXPECT_EQ(list->item(0)->checkState(), Qt::Unchecked);
}

TEST(MainWindow, LeafSwitchesAreAskedAboutAndUndone) {
  MainWindow window;
  window.show();
  models::Question question = on_dgx();
  question.job.nodes = 8;
  question.shown.algorithm = "Ring";
  question.bytes = std::uint64_t{1} << 28U;
  window.session().need(models::Need::Run);
  window.session().open(question);
  ASSERT_TRUE(settles(window));
  const auto before = window.session().runReport(models::Side::Shown)->time;
  named<QSpinBox>(window, QStringLiteral("Nodes per leaf switch"))->setValue(2);
  auto* const ratio = named<QDoubleSpinBox>(window, QStringLiteral("Oversubscription"));
  ratio->setValue(16);
  EXPECT_EQ(window.session().question().job.leaf_switches,
            (app::setup::LeafSwitchRequest{"16", 2}));
  ASSERT_TRUE(settles(window));
  const auto* const run = window.session().runReport(models::Side::Shown);
  ASSERT_NE(run, nullptr);
  EXPECT_GT(run->time, before);
  window.session().history().undo();
  EXPECT_FALSE(window.session().question().job.leaf_switches.oversubscription);
  EXPECT_LT(ratio->value(), 1);
}

// To one decimal 1.25 would be 1.3.
TEST(MainWindow, OversubscriptionIsShownAsItIs) {
  MainWindow window;
  window.show();
  models::Question question = on_dgx();
  question.job.leaf_switches = {"1.25", 1};
  window.session().open(question);
  ASSERT_TRUE(settles(window));
  auto* const ratio = named<QDoubleSpinBox>(window, QStringLiteral("Oversubscription"));
  EXPECT_EQ(ratio->text().toStdString(), "1.25 : 1");
  question.job.leaf_switches = {{}, 1};
  window.session().open(question);
  ASSERT_TRUE(settles(window));
  EXPECT_EQ(ratio->text().toStdString(), "as described: 1 : 1");
  auto* const nodes = named<QSpinBox>(window, QStringLiteral("Nodes per leaf switch"));
  EXPECT_EQ(nodes->text().toStdString(), "1");
}

// What another machine is described with is not known before that is there.
TEST(MainWindow, WhatIsDescribedIsThatOfTheMachinesOfTheQuestion) {
  MainWindow window;
  window.show();
  models::Question question = on_dgx();
  window.session().open(question);
  ASSERT_TRUE(settles(window));
  auto* const ratio = named<QDoubleSpinBox>(window, QStringLiteral("Oversubscription"));
  EXPECT_THAT(ratio->text().toStdString(), ::testing::StartsWith("as described: "));
  question.job.topology = "dgx-a100";
  window.session().open(question);
  EXPECT_EQ(ratio->text().toStdString(), "as described");
}

TEST(MainWindow, AboutSaysTheVersionAsTheCommandLineDoes) {
  MainWindow window;
  window.show();
  show_about(window);
  const auto* const about = window.findChild<QMessageBox*>(QStringLiteral("about treering"));
  ASSERT_NE(about, nullptr);
  const std::vector<std::string> words{"--version"};
  const auto parsed = parse_command_line(words);
  ASSERT_TRUE(parsed);
  EXPECT_EQ(about->text().toStdString() + "\n", std::get<Text>(*parsed).text);
}

TEST(MainWindow, GroupsRunAtOnce) {
  MainWindow window;
  window.show();
  window.session().open(on_dgx());
  auto* const input = named<QLineEdit>(window, QStringLiteral("Groups of ranks"));
  QTest::keyClicks(input, QStringLiteral("tp=8,dp=2"));
  QTest::keyClick(input, Qt::Key_Return);
  EXPECT_EQ(window.session().question().groups, "tp=8,dp=2");
  auto* const words = named<QLabel>(window, QStringLiteral("Times of the groups"));
  EXPECT_TRUE(QTest::qWaitFor(
      [&] { return words->text().contains(QStringLiteral("as long as alone")); }, kPatience));
  EXPECT_TRUE(words->text().contains(QStringLiteral("8 times dp over 2 ranks")));
  window.session().history().undo();
  EXPECT_TRUE(input->text().isEmpty());
  EXPECT_TRUE(words->text().isEmpty());
}

class Dropped : public ::testing::Test {
 protected:
  QString file(const char* name, const char* text) {
    const QString path =
        QString::fromStdString(folder_.path()) + QLatin1Char('/') + QLatin1StringView(name);
    QFile out(path);
    EXPECT_TRUE(out.open(QIODevice::WriteOnly));
    out.write(text);
    return path;
  }
  void drop(const QString& file) { drop(file, window_); }
  void drop(const QString& file, QWidget& onto) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(file)});
    QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&onto, &enter);
    EXPECT_TRUE(enter.isAccepted());
    QDropEvent event(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&onto, &event);
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return !window_.session().isBusy() && !jobs::Board::instance().isAnyRunning(); },
        kPatience));
  }
  QLabel& problem() { return *window_.findChild<QLabel*>(QStringLiteral("problem")); }

  support::TemporaryFolder folder_;
  MainWindow window_;
};

TEST_F(Dropped, AClusterIsOpened) {
  window_.show();
  const QString name = file("dropped.yaml", "node: dgx-h100\ncount: 3\n");
  drop(name);
  EXPECT_EQ(window_.session().question().job.topology, name.toStdString());
}

// An input would take it for text.
TEST_F(Dropped, OnAnInputItIsOpenedToo) {
  window_.show();
  const QString name = file("on_input.yaml", "node: dgx-h100\ncount: 3\n");
  auto* const size = named<QComboBox>(window_, QStringLiteral("Size"))->lineEdit();
  const QString text = size->text();
  drop(name, *size);
  EXPECT_EQ(window_.session().question().job.topology, name.toStdString());
  EXPECT_EQ(size->text(), text);
}

TEST_F(Dropped, ALogIsChecked) {
  window_.show();
  window_.session().open(on_dgx());
  drop(file("dropped.log",
            "# Collective test starting: all_reduce_perf\n"
            "#  size count type redop root time algbw busbw #wrong time algbw busbw #wrong\n"
            "1048576 262144 float sum -1 100.0 10.49 19.66 0 100.0 10.49 19.66 0\n"));
  EXPECT_EQ(window_.shownView(), QStringLiteral("check"));
  EXPECT_EQ(window_.session().question().job.topology, "dgx-h100");
  ASSERT_NE(window_.session().checkReport(), nullptr);
  EXPECT_EQ(window_.session().checkReport()->check.rows.size(), 1U);
}

// What cannot be opened takes nothing away.
TEST_F(Dropped, AnAnswerWithoutAMachineIsRefusedInASentence) {
  window_.show();
  window_.session().open(on_dgx());
  drop(file("dropped.json", R"({"schema": "treering.import/1"})"));
  EXPECT_TRUE(problem().isVisible());
  EXPECT_THAT(
      problem().text().toStdString(),
      ::testing::HasSubstr("an answer of treering (treering.import/1), expected a topology"));
  EXPECT_EQ(window_.session().question().job.topology, "dgx-h100");
  EXPECT_NE(window_.session().machineReport(), nullptr);
  models::Question other = window_.session().question();
  other.bytes *= 2;
  window_.session().ask(other, QStringLiteral("size"));
  EXPECT_FALSE(problem().isVisible());
}

TEST(MainWindow, EveryInputHasAName) {
  MainWindow window;
  window.show();
  for (const QWidget* const widget : window.findChildren<QWidget*>()) {
    const bool is_input = qobject_cast<const QComboBox*>(widget) != nullptr ||
                          qobject_cast<const QSpinBox*>(widget) != nullptr ||
                          qobject_cast<const QListWidget*>(widget) != nullptr;
    EXPECT_FALSE(is_input && widget->accessibleName().isEmpty());
  }
}

}  // namespace main_window_test
}  // namespace treering::gui::window
