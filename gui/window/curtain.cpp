#include "gui/window/curtain.h"

#include <QApplication>
#include <QEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

#include "gui/models/question_words.h"
#include "gui/widgets/frame.h"

namespace treering::gui::window {
namespace {

using models::Inquiry;

constexpr int kDimmed = 170;  // of 255: what is below can be read and is not taken for new
constexpr int kMargin = 8;    // pixels
constexpr qint64 kRest = 50;  // ms from the question on: three frames

/// At once: QToolTip::hideText() waits 300 ms (Qt 6.4, src/widgets/kernel/qtooltip.cpp).
void hide_tips() {
  QToolTip::hideText();
  for (QWidget* const window : QApplication::topLevelWidgets()) {
    if (window->windowType() == Qt::ToolTip) window->hide();
  }
}

/// Whether words are read there.
bool has_room(const QRect& sight) {
  constexpr int kLeast = 60;  // pixels: two lines
  return sight.height() >= kLeast;
}

}  // namespace

QRect in_sight(const QWidget& part) {
  if (!part.isVisible()) return {};
  QRect sight = part.rect();
  QPoint corner;  // of the part
  for (const QWidget* one = &part; !one->isWindow(); one = one->parentWidget()) {
    corner += one->pos();
    sight = sight.translated(one->pos()) & one->parentWidget()->rect();
  }
  return sight.translated(-corner);
}

QString awaited_text(const Inquiry& inquiry, Below below) {
  if (!inquiry.isLacking() || !inquiry.question()) return {};
  const bool is_cancelled = inquiry.state() == Inquiry::State::Cancelled;
  const QString of = models::question_text(inquiry);
  QString what = is_cancelled ? Curtain::tr("%1: cancelled (%2).").arg(of, inquiry.what())
                              : Curtain::tr("%1: computing %2\u00a0…").arg(of, inquiry.what());
  if (below == Below::Nothing || !inquiry.isOld()) return what;
  const QString old = models::difference_text(inquiry);
  if (old.isEmpty()) return what;
  const QString dimmed = inquiry.isShownReport() ? Curtain::tr("answer") : Curtain::tr("message");
  return what + QLatin1Char('\n') +
         (is_cancelled ? Curtain::tr("The dimmed %1 is still %2.")
                       : Curtain::tr("The dimmed %1 is %2."))
             .arg(dimmed, old);
}

Curtain::Curtain(QWidget* part) : QWidget(part), words_(new QLabel(this)) {
  setObjectName(QStringLiteral("curtain"));
  setAttribute(Qt::WA_TransparentForMouseEvents);
  words_->setObjectName(QStringLiteral("awaited"));
  words_->setTextFormat(Qt::PlainText);
  words_->setWordWrap(true);
  words_->setAlignment(Qt::AlignCenter);
  words_->setFrameShape(QFrame::StyledPanel);
  words_->setAutoFillBackground(true);
  words_->setBackgroundRole(QPalette::ToolTipBase);
  words_->setForegroundRole(QPalette::ToolTipText);
  words_->setMargin(kMargin);
  words_->hide();
  part->installEventFilter(this);
  hide();
}

void Curtain::lower(const Cover& cover) {
  words_->setText(cover.text);
  has_veil_ = cover.has_veil;
  is_resting_ = cover.is_resting;
  words_->setVisible(!is_resting_ && !cover.text.isEmpty());
  place();
  show();
  raise();
  update();
  words_->update();  // Qt paints what is shown a frame later, and what is below it not before
}

void Curtain::lift() {
  if (isHidden()) return;
  words_->hide();
  words_->clear();
  hide();
}

/// The words stand in the upper half of what is seen, as wide as they need.
void Curtain::place() {
  setGeometry(parentWidget()->rect());
  const QRect seen = in_sight(*parentWidget());
  const QRect room = seen.isEmpty() ? rect() : seen;
  constexpr int kMost = 640;  // pixels: lines that are read at a glance
  const int wanted = words_->fontMetrics().size(0, words_->text()).width() + 4 * kMargin;
  const int width = std::max(std::min({wanted, kMost, room.width() - 2 * kMargin}), 1);
  const int height = words_->heightForWidth(width);
  const int below =
      std::clamp(room.height() / 4 - height / 2, 0, std::max(room.height() - height, 0));
  words_->setGeometry(room.left() + (room.width() - width) / 2, room.top() + below, width, height);
}

bool Curtain::eventFilter(QObject* watched, QEvent* event) {
  if (watched == parentWidget()) {
    if (event->type() == QEvent::Resize) place();
    if (event->type() == QEvent::Show || event->type() == QEvent::Hide) Q_EMIT partSeen();
  }
  return QWidget::eventFilter(watched, event);
}

void Curtain::keepPicture() {
  QWidget* const part = parentWidget();
  if (hasPicture() || !part->isVisible()) return;
  const bool was_down = !isHidden();
  hide();
  const widgets::Frame frame;  // a large picture that is not all there is not finished for it
  picture_ = part->grab();
  setVisible(was_down);
}

/// A picture in other colours would be hard to see below the veil.
void Curtain::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() != QEvent::PaletteChange || !hasPicture()) return;
  dropPicture();
  Q_EMIT partSeen();
}

