// What costs a machine collective performance, or what a run complained of.
#pragma once

#include <string>
#include <vector>

#include "app/setup/setup.h"
#include "app/setup/time_model.h"
#include "core/result.h"
#include "tuner/doctor/doctor.h"

namespace treering::app {

struct DoctorRequest {
  setup::JobRequest job;  // its topology may be the log of a run that does not name its machine
  setup::TimeModelRequest time_model;  // what losses go by
};

struct DoctorReport {
  // Of a log that does not name its machine, `job` has source, host and notes only.
  bool has_machine = true;
  setup::Setup job;
  std::string profile;  // its name; empty without a machine
  tuner::doctor::Diagnosis diagnosis;
};

/// Where the request names no NCCL, by that of the source. Fails where a run shows neither its
/// machine nor any complaint.
core::Result<DoctorReport> answer(const DoctorRequest& request);

}  // namespace treering::app
