#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/topology/cluster.h"
#include "gui/window/question/inputs.h"

namespace treering::gui::window::question {
namespace nodes_input_test {

struct Input {
  models::Session session;
  NodesInput input{session};
  QSpinBox* box = input.findChild<QSpinBox*>();
  QLabel* problem = input.findChild<QLabel*>();

  explicit Input(int nodes) {
    models::Question question;
    question.job.nodes = nodes;
    session.open(question);
    input.show();
  }
  void type(const char* text) const {
    box->selectAll();
    QTest::keyClicks(box, QLatin1StringView(text));
    QTest::keyClick(box, Qt::Key_Return);
  }
};

TEST(NodesInput, HasAsManyAsTheCommandLineTakes) {
  EXPECT_EQ(Input(40'000).box->value(), 40'000);
  EXPECT_EQ(Input(core::kMaxRanks).box->value(), core::kMaxRanks);
}

TEST(NodesInput, MoreIsSaidAndNotCut) {
  const Input nodes(4);
  EXPECT_FALSE(nodes.problem->isVisible());
  nodes.type("300000");
  EXPECT_EQ(nodes.box->value(), 300'000);
  EXPECT_EQ(nodes.session.question().job.nodes, 4);
  EXPECT_TRUE(nodes.problem->isVisible());
  EXPECT_EQ(nodes.problem->text().toStdString(),
            "300000 nodes are too many: it is 1 to 262144. The views show 4.");
  nodes.type("100000");
  EXPECT_EQ(nodes.session.question().job.nodes, 100'000);
  EXPECT_FALSE(nodes.problem->isVisible());
}

}  // namespace nodes_input_test
}  // namespace treering::gui::window::question
