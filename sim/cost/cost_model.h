// The `cost` model: how long a call really takes. The plan says what NCCL does (sim/nccl); the
// machine's parameters say how long its pieces take.
#pragma once

#include <optional>
#include <utility>

#include "sim/algorithms/registry.h"
#include "sim/cost/estimate.h"
#include "sim/cost/machine.h"
#include "sim/cost/terms/work.h"
#include "sim/nccl/call/choice.h"
#include "sim/nccl/plan.h"

namespace treering::sim::cost {

/// A call, and how NCCL carries it.
struct PricedCall {
  core::Call call;
  std::optional<nccl::Algorithm> algorithm;  // nothing: messages between pairs
  nccl::Protocol protocol = nccl::Protocol::Simple;
  int channels = 1;
  double chunk_bytes = 0;
};

/// The call as NCCL itself decided to carry it.
PricedCall priced_as(const core::Call& call, const nccl::call::Decision& decision);

/// The facts on which a call's terms depend. \pre `plan` is that of `machine`
terms::CallFacts facts_of(const nccl::Plan& plan, const Machine& machine, const PricedCall& carried,
                          double eager_bytes);

/// Null where the call has no algorithm.
const algorithms::Entry* entry_of(std::optional<nccl::Algorithm> algorithm);

/// Nothing where the algorithm has no terms. \param algorithm null for messages between pairs
std::optional<terms::Terms> terms_of(const terms::CallFacts& facts,
                                     const algorithms::Entry* algorithm);

/// Whether the model knows how the time of a call inside a node depends on the number of channels.
/// Where it does not, a time holds only for NCCL's own number of channels, with which the
/// measurements were taken.
bool prices_channels(terms::CallFacts facts, const algorithms::Entry* algorithm);

/// The limit by the wires alone, the same for every profile. \pre `plan` is that of `machine`
std::optional<WireLimit> wire_limit_of(const nccl::Plan& plan, const Machine& machine,
                                       const PricedCall& carried);

class CostModel {
 public:
  CostModel(Machine machine, Parameters parameters)
      : machine_(std::move(machine)), parameters_(std::move(parameters)) {}

  /// Zero for one rank; nothing where the algorithm has no terms. \pre `plan` is that of the
  /// machine
  std::optional<Estimate> estimate(const nccl::Plan& plan, const PricedCall& carried) const;

  /// prices_channels() of the call. \pre `plan` is that of the machine
  bool prices_channels(const nccl::Plan& plan, const PricedCall& carried) const;

  /// From the wires to all that the data passes; nothing for one rank. \pre as estimate()
  std::optional<Ceiling> ceiling(const nccl::Plan& plan, const PricedCall& carried) const;

  const Machine& machine() const { return machine_; }
  const Parameters& parameters() const { return parameters_; }

 private:
  Machine machine_;
  Parameters parameters_;
};

}  // namespace treering::sim::cost
