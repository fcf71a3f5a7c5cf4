// Lessons in the window: their dock, and the views that they show.
#include <QComboBox>
#include <QTabWidget>
#include <algorithm>

#include "gui/window/main_window.h"

namespace treering::gui::window {

void MainWindow::add_lessons() {
  lessons_ = new lessons::LessonsDock({session_, selection_, clock_}, this);
  addDockWidget(Qt::RightDockWidgetArea, lessons_);
  lessons_->hide();
  connect(&lessons_->player(), &lessons::Player::viewWanted, this, &MainWindow::showView);
  connect(&lessons_->player(), &lessons::Player::layoutWanted, this, &MainWindow::set_layout);
}

/// By the view's own choice of layouts, which shows it then.
void MainWindow::set_layout(bool is_unfolded) {
  for (QComboBox* const choice : shownPage().findChildren<QComboBox*>()) {
    if (choice->accessibleName() != tr("Layout of ranks")) continue;
    choice->setCurrentIndex(is_unfolded ? 1 : 0);
    Q_EMIT choice->activated(choice->currentIndex());
  }
}

bool MainWindow::showLesson(const QString& id, int step) {
  const lessons::Lesson* const lesson = lessons::find_lesson(id);
  if (lesson == nullptr) return false;
  lessons_->show();
  lessons_->player().begin(*lesson, static_cast<std::size_t>(std::max(step, 1) - 1));
  return true;
}

}  // namespace treering::gui::window
