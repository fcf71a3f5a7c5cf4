// The `cost` model: how long a call really takes, how sure that is, and what it is made of.
//
// The plan says what NCCL does (sim/nccl); the machine's parameters say how long its pieces take.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/units.h"
#include "sim/cost/machine.h"
#include "sim/cost/parameters.h"
#include "sim/cost/work.h"
#include "sim/nccl/plan.h"

namespace treering::sim::cost {

/// A call and the way it is carried. Algorithms that NCCL does not choose have no value there.
struct Way {
  nccl::Call call;
  std::optional<nccl::Algorithm> algorithm;  // nothing: messages between pairs
  nccl::Protocol protocol = nccl::Protocol::Simple;
  int channels = 1;
  double chunk_bytes = 0;
};

struct Estimate {
  struct Share {
    std::string what;
    core::Duration time;
    bool operator==(const Share&) const = default;
  };
  core::Duration time;
  core::Duration latency;     // of it, what the size does not change
  core::Duration low, high;   // the 80 % interval
  std::vector<Share> shares;  // of `time`; they add up to it
};

/// What the terms of a call depend on. \pre `plan` is that of `machine`
CallFacts facts_of(const nccl::Plan& plan, const Machine& machine, const Way& way,
                   double eager_bytes);

Terms terms_of(const CallFacts& facts, std::optional<nccl::Algorithm> algorithm);

class CostModel {
 public:
  CostModel(Machine machine, Parameters parameters)
      : machine_(std::move(machine)), parameters_(std::move(parameters)) {}

  Estimate estimate(const nccl::Plan& plan, const Way& way) const;

  const Machine& machine() const { return machine_; }

 private:
  double log_spread(const Terms& terms, const Price& price, double bytes) const;

  Machine machine_;
  Parameters parameters_;
};

}  // namespace treering::sim::cost
