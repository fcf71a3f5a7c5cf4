#include "gui/stage/run_panel.h"

#include <QBoxLayout>
#include <QEvent>
#include <QPainter>
#include <algorithm>
#include <numeric>

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
      picture_(shared.session.runInquiry(side).kind()),
      layout_asker_(*this, [this](const auto& scene) { show_scene(scene); }) {
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
  connect(&picture_, &models::Inquiry::answered, this, &RunPanel::show_picture);
  connect(&picture_, &models::Inquiry::changed, this, &RunPanel::tell_state);
  connect(&clock_, &models::Clock::moved, this, &RunPanel::tell_end);
  connect(canvas_, &StageCanvas::viewChanged, this, &RunPanel::lay_out);
  connect(patterns_, &QListWidget::itemChanged, this, &RunPanel::show_checked);
  session_.show(picture_, *this);
  if (side == models::Side::Shown) session_.need(models::Need::Run);
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
    const app::SimulateReport* const run = session_.runReport(side_);
    if (run != nullptr) lines << models::faster_protocol_text(*run);
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

/// For the space that is there now, also where a picture for another one is under way.
void RunPanel::take_run() {
  if (!picture_.answer()) {
    if (laid_out_ != wanted()) picture_.abandon();
    laid_out_ = wanted();
  }
  const auto draw = [wanted = laid_out_](const app::SimulateReport& run, const jobs::Work&) {
    return jobs::disposable(make_scene(run, wanted));
  };
  picture_.askOf(session_.runInquiry(side_), draw);
  show_picture();
}

/// The answer to this question, and to no other.
void RunPanel::show_picture() {
  const Picture::Answer& answer = picture_.answer();
  if (answer && answer == pictured_) return;
  pictured_ = answer;
  layout_asker_.cancel();
  show_scene(picture_.report() == nullptr ? nullptr : *picture_.report());
}

void RunPanel::show_scene(std::shared_ptr<const Scene> scene) {
  canvas_->show(std::move(scene), why_no_picture());
  show_head();
  list_patterns();
  Q_EMIT sceneChanged();
}

/// Also where it waits for another one, which may be cancelled.
QString RunPanel::why_no_picture() const {
  switch (picture_.state()) {
    case models::Inquiry::State::Idle:
      return {};
    case models::Inquiry::State::Awaited:
      return session_.run(side_) ? tr("Drawing …") : tr("Simulating …");
    case models::Inquiry::State::Answered:
      return picture_.report() == nullptr ? models::why_not(picture_.answer())
                                          : tr("The run has no timeline.");
    case models::Inquiry::State::Cancelled:
      return models::message_of(core::cancelled().value());
  }
  return {};
}

void RunPanel::tell_state() {
  if (scene() == nullptr && picture_.report() == nullptr) canvas_->show(nullptr, why_no_picture());
}

/// Machines stand as they do in any space; sizes that differ by little are one.
Wanted RunPanel::wanted() const {
  constexpr int kAlike = 24;  // pixels
  if (layout_ == Layout::Machines) return {};
  const auto rounded = [](int pixels) { return std::max(pixels / kAlike, 4) * kAlike; };
  return {layout_, QSizeF(rounded(canvas_->width()), rounded(canvas_->height()))};
}

/// The run that is shown, otherwise.
void RunPanel::lay_out() {
  if (laid_out_ == wanted()) return;
  if (scene() == nullptr) return take_run();
  laid_out_ = wanted();
  layout_asker_.ask(
      [scene = canvas_->sharedScene(), wanted = laid_out_] { return laid_out(*scene, wanted); });
}

void RunPanel::setLayoutOfRanks(Layout layout) {
  if (layout_ == layout) return;
  layout_ = layout;
  lay_out();
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
