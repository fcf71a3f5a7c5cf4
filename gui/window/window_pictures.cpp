// Views that leave the window, as pictures and animations.
#include <QAction>
#include <QFileDialog>

#include "gui/animation/picture.h"
#include "gui/models/question_words.h"
#include "gui/window/main_window.h"
#include "gui/window/progress.h"
#include "gui/window/views.h"

namespace treering::gui::window {

QString MainWindow::whyUnsaved() const {
  const QWidget* const page = tabs_->currentWidget();
  for (const models::Showing& one : session_.showings()) {
    const auto* const part = qobject_cast<const QWidget*>(one.part);
    if (part == nullptr || one.inquiry == nullptr) continue;
    if (!page->isAncestorOf(part) || !part->isVisibleTo(page)) continue;
    if (QString why = models::why_unsaved(*one.inquiry); !why.isEmpty()) return why;
  }
  // The caption of a picture names the machines.
  QString why = models::why_unsaved(session_.machineInquiry());
  if (!why.isEmpty()) return why;
  const bool is_drawing = jobs::Board::instance().isAnyRunningFor(*page);
  return is_drawing ? tr("Not saved: the window still works on what it shows.") : QString();
}

void MainWindow::follow_saving() {
  const jobs::Board& board = jobs::Board::instance();
  for (const auto signal : {&jobs::Board::asked, &jobs::Board::cancelled, &jobs::Board::ended}) {
    connect(&board, signal, this, &MainWindow::look_at_saving);
  }
  for (const auto signal : {&models::Session::questionChanged, &models::Session::showingsChanged}) {
    connect(&session_, signal, this, &MainWindow::look_at_saving);
  }
  connect(&session_, &models::Session::busyChanged, this, &MainWindow::look_at_saving);
  connect(tabs_, &QTabWidget::currentChanged, this, &MainWindow::look_at_saving);
  look_at_saving();
}

void MainWindow::look_at_saving() {
  const QString why = whyUnsaved();
  for (QAction* const one : savings_) {
    one->setEnabled(why.isEmpty());
    one->setToolTip(why);
    one->setStatusTip(why);
  }
}

QString MainWindow::source_of_view() const {
  return models::source_text(session_,
                             all_views()[static_cast<std::size_t>(tabs_->currentIndex())].shows);
}

animation::Film MainWindow::film() {
  return {.widget = *tabs_->currentWidget(), .clock = clock_, .caption = source_of_view()};
}

bool MainWindow::savePicture(const QString& file) {
  if (!whyUnsaved().isEmpty()) return false;
  return animation::picture_of(*tabs_->currentWidget(), source_of_view()).save(file);
}

void MainWindow::save_picture() {
  const QString file =
      QFileDialog::getSaveFileName(this, tr("Save the view as a picture"),
                                   shownView() + QStringLiteral(".png"), tr("Pictures (*.png)"));
  if (file.isEmpty()) return;
  if (const QString why = whyUnsaved(); !why.isEmpty()) return session_.refuse(why);
  if (savePicture(file)) return;
  session_.refuse(tr("%1 cannot be written; choose a folder that you may write to, and a name that "
                     "ends in .png")
                      .arg(file));
}

/// A page, or with another ending a folder of pictures.
void MainWindow::save_animation() {
  const QString name = QFileDialog::getSaveFileName(
      this, tr("Save the view as an animation"), shownView() + QStringLiteral(".html"),
      tr("Page that plays (*.html);;Folder of pictures (*)"));
  if (name.isEmpty()) return;
  if (const QString why = whyUnsaved(); !why.isEmpty()) return session_.refuse(why);
  saveAnimation(name);
}

void MainWindow::saveAnimation(const QString& name) {
  auto* const dialog = new AnimationDialog(film(), name, this);
  connect(dialog, &AnimationDialog::failed, &session_, &models::Session::refuse);
  dialog->open();
}

}  // namespace treering::gui::window
