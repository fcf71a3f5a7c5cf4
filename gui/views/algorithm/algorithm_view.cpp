#include "gui/views/algorithm/algorithm_view.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QSplitter>
#include <algorithm>

#include "gui/models/words.h"
#include "gui/stage/playback_bar.h"
#include "gui/views/algorithm/memory_panel.h"

namespace treering::gui::views::algorithm {
namespace {

constexpr double kSecondsOfARun = 12;  // at the speed that a run begins with

/// \param end of the clock; what it stops at is of `recorded`, whose record is the longest
void keep_time_of(const stage::Scene* recorded, double end, models::Clock& clock) {
  const bool is_other = clock.end() != end;
  if (is_other) clock.setEnd(end);
  if (recorded == nullptr) return;
  clock.setEvents(*recorded->events);
  clock.setPhases(*recorded->phases);
  // What is not recorded is not waited for.
  if (is_other) clock.fitSpeed(kSecondsOfARun * end / recorded->moments->end_us());
}

/// What is above, and below it what may be folded away.
QSplitter* stacked(QWidget* above, QWidget* below, QWidget* parent) {
  constexpr int kAbove = 4;
  constexpr int kBelow = 3;
  constexpr int kUnit = 100;  // pixels; what there is is divided alike
  auto* const split = new QSplitter(Qt::Vertical, parent);
  split->addWidget(above);
  split->addWidget(below);
  split->setStretchFactor(0, kAbove);
  split->setStretchFactor(1, kBelow);
  split->setSizes({kAbove * kUnit, kBelow * kUnit});
  split->setCollapsible(0, false);
  split->setCollapsible(1, true);
  return split;
}

}  // namespace

RunsView::RunsView(const stage::RunPanel::Shared& shared, const std::vector<models::Side>& sides,
                   QWidget* parent)
    : QWidget(parent),
      clock_(shared.clock),
      layout_(new QComboBox(this)),
      legend_(new stage::DeedsLegend(this)) {
  for (const models::Side side : sides) {
    runs_.push_back(new stage::RunPanel(shared, side, this));
    connect(runs_.back(), &stage::RunPanel::sceneChanged, this, &RunsView::set_clock);
  }
  setFocusProxy(runs_.front());
  layout_->setAccessibleName(tr("Layout of ranks"));
  // How the call goes is what is looked at; and machines by the thousand are dots.
  layout_->addItem(tr("ranks as the ring or tree goes"),
                   QVariant::fromValue(stage::Layout::Unfolded));
  layout_->addItem(tr("ranks as machines stand"), QVariant::fromValue(stage::Layout::Machines));
  connect(layout_, &QComboBox::currentIndexChanged, this, [this] {
    for (stage::RunPanel* const run : runs_) {
      run->setLayoutOfRanks(layout_->currentData().value<stage::Layout>());
    }
  });
}

/// The choice of a layout, and beside it what tints mean in pictures and timelines.
QLayout* RunsView::head() {
  constexpr int kApart = 16;
  auto* const head = new QHBoxLayout;
  head->addWidget(layout_);
  head->addSpacing(kApart);
  head->addWidget(legend_, 1);
  return head;
}

QWidget* RunsView::playback(const stage::RunPanel::Shared& shared) {
  auto* const bar = new stage::PlaybackBar(shared.clock, shared.selection, this);
  for (stage::RunPanel* const run : runs_) shared.session.show(run->picture(), *bar);
  return bar;
}

void RunsView::join_path(timeline::TimelineWidget& timeline, stage::RunPanel& run) {
  connect(&timeline, &timeline::TimelineWidget::pathShown, &run, [this, &run](bool is_shown) {
    run.setPathShown(is_shown);
    paths_ += is_shown ? 1 : -1;
    legend_->setPathShown(paths_ > 0);
  });
}

void RunsView::setLayoutOfRanks(stage::Layout layout) {
  layout_->setCurrentIndex(layout_->findData(QVariant::fromValue(layout)));
}

void RunsView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  set_clock();
}

/// As long as the longest run.
void RunsView::set_clock() {
  if (!isVisible()) return;
  const stage::Scene* recorded = nullptr;
  double end = 0;
  for (const stage::RunPanel* const run : runs_) {
    const stage::Scene* const scene = run->scene();
    if (scene == nullptr) continue;
    end = std::max(end, scene->end_us);
    if (recorded == nullptr || scene->moments->end_us() > recorded->moments->end_us()) {
      recorded = scene;
    }
  }
  keep_time_of(recorded, end, clock_);
}

