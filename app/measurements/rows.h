// The rows of measured files: read, those that are wanted, and the job as which they ran.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/setup/load_machine.h"
#include "app/setup/setup.h"
#include "core/call.h"
#include "core/result.h"
#include "hw/io/files.h"
#include "tuner/measurement.h"
#include "tuner/runs/runs.h"

namespace treering::app::measurements {

// Runs from files.

/// Read from `source`. Fails at the first file that cannot be read.
core::Result<tuner::runs::Runs> read_runs(const std::vector<std::string>& files,
                                          const tuner::runs::ImportHints& hints,
                                          const hw::io::Files& source);

/// The rows of NCCL: fails where one ran on CPUs, or a file has none.
core::Result<tuner::MeasurementSet> gpu_rows_of(const tuner::runs::Runs& runs);

/// The rows that are asked for.
struct Wanted {
  std::optional<std::string> id;              // of this series; else of all
  std::vector<core::Collective> collectives;  // of these; empty: of all

  /// The collective of rows that name none, as in logs of nccl-tests before 2.17.
  std::optional<core::Collective> unnamed;

  bool has(const tuner::Measurement& row) const;
};

// The job and the collectives that measured rows ran as, where a request leaves them open. A
// machine that is handed over is that of the job's topology, read once for all that look at it.

struct CompletedJob {
  setup::JobRequest job;
  std::vector<std::string> notes;  // what of it no row says, and what it was deduced from
};

/// The requested job; unset nodes, GPUs, those of a process, and NCCL are those on which all rows
/// agree. Rows that name their ranks alone are taken to fill the nodes of the topology, and hosts
/// that are trays of a rack to be of one rack. \pre there are rows
CompletedJob completed(setup::JobRequest job, const std::vector<tuner::Measurement>& rows,
                       const setup::NamedMachine& machine);

/// Sets up the completed job. An error about what only the rows say is about their file: nobody has
/// set it. \pre there are rows
core::Result<setup::Setup> set_up(const setup::JobRequest& asked,
                                  const std::vector<tuner::Measurement>& rows,
                                  const setup::NamedMachine& machine);

/// A job, and what the text of its runs adds to it.
struct JobWithVariables {
  setup::JobRequest job;
  std::string note;  // "deduced: NCCL_IB_QPS_PER_CONNECTION=4, as the text ..."; empty for nothing
  /// On those that the text sets and treering does not follow: what they are, and that their effect
  /// is not modelled.
  std::vector<std::string> not_followed = {};
};

/// The job with those of the runs' variables that treering follows, unless it sets them itself; not
/// those that forced rows, which rows have. The names of adapters count where the machine has them.
/// Unchanged where no machine is named or it cannot be read.
JobWithVariables with_variables_of(const tuner::MeasurementSet& set, setup::JobRequest job,
                                   const setup::NamedMachine& machine);

/// What is wrong with whole runs, and what was concluded of their jobs: "runs.log:3: ...".
std::vector<std::string> texts_on_runs(const tuner::MeasurementSet& set);

/// Those of the rows, in the order of the enum.
std::vector<core::Collective> collectives_of(const std::vector<tuner::Measurement>& rows);

}  // namespace treering::app::measurements
