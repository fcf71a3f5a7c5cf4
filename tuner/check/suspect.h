// Possible causes of a slow run, and which of them come closest to its measurements.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/profile/profile.h"
#include "core/units.h"
#include "sim/estimates/estimate.h"
#include "tuner/calibration/observation.h"
#include "tuner/check/checked_rows.h"
#include "tuner/check/loss_shape.h"
#include "tuner/measurement.h"

namespace treering::tuner::check {

// Possible causes of a slow run, each as the machine and the change of calls that it makes. One
// function a cause; it returns nothing where the cause is impossible: a run on one node has no
// network.

/// A run to check: calls on a machine under given parameters. The same calls on another machine or
/// under other parameters are another run.
struct CheckedRun {
  std::shared_ptr<const calibration::Bench> bench;
  core::Profile profile;  // whole: it lies over the shipped one
  std::vector<Measurement> rows;
};

class RunModel;
struct Modelled;

/// Changes a row to what the cause makes of its call; false where it stays as it is. \param usual
/// how it goes without the cause \param model that of the run without the cause
using Change = std::function<bool(Measurement& row, const Modelled& usual, RunModel& model)>;

struct Suspect {
  std::string cause;    // "missing-adapter"
  std::string what;     // "one of the 8 network adapters of a node carried nothing"
  std::string look_at;  // where it would show
  CheckedRun run;       // machine and parameters, without rows
  Change change;        // empty: all rows stay as they are
};

using Suspects = std::vector<Suspect>;

/// The run with that cause. \param model that of the run
CheckedRun run_under(const Suspect& suspect, const CheckedRun& run, RunModel& model);

/// Each node's network carries that share of what it is taken to carry. Not among all_suspects(): a
/// question on the machine, not a fault of it.
Suspects less_network(const CheckedRun& run, double share);
/// One of k adapters carries nothing; its channels use the others.
Suspects missing_adapter(const CheckedRun& run);
/// What GPUs and adapters exchange takes the way through the CPU: PCIe's ACS, or ATS in a VM.
Suspects pcie_detour(const CheckedRun& run);
/// The network uses host memory instead of the GPUs'.
Suspects no_gpudirect(const CheckedRun& run);
/// TCP sockets instead of RDMA.
Suspects sockets(const CheckedRun& run);
/// PCIe links of one generation lower, or with half the lanes.
Suspects slower_pcie(const CheckedRun& run);
// The same machine, on which NCCL chose otherwise, where it can.
/// One algorithm, or one protocol, for all calls, as with NCCL_ALGO or NCCL_PROTO.
Suspects other_choice(const CheckedRun& run);
/// Half as many channels as NCCL would take.
Suspects fewer_channels(const CheckedRun& run);

/// All of the above, in that order.
Suspects all_suspects(const CheckedRun& run);

// How close models of a run come to its measurements, and which possible causes come closest.

struct LikelyCause {
  std::string cause;
  std::string what;
  std::string look_at;
  double factor = 1;          // typical, between measured times and those modelled with the cause
  std::size_t explained = 0;  // rows that are too slow
  LossShape shape = LossShape::None;  // of what it costs the calls of the run

  /// Whether it is an algorithm, a protocol or channels that NCCL is not expected to take.
  [[nodiscard]] bool is_choice() const;
};

/// Removes choices of NCCL's that would cost all calls of the run alike: a choice shows by the
/// sizes at which it costs nothing, and without these it is only a number that comes near.
void leave_out_level_choices(std::vector<LikelyCause>& causes);

/// What a call takes by a model.
struct Expected {
  core::Duration time;
  sim::estimates::Interval within;
};

/// How close a model comes to the measurements. \param expected of a row, by its place
LikelyCause nearness(const std::vector<CheckedRow>& rows,
                     const std::function<Expected(std::size_t row)>& expected);

/// Suspects of a run, and the rows of it that they have to explain.
struct Weighing {
  const CheckedRun& run;
  Suspects suspects;
  const std::vector<CheckedRow>& rows;
  double most = 0;  // as in weighed_causes()
};

/// The same as weighed_causes() of these suspects and rows alone.
std::vector<LikelyCause> weighed(const Weighing& question, const std::stop_token& stop);

/// What each possible cause would explain, the nearest first, without those whose distance
/// (check.h) is beyond `most`: such a cause is given up as soon as some of the rows prove that. Nor
/// is one a cause that costs nothing where the run is slow by much: at half of such rows, of a
/// choice at a quarter, or at all of a collective. \param rows of the run, beside what is expected
/// of them \param stop as in check()
std::vector<LikelyCause> weighed_causes(const CheckedRun& run, const std::vector<CheckedRow>& rows,
                                        double most, const std::stop_token& stop);

}  // namespace treering::tuner::check
