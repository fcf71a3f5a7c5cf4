// What if the leaf switches had less to each other than the nodes have to them.
#pragma once

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QSpinBox>
#include <QWidget>
#include <optional>
#include <string>

#include "gui/models/session.h"
#include "gui/widgets/labels.h"

namespace treering::gui::window::question {

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
  QComboBox* order_;
  widgets::ProblemLabel* lacking_;
  std::string source_;  // of the machines; how it describes them, once it is known:
  std::optional<double> described_ratio_;
  std::optional<int> described_nodes_;  // 0: it does not say
  Leaves asked_;                        // of the question
  Leaves wanted_;                       // by the inputs: the same, or what is not complete yet
  bool is_taking_ = false;
};

}  // namespace treering::gui::window::question
