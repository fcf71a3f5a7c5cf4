// How a request is measured: who runs the ranks, which configurations are swept, and how the
// conductor goes about it.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "app/measuring/measure.h"
#include "tuner/measure/conductor.h"
#include "tuner/runners/runner.h"

namespace treering::app::measuring {

// Who runs the ranks of a measurement, and how they are started.

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

// What a request asks to be measured, configuration by configuration.

/// Algorithms by the collective's name.
using Algorithms = std::map<std::string, std::vector<std::string>>;

/// Whether only workers can say what the request means.
bool asks_workers(const MeasureRequest& request);

/// What only workers can say.
struct Known {
  int ranks = 0;          // read where the request asks for pairs alone
  Algorithms algorithms;  // that the library can be forced to; read where it asks for all alone
  std::vector<tuner::measure::Configuration> recorded;  // of a recording: all that it has
};

Known known_of(const tuner::measure::Hello& hello);

/// Sizes that are asked for and that a recording has of no call, by collective, as notes:
/// "all_reduce: 8 KiB is not in the recording". None where all calls are named, whose rows say it
/// themselves.
std::vector<std::string> unrecorded_notes(const MeasureRequest& request, const Known& known);

/// Every collective, algorithm, pair and size of the request.
core::Result<tuner::measure::Sweep> sweep_of(const MeasureRequest& request, const Known& known);

// How a request is measured, and what its results say of that.

/// All but what becomes of the results, and who watches.
tuner::measure::Conduct conduct_of(const MeasureRequest& request, const Asked& asked,
                                   tuner::measure::StartWorkers start);

/// What the ranks that were started say of the run.
void take_ranks(const tuner::measure::Hello& hello, tuner::measure::Conduct& conduct);

/// Why so many results of a file do not count: what they differ in, or that they are earlier.
std::string others_text(std::size_t others, const std::set<std::string>& unlike);

}  // namespace treering::app::measuring
