// What is worth knowing of faults in a run.
#pragma once

#include <string>
#include <vector>

#include "core/topology/cluster.h"
#include "sim/engine/outcome.h"
#include "sim/machine/faults.h"

namespace treering::app::simulation {

struct FaultyRun {
  const core::Cluster& cluster;
  const sim::machine::JobLinks& links;
  const sim::machine::Faults& faults;
  const sim::engine::Outcome& outcome;
};

/// That no message crossed what is slow; that links to one of several NVSwitches are so slow that
/// GPUs without them would have more. \pre the run has the faults that `words` ask for
void add_fault_notes(const std::vector<std::string>& words, const FaultyRun& run,
                     std::vector<std::string>& notes);

}  // namespace treering::app::simulation
