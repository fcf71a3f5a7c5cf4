#include "tuner/knobs/knobs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "core/units.h"
#include "sim/carrier.h"
#include "sim/cost/machine.h"
#include "sim/job/variables.h"
#include "sim/nccl/call/choice.h"
#include "sim/nccl/plan.h"
#include "sim/nccl/rules/call.h"
#include "tuner/measure/conditions.h"
#include "tuner/models/call_model.h"

namespace treering::tuner::knobs {
namespace {

using measure::Configuration;
using sim::nccl::Algorithm;
using sim::nccl::ChannelGraph;
using sim::nccl::Plan;
using sim::nccl::call::ChannelPart;
using sim::nccl::call::Decision;

/// Less is no other time: the model rounds nothing so coarsely.
constexpr double kOtherTime = 1e-3;

/// What decides whether a variable is read at all.
struct Facts {
  int nodes = 1;
  int gpus_per_node = 1;
  int ports_per_node = 0;
  bool uses_nvls = false;
  bool has_one_path = false;  // all nodes under one switch
  std::string network;
};

Facts facts_of(const Question& question, const Plan& plan) {
  const core::Fabric& fabric = question.cluster.fabric;
  Facts facts;
  facts.nodes = question.job.nodes;
  facts.gpus_per_node = plan.shape.most_ranks();
  facts.ports_per_node =
      static_cast<int>(question.cluster.node.of_kind(core::DeviceKind::NicPort).size());
  facts.uses_nvls = plan.channels.uses_nvls();
  facts.has_one_path = fabric.kind == core::FabricKind::SingleSwitch;
  facts.network =
      question.network.empty() ? sim::cost::network_of(question.cluster) : question.network;
  return facts;
}

std::string needs_nodes(const Facts& facts) {
  return facts.nodes > 1 ? "" : "the job has one node, and no network";
}

std::string needs_ports(const Facts& facts) {
  if (facts.nodes < 2) return needs_nodes(facts);
  return facts.ports_per_node > 1 ? "" : "a node has one NIC port: there is one rail";
}

std::string needs_neighbours(const Facts& facts) {
  if (facts.nodes < 2) return needs_nodes(facts);
  return facts.gpus_per_node > 1 ? needs_ports(facts) : "a node has one GPU of the job";
}

std::string needs_multicast(const Facts& facts) {
  return facts.uses_nvls ? "" : "NCCL does not use NVLS on these GPUs";
}

std::string needs_paths(const Facts& facts) {
  if (facts.nodes < 2) return needs_nodes(facts);
  if (!sim::is_over_verbs(facts.network)) {
    return fmt::format("NCCL's InfiniBand plugin does not carry this network ({})", facts.network);
  }
  return facts.has_one_path ? "all nodes are under one switch: there is one path" : "";
}

std::string needs_nothing(const Facts& /*facts*/) {
  return "";
}

struct Rule {
  std::string_view name;
  std::array<std::string_view, 2> values;  // to try; may be empty
  std::string_view changes;
  std::string (*why_not)(const Facts& facts);
};

// Defaults of NCCL v2.28.9-1: buffers of Simple have 4 MiB (src/init.cc, DEFAULT_BUFFSIZE), its
// channels 512 threads or 256 (src/graph/tuning.cc, ncclTopoTuneModel), CROSS_NIC and NVLS_ENABLE
// are 2, where better (src/graph/search.cc; src/transport/nvls.cc), a connection has one queue pair
// (src/transport/net_ib.cc, NCCL_IB_QPS_PER_CONNECTION).
constexpr std::array kRules{
    Rule{"NCCL_BUFFSIZE",
         {"2097152", "8388608"},
         "Simple sends chunks of an eighth of its buffer at most",
         needs_nothing},
    Rule{"NCCL_NTHREADS", {"256", "512"}, "threads of a channel copy and reduce", needs_nothing},
    Rule{"NCCL_CROSS_NIC", {"0", "1"}, "rings may change rails", needs_ports},
    Rule{"NCCL_PXN_DISABLE",
         {"1", ""},
         "data may leave by the NIC of another GPU",
         needs_neighbours},
    Rule{"NCCL_IB_QPS_PER_CONNECTION",
         {"2", "4"},
         "chunks take queue pairs in turn, and a fabric may send each another way",
         needs_paths},
    Rule{"NCCL_NVLS_ENABLE",
         {"0", ""},
         "NVLS and NVLSTree, their buffers and channels",
         needs_multicast},
};
static_assert(kRules.size() == measure::kKnobVariables.size());

/// A job as NCCL plans it, with the times of its calls.
class Planned {
 public:
  Planned(const Question& question, Plan plan)
      : plan_(std::make_unique<Plan>(std::move(plan))),
        model_(models::plan_call_model(
            *plan_, models::cost_time_model(question.profile, question.network, question.cluster,
                                            *plan_))) {}

  [[nodiscard]] const Plan& plan() const { return *plan_; }

  /// Nothing where NCCL has no choice to make, or none left.
  [[nodiscard]] std::optional<Decision> decision(const Configuration& call) const {
    if (!sim::nccl::rules::is_tuned(call.call.collective)) return std::nullopt;
    return sim::nccl::call::choose(*plan_, call.call);
  }

  [[nodiscard]] std::optional<double> us(const Configuration& call) const {
    const auto expected = model_->expect(call);
    if (!expected || expected->us <= 0) return std::nullopt;
    return expected->us;
  }

