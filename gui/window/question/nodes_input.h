// The number of nodes. What is more than treering takes is said below, and the views stay as they
// are.
#pragma once

#include <QSpinBox>
#include <QWidget>

#include "gui/models/session.h"
#include "gui/widgets/problem_label.h"
#include "gui/window/question/typing.h"

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

  models::Session& session_;
  Followed<int> followed_;
  QSpinBox* box_;
  widgets::ProblemLabel* problem_;
};

}  // namespace treering::gui::window::question
