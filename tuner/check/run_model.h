// The calls of a run by the cost model.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "sim/cost/cost_model.h"
#include "sim/estimates/estimate.h"
#include "sim/way.h"
#include "tuner/check/suspect.h"
#include "tuner/measurement.h"

namespace treering::tuner::check {

/// The difference of two good runs of one job, as a standard deviation of ln(time): 1.48 times (for
/// a normal distribution) the median of published replicates, 3.7 % (docs/model.md).
inline constexpr double kRunToRun = 0.055;

/// How a call goes, and what it takes.
struct Modelled {
  sim::Way way;
  bool is_replaced = false;           // NCCL lacks what is asked for
  sim::estimates::Estimate estimate;  // without shares
  std::string most;                   // what most of the time goes into; empty where not asked for

  /// Whether NCCL can do it, and does not do the same as in `other`.
  [[nodiscard]] bool is_another_way_than(const Modelled& other) const {
    return !is_replaced && !way.has_names_of(other.way);
  }
};

/// Calls that are alike are modelled once: a file may have many rows of each. Where nobody knows
/// the order of nodes under leaf switches, intervals span those of nodes that are scattered and
/// sorted.
class RunModel {
 public:
  /// Whether calls say what most of their time goes into, which takes as long as all the rest.
  enum class Says { TimeOnly, TimeAndMost };

  RunModel(const CheckedRun& run, Says says);

  /// Whether the run has the machine and the parameters of this model.
  [[nodiscard]] bool is_for(const CheckedRun& run) const;

  /// Null where NCCL has no way to do that. Stays where it is.
  const Modelled* of(const Measurement& row);

  /// The same for a call that is asked for once. Nothing where NCCL has no way to do it.
  [[nodiscard]] std::optional<Modelled> once(const Measurement& row) const;

 private:
  /// All of a measurement that its expectation depends on.
  struct Key {
    core::Collective collective = core::Collective::AllReduce;
    std::uint64_t bytes = 0;
    std::optional<core::DataType> type;
    std::optional<core::ReduceOp> op;
    sim::Way way;
    bool is_fallback = false;
    int gpus_per_process = 0;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& call) const;
  };

  [[nodiscard]] std::optional<Modelled> on(const calibration::Bench& bench,
                                           const Measurement& row) const;

  Says says_;
  std::shared_ptr<const calibration::Bench> bench_;
  std::shared_ptr<const calibration::Bench> sorted_;  // where the order is unknown, else null
  core::Profile profile_;
  sim::cost::Parameters parameters_;
  double eager_bytes_ = 0;
  std::unordered_map<Key, std::optional<Modelled>, Hash> known_;
};

}  // namespace treering::tuner::check
