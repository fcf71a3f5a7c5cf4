// A line in which a variable of NCCL is set: "NCCL_ALGO=ring". Names are completed; below stands
// what the variable does and takes, or why what was typed is none.
#pragma once

#include <QLineEdit>
#include <QWidget>

#include "gui/models/session.h"
#include "gui/widgets/problem_label.h"

namespace treering::gui::window::question {

class VariableInput final : public QWidget {
  Q_OBJECT

 public:
  explicit VariableInput(models::Session& session, QWidget* parent = nullptr);

  /// The keys go here.
  void edit();

 Q_SIGNALS:
  /// It was left without a variable.
  void left();

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void set_typed();

  models::Session& session_;
  QLineEdit* input_;
  widgets::ProblemLabel* said_;
};

}  // namespace treering::gui::window::question
