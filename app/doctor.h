// Finds what costs a machine collective performance, or what is wrong as far as logs and texts
// without a machine say.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/setup/guesses.h"
#include "app/setup/setup.h"
#include "app/setup/time_model.h"
#include "app/variants.h"
#include "app/work/work.h"
#include "core/result.h"
#include "hw/formats/logged_run.h"
#include "tuner/doctor/doctor.h"

namespace treering::app {

struct DoctorRequest {
  setup::JobRequest job;  // its topology may be a log or texts that do not show their machine
  setup::TimeModelRequest time_model;  // for losses
  work::Work work = {};
};

/// The findings that change where a fact that was assumed has another value.
struct OtherDiagnosis {
  setup::OpenFact fact;
  std::string value;                            // "AMD EPYC (Genoa)"
  std::vector<std::size_t> missing;             // numbers of the findings that it has not
  std::vector<tuner::doctor::Finding> besides;  // findings that it alone has
};

struct DoctorReport {
  // For logs and texts that do not show their machine, `job` has only source, host and notes.
  bool has_machine = true;
  std::vector<std::string> read;  // what these are: "ibstat of 3 ports"
  bool shows_part = false;        // of the machine, which such a text has begun
  hw::formats::LoggedJob logged;  // of such a log
  setup::Setup job;
  std::string profile;  // its name; empty without a machine
  tuner::doctor::Diagnosis diagnosis;
  std::vector<std::vector<std::string>> devices;  // by finding: those of the node that it names
  std::vector<OtherDiagnosis> others;             // where they differ
  std::vector<setup::Guess> guesses;  // on which the losses rest, also those on several nodes
};

/// The assumed facts without which a finding is not there. None: it is sure.
std::vector<setup::OpenFact> facts_behind(const DoctorReport& report, std::size_t finding);

/// Whether anything that is sure is more than a hint.
bool is_ill(const DoctorReport& report);

/// A request that names no NCCL version takes that of the source. What needs no machine is examined
/// also where the source shows none.
core::Result<DoctorReport> answer(const DoctorRequest& request);

}  // namespace treering::app
