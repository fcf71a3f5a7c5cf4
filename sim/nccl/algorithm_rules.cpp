#include "sim/nccl/algorithm_rules.h"

namespace treering::sim::nccl {

int protocol_max_threads(const CommunicatorView& comm, Protocol protocol) {
  return comm.version.schedule.protocols[protocol].max_threads;
}

int protocol_thread_threshold(const CommunicatorView& comm, Protocol protocol) {
  return comm.version.schedule.protocols[protocol].thread_threshold;
}

std::string always_usable(const CommunicatorView&, const Call&) {
  return {};
}

CostFactors no_cost_factors(const CostQuery&) {
  return {};
}

Sharing share_continuously(const CommunicatorView&) {
  return Sharing::Continuous;
}

}  // namespace treering::sim::nccl
