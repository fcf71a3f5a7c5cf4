// Measured runs, each with its machine: those of one job, or, with a table of systems, those of
// many machines.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/setup/setup.h"
#include "app/setup/time_model.h"
#include "core/call.h"
#include "core/profile/profile.h"
#include "core/result.h"
#include "tuner/calibration/calibration.h"
#include "tuner/measurement.h"

namespace treering::app::measurements {

struct RunsRequest {
  std::vector<std::string> files;      // of measurements; "-" is standard input; at least one
  std::optional<std::string> systems;  // a file: the table of systems, in place of `job`
  /// Where NCCL is unset, that of each row; nodes, GPUs and the machine as the rows say them.
  setup::JobRequest job;
  std::optional<std::string> id;               // the rows of this series only
  std::optional<core::Collective> collective;  // for rows that name none
  setup::TimeModelRequest time_model;          // its network is the job's
  bool with_events = false;                    // calls are also simulated event by event

  bool is_about_many() const { return systems.has_value(); }
};

struct GatheredRuns {
  std::string machines;                       // "2 nodes x 8 GPUs = 16 ranks of dgx-h100"
  std::string topology;                       // of one job, as asked for; empty for many machines
  std::vector<std::string> files;             // of measurements
  tuner::MeasurementSet set;                  // the rows of the series asked for, or all
  tuner::calibration::Gathered gathered;      // observations by their rows in `set`
  std::vector<std::string> notes;             // about the topology
  std::vector<std::string> nearest_versions;  // of NCCL in `gathered`, and the known one
                                              // that stands for each

  const tuner::Measurement& measurement(const tuner::calibration::Observation& seen) const {
    return set.rows[seen.row];
  }
};

/// Fails where the request gives a field that the table of systems has.
core::Result<void> check_runs(const RunsRequest& request);

/// For one job, `network` is that of the request's time model. Fails where no row can be compared
/// with the model.
/// \pre check_runs() passes
core::Result<GatheredRuns> gathered_runs(const RunsRequest& request, const core::Profile& profile,
                                         const std::string& network);

}  // namespace treering::app::measurements
