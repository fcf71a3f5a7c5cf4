// A collective step by step: the plan over the ranks, the messages of a run on it, and what a rank
// holds; or two of them beside each other on one clock.
#pragma once

#include <QWidget>

#include "gui/models/clock.h"
#include "gui/models/selection.h"
#include "gui/models/session.h"
#include "gui/stage/run_panel.h"

namespace treering::gui::views::algorithm {

class AlgorithmView final : public QWidget {
  Q_OBJECT

 public:
  explicit AlgorithmView(const stage::RunPanel::Shared& shared, QWidget* parent = nullptr);

 private:
  void set_clock();

  models::Clock& clock_;
  stage::RunPanel* run_;
};

class CompareView final : public QWidget {
  Q_OBJECT

 public:
  explicit CompareView(const stage::RunPanel::Shared& shared, QWidget* parent = nullptr);

 private:
  void set_clock();

  models::Clock& clock_;
  stage::RunPanel* shown_;
  stage::RunPanel* rival_;
};

}  // namespace treering::gui::views::algorithm
