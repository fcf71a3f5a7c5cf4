// Faults that NCCL does not see, as they are asked for: "0/mlx5_0=0.5", "1/GPU 0-NVSwitch=0.25",
// "rank7=+50us".
#pragma once

#include <string>
#include <vector>

#include "app/setup/setup.h"
#include "app/simulation/carried.h"
#include "app/simulation/jitter.h"
#include "core/result.h"
#include "sim/machine/faults.h"

namespace treering::app::simulation {

/// What may be wrong, as it is asked for.
struct FaultsRequest {
  std::vector<std::string> words;
  JitterRequest jitter;
};

/// For the heading of an answer.
std::vector<std::string> texts_of(const FaultsRequest& request);

/// Without what is down (app/simulation/cuts.h), on the job's cluster. Errors name the words, and
/// what the job has in place of what they name.
core::Result<sim::machine::Faults> faults_of(const FaultsRequest& request, const Job& job);

/// Whether the words are faults of the job, also those of what is down: the errors are those that a
/// simulation of it has. Takes no time, whatever the job.
core::Result<void> check_faults(const std::vector<std::string>& words, setup::Setup job);

}  // namespace treering::app::simulation
