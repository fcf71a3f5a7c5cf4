// The moment that is shown, how it moves, and the pace of playing where much happens.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <optional>
#include <vector>

#include "gui/models/selection.h"

namespace treering::gui::models {

// How playing goes through a run where it slows down where much happens: a monotone map from run
// time to the viewer's share of the whole, and back.
//
// The run is cut into equal parts. A part takes the viewer's time for its length (a quarter of the
// whole, so that nothing stands still or is skipped) and for its share of the events (the rest).
// Both maps are linear between the ends of parts.

class Pace {
 public:
  /// Even: in proportion to run time.
  explicit Pace(double end_us = 0) : Pace({}, end_us) {}
  /// \param events us, ascending; those outside 0 to `end_us` do not count
  Pace(const std::vector<double>& events, double end_us);

  /// 0 to 1. \param us 0 to the end
  double share_at(double us) const;
  /// The inverse. \param share beyond 1 is the end
  double us_at(double share) const;

 private:
  double end_us_ = 0;
  std::vector<double> shares_;  // at the ends of equal parts of the run, from 0 to 1
};

// The moment that is shown, and how it moves: the same for both runs of a comparison.

class Clock final : public QObject {
  Q_OBJECT

 public:
  explicit Clock(QObject* parent = nullptr);

  double now() const { return now_us_; }
  double end() const { return end_us_; }
  /// Of the run, from 0 on. The moment stays, if it is before the end.
  void setEnd(double us);
  /// When something happens, ascending: where `.` and `,` stop; and phases, for `[` and `]`.
  void setEvents(std::vector<double> us);
  void setPhases(std::vector<double> us);

  void seek(double us);
  void play();
  void pause();
  void toggle();
  bool isPlaying() const { return timer_.isActive(); }
  /// us of the run in a second of the viewer's.
  double speed() const { return speed_; }
  void setSpeed(double us_per_s);
  /// The speed at which the whole run takes so many seconds.
  void fitSpeed(double seconds);
  void faster();
  void slower();

  /// Playing slows down where events are dense; `speed` is then the mean over the run.
  void setSlowing(bool is_slowing);
  bool isSlowing() const { return is_slowing_; }

  void nextEvent();
  void previousEvent();
  void nextPhase();
  void previousPhase();
  /// Plays until then, and stops there.
  void runUntil(double us);
  /// Playing goes around in it; nothing: in the whole.
  void setLoop(std::optional<Span> span);
  const std::optional<Span>& loop() const { return loop_; }
  /// By so much of the viewer's time; the timer does it while playing.
  void advance(double seconds);

 Q_SIGNALS:
  void moved();
  void stateChanged();  // playing, speed, slowing, loop, end

 private:
  void tick();
  double after(double seconds) const;

  double now_us_ = 0;
  double end_us_ = 0;
  double speed_ = 1;
  std::vector<double> events_;
  std::vector<double> phases_;
  std::optional<Span> loop_;
  std::optional<double> until_us_;
  bool is_slowing_ = false;
  Pace pace_;  // of the events
  QTimer timer_;
  QElapsedTimer since_;
};

}  // namespace treering::gui::models
