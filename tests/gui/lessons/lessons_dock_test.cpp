#include "gui/lessons/lessons_dock.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/stage/run_panel.h"
#include "gui/window/main_window.h"
#include "tests/gui/patience.h"

namespace treering::gui::window {
namespace lessons_dock_test {

using ::testing::HasSubstr;

bool settles(MainWindow& window) {
  return QTest::qWaitFor(
      [&] { return !window.session().isBusy() && !jobs::Board::instance().isAnyRunning(); },
      kPatience);
}

class EachLesson : public ::testing::TestWithParam<const lessons::Lesson*> {};

// Every step shows its view, at its moment and in its layout, and nothing complains.
TEST_P(EachLesson, LeadsToWhatItIsAbout) {
  MainWindow window;
  window.resize(1280, 800);
  window.show();
  models::Question before;
  before.job.topology = "dgx-h100";
  before.job.nodes = 4;
  window.session().open(before);
  ASSERT_TRUE(settles(window));
  const lessons::Lesson& lesson = *GetParam();
  ASSERT_TRUE(window.showLesson(QLatin1StringView(lesson.id)));
  auto& player = window.findChild<lessons::LessonsDock*>()->player();
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    SCOPED_TRACE(lesson.steps[i].title);
    ASSERT_TRUE(settles(window));
    EXPECT_EQ(player.number(), i);
    EXPECT_EQ(window.shownView(), QLatin1StringView(lesson.steps[i].view));
    EXPECT_FALSE(window.findChild<QLabel*>(QStringLiteral("problem"))->isVisible());
    EXPECT_EQ(player.figures().isEmpty(), lesson.steps[i].figures == nullptr);
    if (auto* const run = window.shownPage().findChild<stage::RunPanel*>()) {
      ASSERT_NE(run->scene(), nullptr);
      const double end = window.clock().end();
      EXPECT_NEAR(window.clock().now(), lesson.steps[i].share * end, 1e-6 * end);
      if (lesson.steps[i].layout == lessons::Layout::Machines) {
        EXPECT_EQ(run->scene()->layout, stage::Layout::Machines);
      }
    }
    player.next();
  }
  player.leave();
  EXPECT_EQ(window.session().question().job.topology, "dgx-h100");
  EXPECT_EQ(window.session().question().bytes, before.bytes);
}

std::vector<const lessons::Lesson*> pointers() {
  std::vector<const lessons::Lesson*> all;
  for (const lessons::Lesson& lesson : lessons::all_lessons()) all.push_back(&lesson);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Lessons, EachLesson, ::testing::ValuesIn(pointers()), [](const auto& one) {
  std::string name = one.param->id;
  std::ranges::replace(name, '-', '_');
  return name;
});

TEST(LessonsDock, GoesThroughALesson) {
  MainWindow window;
  window.show();
  auto* const dock = window.findChild<lessons::LessonsDock*>();
  ASSERT_NE(dock, nullptr);
  EXPECT_FALSE(dock->isVisible());
  EXPECT_FALSE(window.showLesson(QStringLiteral("none")));
  ASSERT_TRUE(window.showLesson(QStringLiteral("two-halves")));
  EXPECT_TRUE(dock->isVisible());
  const QString first = lessons::html_of(dock->player());
  EXPECT_THAT(first.toStdString(), HasSubstr("no machine is open"));
  EXPECT_THAT(first.toStdString(), HasSubstr("Sources: "));
  const auto buttons = dock->findChildren<QPushButton*>();
  const auto press = [&](const QString& text) {
    for (QPushButton* const button : buttons) {
      if (button->text().remove(QLatin1Char('&')) == text) return button->click();
    }
  };
  press(QStringLiteral("Next"));
  EXPECT_EQ(dock->player().number(), 1U);
  press(QStringLiteral("Back"));
  EXPECT_EQ(dock->player().number(), 0U);
  dock->close();
  EXPECT_EQ(dock->player().lesson(), nullptr);
  EXPECT_FALSE(window.session().question().has_topology());
}

TEST(LessonsDock, NamesWhatWasCancelledAndOffersItAgain) {
  MainWindow window;
  window.show();
  models::Question question;
  question.job.topology = "dgx-a100";
  question.job.nodes = 4;
  window.session().open(question);
  ASSERT_TRUE(settles(window));
  ASSERT_TRUE(window.showLesson(QStringLiteral("two-trees")));
  const auto& player = window.findChild<lessons::LessonsDock*>()->player();
  ASSERT_TRUE(jobs::Board::instance().cancelAll());
  ASSERT_TRUE(settles(window));
  const auto* const problem = window.findChild<QLabel*>(QStringLiteral("problem"));
  EXPECT_THAT(problem->text().toStdString(), HasSubstr("Cancelled: the run"));
  EXPECT_THAT(lessons::html_of(player).toStdString(), HasSubstr("on dgx-a100 × 4. F5 asks again."));
  auto* const again = window.findChild<QPushButton*>(QStringLiteral("again"));
  ASSERT_TRUE(again->isVisible());
  again->click();
  ASSERT_TRUE(settles(window));
  EXPECT_FALSE(problem->isVisible());
  EXPECT_EQ(window.session().question().job.topology, "dgx-a100");
}

}  // namespace lessons_dock_test
}  // namespace treering::gui::window
