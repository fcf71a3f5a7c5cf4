// The machines: their picture, a search in it, and what is known of the selected devices.
#pragma once

#include <QLabel>
#include <QLineEdit>
#include <QWidget>

#include "gui/models/selection.h"
#include "gui/models/session.h"

namespace treering::gui::views::topology {

class TopologyCanvas;

class TopologyView final : public QWidget {
  Q_OBJECT

 public:
  TopologyView(models::Session& session, models::Selection& selection, QWidget* parent = nullptr);

 private:
  void show_machine();
  void show_selected();
  void find(const QString& text);

  models::Session& session_;
  models::Selection& selection_;
  TopologyCanvas* canvas_;
  QLineEdit* search_;
  QLabel* found_;
  QLabel* selected_;
};

}  // namespace treering::gui::views::topology
