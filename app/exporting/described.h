// What an export says of the machine and the job that it is for.
#pragma once

#include <string>

#include "app/setup/setup.h"
#include "sim/nccl/plan.h"
#include "tuner/advice/recommend.h"

namespace treering::app::exporting {

/// A recommendation without advice: topology, job and what NCCL's search does not find.
tuner::advice::Recommendation described(const setup::Setup& job, const sim::nccl::Plan& plan);

/// Why nobody should set what a machine that was guessed in part would suggest; empty where nothing
/// was guessed.
std::string guess_refusal(const setup::Setup& job);

}  // namespace treering::app::exporting