 private:
  std::unique_ptr<Plan> plan_;
  std::unique_ptr<models::CallModel> model_;
};

/// Whether channels go the same ways, whatever the search allowed.
bool is_same_way(ChannelGraph one, ChannelGraph other) {
  one.cross_nic = other.cross_nic = 0;
  return one == other;
}

bool is_same_wiring(const Plan& one, const Plan& other, Algorithm algorithm) {
  if (one.channels.count() != other.channels.count()) return false;
  if (algorithm == Algorithm::Ring) {
    return is_same_way(one.graphs.ring, other.graphs.ring) &&
           is_same_way(one.common.ring, other.common.ring);
  }
  if (algorithm == Algorithm::Tree) {
    return is_same_way(one.graphs.tree, other.graphs.tree) &&
           is_same_way(one.common.tree, other.common.tree);
  }
  return one.channels == other.channels;
}

/// A chunk that a part does not fill is as good as another.
bool is_same_part(const ChannelPart& one, const ChannelPart& other) {
  return one.bytes == other.bytes &&
         std::min(one.bytes, one.chunk_bytes) == std::min(other.bytes, other.chunk_bytes);
}

/// All but what NCCL believes that it takes.
bool is_same_run(const Decision& one, const Decision& other) {
  return one.offer == other.offer && one.channels == other.channels &&
         one.threads == other.threads && is_same_part(one.low, other.low) &&
         is_same_part(one.middle, other.middle) && is_same_part(one.high, other.high);
}

bool is_another_time(const std::optional<double>& gain) {
  return gain && std::abs(*gain - 1) > kOtherTime;
}

/// Whether a connection carries more than one chunk of a call.
bool has_several_chunks(const Planned& usual, const Configuration& call) {
  if (const auto decision = usual.decision(call)) {
    const auto& part = decision->middle.bytes > 0 ? decision->middle : decision->low;
    return part.bytes > part.chunk_bytes;
  }
  // Messages between two ranks travel in chunks of 128 KiB between nodes (NCCL v2.28.9-1,
  // src/init.cc, NCCL_P2P_NET_CHUNKSIZE).
  constexpr std::uint64_t kNetChunk = 128U << 10U;
  return call.call.bytes / static_cast<std::uint64_t>(usual.plan().shape.ranks()) > kNetChunk;
}

class Weighing {
 public:
  explicit Weighing(const Question& question)
      : question_(question),
        usual_(question, sim::nccl::make_plan(question.cluster, question.job)),
        facts_(facts_of(question, usual_.plan())) {}

  [[nodiscard]] Knob weigh(const Rule& rule) const {
    Knob knob{std::string(rule.name), std::string(rule.changes), {}};
    const auto given = question_.given.find(knob.name);
    if (given != question_.given.end()) {
      knob.reason = "set by hand to " + given->second;
      return knob;
    }
    if (const std::string why = rule.why_not(facts_); !why.empty()) {
      knob.reason = why;
      return knob;
    }
    for (const std::string_view text : rule.values) {
      if (text.empty()) continue;
      Value value = with(rule, text);
      if (!value.changes.empty()) knob.values.push_back(std::move(value));
    }
    if (knob.values.empty()) knob.reason = "NCCL carries each of these calls the same way with it";
    return knob;
  }

 private:
  [[nodiscard]] Value with(const Rule& rule, std::string_view text) const {
    Value value{std::string(text), {}, false};
    const sim::job::Variable* const variable = sim::job::find_variable(rule.name);
    if (variable == nullptr) {
      for (const Configuration& call : question_.calls) {
        if (has_several_chunks(usual_, call)) value.changes.push_back({call, {}});
      }
      return value;
    }
    sim::job::JobSpec job = question_.job;
    if (!variable->read(text, job.settings)) return value;
    if (sim::nccl::why_not(question_.cluster, job)) return value;
    const Planned other(question_, sim::nccl::make_plan(question_.cluster, job));
    for (const Configuration& call : question_.calls) compare(rule, call, other, value);
    return value;
  }

  void compare(const Rule& rule, const Configuration& call, const Planned& other,
               Value& value) const {
    const auto before = usual_.us(call);
    const auto after = other.us(call);
    Change change{call, {}};
    if (before && after) change.gain = *before / *after;
    if (!is_another_time(change.gain) && is_carried_alike(rule, call, other)) return;
    value.is_priced = value.is_priced || is_another_time(change.gain);
    value.changes.push_back(change);
  }

  [[nodiscard]] bool is_carried_alike(const Rule& rule, const Configuration& call,
                                      const Planned& other) const {
    const auto one = usual_.decision(call);
    const auto second = other.decision(call);
    if (one && second) {
      return is_same_run(*one, *second) &&
             is_same_wiring(usual_.plan(), other.plan(), one->offer.algorithm);
    }
    // Between pairs of ranks NCCL sends through the GPU on the rail of the receiver.
    const bool is_of_pairs = !sim::nccl::rules::is_tuned(call.call.collective);
    return !(is_of_pairs && rule.name == "NCCL_PXN_DISABLE");
  }

  const Question& question_;
  Planned usual_;
  Facts facts_;
};

template <class Less>
const Change* extreme(const Value& value, Less less) {
  if (!value.is_priced) return nullptr;
  const Change* found = nullptr;
  for (const Change& one : value.changes) {
    if (one.gain && (found == nullptr || less(*one.gain, *found->gain))) found = &one;
  }
  return found;
}

}  // namespace

const Change* best_change(const Value& value) {
  return extreme(value, [](double one, double other) { return one > other; });
}

const Change* worst_change(const Value& value) {
  return extreme(value, [](double one, double other) { return one < other; });
}

std::vector<Knob> weighed(const Question& question) {
  const Weighing weighing(question);
  std::vector<Knob> knobs;
  for (const Rule& rule : kRules) knobs.push_back(weighing.weigh(rule));
  return knobs;
}

}  // namespace treering::tuner::knobs
