#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/models/faults.h"
#include "gui/models/question.h"
#include "gui/views/topology/node_faults.h"

namespace treering::gui::views::topology {
namespace restores_test {

using ::testing::ElementsAre;

models::Question faulty() {
  models::Question question;
  question.faults = {"0/mlx5_0=0.5", "1/mlx5_0=down"};
  return question;
}

TEST(Restores, OfferWhatIsTriedOnTheDevice) {
  models::Session session;
  session.open(faulty());
  QMenu menu;
  add_restores({session, menu}, 0, QStringLiteral("mlx5_0"));
  ASSERT_EQ(menu.actions().size(), 3);  // with the line above them
  QAction* const tried = menu.actions().at(1);
  EXPECT_TRUE(tried->isChecked());
  tried->trigger();
  EXPECT_THAT(models::tried_faults(session.question()), ElementsAre("1/mlx5_0=down"));
  menu.actions().at(2)->trigger();
  EXPECT_THAT(session.question().faults, ElementsAre("1/mlx5_0=down"));
  session.history().undo();
  EXPECT_EQ(session.question().faults.size(), 2U);
}

TEST(Restores, OfferNothingWhereNothingIsTried) {
  models::Session session;
  session.open(faulty());
  QMenu menu;
  add_restores({session, menu}, 2, QStringLiteral("mlx5_0"));
  EXPECT_TRUE(menu.isEmpty());
}

}  // namespace restores_test
}  // namespace treering::gui::views::topology
