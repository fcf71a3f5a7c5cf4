// Settings of the job without an input of their own, and the line in which a variable of NCCL is
// set.
#pragma once

#include <QBoxLayout>
#include <QGroupBox>
#include <QLineEdit>
#include <QWidget>

#include "gui/models/job_settings.h"
#include "gui/models/session.h"
#include "gui/widgets/labels.h"

namespace treering::gui::window::question {

// A line in which a variable of NCCL is set: "NCCL_ALGO=ring". Names are completed; below stands
// what the variable does and takes, or why what was typed is none.

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

// What of the job has no input of its own, a line each with a button that takes it away; and a line
// to set a further variable. Hidden where there is nothing, until a variable is to be set.

class SettingsPanel final : public QGroupBox {
  Q_OBJECT

 public:
  explicit SettingsPanel(models::Session& session, QWidget* parent = nullptr);

  /// Shows the line for a variable, which the keys go to.
  void setVariable();

 private:
  void take_question();
  void add_line(const models::JobSetting& setting);

  models::Session& session_;
  QVBoxLayout* lines_;
  VariableInput* input_;
  QStringList shown_;
  bool is_wanted_ = false;  // also where there is nothing
};

}  // namespace treering::gui::window::question
