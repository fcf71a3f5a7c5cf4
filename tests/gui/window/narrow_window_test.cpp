// A window of 1024 x 700: nothing that is written in a view is cut.
#include <QAbstractButton>
#include <QCoreApplication>
#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QListView>
#include <QScrollBar>
#include <QTableView>
#include <QTest>
#include <QTextBrowser>
#include <algorithm>

#include <gtest/gtest.h>

#include "gui/jobs/board.h"
#include "gui/lessons/lessons_dock.h"
#include "gui/window/main_window.h"
#include "gui/window/question/question_panel.h"
#include "gui/window/views.h"
#include "tests/gui/patience.h"
#include "tests/gui/views/logs.h"

namespace treering::gui::window {
namespace narrow_window_test {

bool settles(MainWindow& window) {
  const bool is_settled = QTest::qWaitFor(
      [&] { return !window.session().isBusy() && !jobs::Board::instance().isAnyRunning(); },
      kPatience);
  window.grab();  // all is laid out
  QCoreApplication::processEvents();
  return is_settled;
}

/// "table Choices by size", for messages.
std::string name_of(const QWidget& widget) {
  return std::string(widget.metaObject()->className()) + " " +
         widget.accessibleName().toStdString() + widget.objectName().toStdString();
}

template <class Widget>
std::vector<Widget*> seen_in(const MainWindow& window) {
  std::vector<Widget*> seen;
  for (Widget* const one : window.findChildren<Widget*>()) {
    if (one->isVisible()) seen.push_back(one);
  }
  return seen;
}

void expect_nothing_is_cut(const MainWindow& window) {
  for (const auto* const table : seen_in<QTableView>(window)) {
    EXPECT_EQ(table->horizontalScrollBar()->maximum(), 0) << name_of(*table);
  }
  for (const auto* const list : seen_in<QListView>(window)) {
    EXPECT_EQ(list->horizontalScrollBar()->maximum(), 0) << name_of(*list);
  }
  for (const auto* const button : seen_in<QAbstractButton>(window)) {
    if (button->text().isEmpty()) continue;
    EXPECT_GE(button->width(), button->sizeHint().width()) << button->text().toStdString();
  }
  for (const auto* const label : seen_in<QLabel>(window)) {
    const int least =
        label->wordWrap() ? label->heightForWidth(label->width()) : label->sizeHint().height();
    EXPECT_GE(label->height(), least) << label->text().toStdString();
    if (label->wordWrap()) continue;
    EXPECT_GE(label->width(), label->sizeHint().width()) << label->text().toStdString();
  }
  for (const auto* const input : seen_in<QLineEdit>(window)) {
    EXPECT_GE(input->width(), input->fontMetrics().horizontalAdvance(input->placeholderText()))
        << input->placeholderText().toStdString();
  }
}

TEST(NarrowWindow, NothingIsCut) {
  MainWindow window;
  window.resize(1024, 700);
  window.show();
  models::Question question;
  question.job.topology = "dgx-h100";
  question.job.nodes = 4;
  window.session().open(question);
  for (const ViewKind& kind : all_views()) {
    const testing::ScopedTrace trace(__FILE__, __LINE__, kind.id);
    window.showView(QString::fromLatin1(kind.id));
    ASSERT_TRUE(settles(window));
    EXPECT_EQ(window.size(), QSize(1024, 700));  // nor has it grown while it worked
    expect_nothing_is_cut(window);
  }
}

/// The most height that a window asked for since it was last set back, seen whenever it lays out.
class MostHeight final : public QObject {
 public:
  explicit MostHeight(const MainWindow& window) : window_(window) {
    qApp->installEventFilter(this);
  }

  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() == QEvent::LayoutRequest) most_ = std::max(most_, least_of(window_));
    return QObject::eventFilter(watched, event);
  }
  void set_back() { most_ = 0; }
  int most() const { return most_; }

  static int least_of(const MainWindow& window) {
    return window.layout()->totalMinimumSize().height();
  }

