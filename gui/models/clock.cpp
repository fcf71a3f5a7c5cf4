#include "gui/models/clock.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace treering::gui::models {

namespace {

constexpr std::size_t kParts = 512;
constexpr double kForLength = 0.25;

}  // namespace

Pace::Pace(const std::vector<double>& events, double end_us) : end_us_(end_us) {
  std::vector<double> counts(kParts);
  double all = 0;
  for (const double us : events) {
    if (us < 0 || us > end_us || end_us <= 0) continue;
    const auto part = static_cast<std::size_t>(us / end_us * kParts);
    ++counts[std::min(part, kParts - 1)];
    ++all;
  }
  const double for_length = all > 0 ? kForLength : 1;
  shares_.reserve(kParts + 1);
  shares_.push_back(0);
  double passed = 0;
  for (std::size_t i = 0; i < kParts; ++i) {
    passed += counts[i];
    const double length = static_cast<double>(i + 1) / kParts;
    const double happened = all > 0 ? passed / all : 0;
    shares_.push_back(for_length * length + (1 - for_length) * happened);
  }
}

double Pace::share_at(double us) const {
  if (end_us_ <= 0) return 0;
  const double at = std::clamp(us / end_us_, 0.0, 1.0) * kParts;
  const auto part = std::min(static_cast<std::size_t>(at), kParts - 1);
  return std::lerp(shares_[part], shares_[part + 1], at - static_cast<double>(part));
}

double Pace::us_at(double share) const {
  const auto next = std::ranges::upper_bound(shares_, share);
  if (next == shares_.begin()) return 0;
  if (next == shares_.end()) return end_us_;
  const double low = *std::prev(next);
  const auto part = static_cast<double>(next - shares_.begin() - 1);
  return end_us_ * (part + (share - low) / (*next - low)) / kParts;
}

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
