#include "sim/nccl/call/call_schedule.h"

#include <algorithm>
#include <cmath>

#include "sim/algorithms/registry.h"
#include "sim/cost/terms/work.h"
#include "sim/nccl/plan.h"

namespace treering::sim::nccl::call {
namespace {

/// What NCCL does not have knows nothing of the nodes that NCCL sees in a machine.
int ranks_per_node(const algorithms::Entry& entry, const Plan& plan) {
  return entry.rules == nullptr ? plan.shape.ranks() / plan.job.nodes : plan.shape.ranks_per_node;
}

std::unique_ptr<schedule::Schedule> made(const algorithms::ScheduleFace& face,
                                         const algorithms::ScheduleQuery& query) {
  if (face.serves == nullptr || !face.serves(query)) return nullptr;
  return face.make(query);
}

}  // namespace

schedule::Contract contract_of(const core::Call& call, int ranks) {
  const rules::CallSize size = rules::size_of(call, ranks);
  const schedule::Goal goal = schedule::goal_of(call.collective);
  std::uint64_t block = size.count * size.element_bytes;
  if (schedule::is_shared_out(goal) && !rules::is_tuned(call.collective)) {
    block = call.bytes / static_cast<std::uint64_t>(ranks);
  }
  return {goal, ranks, block, call.root};
}

std::vector<schedule::ChannelWork> channel_work(const Decision& decision, std::uint64_t bytes) {
  std::vector<schedule::ChannelWork> work;
  std::uint64_t begin = 0;
  for (int channel = 0; channel < decision.channels; ++channel) {
    const bool is_last = channel + 1 == decision.channels;
    const ChannelPart& part = channel == 0 ? decision.low
                              : is_last    ? decision.high
                                           : decision.middle;
    // Where channels work on the whole in turns, the division leaves a rest.
    const std::uint64_t own = is_last ? bytes - begin : part.bytes;
    work.push_back({begin, own, std::max<std::uint64_t>(part.chunk_bytes, 1)});
    begin += own;
  }
  return work;
}

std::unique_ptr<schedule::Schedule> make_schedule_by(const algorithms::Entry& entry,
                                                     const Plan& plan, const core::Call& call,
                                                     const Decision& decision) {
  const communicator::CommunicatorView view = view_of(plan);
  const schedule::Contract contract = contract_of(call, plan.shape.ranks());
  const algorithms::ScheduleQuery query{contract,
                                        channel_work(decision, contract.block_bytes),
                                        ranks_per_node(entry, plan),
                                        rules::size_of(call, plan.shape.ranks()).element_bytes,
                                        decision.offer.protocol,
                                        &view};
  return made(entry.schedule, query);
}

std::unique_ptr<schedule::Schedule> make_barrier_by(const algorithms::Entry& entry,
                                                    const Plan& plan) {
  const schedule::Contract contract{schedule::Goal::Barrier, plan.shape.ranks(), 1, 0};
  return made(entry.schedule, {contract, {{0, 1, 1}}, ranks_per_node(entry, plan)});
}

Decision pairs_decision(const Plan& plan, const core::Call& call) {
  const rules::CallSize size = rules::size_of(call, plan.shape.ranks());
  const std::uint64_t block = contract_of(call, plan.shape.ranks()).block_bytes;
  Decision decision;
  decision.offer.algorithm = Algorithm::Ring;
  decision.offer.protocol = Protocol::Simple;
  decision.max_channels = std::max(plan.channels.count(), 1);
  decision.channels = std::clamp(
      static_cast<int>(std::ceil(static_cast<double>(block) / cost::terms::kPeerPartBytes)), 1,
      decision.max_channels);
  const std::uint64_t elements = block / size.element_bytes;
  const auto channels = static_cast<std::uint64_t>(decision.channels);
  const std::uint64_t own = elements / channels * size.element_bytes;
  decision.chunk_bytes = std::max<std::uint64_t>(own, size.element_bytes);
  decision.low = decision.middle = decision.high = {own, block};
  return decision;
}

std::unique_ptr<schedule::Schedule> make_schedule(const Plan& plan, const core::Call& call,
                                                  const Decision& decision) {
  return make_schedule_by(algorithms::entry_of(decision.offer.algorithm), plan, call, decision);
}

}  // namespace treering::sim::nccl::call
