// Runs that were measured, each with the machine that it was taken on: those of one job, or with a
// table of systems those of many machines.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/setup/setup.h"
#include "app/setup/time_model.h"
#include "core/collective.h"
#include "core/profile/profile.h"
#include "core/result.h"
#include "tuner/calibration/calibration.h"
#include "tuner/measurement.h"

namespace treering::app::measurements {

struct RunsRequest {
  std::vector<std::string> files;      // of measurements; "-" is standard input; at least one
  std::optional<std::string> systems;  // a file: the table of systems, in place of the job
  setup::JobRequest job;               // where NCCL is open, that of each row
  std::optional<std::string> id;       // the rows of this series only
  std::optional<core::Collective> collective;  // of rows that name none
  setup::TimeModelRequest time_model;          // whose network is the job's

  bool is_about_many() const { return systems.has_value(); }
};

struct Runs {
  std::string machines;                       // "2 nodes x 8 GPUs = 16 ranks of dgx-h100"
  std::string topology;                       // of one job, as asked for; empty for many machines
  std::vector<std::string> files;             // of measurements
  tuner::MeasurementSet set;                  // the rows of the series asked for, or all
  tuner::calibration::Gathered gathered;      // observations by their rows in `set`
  std::vector<std::string> notes;             // about the topology
  std::vector<std::string> nearest_versions;  // of NCCL, and which known one stands for each, of
                                              // the rows in `gathered`

  const tuner::Measurement& measurement(const tuner::calibration::Observation& seen) const {
    return set.rows[seen.row];
  }
};

/// Fails where the table of systems stands beside what it says itself.
core::Result<void> check_runs(const RunsRequest& request);

/// `network` as the time model of the request says it, for one job. Fails where no row can be laid
/// beside the model.
/// \pre check_runs() passes
core::Result<Runs> read_runs(const RunsRequest& request, const core::Profile& profile,
                             const std::string& network);

}  // namespace treering::app::measurements
