// NCCL's plans on a machine as it is and as it would be. Its search takes most of a diagnosis.
#pragma once

#include <deque>
#include <optional>

#include "core/topology/topology.h"
#include "sim/job/job.h"
#include "sim/nccl/plan.h"

namespace treering::tuner::doctor {

/// Each is searched for once, whoever asks.
class Plans {
 public:
  /// Null where NCCL cannot run there. Stays where it is.
  const sim::nccl::Plan* on(const core::Topology& node, const sim::job::JobSpec& job);

 private:
  struct Known {
    core::Topology node;
    sim::job::JobSpec job;
    std::optional<sim::nccl::Plan> plan;
  };
  std::deque<Known> known_;
};

}  // namespace treering::tuner::doctor
