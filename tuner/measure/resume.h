// Which results of a file belong to the run that is resumed. A file may hold several runs, one
// below the other: launches of one sweep, each with a seed of its own, or sweeps under other
// conditions. Only results of the same runner and ranks count that were asked for with the same
// links, binding, rules and seed, and that ran under equal conditions (conditions.h) on as many
// nodes; of several such runs it is the last that goes on.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "tuner/measure/conductor.h"
#include "tuner/measure/record.h"

namespace treering::tuner::measure {

struct Resumed {
  std::vector<Record> own;       // of the run that goes on, or is complete
  int first_launch = 0;          // of it; of a new run where there is none
  std::size_t others = 0;        // results that do not count
  std::set<std::string> unlike;  // what these differ in: "seed", "shaped_gbit"
};

/// \param with has the runner, the ranks where they are known, and the facts that were asked for
Resumed resumed(const std::vector<Record>& earlier, const Conduct& with);

/// All results that `with` could have given, whatever the seed and the launch; those of launches
/// with a variable of their own (kKnobFact) have that besides.
Resumed comparable(const std::vector<Record>& earlier, const Conduct& with);

/// The number after that of all launches.
int next_launch(const std::vector<Record>& records);

}  // namespace treering::tuner::measure