void Curtain::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  QColor veil = palette().color(QPalette::Window);
  if (hasPicture()) {
    painter.fillRect(rect(), veil);
    // Over the part as it is now: its inputs work.
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.drawPixmap(rect(), picture_);
  }
  if (is_resting_ || !has_veil_) return;
  veil.setAlpha(kDimmed);
  painter.fillRect(rect(), veil);
}

Curtains::Curtains(models::Session& session, QObject* parent) : QObject(parent), session_(session) {
  rest_.setSingleShot(true);
  rest_.setTimerType(Qt::PreciseTimer);
  connect(&rest_, &QTimer::timeout, this, &Curtains::end_rest);
  lifted_.setSingleShot(true);
  lifted_.setInterval(0);
  connect(&lifted_, &QTimer::timeout, this, [this] {
    rest_.stop();
    is_rest_over_ = false;
  });
  connect(&session_, &models::Session::showingsChanged, this, &Curtains::hang);
  connect(&session_, &models::Session::questionChanged, this, [] { hide_tips(); });
  hang();
}

Curtains::Hung& Curtains::hung_upon(QWidget& part) {
  const auto found = std::ranges::find_if(all_, [&](const Hung& one) { return one.part == &part; });
  if (found != all_.end()) return *found;
  auto* const curtain = new Curtain(&part);
  // Later: it may be in the middle of being shown, or made.
  connect(curtain, &Curtain::partSeen, this, &Curtains::look, Qt::QueuedConnection);
  return all_.emplace_back(Hung{&part, curtain, {}});
}

void Curtains::hang() {
  const std::vector<models::Showing>& showings = session_.showings();
  for (; seen_ < showings.size(); ++seen_) {
    auto* const part = qobject_cast<QWidget*>(showings[seen_].part);
    Inquiry* const inquiry = showings[seen_].inquiry;
    const bool is_said = showings[seen_].until != models::Until::Unsaid;
    if (part == nullptr || inquiry == nullptr || !is_said) continue;
    hung_upon(*part).shown.push_back({inquiry, showings[seen_].until});
    connect(inquiry, &Inquiry::changed, this, &Curtains::look);
    connect(inquiry, &Inquiry::answered, this, [] { hide_tips(); });
    connect(inquiry, &Inquiry::leaving, this, [this, inquiry] { keep_pictures(*inquiry); });
  }
  look();
}

void Curtains::keep_pictures(const Inquiry& inquiry) {
  for (const Hung& one : all_) {
    const bool is_shown = std::ranges::any_of(
        one.shown, [&](const Shown& shown) { return shown.inquiry == &inquiry; });
    if (is_shown && one.part != nullptr && one.curtain != nullptr) one.curtain->keepPicture();
  }
}

