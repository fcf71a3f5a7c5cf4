// Saves a view as an animation, over the window: says how far it is, and cancels it. Ends with it.
#pragma once

#include <QDialog>
#include <QLabel>
#include <QProgressBar>
#include <QString>

#include "gui/animation/export.h"

namespace treering::gui::window {

class AnimationDialog final : public QDialog {
  Q_OBJECT

 public:
  /// Begins on the next turn of the event loop. \param name as Export takes it
  AnimationDialog(const animation::Film& film, const QString& name, QWidget* parent);

  void done(int result) override;

 Q_SIGNALS:
  void failed(const QString& why);

 private:
  void show_progress(int frames);
  void take(const core::Result<int>& frames);

  int frames_;
  QLabel* words_;
  QProgressBar* bar_;
  animation::Export export_;
};

}  // namespace treering::gui::window
