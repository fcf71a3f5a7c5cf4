// Who runs the ranks of a measurement, and how they are started.
#pragma once

#include <memory>
#include <string>

#include "app/measuring/measure.h"
#include "tuner/runners/registry.h"

namespace treering::app::measuring {

struct Asked {
  const tuner::runners::Runner* runner = nullptr;
  tuner::runners::LaunchRequest job;
};

/// The runner of a request and its job. Fails for words that make no sense, and for fresh launches
/// under a launcher.
core::Result<Asked> asked_of(const MeasureRequest& request);

/// Gives `first` once, and then what `next` starts; but a launcher starts its ranks only once.
tuner::measure::StartWorkers started_with(std::unique_ptr<tuner::measure::Workers> first,
                                          tuner::runners::Launcher launcher,
                                          tuner::measure::StartWorkers next);

}  // namespace treering::app::measuring
