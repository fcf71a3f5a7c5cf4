// The doctor's findings, for people.
#pragma once

#include <string>

#include "app/doctor.h"
#include "report/display.h"

namespace treering::report::findings {

struct DoctorTextOptions {
  bool is_quiet = false;    // the findings alone
  bool is_verbose = false;  // what was not looked at, one by one
  Display display;
};

/// The worst first.
std::string doctor_text(const app::DoctorReport& report, const DoctorTextOptions& options);

}  // namespace treering::report::findings
