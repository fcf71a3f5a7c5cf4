// TOPOLOGY and its job, or --systems, with --measurements: runs that were measured, each with the
// machine that it was taken on.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/options/arguments.h"
#include "core/profile/profile.h"
#include "core/result.h"
#include "tuner/calibration/gather.h"
#include "tuner/measurement.h"

namespace treering::cli {

struct Runs {
  std::string machines;                       // "2 nodes x 8 GPUs = 16 ranks of dgx-h100"
  std::vector<std::string> files;             // of measurements
  tuner::MeasurementSet set;                  // the rows of --id, or all
  tuner::calibration::Gathered gathered;      // observations by their rows in `set`
  std::vector<std::string> notes;             // about the topology
  std::vector<std::string> nearest_versions;  // which version of NCCL stands for another, of the
                                              // rows in `gathered`

  const tuner::Measurement& measurement(const tuner::calibration::Observation& seen) const {
    return set.rows[seen.row];
  }
};

/// Whether --systems was given. Fails where it stands beside TOPOLOGY or the job's options, or
/// where there is neither.
core::Result<bool> is_about_many(const Arguments& arguments);

/// `network` as --network says it, for one job. Fails where no row can be laid beside the model.
core::Result<Runs> read_runs(const Arguments& arguments, const core::Profile& profile,
                             const std::string& network);

}  // namespace treering::cli
