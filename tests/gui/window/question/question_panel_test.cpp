#include "gui/window/question/question_panel.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>
#include <QTest>
#include <QWheelEvent>

#include <gtest/gtest.h>
#include <qtestspontaneevent.h>

#include "gui/window/main_window.h"
#include "gui/window/question/faults_panel.h"
#include "gui/window/question/inputs.h"
#include "tests/gui/patience.h"
#include "tests/gui/questions.h"

namespace treering::gui::window {
namespace question_panel_test {

template <class Widget>
Widget* named(const QWidget& parent, const QString& name) {
  for (Widget* const one : parent.findChildren<Widget*>()) {
    if (one->accessibleName() == name) return one;
  }
  return nullptr;
}

/// One notch towards the user, with the pointer over the middle of it.
void turn_wheel_over(QWidget& input) {
  constexpr int kNotch = 120;  // eighths of a degree
  const QPoint middle = input.rect().center();
  QWheelEvent event(middle, input.mapToGlobal(middle), {}, {0, -kNotch}, Qt::NoButton, {},
                    Qt::NoScrollPhase, false);
  QSpontaneKeyEvent::setSpontaneous(&event);  // else Qt does not pass it on to parents
  qApp->notify(&input, &event);
}

/// In a window that is so low that the inputs scroll.
struct LowWindow {
  MainWindow window;
  QScrollBar* bar = nullptr;

