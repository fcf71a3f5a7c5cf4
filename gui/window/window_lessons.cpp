// Lessons in the window: their dock, and the views that they show.
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

void MainWindow::set_layout(bool is_unfolded) {
  auto* const view = shownPage().findChild<views::algorithm::RunsView*>();
  if (view == nullptr) return;
  view->setLayoutOfRanks(is_unfolded ? stage::Layout::Unfolded : stage::Layout::Machines);
}

bool MainWindow::showLesson(const QString& id, int step) {
  const lessons::Lesson* const lesson = lessons::find_lesson(id);
  if (lesson == nullptr) return false;
  lessons_->show();
  lessons_->player().begin(*lesson, static_cast<std::size_t>(std::max(step, 1) - 1));
  return true;
}

}  // namespace treering::gui::window
