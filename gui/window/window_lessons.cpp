// Lessons in the window: their dock, and the views that they show.
#include <QResizeEvent>
#include <QTabWidget>
#include <algorithm>

#include "gui/views/algorithm/algorithm_view.h"
#include "gui/window/main_window.h"

namespace treering::gui::window {

void MainWindow::add_lessons() {
  lessons_ = new lessons::LessonsDock({session_, selection_, clock_}, this);
  addDockWidget(Qt::RightDockWidgetArea, lessons_);
  lessons_->hide();
  connect(&lessons_->player(), &lessons::Player::viewWanted, this, &MainWindow::showView);
  connect(&lessons_->player(), &lessons::Player::layoutWanted, this, &MainWindow::set_layout);
}

/// Beside the views where these keep enough room; else behind a tab with the question, which the
/// lesson asks. Where the user has put them, they stay.
void MainWindow::place_lessons() {
  constexpr int kLeastWidth = 230;  // letters of the window, which is more than all of them need
  auto* const question = findChild<QDockWidget*>(QStringLiteral("question"));
  const bool are_beside = dockWidgetArea(lessons_) == Qt::RightDockWidgetArea;
  const bool are_behind = tabifiedDockWidgets(question).contains(lessons_);
  const bool is_wide = width() >= kLeastWidth * fontMetrics().averageCharWidth();
  if (lessons_->isFloating() || is_wide == are_beside || are_beside == are_behind) return;
  const bool is_seen = !lessons_->isHidden();
  removeDockWidget(lessons_);
  is_wide ? addDockWidget(Qt::RightDockWidgetArea, lessons_) : tabifyDockWidget(question, lessons_);
  lessons_->setVisible(is_seen);
  if (is_seen) lessons_->raise();
}

void MainWindow::show_lessons() {
  place_lessons();
  lessons_->show();
  lessons_->raise();
}

/// Behind the tab of the question they are not seen.
void MainWindow::toggle_lessons() {
  if (lessons_->visibleRegion().isEmpty()) return show_lessons();
  lessons_->close();
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  if (lessons_->isVisible()) place_lessons();
}

void MainWindow::set_layout(bool is_unfolded) {
  auto* const view = shownPage().findChild<views::algorithm::RunsView*>();
  if (view == nullptr) return;
  view->setLayoutOfRanks(is_unfolded ? stage::Layout::Unfolded : stage::Layout::Machines);
}

bool MainWindow::showLesson(const QString& id, int step) {
  const lessons::Lesson* const lesson = lessons::find_lesson(id);
  if (lesson == nullptr) return false;
  show_lessons();
  lessons_->player().begin(*lesson, static_cast<std::size_t>(std::max(step, 1) - 1));
  return true;
}

}  // namespace treering::gui::window
