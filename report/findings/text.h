// The answers of check, doctor and fleet as text.
#pragma once

#include <string>

#include "app/check.h"
#include "app/doctor.h"
#include "app/fleet/fleet.h"
#include "report/display.h"

namespace treering::report::findings {

// The result of a check, for people: the verdict, the rows, the causes.

/// Quiet: the rows alone.
std::string check_text(const app::CheckReport& report, bool is_quiet, const Display& display);

// The doctor's findings, for people.

struct DoctorTextOptions {
  bool is_quiet = false;    // the findings alone
  bool is_verbose = false;  // what was not looked at, one by one
  Display display;
};

/// The worst first.
std::string doctor_text(const app::DoctorReport& report, const DoctorTextOptions& options);

// The commands of the findings' fixes, for people to read before they run any.

/// A shell script: a block for each finding, the worst first. Lines that end or weaken something
/// are comments in it.
std::string doctor_script(const app::DoctorReport& report, const DoctorTextOptions& options);

// The hosts of a cluster that differ from most, for people.

/// The greatest loss first. Quiet: without heading and remarks.
std::string fleet_text(const app::fleet::FleetReport& report, bool is_quiet,
                       const Display& display);

}  // namespace treering::report::findings
