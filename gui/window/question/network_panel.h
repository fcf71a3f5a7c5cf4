// What if the leaf switches had less to each other than the nodes have to them.
#pragma once

#include <QDoubleSpinBox>
#include <QSpinBox>
#include <QWidget>

#include "gui/models/session.h"

namespace treering::gui::window::question {

class NetworkPanel final : public QWidget {
  Q_OBJECT

 public:
  explicit NetworkPanel(models::Session& session, QWidget* parent = nullptr);

 private:
  void take_question();
  void ask(const app::setup::LeafSwitchRequest& leaves, const QString& what);

  models::Session& session_;
  QDoubleSpinBox* ratio_;
  QSpinBox* nodes_;
  bool is_taking_ = false;
};

}  // namespace treering::gui::window::question
