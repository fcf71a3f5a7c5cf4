// What a request asks to be measured, configuration by configuration.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/measuring/measure.h"

namespace treering::app::measuring {

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

}  // namespace treering::app::measuring
