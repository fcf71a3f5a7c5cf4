// What of the job has no input of its own, a line each with a button that takes it away; and a line
// to set a further variable. Hidden where there is nothing, until a variable is to be set.
#pragma once

#include <QBoxLayout>
#include <QGroupBox>

#include "gui/models/job_settings.h"
#include "gui/models/session.h"
#include "gui/window/question/variable_input.h"

namespace treering::gui::window::question {

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
