// The calls of a run by the cost model.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>

#include "sim/cost/cost_model.h"
#include "sim/estimates/estimate.h"
#include "tuner/check/suspect.h"
#include "tuner/measurement.h"

namespace treering::tuner::check {

/// How a call goes, and what it takes.
struct Modelled {
  std::string algorithm;
  std::string protocol;
  int channels = 0;
  bool is_replaced = false;  // NCCL lacks what is asked for
  sim::estimates::Estimate estimate;

  /// Whether NCCL can do it, and does not do the same as in `other`.
  [[nodiscard]] bool is_another_way_than(const Modelled& other) const {
    return !is_replaced && (algorithm != other.algorithm || protocol != other.protocol);
  }
};

/// Calls that are alike are modelled once: a file may have many rows of each.
class RunModel {
 public:
  /// \param run outlives it
  explicit RunModel(const CheckedRun& run);

  /// Null where NCCL has no way to do that.
  const Modelled* of(const Measurement& row);

 private:
  using Call = std::tuple<core::Collective, std::uint64_t, std::optional<core::DataType>,
                          std::optional<core::ReduceOp>, std::string, std::string, int, bool, int>;

  [[nodiscard]] std::optional<Modelled> modelled(const Measurement& row) const;

  const CheckedRun& run_;
  sim::cost::Parameters parameters_;
  std::map<Call, std::optional<Modelled>> known_;
};

}  // namespace treering::tuner::check
