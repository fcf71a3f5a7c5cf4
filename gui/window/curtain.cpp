#include "gui/window/curtain.h"

#include <QEvent>
#include <QPainter>
#include <QStringList>
#include <algorithm>
#include <set>

#include "gui/models/question_words.h"

namespace treering::gui::window {
namespace {

using models::Inquiry;

constexpr int kDimmed = 170;  // of 255: what is below can be read and is not taken for new
constexpr int kMargin = 8;    // pixels
constexpr int kRest = 100;    // ms; with the painting less than 150

}  // namespace

QString awaited_text(const Inquiry& inquiry) {
  if (!inquiry.isLacking() || !inquiry.question()) return {};
  const bool is_cancelled = inquiry.state() == Inquiry::State::Cancelled;
  const QString of = models::question_text(*inquiry.question());
  const QString what = is_cancelled ? Curtain::tr("%1: cancelled (%2).").arg(of, inquiry.what())
                                    : Curtain::tr("%1: computing %2 …").arg(of, inquiry.what());
  if (!inquiry.isOld()) return what;
  const QString old = models::difference_text(*inquiry.shownQuestion(), *inquiry.question());
  return what + QLatin1Char('\n') +
         (is_cancelled ? Curtain::tr("What is dimmed is still of %1.").arg(old)
                       : Curtain::tr("What is dimmed is of %1.").arg(old));
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
  words_->setMargin(kMargin / 2);
  words_->hide();
  rest_.setSingleShot(true);
  rest_.setInterval(kRest);
  rest_.setTimerType(Qt::PreciseTimer);
  connect(&rest_, &QTimer::timeout, this, &Curtain::end_rest);
  lifted_.setSingleShot(true);
  lifted_.setInterval(0);
  connect(&lifted_, &QTimer::timeout, &rest_, &QTimer::stop);
  part->installEventFilter(this);
  hide();
}

void Curtain::lower(const QString& text) {
  words_->setText(text);
  const bool is_new = isHidden() && !lifted_.isActive();
  lifted_.stop();
  is_new ? rest_.start() : void();
  words_->setVisible(!is_resting() && !text.isEmpty());
  place();
  show();
  raise();
}

void Curtain::lift() {
  if (isHidden()) return;
  lifted_.start();
  words_->hide();
  words_->clear();
  hide();
}

/// Also where the loop of events is late to say that it is over: what is painted is right.
bool Curtain::is_resting() const {
  return rest_.isActive() && rest_.remainingTime() > 0;
}

void Curtain::end_rest() {
  if (isHidden()) return;
  words_->setVisible(!words_->text().isEmpty());
  place();
  update();
}

/// The words stand in the upper half, as wide as they need.
void Curtain::place() {
  setGeometry(parentWidget()->rect());
  constexpr int kMost = 640;  // pixels: lines that are read at a glance
  const int wanted = words_->fontMetrics().size(0, words_->text()).width() + 3 * kMargin;
  const int width = std::max(std::min({wanted, kMost, this->width() - 2 * kMargin}), 1);
  const int height = words_->heightForWidth(width);
  const int top =
      std::clamp(this->height() / 4 - height / 2, 0, std::max(this->height() - height, 0));
  words_->setGeometry((this->width() - width) / 2, top, width, height);
}

bool Curtain::eventFilter(QObject* watched, QEvent* event) {
  if (watched == parentWidget()) {
    if (event->type() == QEvent::Resize) place();
    if (event->type() == QEvent::Show || event->type() == QEvent::Hide) Q_EMIT partSeen();
  }
  return QWidget::eventFilter(watched, event);
}

void Curtain::paintEvent(QPaintEvent* /*event*/) {
  if (is_resting()) return;
  QColor veil = palette().color(QPalette::Window);
  veil.setAlpha(kDimmed);
  QPainter(this).fillRect(rect(), veil);
}

Curtains::Curtains(models::Session& session, QObject* parent) : QObject(parent), session_(session) {
  connect(&session_, &models::Session::showingsChanged, this, &Curtains::hang);
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
    if (part == nullptr || inquiry == nullptr) continue;
    hung_upon(*part).inquiries.emplace_back(inquiry);
    connect(inquiry, &Inquiry::changed, this, &Curtains::look);
  }
  look();
}

/// What several parts wait for is named upon the first that is seen.
void Curtains::look() {
  std::set<const Inquiry*> named;
  for (const Hung& one : all_) {
    if (one.part == nullptr || one.curtain == nullptr) continue;
    bool is_lacking_any = false;
    QStringList lines;
    for (const QPointer<Inquiry>& inquiry : one.inquiries) {
      if (inquiry == nullptr || !inquiry->isLacking()) continue;
      is_lacking_any = true;
      if (one.part->isVisible() && named.insert(inquiry.data()).second)
        lines << awaited_text(*inquiry);
    }
    is_lacking_any ? one.curtain->lower(lines.join(QLatin1Char('\n'))) : one.curtain->lift();
  }
}

}  // namespace treering::gui::window
