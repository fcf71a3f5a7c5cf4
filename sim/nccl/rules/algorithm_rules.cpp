#include "sim/nccl/rules/algorithm_rules.h"

#include <algorithm>

namespace treering::sim::nccl::rules {

// NCCL v2.28.9-1, src/graph/tuning.cc, getNthreads and its callers.
int asked_max_threads(const communicator::CommunicatorView& comm, Protocol protocol,
                      int otherwise) {
  const bool is_ll128 = protocol == Protocol::Ll128;
  const job::ThreadLimits& limits = comm.settings.threads;
  const auto asked = is_ll128 ? limits.ll128_threads : limits.threads;
  if (!asked) return otherwise;
  const versions::ScheduleConstants& schedule = comm.version.schedule;
  const int most = schedule.protocols[protocol].max_threads;
  if (*asked % schedule.warp_threads != 0) return most;
  return std::clamp(*asked, is_ll128 ? most / 4 : 2 * schedule.warp_threads, most);
}

int protocol_max_threads(const communicator::CommunicatorView& comm, Protocol protocol) {
  return asked_max_threads(comm, protocol, comm.version.schedule.protocols[protocol].max_threads);
}

int protocol_thread_threshold(const communicator::CommunicatorView& comm, Protocol protocol) {
  return comm.version.schedule.protocols[protocol].thread_threshold;
}

std::string always_usable(const communicator::CommunicatorView&, const core::Call&) {
  return {};
}

CostFactors no_cost_factors(const CostQuery&) {
  return {};
}

Sharing share_continuously(const communicator::CommunicatorView&) {
  return Sharing::Continuous;
}

}  // namespace treering::sim::nccl::rules
