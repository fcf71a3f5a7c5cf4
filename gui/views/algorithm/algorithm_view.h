// A collective step by step: the plan over the ranks, the messages of a run on it, and what a rank
// holds; or two of them beside each other on one clock.
#pragma once

#include <QComboBox>
#include <QLabel>
#include <QLayout>
#include <QWidget>
#include <vector>

#include "gui/models/clock.h"
#include "gui/models/selection.h"
#include "gui/models/session.h"
#include "gui/stage/run_panel.h"
#include "gui/timeline/timeline_widget.h"

namespace treering::gui::views::algorithm {

/// A view of one or more runs, on whose clock it sets the time while it is seen.
class RunsView : public QWidget {
  Q_OBJECT

 public:
  /// Of the ranks of all its runs, as somebody wants it.
  void setLayoutOfRanks(stage::Layout layout);

 protected:
  RunsView(const stage::RunPanel::Shared& shared, const std::vector<models::Side>& sides,
           QWidget* parent);

  void showEvent(QShowEvent* event) override;
  const std::vector<stage::RunPanel*>& runs() const { return runs_; }
  QLayout* head();
  /// The controls of the clock, whose times are those of the runs.
  QWidget* playback(const stage::RunPanel::Shared& shared);
  /// Its critical path is shown in the picture of its run too.
  void join_path(timeline::TimelineWidget& timeline, stage::RunPanel& run);

 private:
  void set_clock();

  models::Clock& clock_;
  std::vector<stage::RunPanel*> runs_;
  QComboBox* layout_;
  stage::DeedsLegend* legend_;
  int paths_ = 0;  // critical ones that are shown
};

class AlgorithmView final : public RunsView {
  Q_OBJECT

 public:
  explicit AlgorithmView(const stage::RunPanel::Shared& shared, QWidget* parent = nullptr);
};

class CompareView final : public RunsView {
  Q_OBJECT

 public:
  explicit CompareView(const stage::RunPanel::Shared& shared, QWidget* parent = nullptr);

 protected:
  /// The second run may take seconds: nobody waits for it while it is out of sight.
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  /// Says how the two differ, and where the models do in which run is the faster.
  void compare_runs();

  models::Session& session_;
  QLabel* difference_ = nullptr;
};

}  // namespace treering::gui::views::algorithm
