// Processes that wait for each other at PyTorch's store before NCCL starts: who is missing.
#pragma once

#include <optional>
#include <vector>

#include "core/host_state/host_state.h"
#include "tuner/doctor/symptom.h"

namespace treering::tuner::doctor {

/// Nothing where no rank waits there, or all have come.
std::optional<Symptom> waiting_at_store(const std::vector<core::RunWarning>& warnings);

}  // namespace treering::tuner::doctor
