#include "bench/event_cost/cases.h"

#include <cmath>
#include <optional>

#include "app/setup/calls.h"
#include "app/setup/plan.h"
#include "app/setup/time_model.h"
#include "bench/process_cost.h"
#include "sim/nccl/rules/call.h"

namespace treering::bench {
namespace {

namespace setup = app::setup;
using core::Call;

constexpr std::uint64_t kFactor = 8;
constexpr std::uint64_t kLargest = std::uint64_t{1} << 32U;

/// A factor apart, and the largest.
std::vector<std::uint64_t> sizes() {
  std::vector<std::uint64_t> all;
  for (std::uint64_t bytes = kFactor; bytes < kLargest; bytes *= kFactor) all.push_back(bytes);
  all.push_back(kLargest);
  return all;
}

setup::JobRequest request_for(const std::string& topology, int nodes, Part part) {
  setup::JobRequest request;
  request.topology = topology;
  request.nodes = nodes;
  if (part == Part::OneGpu) request.gpus_per_node = 1;
  if (part == Part::InNetwork) request.variables.env = {"NCCL_COLLNET_ENABLE=1"};
  return request;
}

/// Whether the comparison is of this algorithm.
bool belongs_to(Part part, sim::nccl::Algorithm algorithm) {
  using sim::nccl::Algorithm;
  switch (part) {
    case Part::Usual:
      return true;
    case Part::OneGpu:
      return algorithm == Algorithm::Pat;
    case Part::InNetwork:
      return algorithm == Algorithm::CollNetChain || algorithm == Algorithm::CollNetDirect ||
             algorithm == Algorithm::Nvls;
  }
  return false;
}

class Job {
 public:
  Job(const std::string& topology, int nodes, Part part, double most_cpu_s)
      : topology_(topology), nodes_(nodes), part_(part), most_cpu_s_(most_cpu_s) {
    setup_ = setup::set_up(request_for(topology, nodes, part)).value();
    setup::carry_over(setup_);
    plan_ = setup::make_plan(setup_).value();
    cost_ = model(sim::Model::Cost);
    event_ = model(sim::Model::Event);
  }

  Comparisons compare() {
    for (const core::Collective collective : core::all_collectives()) {
      if (!sim::nccl::rules::is_tuned(collective)) {
        if (part_ == Part::Usual) add_sizes(collective, nullptr);
        continue;
      }
      const Call smallest{collective, sizes().front()};
      for (const auto& candidate : sim::nccl::call::candidates(plan_, smallest)) {
        if (candidate.available && belongs_to(part_, candidate.offer.algorithm)) {
          add_sizes(collective, &candidate);
        }
      }
    }
    return std::move(all_);
  }

 private:
  using Candidate = sim::nccl::call::Candidate;

  sim::TimeModel model(sim::Model which) const {
    const auto options = setup::time_model_options({}, which).value();
    return setup::time_model_for(options, setup_.cluster, plan_);
  }

  /// \param candidate null: messages between pairs
  void add_sizes(core::Collective collective, const Candidate* candidate) {
    double took_s = 0;
    double bytes_then = 1;
    for (const std::uint64_t asked : sizes()) {
      const auto call = setup::rounded_call({collective, asked}, plan_.shape.ranks());
      if (!call) continue;
      const auto bytes = static_cast<double>(call->bytes);
      if (took_s * bytes / bytes_then > most_cpu_s_) {
        ++all_.too_long;
        continue;
      }
      const double begin = cpu_s();
      add(*call, candidate);
      took_s = cpu_s() - begin;
      bytes_then = bytes;
    }
  }

  void add(const Call& call, const Candidate* candidate) {
    if (candidate == nullptr) return add(call, nullptr, "pairs", "Simple");
    const auto decision = sim::nccl::call::decision_for(plan_, call, *candidate);
    const sim::models::Choice choice{*candidate, decision};
    add(call, &choice, std::string(sim::nccl::name_of(candidate->offer.algorithm)),
        std::string(sim::nccl::name_of(candidate->offer.protocol)));
  }

  void add(const Call& call, const sim::models::Choice* choice, const std::string& algorithm,
           const std::string& protocol) {
    const auto cost = cost_.estimate(plan_, call, choice);
    const auto event = event_.estimate(plan_, call, choice);
    if (!cost || !event) {
      ++all_.without_time;
      return;
    }
    all_.rows.push_back({topology_, nodes_, call.collective, algorithm, protocol, call.bytes,
                         event->time.in_us(), cost->time.in_us()});
  }

  std::string topology_;
  int nodes_;
  Part part_;
  double most_cpu_s_;
  setup::Setup setup_;
  sim::nccl::Plan plan_;
  sim::TimeModel cost_;
  sim::TimeModel event_;
  Comparisons all_;
};

}  // namespace

double Comparison::difference() const {
  return std::abs(event_us / cost_us - 1);
}

Comparisons compare(const std::string& topology, int nodes, Part part, double most_cpu_s) {
  return Job(topology, nodes, part, most_cpu_s).compare();
}

}  // namespace treering::bench
