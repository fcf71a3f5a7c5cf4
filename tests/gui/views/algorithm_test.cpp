#include <QSignalSpy>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/jobs/asker.h"
#include "gui/views/algorithm/algorithm_view.h"

namespace treering::gui::views::algorithm {
namespace algorithm_test {

using stage::RunPanel;

struct Window {
  models::Session session;
  models::Selection selection;
  models::Clock clock;
  RunPanel::Shared shared{session, selection, clock};

  void settle() const {
    EXPECT_TRUE(
        QTest::qWaitFor([&] { return !session.isBusy() && !jobs::is_any_running(); }, 20'000));
  }
  void ask(const char* shown, const char* rival) {
    models::Question question;
    question.job.topology = "dgx-h100";
    question.job.nodes = 2;
    question.shown.algorithm = shown;
    question.rival.algorithm = rival;
    session.ask(question, {});
    settle();
  }
};

RunPanel* panel_of(const QWidget& view, models::Side side) {
  for (RunPanel* const one : view.findChildren<RunPanel*>()) {
    if (one->side() == side) return one;
  }
  return nullptr;
}

TEST(AlgorithmView, TheClockIsThatOfTheViewThatIsSeen) {
  Window window;
  AlgorithmView one(window.shared);
  CompareView two(window.shared);
  one.show();
  window.ask("Ring", "Tree");
  const double ring = one.findChild<RunPanel*>()->scene()->moments->end_us();
  const double tree = panel_of(two, models::Side::Rival)->scene()->moments->end_us();
  ASSERT_GT(tree, ring);
  EXPECT_EQ(window.clock.end(), ring);
  window.clock.setSpeed(1);
  one.hide();
  two.show();
  EXPECT_EQ(window.clock.end(), tree);
  window.clock.setSpeed(2);
  two.setLayoutOfRanks(stage::Layout::Machines);
  window.settle();
  EXPECT_EQ(window.clock.speed(), 2);  // no other run: nothing of the clock changes
}

TEST(AlgorithmView, CanvasesThatAreNotSeenSleepAndWakeAtTheClocksMoment) {
  Window window;
  AlgorithmView view(window.shared);
  view.show();
  window.ask("Ring", "Ring");
  stage::StageCanvas& canvas = view.findChild<RunPanel*>()->canvas();
  ASSERT_NE(canvas.buffers(), nullptr);
  view.hide();
  const QSignalSpy moments(&canvas, &stage::StageCanvas::momentChanged);
  window.clock.seek(50);
  EXPECT_EQ(moments.count(), 0);
  EXPECT_EQ(canvas.buffers()->now(), 0);
  view.show();
  EXPECT_EQ(canvas.buffers()->now(), 50);
  window.clock.seek(60);
  EXPECT_EQ(canvas.buffers()->now(), 60);
}

TEST(RunPanel, ASceneIsMadeOnceForARunAndALayout) {
  Window window;
  CompareView view(window.shared);
  view.show();
  window.ask("Ring", "Tree");
  RunPanel* const shown = panel_of(view, models::Side::Shown);
  const stage::Scene* const scene = shown->scene();
  ASSERT_NE(scene, nullptr);
  const QSignalSpy made(shown, &RunPanel::sceneChanged);
  window.ask("Ring", "Ring");
  EXPECT_EQ(made.count(), 0);
  EXPECT_EQ(shown->scene(), scene);
  view.setLayoutOfRanks(stage::Layout::Machines);
  window.settle();
  EXPECT_EQ(made.count(), 1);
}

}  // namespace algorithm_test
}  // namespace treering::gui::views::algorithm
