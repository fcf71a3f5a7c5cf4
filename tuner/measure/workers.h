// The processes that run collectives, as the conductor sees them. Real ones are in tuner/launch; a
// recorded file answers as if it were some (tuner/runners/replay).
#pragma once

#include "core/result.h"
#include "core/units.h"
#include "tuner/measure/messages.h"
#include "tuner/measure/sweep.h"

namespace treering::tuner::measure {

class Workers {
 public:
  Workers() = default;
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;
  virtual ~Workers() = default;

  [[nodiscard]] virtual const Hello& hello() const = 0;

  /// What the next tasks are for. False where there is nothing to measure: a recording has only so
  /// many turns of its sentinel.
  virtual bool begin(const Trial& /*trial*/) { return true; }

  /// Fails where the task cannot be done, and where the workers ended, hang, or make no sense; then
  /// is_alive() is false. \param patience for the answer; of a task without samples for each of its
  /// calls
  virtual core::Result<Batch> run(const Task& task, core::Duration patience) = 0;

  /// Whether another task makes sense.
  [[nodiscard]] virtual bool is_alive() const = 0;
};

}  // namespace treering::tuner::measure
