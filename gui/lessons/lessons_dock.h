// The lessons: a list, the text of the step that is shown, and the way through it.
#pragma once

#include <QDockWidget>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QTextBrowser>

#include "gui/lessons/player.h"

namespace treering::gui::lessons {

class LessonsDock final : public QDockWidget {
  Q_OBJECT

 public:
  explicit LessonsDock(const Player::Shared& shared, QWidget* parent = nullptr);

  Player& player() { return *player_; }

 protected:
  void closeEvent(QCloseEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void begin_listed();
  void take_step();

  Player* player_;
  QListWidget* list_;
  QTextBrowser* text_;
  QLabel* place_;
  QPushButton* back_;
  QPushButton* next_;
  QPushButton* leave_;
};

/// The step as HTML: its text, figures, on which machine, and sources.
QString html_of(const Player& player);

}  // namespace treering::gui::lessons