void Curtains::drop_pictures() {
  for (const Hung& one : all_) {
    const bool is_wanted = std::ranges::any_of(one.shown, [](const Shown& shown) {
      const Inquiry* const inquiry = shown.inquiry;
      return inquiry != nullptr && inquiry->isPictured() && inquiry->isOld();
    });
    if (!is_wanted && one.curtain != nullptr) one.curtain->dropPicture();
  }
}

void Curtains::find_covers() {
  for (Hung& one : all_) {
    one.cover.reset();
    one.lines.clear();
    if (one.part != nullptr && one.curtain != nullptr) find_cover(one);
  }
  say_lines();
}

void Curtains::find_cover(Hung& one) {
  one.sight = in_sight(*one.part);
  for (const auto& [inquiry, until] : one.shown) {
    if (inquiry == nullptr || !inquiry->isLacking()) continue;
    const bool is_kept = !inquiry->isPictured() || one.curtain->hasPicture();
    const bool is_seen = until == models::Until::Old && is_kept && inquiry->isOld();
    if (!one.cover) one.cover.emplace();
    one.cover->has_veil = one.cover->has_veil || is_seen;
    one.lines << awaited_text(*inquiry, is_seen ? Below::Old : Below::Nothing);
  }
}

/// Upon the first part that has room for them, or else that is seen.
void Curtains::say_lines() {
  std::map<QString, Hung*> by_line;
  for (Hung& one : all_) {
    if (one.sight.isEmpty()) continue;
    for (const QString& line : one.lines) {
      Hung*& upon = by_line[line];
      if (upon == nullptr || (!has_room(upon->sight) && has_room(one.sight))) upon = &one;
    }
  }
  for (Hung& one : all_) {
    if (!one.cover) continue;
    QStringList own;
    for (const QString& line : one.lines) {
      if (by_line[line] == &one && !own.contains(line)) own << line;
    }
    one.cover->text = own.join(QLatin1Char('\n'));
  }
}

std::optional<qint64> Curtains::rest_left() const {
  std::optional<qint64> left;
  for (const Hung& one : all_) {
    if (!one.cover || !one.part->isVisible()) continue;
    for (const auto& [inquiry, until] : one.shown) {
      if (inquiry == nullptr || !inquiry->isLacking()) continue;
      const bool is_slow = inquiry->took_ms() >= kRest;
      const qint64 own = is_slow ? 0 : std::max(kRest - inquiry->age_ms(), qint64{0});
      left = std::min(left.value_or(own), own);
    }
  }
  return left;
}

void Curtains::look_at_rest() {
  const std::optional<qint64> left = rest_left();
  if (!left) return lifted_.start();
  lifted_.stop();
  is_rest_over_ = is_rest_over_ || *left == 0;
  if (is_rest_over_) return rest_.stop();
  if (!rest_.isActive()) rest_.start(static_cast<int>(*left));
}

void Curtains::end_rest() {
  rest_.stop();
  is_rest_over_ = true;
  look();
}

void Curtains::beginFrame() {
  if (rest_.isActive() && rest_.remainingTime() == 0) return end_rest();
  const bool has_moved = std::ranges::any_of(all_, [](const Hung& one) {
    return one.part != nullptr && one.cover && in_sight(*one.part) != one.sight;
  });
  if (has_moved) look();
}

/// Two veils upon each other would hide what is below.
bool Curtains::is_below_veil(const QWidget& part) const {
  return std::ranges::any_of(all_, [&](const Hung& other) {
    const bool has_veil = other.part != nullptr && other.cover && other.cover->has_veil;
    return has_veil && other.part != &part && other.part->isAncestorOf(&part);
  });
}

void Curtains::look() {
  drop_pictures();
  find_covers();
  look_at_rest();
  for (Hung& one : all_) {
    if (one.part == nullptr || one.curtain == nullptr) continue;
    if (!one.cover) {
      one.curtain->lift();
      continue;
    }
    Cover cover = *one.cover;
    cover.has_veil = cover.has_veil && !is_below_veil(*one.part);
    cover.is_resting = !is_rest_over_;
    one.curtain->lower(cover);
  }
}

}  // namespace treering::gui::window
