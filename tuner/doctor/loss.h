// What a fault costs, by the cost model: the same calls with it and without, each carried as NCCL
// would choose.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/collective.h"
#include "core/profile/profile.h"
#include "core/units.h"
#include "tuner/doctor/condition.h"

namespace treering::tuner::doctor {

/// As it is, and as it would be if the fault were mended.
struct Comparison {
  Condition as_is;
  Condition mended;
};

struct Loss {
  core::Collective collective = core::Collective::AllReduce;
  std::uint64_t bytes = 0;
  int nodes = 1;
  core::Duration as_is;  // infinite: NCCL fails the call
  core::Duration mended;

  /// How many times as long it takes; 1: no loss; infinite: NCCL fails the call as it is.
  double factor() const { return as_is / mended; }
  bool operator==(const Loss&) const = default;
};

/// Runs the calls of losses; keeps the last machines that it was asked about, because comparisons
/// share their sides.
class LossMeter {
 public:
  /// \pre the profile is whole
  LossMeter(core::Profile profile, std::string network)
      : profile_(std::move(profile)), network_(std::move(network)) {}

  /// all_reduce, all_gather and alltoall of 64 KiB and 1 GiB, the heaviest loss first. Empty where
  /// either side cannot run.
  std::vector<Loss> losses(const Comparison& comparison);

 private:
  struct Timed {
    Condition condition;
    std::vector<std::optional<core::Duration>> times;  // of the calls
  };
  const Timed& timed(const Condition& condition);

  core::Profile profile_;
  std::string network_;
  std::vector<Timed> known_;
};

}  // namespace treering::tuner::doctor
