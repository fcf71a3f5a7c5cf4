// What if the ranks are divided into groups, as training does it, whose calls run at once.
#pragma once

#include <QLabel>
#include <QLineEdit>
#include <QTimer>
#include <QWidget>
#include <optional>

#include "app/groups/simulate_groups.h"
#include "gui/jobs/asker.h"
#include "gui/models/session.h"
#include "gui/widgets/labels.h"
#include "gui/window/question/inputs.h"

namespace treering::gui::window::question {

class GroupsPanel final : public QWidget {
  Q_OBJECT

 public:
  explicit GroupsPanel(models::Session& session, QWidget* parent = nullptr);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void ask();
  void renew();
  void show_answer();
  void show_whole();

  models::Session& session_;
  Followed<std::string> followed_;
  QLineEdit* input_;
  widgets::ProblemLabel* words_;
  models::InquiryFor<app::SimulateGroupsReport> inquiry_;
  QTimer rested_;               // nothing has moved for a moment
  bool is_asking_ = false;      // while the question is changed from here
  bool is_looked_for_ = false;  // the answer, since groups were written here
};

}  // namespace treering::gui::window::question
