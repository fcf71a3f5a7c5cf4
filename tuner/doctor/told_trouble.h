// Trouble that a text reports in a person's own words alone: no line of a program shows its reason.
#pragma once

#include <vector>

#include "core/host_state/host_state.h"
#include "tuner/doctor/symptom.h"

namespace treering::tuner::doctor {

/// A hang and wrong data, each once; where there is neither, a failure. Each says what would show
/// the reason. None where nobody reports trouble.
std::vector<Symptom> told_troubles(const std::vector<core::RunWarning>& warnings);

}  // namespace treering::tuner::doctor
