#include "gui/views/algorithm/algorithm_view.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QSplitter>
#include <algorithm>

#include "gui/stage/playback_bar.h"
#include "gui/timeline/timeline_widget.h"
#include "gui/views/algorithm/memory_panel.h"

namespace treering::gui::views::algorithm {
namespace {

constexpr double kSecondsOfARun = 12;  // at the speed that a run begins with

void keep_time_of(const stage::Scene* longest, models::Clock& clock) {
  clock.setEnd(longest == nullptr ? 0 : longest->moments->end_us());
  if (longest == nullptr) return;
  clock.setEvents(longest->events);
  clock.setPhases(longest->phases);
  clock.fitSpeed(kSecondsOfARun);
}

/// The choice of a layout, for all of `runs`.
QComboBox* layout_choice(std::vector<stage::RunPanel*> runs, QWidget* parent) {
  auto* const choice = new QComboBox(parent);
  choice->setAccessibleName(QObject::tr("Layout of ranks"));
  choice->addItem(QObject::tr("ranks as machines stand"));
  choice->addItem(QObject::tr("ranks as the ring or tree goes"));
  QObject::connect(choice, &QComboBox::activated, parent, [runs = std::move(runs)](int chosen) {
    for (stage::RunPanel* const run : runs) {
      run->setLayoutOfRanks(chosen == 0 ? stage::Layout::Machines : stage::Layout::Unfolded);
    }
  });
  return choice;
}

/// What is above, and below it what may be folded away.
QSplitter* stacked(QWidget* above, QWidget* below, QWidget* parent) {
  constexpr int kAbove = 2;
  constexpr int kBelow = 1;
  auto* const split = new QSplitter(Qt::Vertical, parent);
  split->addWidget(above);
  split->addWidget(below);
  split->setStretchFactor(0, kAbove);
  split->setStretchFactor(1, kBelow);
  split->setCollapsible(0, false);
  split->setCollapsible(1, true);
  return split;
}

}  // namespace

AlgorithmView::AlgorithmView(const stage::RunPanel::Shared& shared, QWidget* parent)
    : QWidget(parent),
      clock_(shared.clock),
      run_(new stage::RunPanel(shared, models::Side::Shown, this)) {
  auto* const split = new QSplitter(Qt::Horizontal, this);
  split->addWidget(run_);
  split->addWidget(new MemoryPanel(run_->canvas(), shared.selection, split));
  split->setStretchFactor(0, 1);
  auto* const timeline = new timeline::TimelineWidget(
      {shared.session, shared.selection, shared.clock}, models::Side::Shown, this);
  auto* const layout = new QVBoxLayout(this);
  layout->addWidget(layout_choice({run_}, this), 0, Qt::AlignLeft);
  layout->addWidget(stacked(split, timeline, this), 1);
  layout->addWidget(new stage::PlaybackBar(clock_, shared.selection, this));
  connect(run_, &stage::RunPanel::sceneChanged, this, &AlgorithmView::set_clock);
}

void AlgorithmView::set_clock() {
  if (isVisible()) keep_time_of(run_->scene(), clock_);
}

CompareView::CompareView(const stage::RunPanel::Shared& shared, QWidget* parent)
    : QWidget(parent),
      clock_(shared.clock),
      shown_(new stage::RunPanel(shared, models::Side::Shown, this)),
      rival_(new stage::RunPanel(shared, models::Side::Rival, this)) {
  auto* const split = new QSplitter(Qt::Horizontal, this);
  const timeline::TimelineWidget::Shared of_timelines{shared.session, shared.selection,
                                                      shared.clock};
  auto* const left = new timeline::TimelineWidget(of_timelines, models::Side::Shown, this);
  auto* const right = new timeline::TimelineWidget(of_timelines, models::Side::Rival, this);
  timeline::lock_together(*left, *right);
  split->addWidget(shown_);
  split->addWidget(rival_);
  auto* const timelines = new QSplitter(Qt::Horizontal, this);
  timelines->addWidget(left);
  timelines->addWidget(right);
  for (QSplitter* const one : {split, timelines}) {
    one->setSizes({1, 1});
    connect(one, &QSplitter::splitterMoved, this, [one, split, timelines] {
      (one == split ? timelines : split)->setSizes(one->sizes());
    });
  }
  auto* const layout = new QVBoxLayout(this);
  QComboBox* const choice = layout_choice({shown_, rival_}, this);
  layout->addWidget(choice, 0, Qt::AlignLeft);
  layout->addWidget(stacked(split, timelines, this), 1);
  layout->addWidget(new stage::PlaybackBar(clock_, shared.selection, this));
  // What is compared is how they go.
  choice->setCurrentIndex(1);
  for (stage::RunPanel* const run : {shown_, rival_}) {
    run->setLayoutOfRanks(stage::Layout::Unfolded);
  }
  for (stage::RunPanel* const run : {shown_, rival_}) {
    connect(run, &stage::RunPanel::sceneChanged, this, &CompareView::set_clock);
  }
}

/// Of the longer run.
void CompareView::set_clock() {
  if (!isVisible()) return;
  const stage::Scene* const a = shown_->scene();
  const stage::Scene* const b = rival_->scene();
  const bool is_b_longer =
      a == nullptr || (b != nullptr && b->moments->end_us() > a->moments->end_us());
  keep_time_of(is_b_longer ? b : a, clock_);
}

}  // namespace treering::gui::views::algorithm
