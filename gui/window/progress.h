// How far work of the window is, with a button that cancels it: a bar in the status bar, and a
// dialog while an animation is saved.
#pragma once

#include <QDialog>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QString>
#include <QTimer>
#include <QWidget>

#include "gui/animation/export.h"
#include "gui/jobs/board.h"

namespace treering::gui::window {

// What the window works on, at the right of the status bar, with a button that cancels it. Not to
// be seen while nothing takes long.

/// In ms; a bar for shorter work would only flicker.
inline constexpr int kShownAfter = 150;

/// "simulating: 42 % of 3.1 M steps", "working …"; no share where it is not known. Of one part that
/// takes long "examining: 85 % of 20 checks, 3 s on the next".
QString words_of(const jobs::Awaited& awaited);
/// In per cent, rounded down; nothing where it is not known.
std::optional<int> share_of(const jobs::Awaited& awaited);

class WorkBar final : public QWidget {
  Q_OBJECT

 public:
  explicit WorkBar(QWidget* parent = nullptr);

  /// Looks at the board, as it does itself while there is work.
  void look();

 Q_SIGNALS:
  /// Whether there is something to cancel, however short it is.
  void workChanged(bool is_working);

 private:
  QLabel* words_;
  QProgressBar* bar_;
  QPushButton* cancel_;
  QTimer timer_;
};

// Saves a view as an animation, over the window: says how far it is, and cancels it. Ends with it.

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
