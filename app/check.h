// Whether measured times are as they should be: beside the cost model, beside published runs, and
// where speed is lost.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/ceiling.h"
#include "app/job.h"
#include "app/measurements/rows.h"
#include "app/setup/setup.h"
#include "app/setup/time_model.h"
#include "app/work/work.h"
#include "core/call.h"
#include "core/result.h"
#include "core/units.h"
#include "sim/nccl/types.h"
#include "tuner/check/check.h"
#include "tuner/reference/published.h"

namespace treering::app {

// Whether a measured figure is normal: published runs on such machines beside it, and where what it
// lacks is lost.

struct PublishedBeside {
  tuner::reference::PublishedFigure figure;
  // Busbw that the model expects here of NCCL's own choice, and between what 80 % of runs are. Of a
  // forced run what the check expects of a row of that size that was forced alike, if there is one.
  std::optional<core::Bandwidth> expected;
  core::Bandwidth low, high;
  /// The highest measured here at the nearest size, which is no farther than a factor of two.
  std::optional<core::Bandwidth> measured;
  core::Bytes measured_at;      // that size, where something was measured
  bool is_same_network = true;  // as the job's, as far as the names say; on one node always
};

/// From the wires down to what was measured.
struct Loss {
  core::Collective collective = core::Collective::AllReduce;
  Ceiling ceiling;           // its last step is the expectation
  core::Bandwidth measured;  // busbw
};

/// Runs with as many of the same GPUs on as many nodes: by collective, those of the same network
/// first, of these NVIDIA's, then by size; those that were forced last, and only where rows were
/// forced alike. \param rows what was measured here; may be none
std::vector<PublishedBeside> published_beside(const Job& job,
                                              const std::vector<core::Collective>& collectives,
                                              const std::vector<tuner::check::CheckedRow>& rows);

/// For each collective of the rows, of its largest call; in a slow run, where some rows of the
/// collective are too slow, of the one that is slowest by the expectation. A collective without
/// known wires is left out.
std::vector<Loss> losses_of(const Job& job, const tuner::check::Check& check);

// Compares measured times with those that the cost model expects, and finds causes of slow ones.

struct CheckRequest {
  std::vector<std::string> files;  // of measurements; "-" is standard input
  measurements::Wanted wanted;
  setup::JobRequest job;  // the rows fill in nodes, GPUs of a node and NCCL where unset
  setup::TimeModelRequest time_model;
  work::Work work;
};

struct CheckReport {
  setup::Setup job;
  sim::nccl::Shape shape;
  std::string profile;  // its name
  std::string network;  // of the expectation; empty on one node
  tuner::check::Check check;
  std::vector<PublishedBeside> published;  // of the collectives of the rows
  std::vector<Loss> losses;                // by collective
  /// By collective: forced to what NCCL's own choice is expected to beat. None of an odd run, and
  /// where the machine is partly a guess.
  std::vector<tuner::check::ForcedChoice> forced;
  bool is_odd = false;             // slower than the machine should be, or from another machine
  std::vector<std::string> notes;  // on the job, and on rows left out or in doubt
};

/// Fails where no row belongs to the job.
core::Result<CheckReport> answer(const CheckRequest& request);

/// The runs of a question: all of them, and the rows that are wanted.
struct WantedRuns {
  tuner::runs::Runs runs;
  tuner::MeasurementSet set;
};

/// Fails where no row is wanted.
core::Result<WantedRuns> wanted_runs(const CheckRequest& request, const hw::io::Files& files);

/// The same on an open job that the cost model prices. \pre it is the job of the rows
core::Result<CheckReport> answer(const JobPtr& job, const WantedRuns& runs,
                                 const CheckRequest& request,
                                 const hw::io::RealFiles& files = hw::io::RealFiles());

/// The requested job on the nodes and GPUs on which all rows agree, whatever the request says of
/// these; without where they differ or the files do not say it.
core::Result<setup::JobRequest> logged_job(const CheckRequest& request);

/// "4 nodes, 8 GPUs per node, NVIDIA H100": the machine that the log of a row names; empty where it
/// names none.
std::string logged_machine(const tuner::Measurement& row);

}  // namespace treering::app
