#include "gui/views/algorithm/memory_panel.h"

#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/views/algorithm/algorithm_view.h"
#include "tests/gui/jobs/crowd.h"
#include "tests/gui/patience.h"

namespace treering::gui::views::algorithm {
namespace memory_panel_test {

using stage::RunPanel;

struct Window {
  models::Session session;
  models::Selection selection;
  models::Clock clock;
  RunPanel::Shared shared{session, selection, clock};

  void settle() const {
    EXPECT_TRUE(QTest::qWaitFor(
        [&] { return !session.isBusy() && !jobs::Board::instance().isAnyRunning(); }, kPatience));
  }
};

/// 8 B over 72 nodes of 8 GPUs: 576 ranks, more than a canvas knows the memories of.
models::Question large_question(const char* algorithm) {
  models::Question question;
  question.job.topology = "dgx-h100";
  question.job.nodes = 72;
  question.bytes = 8;
  question.shown = {.algorithm = algorithm, .protocol = "LL"};
  return question;
}

TEST(MemoryPanel, OfManyRanksTheMemoryIsFoundWhileTheRunStandsStill) {
  Window window;
  AlgorithmView view(window.shared);
  view.show();
  window.session.ask(large_question("Tree"), {});
  window.settle();
  EXPECT_EQ(view.findChild<RunPanel*>()->canvas().buffers(), nullptr);
  const auto* const panel = view.findChild<MemoryPanel*>();
  window.selection.select({.ranks = {17}});
  EXPECT_FALSE(panel->memory());  // that of rank 0 was shown
  EXPECT_EQ(panel->whyNot().toStdString(), "working …");
  window.settle();
  ASSERT_TRUE(panel->memory());
  EXPECT_EQ(panel->memory()->rank, 17);
  ASSERT_EQ(panel->memory()->parts.size(), 1U);
  EXPECT_EQ(panel->memory()->parts.front().piece.values.size(), 1);  // its own values
  window.clock.seek(window.clock.end());
  window.settle();
  ASSERT_TRUE(panel->memory());
  EXPECT_EQ(panel->memory()->parts.front().piece.values.size(), 576);
  EXPECT_EQ(panel->memory()->parts.front().due, (app::simulation::Data{{0, 8}}));
  window.clock.seek(0);
  window.clock.play();
  EXPECT_FALSE(panel->memory());
  EXPECT_THAT(panel->whyNot().toStdString(), ::testing::HasSubstr("576 ranks"));
  EXPECT_THAT(panel->whyNot().toStdString(), ::testing::HasSubstr("pause"));
  window.clock.pause();
}

// It is short, and nobody could ask for it again.
TEST(MemoryPanel, WhatIsCancelledBeforeItBeginsIsFoundAllTheSame) {
  Window window;
  AlgorithmView view(window.shared);
  view.show();
  window.session.ask(large_question("Tree"), {});
  window.settle();
  const auto* const panel = view.findChild<MemoryPanel*>();
  {
    jobs::Crowd crowd;
    ASSERT_TRUE(crowd.fillsTheThreads());
    window.selection.select({.ranks = {17}});
    ASSERT_TRUE(jobs::Board::instance().cancelAll());
  }
  ASSERT_TRUE(panel->memory()) << panel->whyNot().toStdString();
  EXPECT_EQ(panel->memory()->rank, 17);
}

// A ring of n ranks takes 2(n - 1) steps of each: 2 x 575 x 576 are 662,400.
TEST(MemoryPanel, OfManyStepsTheMemoryIsNotKnown) {
  Window window;
  AlgorithmView view(window.shared);
  view.show();
  window.session.ask(large_question("Ring"), {});
  window.settle();
  const auto* const panel = view.findChild<MemoryPanel*>();
  EXPECT_FALSE(panel->memory());
  EXPECT_EQ(panel->whyNot().toStdString(),
            "Not known: the run has more than 400,000 steps: a smaller size or fewer nodes have "
            "less.");
}

}  // namespace memory_panel_test
}  // namespace treering::gui::views::algorithm
