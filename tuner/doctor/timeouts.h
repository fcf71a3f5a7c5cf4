// What PyTorch's watchdog says of collectives that did not end in time: which ranks wait in which
// call, and who is missing there.
#pragma once

#include <optional>
#include <vector>

#include "core/host_state/host_state.h"
#include "tuner/doctor/symptom.h"

namespace treering::tuner::doctor {

/// Nothing where no collective timed out. \param ranks of the job; 0 when unknown
std::optional<Symptom> timed_out(const std::vector<core::RunWarning>& warnings, int ranks);

/// The complaint about the first collective that timed out; null without.
const core::RunWarning* first_timeout(const std::vector<core::RunWarning>& warnings);

}  // namespace treering::tuner::doctor
