// How the busbw of a call comes about: from the wires at their full rate, step by step, down to
// what is predicted.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/topology/cluster.h"
#include "core/units.h"
#include "sim/bound/bound.h"
#include "sim/cost/machine.h"
#include "sim/predict.h"
#include "sim/way.h"

namespace treering::app {

enum class CeilingKind {
  Wires,      // those that take longest, at their full rate
  Flags,      // with what the protocol sends beside the data
  Reached,    // at the share of their rate that the profile says is reached
  Transfer,   // with all that moves the data: for calls of any size, were there no latency
  Predicted,  // the row
};

/// "wires", "flags", "reached", "transfer", "predicted".
std::string_view name_of(CeilingKind kind);

struct CeilingStep {
  CeilingKind kind = CeilingKind::Wires;
  std::string what;       // sets it: "links of a GPU"; empty for flags and the row itself
  core::Bandwidth busbw;  // no more than in the step before
  bool operator==(const CeilingStep&) const = default;
};

/// The links of one kind that a GPU has.
struct LinkShare {
  core::LinkKind kind = core::LinkKind::Pcie;
  core::Bandwidth rate;  // each way
  bool operator==(const LinkShare&) const = default;
};

struct Ceiling {
  core::Bytes bytes;  // of the row
  sim::Way way;
  std::string wires;                  // that take longest: "links of a GPU"
  core::Bandwidth wire_rate;          // of them, each way
  std::vector<LinkShare> wire_kinds;  // its parts, the fastest first, where these are the links of
                                      // a GPU and of several kinds; else empty
  double traffic = 0;                 // bytes of data over them for each byte of the call
  /// From the wires to the row. A step that the model knows nothing of is left out.
  std::vector<CeilingStep> steps;
  bool operator==(const Ceiling&) const = default;
};

class CeilingSource {
 public:
  /// Keeps references to its arguments.
  CeilingSource(const sim::nccl::Plan& plan, const sim::TimeModel& time_model,
                const sim::bound::WireBound& bound, const core::Cluster& cluster);

  /// Nothing without a time, where no wire's rate is known, for one rank, and where the model
  /// expects more than the wires carry. \param call of the row
  std::optional<Ceiling> of(const sim::Prediction& row, const core::Call& call) const;

 private:
  std::optional<sim::cost::Ceiling> by_model(const sim::cost::PricedCall& carried) const;
  Ceiling at_full_rate(const sim::Prediction& row,
                       const std::optional<sim::cost::WireLimit>& wires) const;

  const sim::nccl::Plan& plan_;
  const sim::TimeModel& time_model_;
  const sim::bound::WireBound& bound_;
  const core::Cluster& cluster_;
  std::optional<sim::cost::Machine> machine_;  // where the time model has none
};

}  // namespace treering::app
