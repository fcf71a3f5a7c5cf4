// Machines for the doctor: built-in ones with something wrong.
#pragma once

#include <string>
#include <vector>

#include "tuner/doctor/checks.h"

namespace treering::testing {

tuner::Patient patient_on(const std::string& topology, int nodes = 1);

/// With one of its variables, as if the process had it.
tuner::Patient with_variable(tuner::Patient patient, const std::string& name,
                             const std::string& value);

core::Origin file_origin(const std::string& source);

/// What each symptom says.
std::vector<std::string> texts_of(const tuner::Examination& seen);

}  // namespace treering::testing
