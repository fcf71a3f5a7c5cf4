// The number of nodes. What is more than treering takes is said below, and the views stay as they
// are.
#pragma once

#include <QLabel>
#include <QSpinBox>
#include <QWidget>

#include "gui/models/session.h"

namespace treering::gui::window::question {

class NodesInput final : public QWidget {
  Q_OBJECT

 public:
  explicit NodesInput(models::Session& session, QWidget* parent = nullptr);

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  int asked() const;
  void take_question();
  void ask(int nodes);
  void say(const QString& problem);

  models::Session& session_;
  QSpinBox* box_;
  QLabel* problem_;
};

}  // namespace treering::gui::window::question
