// What may make a run slower than expected, each described as the same run if it were so. One
// function a cause; it gives nothing where the cause cannot be: a run on one node has no network.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/profile/profile.h"
#include "tuner/calibration/observation.h"
#include "tuner/measurement.h"

namespace treering::tuner::check {

/// A run that is checked: which calls on which machine, under which parameters. The same calls
/// under another machine or other parameters are another one.
struct CheckedRun {
  std::shared_ptr<const calibration::Bench> bench;
  core::Profile profile;  // whole: it lies over the shipped one
  std::vector<Measurement> rows;
};

struct Suspect {
  std::string cause;    // "missing-adapter"
  std::string what;     // "one of 8 network adapters carries nothing"
  std::string look_at;  // where it would show
  CheckedRun run;
};

using Suspects = std::vector<Suspect>;

/// One of k adapters carries nothing; the channels of it go over the others.
Suspects missing_adapter(const CheckedRun& run);
/// The network reads and writes host memory in place of the GPUs'.
Suspects no_gpudirect(const CheckedRun& run);
/// TCP sockets in place of RDMA.
Suspects sockets(const CheckedRun& run);
/// PCIe links of one generation less, or of half the lanes.
Suspects slower_pcie(const CheckedRun& run);
/// One algorithm, or one protocol, for all calls: as NCCL_ALGO or NCCL_PROTO would have it.
Suspects other_choice(const CheckedRun& run);
/// Half as many channels as NCCL would take.
Suspects fewer_channels(const CheckedRun& run);

/// All of the above, in that order.
Suspects all_suspects(const CheckedRun& run);

}  // namespace treering::tuner::check
