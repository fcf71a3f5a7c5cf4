// NCCL's variables that only a new communicator reads, and whether they can matter for a job: only
// where NCCL carries some call otherwise with another value, or where the model does not know.
//
// Most of them are asked of NCCL's own rules: the job is planned again with the value, and each
// call is compared with the plan as it is. What the cost model says of both is the expected gain.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/profile/profile.h"
#include "core/topology/cluster.h"
#include "sim/job/job.h"
#include "tuner/measure/configuration.h"

namespace treering::tuner::knobs {

struct Question {
  const core::Cluster& cluster;  // as NCCL finds it (sim/carrier.h)
  sim::job::JobSpec job;
  const core::Profile& profile;               // whole, of the cost model
  std::string network;                        // empty: what the adapters and the fabric say
  std::vector<measure::Configuration> calls;  // carried by NCCL's own choice
  std::map<std::string, std::string> given;   // variables set by hand: they are left alone
};

/// A call that NCCL carries otherwise with the value.
struct Change {
  measure::Configuration call;
  std::optional<double> gain;  // its expected time as it is over that with the value
};

struct Value {
  std::string text;  // "8388608"
  std::vector<Change> changes;
  /// Whether the model expects another time of some call. Else only measuring says what it does.
  bool is_priced = false;
};

/// The change with the greatest expected gain; null where the model does not know.
const Change* best_change(const Value& value);
/// That with the least.
const Change* worst_change(const Value& value);

struct Knob {
  std::string name;  // "NCCL_BUFFSIZE"
  /// What it changes; where it cannot matter, why not. A phrase.
  std::string reason;
  std::vector<Value> values;  // those to try; none where it cannot matter

  [[nodiscard]] bool can_matter() const { return !values.empty(); }
};

/// One for each of measure::kKnobVariables, in their order. \pre the job can run on the cluster
std::vector<Knob> weighed(const Question& question);

}  // namespace treering::tuner::knobs
