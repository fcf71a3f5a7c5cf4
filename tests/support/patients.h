// Machines for the doctor: built-in ones with something wrong.
#pragma once

#include <string>
#include <vector>

#include "tuner/doctor/checks.h"

namespace treering::testing {

tuner::doctor::Patient patient_on(const std::string& topology, int nodes = 1);

/// With one of its variables, as if the process had it.
tuner::doctor::Patient with_variable(tuner::doctor::Patient patient, const std::string& name,
                                     const std::string& value);

core::Origin file_origin(const std::string& source);

/// What each symptom says.
std::vector<std::string> texts_of(const tuner::doctor::Examination& seen);

}  // namespace treering::testing
