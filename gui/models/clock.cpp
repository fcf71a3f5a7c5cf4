#include "gui/models/clock.h"

#include <algorithm>
#include <utility>

namespace treering::gui::models {
namespace {

constexpr int kFrameMs = 16;
constexpr double kFaster = 1.2589254117941673;  // ten steps are ten times as fast
constexpr double kSlowest = 1e-3;               // us in a second
constexpr double kFastest = 1e9;

/// The first of them after `us`; nothing where there is none.
std::optional<double> first_after(const std::vector<double>& times, double us) {
  const auto next = std::ranges::upper_bound(times, us);
  return next == times.end() ? std::nullopt : std::optional(*next);
}

std::optional<double> last_before(const std::vector<double>& times, double us) {
  const auto next = std::ranges::lower_bound(times, us);
  return next == times.begin() ? std::nullopt : std::optional(*std::prev(next));
}

}  // namespace

Clock::Clock(QObject* parent) : QObject(parent) {
  timer_.setInterval(kFrameMs);
  timer_.setTimerType(Qt::PreciseTimer);
  connect(&timer_, &QTimer::timeout, this, &Clock::tick);
}

void Clock::setEnd(double us) {
  end_us_ = us;
  pace_ = Pace(events_, end_us_);
  loop_.reset();
  if (now_us_ > us) seek(us);
  Q_EMIT stateChanged();
}

void Clock::setEvents(std::vector<double> us) {
  events_ = std::move(us);
  pace_ = Pace(events_, end_us_);
}

void Clock::setPhases(std::vector<double> us) {
  phases_ = std::move(us);
}

void Clock::seek(double us) {
  const double to = std::clamp(us, 0.0, end_us_);
  if (to == now_us_) return;
  now_us_ = to;
  Q_EMIT moved();
}

void Clock::play() {
  if (isPlaying() || end_us_ <= 0) return;
  if (now_us_ >= end_us_ && !until_us_) seek(0);
  since_.start();
  timer_.start();
  Q_EMIT stateChanged();
}

void Clock::pause() {
  until_us_.reset();
  if (!isPlaying()) return;
  timer_.stop();
  Q_EMIT stateChanged();
}

void Clock::toggle() {
  isPlaying() ? pause() : play();
}

void Clock::setSpeed(double us_per_s) {
  speed_ = std::clamp(us_per_s, kSlowest, kFastest);
  Q_EMIT stateChanged();
}

void Clock::fitSpeed(double seconds) {
  if (end_us_ > 0) setSpeed(end_us_ / seconds);
}

void Clock::faster() {
  setSpeed(speed_ * kFaster);
}

void Clock::slower() {
  setSpeed(speed_ / kFaster);
}

void Clock::setSlowing(bool is_slowing) {
  is_slowing_ = is_slowing;
  Q_EMIT stateChanged();
}

void Clock::nextEvent() {
  pause();
  seek(first_after(events_, now_us_).value_or(end_us_));
}

void Clock::previousEvent() {
  pause();
  seek(last_before(events_, now_us_).value_or(0));
}

void Clock::nextPhase() {
  pause();
  seek(first_after(phases_, now_us_).value_or(end_us_));
}

void Clock::previousPhase() {
  pause();
  seek(last_before(phases_, now_us_).value_or(0));
}

void Clock::runUntil(double us) {
  if (us <= now_us_) return;
  until_us_ = us;
  play();
}

void Clock::setLoop(std::optional<Span> span) {
  loop_ = span;
  Q_EMIT stateChanged();
}

void Clock::tick() {
  advance(static_cast<double>(since_.restart()) / 1000);
}

/// Where playing comes to from now.
double Clock::after(double seconds) const {
  const double us = seconds * speed_;
  if (!is_slowing_ || end_us_ <= 0) return now_us_ + us;
  return pace_.us_at(pace_.share_at(now_us_) + us / end_us_);
}

void Clock::advance(double seconds) {
  double to = after(seconds);
  if (loop_ && to >= loop_->to_us) to = loop_->from_us;
  const double stop = std::min(until_us_.value_or(end_us_), end_us_);
  seek(std::min(to, stop));
  if (to >= stop) pause();
}

}  // namespace treering::gui::models
