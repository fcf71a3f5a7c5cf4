// What is typed into an input stays until it is taken.
#include <QComboBox>
#include <QLineEdit>
#include <QSpinBox>
#include <QTest>
#include <memory>

#include <gtest/gtest.h>

#include "gui/jobs/board.h"
#include "gui/window/question/inputs.h"
#include "tests/gui/patience.h"
#include "tests/gui/window/active_window.h"

namespace treering::gui::window::question {
namespace typing_test {

struct Typed {
  const char* input;  // its accessible name
  const char* text;   // not finished
};

bool settles(const MainWindow& window) {
  return QTest::qWaitFor([&] { return !jobs::Board::instance().isAnyRunning(); }, kPatience) &&
         window.isVisible();
}

QLineEdit& line_of(QWidget& input) {
  auto* const line = qobject_cast<QLineEdit*>(&input);
  return line != nullptr ? *line : *input.findChild<QLineEdit*>();
}

QWidget* input_named(const MainWindow& window, const char* name) {
  for (QWidget* const one : window.findChildren<QWidget*>()) {
    const bool is_input = qobject_cast<QComboBox*>(one) != nullptr ||
                          qobject_cast<QAbstractSpinBox*>(one) != nullptr ||
                          qobject_cast<QLineEdit*>(one) != nullptr;
    if (is_input && one->accessibleName() == QLatin1StringView(name)) return one;
  }
  return nullptr;
}

/// In a window whose work has ended.
class AnInput : public ::testing::TestWithParam<Typed> {
 protected:
  void SetUp() override {
    activate(window_);
    ASSERT_TRUE(settles(window_));
    input_ = input_named(window_, GetParam().input);
    ASSERT_NE(input_, nullptr);
  }

  void ask(core::Collective collective) {
    models::Question question = window_.session().question();
    question.collective = collective;
    question.job.nodes = *question.job.nodes + 1;
    question.bytes *= 2;
    window_.session().ask(question, QStringLiteral("elsewhere"));
  }
  void type() {
    input_->setFocus();
    line().selectAll();
    QTest::keyClicks(&line(), QLatin1StringView(GetParam().text));
  }
  QLineEdit& line() const { return line_of(*input_); }

  MainWindow window_;
  QWidget* input_ = nullptr;
};

TEST_P(AnInput, KeepsWhatIsTypedWhenWorkBeginsAndEnds) {
  ask(core::Collective::AllGather);
  type();
  const QString typed = line().text();
  ASSERT_TRUE(typed.contains(QLatin1StringView(GetParam().text))) << typed.toStdString();
  ASSERT_TRUE(settles(window_));  // the work from before it was typed ends
  EXPECT_EQ(line().text(), typed);
  ask(core::Collective::Broadcast);
  EXPECT_EQ(line().text(), typed);
  ASSERT_TRUE(settles(window_));
  EXPECT_EQ(line().text(), typed);
  window_.session().askAgain();
  EXPECT_EQ(line().text(), typed);
}

TEST_P(AnInput, FollowsTheQuestionOnceNobodyTypes) {
  const QString before = line().text();
  type();
  end_typing(*input_);
  models::Question question = window_.session().question();
  question.job.topology = "gb200-nvl72";
  question.job.nodes = 3;
  question.bytes = 8;
  question.job.variables.env = {"NCCL_MIN_NCHANNELS=4", "NCCL_MAX_NCHANNELS=4"};
  question.job.leaf_switches = {"3", 2};
  question.groups = "tp=2";
  window_.session().open(question);
  EXPECT_EQ(is_typed_in(*input_), false);
  EXPECT_NE(line().text(), before);
  ASSERT_TRUE(settles(window_));
}

INSTANTIATE_TEST_SUITE_P(Typing, AnInput,
                         ::testing::Values(Typed{"Topology", "zz"}, Typed{"Nodes", "7"},
                                           Typed{"Size", "12"}, Typed{"Channels", "6"},
                                           Typed{"Oversubscription", "2"},
                                           Typed{"Nodes per leaf switch", "4"},
                                           Typed{"Groups of ranks", "tp="}),
                         [](const auto& one) {
                           QString name = QLatin1StringView(one.param.input);
                           return name.remove(u' ').toStdString();
                         });

struct NodesBox {
  MainWindow window;
  QSpinBox* box = nullptr;

  NodesBox() {
    activate(window);
    EXPECT_TRUE(settles(window));
    box = qobject_cast<QSpinBox*>(input_named(window, "Nodes"));
  }
  void ask(int nodes) {
    models::Question question = window.session().question();
    question.job.nodes = nodes;
    window.session().ask(question, QStringLiteral("elsewhere"));
  }
};

// The box has the number from before, which it does not announce as new.
TEST(Typing, TakesTheNumberThatTheQuestionHadBeforeItChangedElsewhere) {
  NodesBox nodes;
  nodes.box->setFocus();
  nodes.box->selectAll();
  QTest::keyClicks(nodes.box, QStringLiteral("2"));
  nodes.ask(4);
  EXPECT_EQ(nodes.box->text(), QStringLiteral("2"));
  QTest::keyClick(nodes.box, Qt::Key_Return);
  EXPECT_EQ(nodes.window.session().question().job.nodes, 2);
  ASSERT_TRUE(settles(nodes.window));
}

TEST(Typing, AWrongSizeStaysWithItsReasonWhenWorkEnds) {
  NodesBox nodes;
  auto* const size = qobject_cast<QComboBox*>(input_named(nodes.window, "Size"));
  const auto* const problem = nodes.window.findChild<QLabel*>(QStringLiteral("size problem"));
  size->setFocus();
  size->lineEdit()->selectAll();
  QTest::keyClicks(size->lineEdit(), QStringLiteral("12x"));
  nodes.box->setFocus();
  nodes.ask(4);
  ASSERT_TRUE(settles(nodes.window));
  EXPECT_EQ(size->currentText(), QStringLiteral("12x"));
  EXPECT_TRUE(problem->isVisible());
}

}  // namespace typing_test
}  // namespace treering::gui::window::question
