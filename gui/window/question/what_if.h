// The panels of "What if": faults, leaf switches with less to each other, and groups of ranks.
#pragma once

#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSpinBox>
#include <QTimer>
#include <QWidget>
#include <optional>
#include <string>

#include "app/groups/simulate_groups.h"
#include "gui/jobs/asker.h"
#include "gui/models/session.h"
#include "gui/widgets/labels.h"
#include "gui/window/question/inputs.h"

namespace treering::gui::window::question {

// What if: links, NICs and ranks that are slow, late or down, and what that costs.

/// "2 ms with Tree/Simple in place of 1 ms with Ring/LL128: 2.00 times as long".
/// \param before without faults
QString cost_text(const app::SimulateReport& now, const app::SimulateReport& before);

class FaultsPanel final : public QWidget {
  Q_OBJECT

 public:
  explicit FaultsPanel(models::Session& session, QWidget* parent = nullptr);

 private:
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

// What if the leaf switches had less to each other than the nodes have to them.

class NetworkPanel final : public QWidget {
  Q_OBJECT

 public:
  explicit NetworkPanel(models::Session& session, QWidget* parent = nullptr);

 private:
  using Leaves = app::setup::LeafSwitchRequest;

  void take_question();
  void take_machine();
  void show_wanted();
  void ask(const Leaves& leaves, const QString& what);
  bool is_complete(const Leaves& leaves) const;

  models::Session& session_;
  QDoubleSpinBox* ratio_;
  QSpinBox* nodes_;
  widgets::ProblemLabel* lacking_;
  std::string source_;  // of the machines; how it describes them, once it is known:
  std::optional<double> described_ratio_;
  std::optional<int> described_nodes_;  // 0: it does not say
  Leaves asked_;                        // of the question
  Leaves wanted_;                       // by the inputs: the same, or what is not complete yet
  bool is_taking_ = false;
};

// What if the ranks are divided into groups, as training does it, whose calls run at once.

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
