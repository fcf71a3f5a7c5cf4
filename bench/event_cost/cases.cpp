#include "bench/event_cost/cases.h"

#include <cmath>
#include <optional>

#include "app/setup/calls.h"
#include "app/setup/plan.h"
#include "app/setup/time_model.h"
#include "bench/cpu_clock.h"
#include "sim/nccl/rules/call.h"

namespace treering::bench {
namespace {

namespace setup = app::setup;
using sim::nccl::rules::Call;

constexpr std::uint64_t kFactor = 8;
constexpr std::uint64_t kLargest = std::uint64_t{1} << 32U;

/// A factor apart, and the largest.
std::vector<std::uint64_t> sizes() {
  std::vector<std::uint64_t> all;
  for (std::uint64_t bytes = kFactor; bytes < kLargest; bytes *= kFactor) all.push_back(bytes);
  all.push_back(kLargest);
  return all;
}

class Job {
 public:
  Job(const std::string& topology, int nodes, double most_cpu_s)
      : topology_(topology), nodes_(nodes), most_cpu_s_(most_cpu_s) {
    setup::JobRequest request;
    request.topology = topology;
    request.nodes = nodes;
    setup_ = setup::set_up(request).value();
    setup::carry_over(setup_);
    plan_ = setup::make_plan(setup_).value();
    cost_ = model(sim::Model::Cost);
    event_ = model(sim::Model::Event);
  }

  Comparisons compare() {
    for (const core::Collective collective : core::all_collectives()) {
      if (!sim::nccl::rules::is_tuned(collective)) continue;
      const Call smallest{collective, sizes().front()};
      for (const auto& candidate : sim::nccl::call::candidates(plan_, smallest)) {
        if (candidate.available) add_sizes(collective, candidate);
      }
    }
    return std::move(all_);
  }

 private:
  sim::TimeModel model(sim::Model which) const {
    const auto options = setup::time_model_options({}, which).value();
    return setup::time_model_for(options, setup_.cluster, plan_);
  }

  void add_sizes(core::Collective collective, const sim::nccl::call::Candidate& candidate) {
    double took_s = 0;
    double bytes_then = 1;
    for (const std::uint64_t asked : sizes()) {
      const auto call = setup::carried_call({collective, asked}, plan_.shape.ranks());
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

  void add(const Call& call, const sim::nccl::call::Candidate& candidate) {
    const auto decision = sim::nccl::call::decision_for(plan_, call, candidate);
    const sim::models::Choice choice{candidate, decision};
    const auto cost = cost_.estimate(plan_, call, &choice);
    const auto event = event_.estimate(plan_, call, &choice);
    if (!cost || !event) {
      ++all_.without_time;
      return;
    }
    all_.rows.push_back({topology_, nodes_, call.collective,
                         std::string(sim::nccl::name_of(candidate.algorithm)),
                         std::string(sim::nccl::name_of(candidate.protocol)), call.bytes,
                         event->time.in_us(), cost->time.in_us()});
  }

  std::string topology_;
  int nodes_;
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

Comparisons compare(const std::string& topology, int nodes, double most_cpu_s) {
  return Job(topology, nodes, most_cpu_s).compare();
}

}  // namespace treering::bench
