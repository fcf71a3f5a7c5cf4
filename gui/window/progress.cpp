#include "gui/window/progress.h"

#include <QBoxLayout>
#include <QDialogButtonBox>
#include <algorithm>

#include "gui/models/words.h"

namespace treering::gui::window {

namespace {

constexpr int kLookEvery = 100;  // ms
constexpr int kLong = 1000;      // ms in which nothing moves: from then on seconds do
constexpr int kBarWidth = 120;   // pixels

/// "812", "64 k", "3.1 M".
QString count_text(std::uint64_t count) {
  constexpr std::uint64_t kThousand = 10'000;
  constexpr std::uint64_t kMillion = 1'000'000;
  if (count < kThousand) return QString::number(count);
  if (count < kMillion) return QObject::tr("%1 k").arg(count / 1000);
  return QObject::tr("%1 M").arg(static_cast<double>(count) / kMillion, 0, 'f', 1);
}

QString text_of(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

}  // namespace

std::optional<int> share_of(const jobs::Awaited& awaited) {
  if (!awaited.progress || awaited.progress->of == 0) return {};
  const jobs::Progress& progress = *awaited.progress;
  const std::uint64_t done = std::min(progress.done, progress.of);
  return static_cast<int>(100 * static_cast<double>(done) / static_cast<double>(progress.of));
}

namespace {

/// "examining: 85 % of 20 checks".
QString progress_text(const jobs::Awaited& awaited) {
  const jobs::Progress& progress = *awaited.progress;
  const QString what = text_of(progress.what);
  const QString units = text_of(progress.units);
  if (const auto share = share_of(awaited)) {
    return WorkBar::tr("%1: %2 % of %3 %4")
        .arg(what)
        .arg(*share)
        .arg(count_text(progress.of), units);
  }
  return WorkBar::tr("%1: %2 %3").arg(what, count_text(progress.done), units);
}

}  // namespace

QString words_of(const jobs::Awaited& awaited) {
  if (!awaited.progress) return WorkBar::tr("working …");
  QString text = progress_text(awaited);
  if (awaited.still_ms < kLong) return text;
  return WorkBar::tr("%1, %2 s on the next").arg(text).arg(awaited.still_ms / 1000);
}

WorkBar::WorkBar(QWidget* parent)
    : QWidget(parent),
      words_(new QLabel(this)),
      bar_(new QProgressBar(this)),
      cancel_(new QPushButton(tr("Cancel"), this)) {
  words_->setAccessibleName(tr("What is worked on"));
  bar_->setAccessibleName(tr("How far the work is"));
  bar_->setFixedWidth(kBarWidth);
  bar_->setTextVisible(false);
  QSizePolicy policy = bar_->sizePolicy();
  policy.setRetainSizeWhenHidden(true);
  bar_->setSizePolicy(policy);
  cancel_->setObjectName(QStringLiteral("cancel"));
  cancel_->setToolTip(tr("End the work that runs (Esc)"));
  auto* const layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  for (QWidget* const one : std::initializer_list<QWidget*>{words_, bar_, cancel_}) {
    layout->addWidget(one);
  }
  setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
  cancel_->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  hide();
  timer_.setInterval(kLookEvery);
  jobs::Board& board = jobs::Board::instance();
  connect(&timer_, &QTimer::timeout, this, &WorkBar::look);
  connect(&board, &jobs::Board::asked, this, [this] {
    if (timer_.isActive()) return;
    timer_.start();
    Q_EMIT workChanged(true);
  });
  connect(&board, &jobs::Board::rested, this, &WorkBar::look);
  connect(cancel_, &QPushButton::clicked, &board, &jobs::Board::cancelAll);
}

void WorkBar::look() {
  const jobs::Awaited awaited = jobs::Board::instance().awaited();
  if (awaited.tasks == 0) {
    timer_.stop();
    hide();
    Q_EMIT workChanged(false);
    return;
  }
  const auto share = share_of(awaited);
  words_->setText(words_of(awaited));
  bar_->setVisible(share.has_value());  // one that only moves looks like one that is full
  bar_->setValue(share.value_or(0));
  setVisible(awaited.age_ms >= kShownAfter);
}

AnimationDialog::AnimationDialog(const animation::Film& film, const QString& name, QWidget* parent)
    : QDialog(parent),
      frames_(film.frames),
      words_(new QLabel(this)),
      bar_(new QProgressBar(this)),
      export_(film, name) {
  setAttribute(Qt::WA_DeleteOnClose);
  setObjectName(QStringLiteral("animation"));
  setWindowTitle(tr("Save as an animation"));
  bar_->setRange(0, frames_);
  bar_->setAccessibleName(tr("How many frames are written"));
  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
  auto* const layout = new QVBoxLayout(this);
  for (QWidget* const one : std::initializer_list<QWidget*>{words_, bar_, buttons}) {
    layout->addWidget(one);
  }
  show_progress(0);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(&export_, &animation::Export::progressed, this, &AnimationDialog::show_progress);
  connect(&export_, &animation::Export::ended, this, &AnimationDialog::take);
  QMetaObject::invokeMethod(&export_, &animation::Export::start, Qt::QueuedConnection);
}

void AnimationDialog::show_progress(int frames) {
  words_->setText(tr("%1 of %2 frames are written").arg(frames).arg(frames_));
  bar_->setValue(frames);
}

void AnimationDialog::take(const core::Result<int>& frames) {
  if (!frames) Q_EMIT failed(models::message_of(frames.error()));
  accept();
}

/// However it is closed.
void AnimationDialog::done(int result) {
  export_.cancel();
  QDialog::done(result);
}

}  // namespace treering::gui::window