 private:
  const MainWindow& window_;
  int most_ = 0;
};

// What a view needs at rest is what it may ask for, but for less than a line of text: an empty list
// of channels is a few pixels higher than one row of them. Else the window grows for a moment.
TEST(NarrowWindow, AsksForNoMoreRoomWhileItWorks) {
  MainWindow window;
  MostHeight asked(window);
  window.resize(1024, 700);
  window.show();
  models::Question question;
  question.job.topology = "dgx-h100";
  question.job.nodes = 4;
  window.session().open(question);
  for (const ViewKind& kind : all_views()) {
    const testing::ScopedTrace trace(__FILE__, __LINE__, kind.id);
    asked.set_back();
    window.showView(QString::fromLatin1(kind.id));
    ASSERT_TRUE(settles(window));
    EXPECT_LT(asked.most(), MostHeight::least_of(window) + window.fontMetrics().height());
  }
}

// The dock of lessons has the place of the question, which the lesson asks.
TEST(NarrowWindow, NothingIsCutBesideALesson) {
  MainWindow window;
  window.resize(1024, 700);
  window.show();
  models::Question question;
  question.job.topology = "dgx-h100";
  question.job.nodes = 4;
  window.session().open(question);
  const auto* const dock = window.findChild<lessons::LessonsDock*>();
  for (const lessons::Lesson& lesson : lessons::all_lessons()) {
    const testing::ScopedTrace trace(__FILE__, __LINE__, lesson.id);
    ASSERT_TRUE(window.showLesson(QString::fromLatin1(lesson.id)));
    ASSERT_TRUE(settles(window));
    EXPECT_EQ(window.size(), QSize(1024, 700));
    EXPECT_TRUE(dock->findChild<QTextBrowser*>()->isVisible());
    expect_nothing_is_cut(window);
  }
}

// In a wide window both are seen, and in one that becomes narrower the lesson goes on.
TEST(NarrowWindow, ALessonStandsBesideTheQuestionWhereThereIsRoom) {
  MainWindow window;
  window.resize(1900, 900);
  window.show();
  ASSERT_TRUE(window.showLesson(QStringLiteral("two-halves")));
  ASSERT_TRUE(settles(window));
  auto* const dock = window.findChild<lessons::LessonsDock*>();
  const auto* const question = window.findChild<question::QuestionPanel*>();
  EXPECT_TRUE(question->isVisible());
  EXPECT_TRUE(dock->findChild<QTextBrowser*>()->isVisible());
  for (const QSize size : {QSize(1300, 800), QSize(1024, 700)}) {  // as it is dragged
    window.resize(size);
    ASSERT_TRUE(settles(window));
  }
  EXPECT_EQ(window.size(), QSize(1024, 700));
  EXPECT_TRUE(dock->findChild<QTextBrowser*>()->isVisible());
  EXPECT_NE(dock->player().lesson(), nullptr);
  dock->close();
  QCoreApplication::processEvents();
  EXPECT_TRUE(question->isVisible());
  window.resize(1900, 900);
  ASSERT_TRUE(window.showLesson(QStringLiteral("two-halves")));
  ASSERT_TRUE(settles(window));
  EXPECT_TRUE(question->isVisible());
}

TEST(NarrowWindow, NothingOfAMeasuredRunIsCut) {
  MainWindow window;
  window.resize(1024, 700);
  window.show();
  models::Question question;
  question.job.topology = views::views_test::kLogged;
  question.logs = {views::views_test::write_log("narrow_window.log", 2.5)};
  window.session().open(question);
  for (const char* const view : {"check", "charts"}) {
    const testing::ScopedTrace trace(__FILE__, __LINE__, view);
    window.showView(QString::fromLatin1(view));
    ASSERT_TRUE(settles(window));
    expect_nothing_is_cut(window);
  }
}

}  // namespace narrow_window_test
}  // namespace treering::gui::window