  LowWindow() {
    window.resize(1000, 500);
    window.show();
    window.activateWindow();
    EXPECT_TRUE(QTest::qWaitForWindowActive(&window));
    const QWidget* above = window.findChild<question::QuestionPanel*>();
    while (above != nullptr && qobject_cast<const QScrollArea*>(above) == nullptr) {
      above = above->parentWidget();
    }
    bar = static_cast<const QScrollArea*>(above)->verticalScrollBar();
  }
};

// In a window of the usual size the inputs just fit, and the answer has no room below them.
TEST(QuestionPanel, TheAnswerToGroupsIsSeenWhole) {
  MainWindow window;
  window.resize(1280, 800);
  window.show();
  models::Question question = of_nodes(4);
  window.session().open(question);
  auto* const input = named<QLineEdit>(window, QStringLiteral("Groups of ranks"));
  auto* const words = named<QLabel>(window, QStringLiteral("Times of the groups"));
  const auto* const viewport = window.findChild<question::QuestionPanel*>()->parentWidget();
  for (const auto& [groups, answer] :
       {std::pair("tp=8,dp=4", "as long as alone"), std::pair("tp=7,dp=9", "tp=7")}) {
    input->clear();
    QTest::keyClicks(input, QLatin1StringView(groups));
    QTest::keyClick(input, Qt::Key_Return);
    EXPECT_TRUE(QTest::qWaitFor([&] { return words->text().contains(QLatin1StringView(answer)); },
                                kPatience))
        << words->text().toStdString();
    const auto is_whole = [&] {
      const QRect there(words->mapTo(viewport, QPoint()), words->size());
      return viewport->rect().contains(there) &&
             words->height() >= words->heightForWidth(words->width());
    };
    EXPECT_TRUE(QTest::qWaitFor(is_whole, 5'000)) << groups;
  }
}

// A click on an input above would hit its neighbour.
TEST(QuestionPanel, InputsStayWhereTheyAreWhateverIsSaidOfGroups) {
  MainWindow window;
  window.resize(1280, 800);
  window.show();
  models::Question question = of_nodes(4);
  question.groups = "tp=8,dp=4";
  window.session().open(question);
  const auto* const words = named<QLabel>(window, QStringLiteral("Times of the groups"));
  const auto is_timed = [&] { return words->text().contains(u"alone"); };
  ASSERT_TRUE(QTest::qWaitFor(
      [&] { return is_timed() && words->height() >= words->heightForWidth(words->width()); },
      kPatience));
  const int height = words->height();
  question.bytes *= 2;
  window.session().ask(question, {});
  ASSERT_FALSE(is_timed());
  EXPECT_EQ(words->minimumHeight(), height);
  ASSERT_TRUE(QTest::qWaitFor(is_timed, kPatience));
  EXPECT_EQ(words->minimumHeight(), height);
  question.bytes *= 2;
  window.session().ask(question, {});
  ASSERT_TRUE(jobs::Board::instance().cancelAll());
  ASSERT_EQ(words->text(), QStringLiteral("Cancelled. F5 asks again."));
  EXPECT_EQ(words->minimumHeight(), height);
  question.groups.clear();
  window.session().ask(question, {});
  EXPECT_FALSE(words->isVisible());
}

TEST(QuestionPanel, InputsStayWhereTheyAreWhateverFaultsCost) {
  MainWindow window;
  window.resize(1280, 800);
  window.show();
  models::Question question = of_nodes(4);
  question.faults = {"0/mlx5_0=0.5"};
  window.session().open(question);
  const auto* const words = named<QLabel>(window, QStringLiteral("Cost of the faults"));
  const auto is_known = [&] { return words->text().contains(u" with "); };
  ASSERT_TRUE(QTest::qWaitFor(
      [&] { return is_known() && words->height() >= words->heightForWidth(words->width()); },
      kPatience))
      << words->text().toStdString();
  const int height = words->height();
  question.bytes *= 2;
  window.session().ask(question, {});
  ASSERT_FALSE(is_known());
  EXPECT_TRUE(words->isVisible());
  EXPECT_EQ(words->minimumHeight(), height);
  ASSERT_TRUE(QTest::qWaitFor(is_known, kPatience));
  EXPECT_EQ(words->minimumHeight(), height);
  question.faults.clear();
  window.session().ask(question, {});
  EXPECT_FALSE(words->isVisible());
}

TEST(QuestionPanel, ASizeIsWrittenAsTheWindowWritesSizes) {
  MainWindow window;
  auto* const size = named<QComboBox>(window, QStringLiteral("Size"));
  for (int i = 0; i < 2; ++i) {  // another one, and the same once more
    size->lineEdit()->setText(QStringLiteral("64K"));
    Q_EMIT size->lineEdit()->editingFinished();
    EXPECT_EQ(size->currentText(), QStringLiteral("64 KiB"));
  }
}

TEST(QuestionPanel, AVersionIsShownInFull) {
  MainWindow window;
  const auto* const nccl = named<QComboBox>(window, QStringLiteral("NCCL version"));
  models::Question question;
  question.job.topology = "dgx-h100";
  question.job.nccl = "2.20";
  window.session().open(question);
  EXPECT_EQ(nccl->currentText(), QStringLiteral("2.20"));
  ASSERT_TRUE(QTest::qWaitFor([&] { return !window.session().isBusy(); }, kPatience));
  const std::string meant = window.session().machineReport()->setup.job.nccl_version;
  EXPECT_EQ(nccl->currentText().toStdString(), meant);
  const int versions = nccl->count();
  question.job.nccl.reset();
  window.session().open(question);
  EXPECT_EQ(nccl->currentText(), QStringLiteral("newest known"));
  EXPECT_EQ(nccl->count(), versions);
}

TEST(QuestionPanel, WheelScrollsOverAnInputWithoutFocus) {
  LowWindow low;
  auto* const collective = named<QComboBox>(low.window, QStringLiteral("Collective"));
  auto* const channels = named<QSpinBox>(low.window, QStringLiteral("Channels"));
  ASSERT_GT(low.bar->maximum(), 0);
  for (QWidget* const input : std::initializer_list<QWidget*>{collective, channels}) {
    low.bar->setValue(0);
    turn_wheel_over(*input);
    EXPECT_GT(low.bar->value(), 0);
    EXPECT_FALSE(input->hasFocus());
  }
  EXPECT_EQ(low.window.session().question().collective, models::Question().collective);
  EXPECT_TRUE(low.window.session().question().job.variables.env.empty());
}

TEST(QuestionPanel, WheelTurnsTheInputThatHasTheFocus) {
  LowWindow low;
  auto* const collective = named<QComboBox>(low.window, QStringLiteral("Collective"));
  const QString before = collective->currentText();
  collective->setFocus();
  turn_wheel_over(*collective);
  EXPECT_NE(collective->currentText(), before);
  EXPECT_EQ(low.bar->value(), 0);
}

TEST(QuestionPanel, AWrongSizeIsSaidUnderItsInput) {
  MainWindow window;
  window.resize(1280, 800);
  window.show();
  auto* const size = named<QComboBox>(window, QStringLiteral("Size"));
  auto* const problem = window.findChild<QLabel*>(QStringLiteral("size problem"));
  const auto type = [&](const char* text) {
    size->setFocus();
    size->lineEdit()->selectAll();
    QTest::keyClicks(size->lineEdit(), QLatin1StringView(text));
    QTest::keyClick(size->lineEdit(), Qt::Key_Return);
    window.grab();  // all is laid out
  };
  EXPECT_FALSE(problem->isVisible());
  type("abc");
  EXPECT_EQ(problem->text(), QStringLiteral("'abc' is not a size; write it like 8, 1K or 32M. The "
                                            "views show 1 MiB."));
  ASSERT_TRUE(problem->isVisible());
  EXPECT_FALSE(problem->visibleRegion().isEmpty());  // nor scrolled away
  EXPECT_LT(problem->mapTo(&window, QPoint()).y() - size->mapTo(&window, QPoint()).y(),
            2 * size->height());
  type("64M");
  EXPECT_FALSE(problem->isVisible());
  type("1 mb");
  EXPECT_TRUE(problem->isVisible());
  window.session().history().undo();
  EXPECT_FALSE(problem->isVisible());
}

TEST(QuestionPanel, TextsThatAreCutEndWithDots) {
  MainWindow window;
  window.resize(1280, 800);
  window.show();
  auto* const box = named<QComboBox>(window, QStringLiteral("Algorithm"));
  box->setCurrentIndex(box->findData(QStringLiteral("recursive_doubling")));
  EXPECT_EQ(box->toolTip(), QStringLiteral("recursive_doubling (not in NCCL)"));
  const auto* const choice = qobject_cast<const question::ChoiceBox*>(box);
  ASSERT_NE(choice, nullptr);
  EXPECT_TRUE(choice->shownText().endsWith(QChar(0x2026))) << qPrintable(choice->shownText());
  box->setCurrentIndex(box->findData(QStringLiteral("Ring")));
  EXPECT_EQ(choice->shownText(), QStringLiteral("Ring"));
}

TEST(QuestionPanel, ListsOpenAtWhatIsAsked) {
  models::Session session;
  question::QuestionPanel panel(session);
  models::Question question;
  question.job.topology = "dgx-h100";
  question.bytes = std::uint64_t{64} << 20U;
  session.open(question);
  for (const char* const name : {"Topology", "Size"}) {
    const auto* const box = named<QComboBox>(panel, QLatin1StringView(name));
    ASSERT_NE(box, nullptr);
    EXPECT_GE(box->currentIndex(), 0) << name;
    EXPECT_EQ(box->itemText(box->currentIndex()), box->currentText());
  }
  question.job.topology = "/no/file.json";
  session.open(question);
  const auto* const topology = named<QComboBox>(panel, QStringLiteral("Topology"));
  EXPECT_EQ(topology->currentIndex(), -1);
  EXPECT_EQ(topology->currentText(), QStringLiteral("/no/file.json"));
}

TEST(FaultsPanel, WithoutFaultsThereIsNothingToRestore) {
  models::Session session;
  const question::FaultsPanel panel(session);
  const auto* const restore = panel.findChild<QPushButton*>();
  ASSERT_NE(restore, nullptr);
  EXPECT_EQ(restore->text(), "&Restore");
  EXPECT_FALSE(restore->isEnabled());
  models::Question question;
  question.faults = {"0/mlx5_0=0.5"};
  session.ask(question, {});
  EXPECT_TRUE(restore->isEnabled());
}

TEST(FaultsPanel, SaysWhatFaultsCostOrThatTheyCostNothing) {
  const auto run = [](double us, const char* algorithm) {
    app::SimulateReport report;
    report.time = core::Duration::from_us(us);
    report.way.algorithm = algorithm;
    report.way.protocol = "Simple";
    return report;
  };
  EXPECT_EQ(question::cost_text(run(3000, "Tree"), run(2000, "Ring")).toStdString(),
            "3.00 ms with Tree/Simple in place of 2.00 ms with Ring/Simple: 1.50 times as long");
  EXPECT_EQ(question::cost_text(run(2654, "Tree"), run(2650, "Tree")).toStdString(),
            "2.65 ms with Tree/Simple, with and without: they cost less than 1 %");
  EXPECT_EQ(question::cost_text(run(1840, "Tree"), run(2000, "Ring")).toStdString(),
            "1.84 ms with Tree/Simple in place of 2.00 ms with Ring/Simple: 1.09 times as fast, as "
            "NCCL plans anew: Tree/Simple by 0 channels in place of Ring/Simple by 0");
}

}  // namespace question_panel_test
}  // namespace treering::gui::window