AlgorithmView::AlgorithmView(const stage::RunPanel::Shared& shared, QWidget* parent)
    : RunsView(shared, {models::Side::Shown}, parent) {
  stage::RunPanel* const run = runs().front();
  auto* const split = new QSplitter(Qt::Horizontal, this);
  split->addWidget(run);
  auto* const memory = new MemoryPanel(run->canvas(), {shared.selection, shared.clock}, split);
  shared.session.show(run->picture(), *memory);
  split->addWidget(memory);
  split->setStretchFactor(0, 1);
  auto* const timeline = new timeline::TimelineWidget(
      {shared.session, shared.selection, shared.clock}, models::Side::Shown, this);
  join_path(*timeline, *run);
  auto* const layout = new QVBoxLayout(this);
  layout->addLayout(head());
  layout->addWidget(stacked(split, timeline, this), 1);
  layout->addWidget(playback(shared));
}

CompareView::CompareView(const stage::RunPanel::Shared& shared, QWidget* parent)
    : RunsView(shared, {models::Side::Shown, models::Side::Rival}, parent),
      session_(shared.session) {
  auto* const split = new QSplitter(Qt::Horizontal, this);
  const timeline::TimelineWidget::Shared of_timelines{shared.session, shared.selection,
                                                      shared.clock};
  auto* const left = new timeline::TimelineWidget(of_timelines, models::Side::Shown, this);
  auto* const right = new timeline::TimelineWidget(of_timelines, models::Side::Rival, this);
  timeline::lock_together(*left, *right);
  join_path(*left, *runs().front());
  join_path(*right, *runs().back());
  for (stage::RunPanel* const run : runs()) {
    split->addWidget(run);
    connect(run, &stage::RunPanel::sceneChanged, this, &CompareView::compare_runs);
  }
  auto* const timelines = new QSplitter(Qt::Horizontal, this);
  timelines->addWidget(left);
  timelines->addWidget(right);
  for (QSplitter* const one : {split, timelines}) {
    one->setSizes({1, 1});
    connect(one, &QSplitter::splitterMoved, this, [one, split, timelines] {
      (one == split ? timelines : split)->setSizes(one->sizes());
    });
  }
  difference_ = new QLabel(this);
  difference_->setObjectName(QStringLiteral("difference"));
  difference_->setWordWrap(true);
  difference_->setContentsMargins(12, 0, 12, 0);
  connect(&session_, &models::Session::runChanged, this, &CompareView::compare_runs);
  connect(&session_, &models::Session::questionChanged, this, &CompareView::compare_runs);
  compare_runs();
  auto* const layout = new QVBoxLayout(this);
  layout->addLayout(head());
  layout->addWidget(difference_);
  layout->addWidget(stacked(split, timelines, this), 1);
  layout->addWidget(playback(shared));
}

void CompareView::showEvent(QShowEvent* event) {
  session_.need(models::Need::RivalRun);
  RunsView::showEvent(event);
}

void CompareView::hideEvent(QHideEvent* event) {
  RunsView::hideEvent(event);
  session_.release(models::Need::RivalRun);
}

void CompareView::compare_runs() {
  const app::SimulateReport* const shown = session_.runReport(models::Side::Shown);
  const app::SimulateReport* const rival = session_.runReport(models::Side::Rival);
  const bool has_both = shown != nullptr && rival != nullptr;
  double first_tree = 0.5;
  for (const stage::RunPanel* const run : runs()) {
    const app::SimulateReport* const report = session_.runReport(run->side());
    const bool is_tree = report != nullptr && report->way.algorithm == "Tree";
    if (is_tree && run->scene() != nullptr) first_tree = run->scene()->first_tree.value_or(0.5);
  }
  QStringList lines;
  if (has_both) {
    lines << models::contrast(*shown, *rival, first_tree) << models::disagreement(*shown, *rival);
  }
  lines.removeAll(QString());
  difference_->setText(lines.join(QLatin1Char('\n')));
  difference_->setVisible(!difference_->text().isEmpty());
}

}  // namespace treering::gui::views::algorithm
