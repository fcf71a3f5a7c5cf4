#include "gui/stage/run_panel.h"

#include <QBoxLayout>
#include <QEvent>
#include <QPainter>
#include <algorithm>
#include <numeric>

#include "gui/models/run_words.h"
#include "gui/models/words.h"
#include "gui/paint/theme.h"

namespace treering::gui::stage {
namespace {

constexpr int kMostPatternRows = 2;  // more are scrolled to
constexpr int kLow = 380;            // pixels; a lower panel has one row of them
constexpr int kPatternSpacing = 4;   // pixels

/// A piece of the line that the pattern is drawn with, on paper: on the ground of a row that is
/// selected it would not be seen.
QIcon line_icon(int colour) {
  constexpr int kWidth = 36;
  constexpr int kHeight = 14;
  QPixmap pixmap(kWidth, kHeight);
  pixmap.fill(paint::theme().paper());
  QPainter painter(&pixmap);
  painter.setPen(paint::theme().series_pen(colour, 3));
  painter.drawLine(2, kHeight / 2, kWidth - 2, kHeight / 2);
  return QIcon(pixmap);
}

/// Patterns, those that are shown at first before the others.
std::vector<std::size_t> by_colour(const Scene& scene) {
  std::vector<std::size_t> places(scene.patterns.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::ranges::stable_sort(places, {}, [&](std::size_t one) { return scene.patterns[one].colour; });
  return places;
}

}  // namespace

RunPanel::RunPanel(const Shared& shared, models::Side side, QWidget* parent)
    : QWidget(parent),
      session_(shared.session),
      side_(side),
      clock_(shared.clock),
      title_(new QLabel(this)),
      about_(new QLabel(this)),
      canvas_(new StageCanvas(shared.selection, shared.clock, this)),
      patterns_(new QListWidget(this)),
      scene_asker_(*this, [this](const auto& scene) { take_scene(scene); }) {
  setFocusProxy(canvas_);
  patterns_->setAccessibleName(tr("Channels that are shown"));
  patterns_->setIconSize({36, 14});
  patterns_->setFlow(QListView::LeftToRight);
  patterns_->setWrapping(true);
  patterns_->setResizeMode(QListView::Adjust);
  patterns_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  patterns_->setSpacing(kPatternSpacing);
  // A click ticks a box and leaves the keys to the run: Space still plays.
  patterns_->setFocusPolicy(Qt::TabFocus);
  fit_patterns();
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(head());
  layout->addWidget(canvas_, 1);
  layout->addWidget(patterns_);
  connect(&session_, &models::Session::runChanged, this, [this](models::Side changed) {
    if (changed == side_) take_run();
  });
  connect(&session_, &models::Session::questionChanged, this, &RunPanel::take_run);
  connect(&session_.runInquiry(side_), &models::Inquiry::changed, this, &RunPanel::tell_state);
  connect(&clock_, &models::Clock::moved, this, &RunPanel::tell_end);
  connect(canvas_, &StageCanvas::viewChanged, this, [this] {
    if (scene() != nullptr && made_of_.first) ask_for_scene(made_of_.first);
  });
  connect(patterns_, &QListWidget::itemChanged, this, &RunPanel::show_checked);
  const bool is_shown = side == models::Side::Shown;
  session_.show(is_shown ? models::Need::Run : models::Need::RivalRun, *this);
  if (is_shown) session_.need(models::Need::Run);
  take_run();
}

/// Above the picture, not upon it.
QWidget* RunPanel::head() {
  auto* const head = new QWidget(this);
  auto* const layout = new QVBoxLayout(head);
  layout->setContentsMargins(12, 6, 12, 2);
  layout->setSpacing(2);
  QFont font = title_->font();
  font.setBold(true);
  title_->setFont(font);
  title_->setObjectName(QStringLiteral("title"));
  about_->setObjectName(QStringLiteral("about"));
  for (QLabel* const one : {title_, about_}) {
    one->setWordWrap(true);
    one->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(one);
  }
  return head;
}

void RunPanel::show_head() {
  QStringList lines;
  if (scene() != nullptr) {
    const QString part = QString::fromStdString(scene()->moments->run().part);
    lines << scene()->parts << (part.isEmpty() ? QString() : tr("Recorded: %1").arg(part))
          << scene()->other;
    if (shown_run_ && *shown_run_) lines << models::faster_protocol_text(**shown_run_);
    lines << scene()->trees << scene()->doubt << path_text();
  }
  lines.removeAll(QString());
  about_->setText(lines.join(u'\n'));
  tell_end();
}

/// Where parts of the critical path are not seen; else empty.
QString RunPanel::path_text() const {
  const std::size_t hidden = canvas_->hiddenPathWays();
  if (!has_path_ || hidden == 0) return {};
  return tr("Critical path: %1 of its %2 ways are of channels that are not shown.")
      .arg(hidden)
      .arg(scene()->critical.size());
}

void RunPanel::setPathShown(bool is_shown) {
  has_path_ = is_shown;
  canvas_->setPathShown(is_shown);
  show_head();
}

void RunPanel::tell_end() {
  title_->setText(scene() == nullptr ? QString() : title_at(*scene(), clock_.now()));
}

void RunPanel::take_run() {
  const models::Answer<app::SimulateReport> run = session_.run(side_);
  if (!run || !*run) {
    made_of_ = {};
    scene_asker_.cancel();
    canvas_->show(nullptr, why_no_run());
    show_head();
    list_patterns();
    Q_EMIT sceneChanged();
    return;
  }
  if (scene() == nullptr) canvas_->show(nullptr, tr("Drawing …"));
  ask_for_scene(run);
}

/// Also where it waits for another one, which may be cancelled.
QString RunPanel::why_no_run() const {
  switch (session_.runInquiry(side_).state()) {
    case models::Inquiry::State::Idle:
      return {};
    case models::Inquiry::State::Awaited:
      return tr("Simulating …");
    case models::Inquiry::State::Answered:
      return models::why_not(session_.run(side_));
    case models::Inquiry::State::Cancelled:
      return models::message_of(core::cancelled().value());
  }
  return {};
}

void RunPanel::tell_state() {
  if (scene() == nullptr && session_.runReport(side_) == nullptr) {
    canvas_->show(nullptr, why_no_run());
  }
}

/// Machines stand as they do in any space; sizes that differ by little are one.
Wanted RunPanel::wanted() const {
  constexpr int kAlike = 24;  // pixels
  if (layout_ == Layout::Machines) return {};
  const auto rounded = [](int pixels) { return std::max(pixels / kAlike, 4) * kAlike; };
  return {layout_, QSizeF(rounded(canvas_->width()), rounded(canvas_->height()))};
}

void RunPanel::ask_for_scene(const models::Answer<app::SimulateReport>& run) {
  if (made_of_ == std::pair(run, wanted())) return;
  made_of_ = {run, wanted()};
  if (scene() != nullptr && shown_run_ == run) {
    return scene_asker_.ask([scene = canvas_->sharedScene(), wanted = made_of_.second] {
      return laid_out(*scene, wanted);
    });
  }
  scene_asker_.ask([run, wanted = made_of_.second] { return make_scene(**run, wanted); });
}

void RunPanel::setLayoutOfRanks(Layout layout) {
  if (layout_ == layout) return;
  layout_ = layout;
  take_run();
}

void RunPanel::take_scene(const std::shared_ptr<const Scene>& scene) {
  shown_run_ = made_of_.first;
  canvas_->show(scene, tr("The run has no timeline."));
  show_head();
  list_patterns();
  Q_EMIT sceneChanged();
}

void RunPanel::list_patterns() {
  is_listing_ = true;
  patterns_->clear();
  const auto places = scene() == nullptr ? std::vector<std::size_t>() : by_colour(*scene());
  for (const std::size_t place : places) {
    const Pattern& pattern = scene()->patterns[place];
    auto* const item = new QListWidgetItem(line_icon(pattern.colour), pattern.name, patterns_);
    item->setData(Qt::UserRole, QVariant::fromValue(place));
    item->setCheckState(canvas_->shown().contains(place) ? Qt::Checked : Qt::Unchecked);
  }
  is_listing_ = false;
  fit_patterns();
}

/// As high as its rows, of which none is cut.
void RunPanel::fit_patterns() {
  patterns_->scrollToTop();
  patterns_->doItemsLayout();
  int bottom = patterns_->fontMetrics().height() + kPatternSpacing;
  std::set<int> tops;
  for (int i = 0; i < patterns_->count(); ++i) {
    const QRect rect = patterns_->visualItemRect(patterns_->item(i));
    tops.insert(rect.top());
    if (tops.size() > (height() < kLow ? 1 : kMostPatternRows)) break;
    bottom = rect.bottom();
  }
  const int height = bottom + 1 + kPatternSpacing + 2 * patterns_->frameWidth();
  if (height != patterns_->height()) patterns_->setFixedHeight(height);
}

void RunPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fit_patterns();
}

/// Lines are drawn in the colours of the theme.
void RunPanel::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) list_patterns();
  QWidget::changeEvent(event);
}

void RunPanel::show_checked() {
  if (is_listing_) return;
  std::set<std::size_t> shown;
  for (int i = 0; i < patterns_->count(); ++i) {
    const QListWidgetItem& item = *patterns_->item(i);
    if (item.checkState() == Qt::Checked)
      shown.insert(item.data(Qt::UserRole).value<std::size_t>());
  }
  canvas_->setShown(std::move(shown));
  show_head();
}

}  // namespace treering::gui::stage
