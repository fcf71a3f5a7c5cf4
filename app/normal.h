// Whether a measured figure is normal: published runs on such machines beside it, and where what it
// lacks is lost.
#pragma once

#include <optional>
#include <vector>

#include "app/ceiling.h"
#include "app/job.h"
#include "app/ports.h"
#include "core/call.h"
#include "core/units.h"
#include "tuner/check/check.h"
#include "tuner/reference/nearest.h"
#include "tuner/reference/published.h"

namespace treering::app {

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
struct MeasuredLoss {
  core::Collective collective = core::Collective::AllReduce;
  Ceiling ceiling;           // its last step is the expectation
  core::Bandwidth measured;  // busbw
  /// What the measured call put on the network ports of a node; nothing on one node.
  std::optional<PortShare> port{};
  int gpus = 0;  // of a node
};

/// Runs with as many of the same GPUs on as many nodes: by collective, those of the same network
/// first, of these NVIDIA's, then by size; those that were forced last, and only where rows were
/// forced alike. \param rows what was measured here; may be none
std::vector<PublishedBeside> published_beside(const Job& job,
                                              const std::vector<core::Collective>& collectives,
                                              const std::vector<tuner::check::CheckedRow>& rows);

/// The published runs nearest to a call of that size on the job, and how far the job is beyond all
/// on its kind of machine. Nothing where the time model does not know that kind.
std::optional<tuner::reference::Nearest> nearest_published(const Job& job,
                                                           core::Collective collective,
                                                           core::Bytes bytes);

/// For each collective of the rows, of its largest call; in a slow run, where some rows of the
/// collective are too slow, of the one that is slowest by the expectation. A collective without
/// known wires is left out.
std::vector<MeasuredLoss> losses_of(const Job& job, const tuner::check::Check& check);

}  // namespace treering::app
