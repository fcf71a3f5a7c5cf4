// What the doctor found, for people.
#pragma once

#include <string>

#include "app/doctor.h"

namespace treering::report::findings {

/// Quiet: the findings alone.
std::string doctor_text(const app::DoctorReport& report, bool is_quiet);

}  // namespace treering::report::findings
