// The menus of the window.
#include <QAction>
#include <QActionGroup>
#include <QMenu>
#include <QMenuBar>
#include <QTabWidget>

#include "gui/paint/theme.h"
#include "gui/window/application.h"
#include "gui/window/keys.h"
#include "gui/window/main_window.h"
#include "gui/window/memory.h"
#include "gui/window/question/question_panel.h"

namespace treering::gui::window {

void MainWindow::add_menus() {
  add_file_menu();
  QMenu* const edit = menuBar()->addMenu(tr("&Edit"));
  QAction* const undo = session_.history().createUndoAction(this, tr("Undo"));
  undo->setShortcut(QKeySequence::Undo);
  QAction* const redo = session_.history().createRedoAction(this, tr("Redo"));
  // QKeySequence::Redo differs from desktop to desktop.
  redo->setShortcuts({Qt::CTRL | Qt::SHIFT | Qt::Key_Z, Qt::CTRL | Qt::Key_Y});
  for (const QKeySequence& key : undo->shortcuts()) keep_for_window(key, *this, undoes_text);
  for (const QKeySequence& key : redo->shortcuts()) keep_for_window(key, *this, redoes_text);
  edit->addActions({undo, redo});
  edit->addSeparator();
  const QKeySequence set_variable(Qt::CTRL | Qt::Key_E);
  keep_for_window(set_variable, *this);
  edit->addAction(tr("Set a &variable of NCCL …"), set_variable,
                  findChild<question::QuestionPanel*>(), &question::QuestionPanel::setVariable);
  add_view_menu();
  QMenu* const help = menuBar()->addMenu(tr("&Help"));
  help->addAction(tr("&Lessons"), QKeySequence(Qt::Key_F1), this, &MainWindow::toggle_lessons);
  help->addAction(tr("&Keys"), QKeySequence(Qt::Key_Question), this,
                  [this] { show_shortcuts(*this); });
  help->addSeparator();
  help->addAction(tr("&About treering"), this, [this] { show_about(*this); });
}

void MainWindow::add_file_menu() {
  QMenu* const file = menuBar()->addMenu(tr("&File"));
  file->addAction(tr("&Open …"), QKeySequence::Open, this, &MainWindow::choose_file);
  recent_ = file->addMenu(tr("Open &recent"));
  connect(recent_, &QMenu::aboutToShow, this, &MainWindow::fill_recent);
  QAction* const built_in =
      file->addAction(tr("&Built-in profile again"), this, [this] { openProfile({}); });
  connect(file, &QMenu::aboutToShow, built_in, [this, built_in] {
    built_in->setEnabled(session_.question().time_model.profile.has_value());
  });
  file->addSeparator();
  savings_ = {
      file->addAction(tr("Save the view as a &picture …"), QKeySequence::Save, this,
                      &MainWindow::save_picture),
      file->addAction(tr("Save the view as an &animation …"), this, &MainWindow::save_animation)};
  file->setToolTipsVisible(true);
  connect(file, &QMenu::aboutToShow, this, &MainWindow::look_at_saving);
  file->addSeparator();
  // QKeySequence::Quit has a key only on some desktops.
  file->addAction(tr("&Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q), this, &QWidget::close);
}

void MainWindow::add_view_menu() {
  QMenu* const view = menuBar()->addMenu(tr("&View"));
  for (int i = 0; i < tabs_->count(); ++i) {
    view->addAction(tabs_->tabText(i), QKeySequence(Qt::CTRL | (Qt::Key_1 + i)), this, [this, i] {
      tabs_->setCurrentIndex(i);
      focus_view();
    });
  }
  view->addSeparator();
  // What is closed has no other way back.
  for (QDockWidget* const dock : findChildren<QDockWidget*>()) {
    view->addAction(dock->toggleViewAction());
  }
  view->addSeparator();
  view->addAction(tr("Selection &back"), QKeySequence(Qt::ALT | Qt::Key_Left), &selection_,
                  &models::Selection::goBack);
  view->addAction(tr("Selection &forward"), QKeySequence(Qt::ALT | Qt::Key_Right), &selection_,
                  &models::Selection::goForward);
  view->addSeparator();
  add_shades(*view);
}

void MainWindow::add_shades(QMenu& menu) {
  auto* const shades = new QActionGroup(this);
  const auto add_shade = [&](const QString& text, paint::Shade shade) {
    QAction* const action = menu.addAction(text, this, [shade] {
      paint::set_theme(shade);
      remember_shade(shade);
    });
    action->setCheckable(true);
    action->setChecked(paint::theme().shade() == shade);
    shades->addAction(action);
  };
  add_shade(tr("&Dark"), paint::Shade::Dark);
  add_shade(tr("&Light"), paint::Shade::Light);
}

}  // namespace treering::gui::window
