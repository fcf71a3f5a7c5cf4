// Hardware that is down on some nodes of a job: "3/mlx5_0=down", "0/GPU 0-NVSwitch=down". NCCL does
// not find it there and plans without it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/setup/setup.h"
#include "core/result.h"

namespace treering::app::simulation {

/// Whether a fault is of this kind.
bool is_cut(std::string_view fault);

/// Adds to the notes which nodes of the source differ.
void note_differences(setup::Setup& job);

/// Takes out of the job's nodes what is down, and says so in its notes. Other faults are left to
/// faults_of (app/simulation/faults.h); an error where two are given for one place. Errors name the
/// words and what the job has in place of what they name; they say why NCCL makes no communicator.
core::Result<void> cut(const std::vector<std::string>& faults, setup::Setup& job);

}  // namespace treering::app::simulation
