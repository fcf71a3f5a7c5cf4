// The cost of a fault by the cost model, or by the event model where that is far from it: the same
// calls with and without it, each by NCCL's own choice.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/call.h"
#include "core/profile/profile.h"
#include "core/units.h"
#include "tuner/doctor/condition.h"
#include "tuner/doctor/plans.h"

namespace treering::tuner::doctor {

/// The machine as it is, and with the fault fixed.
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

  /// How many times as long the call takes; 1: no loss; infinite: NCCL fails the call as it is.
  double factor() const { return as_is / mended; }
  bool operator==(const Loss&) const = default;
};

/// Times the calls; caches the last machines, because comparisons share sides.
class LossMeter {
 public:
  /// \param plans those that were made so far \pre the profile is whole
  LossMeter(core::Profile profile, std::string network,
            std::shared_ptr<Plans> plans = std::make_shared<Plans>())
      : profile_(std::move(profile)), network_(std::move(network)), plans_(std::move(plans)) {}

  /// all_reduce, all_gather and alltoall of 64 KiB and 1 GiB, the heaviest loss first. Empty where
  /// either side cannot run.
  std::vector<Loss> losses(const Comparison& comparison);

  /// The largest factor of these calls by either model; infinite where no call has a time.
  double most_by_either(const Comparison& comparison);

 private:
  /// Of a call by both models; nothing where one has no time, or is not asked.
  struct Times {
    std::optional<core::Duration> cost;
    std::optional<core::Duration> event;
    bool are_far_apart() const;
  };
  struct Timed {
    Condition condition;
    std::vector<Times> times;  // of the calls
  };
  std::vector<Times> times_of(const Condition& asked) const;
  const Timed& timed(const Condition& condition);

  core::Profile profile_;
  std::string network_;
  std::shared_ptr<Plans> plans_;
  std::vector<Timed> known_;
};

}  // namespace treering::tuner::doctor
