#include "gui/stage/playback_bar.h"

#include <QAction>
#include <QSignalBlocker>
#include <algorithm>
#include <cmath>

#include "gui/models/words.h"
#include "gui/widgets/for_hands.h"

namespace treering::gui::stage {
namespace {

constexpr int kSliderSteps = 10'000;
constexpr int kLeastSlider = 120;  // pixels

}  // namespace

PlaybackBar::PlaybackBar(models::Clock& clock, const models::Selection& selection, QWidget* parent)
    : QWidget(parent),
      clock_(clock),
      selection_(selection),
      slider_(new QSlider(Qt::Horizontal, this)),
      moment_(new QLabel(this)),
      speed_(new QLabel(this)) {
  rows_ = new QBoxLayout(QBoxLayout::LeftToRight, this);
  rows_->setContentsMargins(8, 4, 8, 4);
  rows_->setSizeConstraint(QLayout::SetNoConstraint);
  buttons_ = new QHBoxLayout;
  rows_->addLayout(buttons_);
  add_steps();
  add_slider();
  add_speeds();
  buttons_->addStretch();
  connect(&clock_, &models::Clock::moved, this, &PlaybackBar::show_moment);
  connect(&clock_, &models::Clock::stateChanged, this, &PlaybackBar::show_state);
  show_state();
}

template <class Member>
QToolButton* PlaybackBar::add(const Control& control, Member member) {
  QToolButton* const button = add_button(control);
  connect(button->defaultAction(), &QAction::triggered, &clock_, member);
  return button;
}

template <class Receiver, class Member>
QToolButton* PlaybackBar::add_switch(const Control& control, Receiver* receiver, Member member) {
  QToolButton* const button = add_button(control);
  button->defaultAction()->setCheckable(true);
  connect(button->defaultAction(), &QAction::toggled, receiver, member);
  return button;
}

void PlaybackBar::add_steps() {
  using models::Clock;
  add({tr("|<"), tr("To the start"), Qt::Key_Home}, [this] { clock_.seek(0); });
  add({tr("◂ ["), tr("Previous phase"), Qt::Key_BracketLeft}, &Clock::previousPhase);
  add({tr("◂ ,"), tr("Previous event"), Qt::Key_Comma}, &Clock::previousEvent);
  play_ = add({tr("Play"), tr("Play or pause"), Qt::Key_Space}, &Clock::toggle);
  add({tr(". ▸"), tr("Next event"), Qt::Key_Period}, &Clock::nextEvent);
  add({tr("] ▸"), tr("Next phase: reduce-scatter, all-gather, up or down a tree, a loop of chunks"),
       Qt::Key_BracketRight},
      &Clock::nextPhase);
  add({tr(">|"), tr("To the end"), Qt::Key_End}, [this] { clock_.seek(clock_.end()); });
  loop_ = add_switch({tr("Loop"), tr("Loop the selected span of time, or the run"), Qt::Key_L},
                     this, &PlaybackBar::loop_selected);
  add({tr("To span"), tr("Play until the end of the selected span"), Qt::Key_U},
      [this] { run_to_selected(); });
}

void PlaybackBar::add_slider() {
  slider_->setRange(0, kSliderSteps);
  slider_->setAccessibleName(tr("Moment"));
  slider_->setMinimumWidth(kLeastSlider);
  line_ = new QHBoxLayout;
  line_->addWidget(slider_, 1);
  line_->addWidget(moment_);
  rows_->addLayout(line_, 1);
  connect(slider_, &QSlider::valueChanged, this,
          [this](int step) { clock_.seek(clock_.end() * step / kSliderSteps); });
}

void PlaybackBar::add_speeds() {
  using models::Clock;
  add({tr("− <"), tr("Slower"), Qt::Key_Less}, &Clock::slower);
  buttons_->addWidget(speed_);
  speed_->setProperty(widgets::kIsForHands, true);
  add({tr("+ >"), tr("Faster"), Qt::Key_Greater}, &Clock::faster);
  slowing_ =
      add_switch({tr("Auto speed"), tr("Slow down where much happens, and hurry where little does"),
                  Qt::Key_T},
                 &clock_, &Clock::setSlowing);
}

/// One row where there is room for all, else two.
void PlaybackBar::arrange() {
  for (QLayout* const part : {buttons_, line_}) part->invalidate();  // a text may be longer now
  const QMargins margins = rows_->contentsMargins();
  const int one_row = buttons_->minimumSize().width() + line_->minimumSize().width() +
                      rows_->spacing() + margins.left() + margins.right();
  const auto direction = width() < one_row ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight;
  if (rows_->direction() == direction) return;
  rows_->setDirection(direction);
  updateGeometry();
}

QSize PlaybackBar::minimumSizeHint() const {
  const QMargins margins = rows_->contentsMargins();
  const int widest = std::max(buttons_->minimumSize().width(), line_->minimumSize().width());
  return {widest + margins.left() + margins.right(), rows_->minimumSize().height()};
}

void PlaybackBar::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrange();
}

QToolButton* PlaybackBar::add_button(const Control& control) {
  auto* const action = new QAction(control.text, this);
  action->setShortcut(control.key);
  action->setShortcutContext(Qt::WindowShortcut);
  const QString key = control.key.toString(QKeySequence::NativeText);
  action->setToolTip(tr("%1 (%2)").arg(control.name, key));
  auto* const button = new QToolButton(this);
  button->setDefaultAction(action);
  button->setAccessibleName(control.name);
  button->setFocusPolicy(Qt::TabFocus);
  buttons_->addWidget(button);
  return button;
}

void PlaybackBar::loop_selected() {
  if (!loop_->defaultAction()->isChecked()) return clock_.setLoop({});
  const models::Span whole{0, clock_.end()};
  clock_.setLoop(selection_.now().span.value_or(whole));
}

void PlaybackBar::run_to_selected() {
  clock_.runUntil(selection_.now().span ? selection_.now().span->to_us : clock_.end());
}

void PlaybackBar::show_moment() {
  const QSignalBlocker quiet(slider_);
  const double share = clock_.end() > 0 ? clock_.now() / clock_.end() : 0;
  slider_->setValue(static_cast<int>(std::lround(share * kSliderSteps)));
  moment_->setText(
      tr("%1 of %2").arg(models::us_text(clock_.now()), models::us_text(clock_.end())));
}

void PlaybackBar::show_state() {
  const QSignalBlocker quiet(loop_->defaultAction());
  loop_->defaultAction()->setChecked(clock_.loop().has_value());
  const QSignalBlocker still_quiet(slowing_->defaultAction());
  slowing_->defaultAction()->setChecked(clock_.isSlowing());
  play_->defaultAction()->setText(clock_.isPlaying() ? tr("Pause") : tr("Play"));
  const QString speed = models::us_text(clock_.speed());
  speed_->setText(clock_.isSlowing() ? tr("~ %1/s").arg(speed) : tr("%1/s").arg(speed));
  show_moment();
  // Room for all moments: none is cut, and nothing moves while it plays.
  const QString end = models::us_text(clock_.end());
  moment_->setMinimumWidth(moment_->fontMetrics().horizontalAdvance(tr("%1 of %2").arg(end, end)));
  arrange();
}

}  // namespace treering::gui::stage
