#include "gui/window/question/network_panel.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QSpinBox>
#include <QTest>

#include <gtest/gtest.h>

#include "tests/gui/patience.h"

namespace treering::gui::window::question {
namespace network_panel_test {

using app::setup::LeafSwitchRequest;

struct Opened {
  explicit Opened(const char* topology) {
    session.need(models::Need::Machine);
    models::Question question;
    question.job.topology = topology;
    question.job.nodes = 8;
    session.open(question);
    EXPECT_TRUE(QTest::qWaitFor([&] { return !session.isBusy(); }, kPatience));
  }
  const LeafSwitchRequest& leaves() const { return session.question().job.leaf_switches; }
  bool isLacking() const {
    const auto* const label = panel.findChild<QLabel*>(QStringLiteral("leaf switches lack"));
    return !label->isHidden();
  }

  models::Session session;
  NetworkPanel panel{session};
  QDoubleSpinBox* ratio = panel.findChild<QDoubleSpinBox*>();
  QSpinBox* nodes = panel.findChild<QSpinBox*>();
  QComboBox* order = panel.findChild<QComboBox*>();
};

// Nobody has described the leaf switches of gb200-nvl72.
TEST(NetworkPanel, AsksOnceBothNumbersAreKnown) {
  Opened opened("gb200-nvl72");
  EXPECT_FALSE(opened.isLacking());
  opened.ratio->setValue(2);
  EXPECT_EQ(opened.leaves(), LeafSwitchRequest());
  EXPECT_TRUE(opened.isLacking());
  EXPECT_EQ(opened.ratio->value(), 2);
  opened.nodes->setValue(4);
  EXPECT_EQ(opened.leaves(), (LeafSwitchRequest{"2", 4}));
  EXPECT_FALSE(opened.isLacking());
  opened.nodes->setValue(0);  // as described: by nobody
  EXPECT_EQ(opened.leaves(), LeafSwitchRequest());
  EXPECT_TRUE(opened.isLacking());
  opened.ratio->setValue(opened.ratio->minimum());
  EXPECT_EQ(opened.leaves(), LeafSwitchRequest());
  EXPECT_FALSE(opened.isLacking());
}

TEST(NetworkPanel, TheOrderOfNodesNeedsLeaves) {
  Opened opened("gb200-nvl72");
  const auto choose = [&](const QString& text) {
    opened.order->setCurrentIndex(opened.order->findText(text));
    Q_EMIT opened.order->activated(opened.order->currentIndex());
  };
  choose(QStringLiteral("scattered"));
  EXPECT_EQ(opened.leaves(), LeafSwitchRequest());
  EXPECT_TRUE(opened.isLacking());
  opened.nodes->setValue(4);
  EXPECT_EQ(opened.leaves(), (LeafSwitchRequest{{}, 4, "scattered"}));
  EXPECT_FALSE(opened.isLacking());
  choose(QStringLiteral("as described"));
  EXPECT_EQ(opened.leaves(), (LeafSwitchRequest{{}, 4}));
}

TEST(NetworkPanel, ANumberWithoutEffectDoesNotLookAsIfItHeld) {
  Opened opened("gb200-nvl72");
  opened.ratio->setValue(4);
  EXPECT_EQ(opened.ratio->text(), QStringLiteral("4 : 1, no effect yet"));
  EXPECT_EQ(opened.nodes->text(), QStringLiteral("needed"));
  opened.nodes->setValue(4);
  EXPECT_EQ(opened.ratio->text(), QStringLiteral("4 : 1"));
  EXPECT_EQ(opened.nodes->text(), QStringLiteral("4"));
  opened.session.history().undo();
  EXPECT_EQ(opened.nodes->text(), QStringLiteral("as described"));
}

TEST(NetworkPanel, AnotherInputLeavesWhatIsNotCompleteAndAnotherMachineDoesNot) {
  Opened opened("gb200-nvl72");
  opened.ratio->setValue(2);
  models::Question question = opened.session.question();
  question.bytes = 8;
  opened.session.ask(question, {});
  EXPECT_EQ(opened.ratio->value(), 2);
  question.job.topology = "summit";
  opened.session.ask(question, {});
  EXPECT_EQ(opened.ratio->value(), opened.ratio->minimum());
  EXPECT_FALSE(opened.isLacking());
}

}  // namespace network_panel_test
}  // namespace treering::gui::window::question
