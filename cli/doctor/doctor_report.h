// What `treering doctor` found, in its two forms.
#pragma once

#include <string>

#include "cli/options/job_options.h"
#include "tuner/doctor/doctor.h"

namespace treering::cli {

struct DoctorReport {
  JobOptions job;
  std::string profile;  // its name
  tuner::doctor::Diagnosis diagnosis;
  bool is_quiet = false;
  // Without one, of a log that tells none: `job` has its source, host and notes only.
  bool has_machine = true;
};

std::string doctor_text(const DoctorReport& report);
std::string doctor_json(const DoctorReport& report);

}  // namespace treering::cli
