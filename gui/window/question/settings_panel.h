// What of the job has no input of its own, a line each with a button that takes it away; hidden
// where there is nothing.
#pragma once

#include <QBoxLayout>
#include <QGroupBox>

#include "gui/models/job_settings.h"
#include "gui/models/session.h"

namespace treering::gui::window::question {

class SettingsPanel final : public QGroupBox {
  Q_OBJECT

 public:
  explicit SettingsPanel(models::Session& session, QWidget* parent = nullptr);

 private:
  void take_question();
  void add_line(const models::JobSetting& setting);

  models::Session& session_;
  QVBoxLayout* lines_;
  QStringList shown_;
};

}  // namespace treering::gui::window::question
