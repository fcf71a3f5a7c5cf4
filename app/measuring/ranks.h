// Who runs the ranks of a measurement, and how they are started.
#pragma once

#include <memory>
#include <string>

#include "app/measuring/measure.h"
#include "tuner/runners/registry.h"

namespace treering::app::measuring {

struct Asked {
  const tuner::runners::Runner* runner = nullptr;
  tuner::runners::Job job;
};

/// The runner of a request and its job. Fails for words that make no sense, and for fresh launches
/// under a launcher.
core::Result<Asked> asked_of(const MeasureRequest& request);

/// Gives `first` once, and then what `next` starts; but a launcher starts its ranks only once.
tuner::measure::StartWorkers started_with(std::unique_ptr<tuner::measure::Workers> first,
                                          tuner::runners::Launcher launcher,
                                          tuner::measure::StartWorkers next);

/// Starts the workers of a job. Fails where this machine lacks something.
core::Result<tuner::measure::StartWorkers> starter_of(const Asked& asked);

/// The folder where the ranks of a launcher meet goes as soon as they have met, so that none stays
/// behind whoever kills them later; where they never do, with this.
class Meeting {
 public:
  explicit Meeting(tuner::runners::Job job);
  Meeting(const Meeting&) = delete;
  Meeting& operator=(const Meeting&) = delete;
  ~Meeting();

 private:
  tuner::runners::Job job_;
};

}  // namespace treering::app::measuring
