// What if: links, NICs and ranks that are slow, late or down, and what that costs.
#pragma once

#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QWidget>

#include "gui/models/session.h"
#include "gui/widgets/labels.h"

namespace treering::gui::window::question {

/// "2 ms with Tree/Simple in place of 1 ms with Ring/LL128: 2.00 times as long".
/// \param before without faults
QString cost_text(const app::SimulateReport& now, const app::SimulateReport& before);

class FaultsPanel final : public QWidget {
  Q_OBJECT

 public:
  explicit FaultsPanel(models::Session& session, QWidget* parent = nullptr);

 private:
  void name_parts();
  void lay_out();
  void add_typed();
  void judge_typed();
  void remove_selected();
  void switch_fault(const QListWidgetItem* item);
  void take_question();
  void tell_cost();

  models::Session& session_;
  QListWidget* faults_;
  QLineEdit* input_;
  widgets::ProblemLabel* problem_;
  QLabel* cost_;
  QPushButton* restore_;
  QPushButton* want_cost_;
  bool is_refused_ = false;  // what is typed, by some machine
  bool is_taking_ = false;   // the list follows the question, and does not ask one
};

}  // namespace treering::gui::window::question
