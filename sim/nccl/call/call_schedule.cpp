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

namespace {

/// Bytes of a chunk of messages between pairs: NCCL v2.28.9-1, src/init.cc, NCCL_P2P_NET_CHUNKSIZE,
/// _NVL_CHUNKSIZE and _PCI_CHUNKSIZE.
constexpr std::uint64_t kNetworkChunk = 1 << 17;
constexpr std::uint64_t kNvlinkChunk = 1 << 19;
constexpr std::uint64_t kPcieChunk = 1 << 17;

/// Longer messages are cut into fewer chunks, larger than NCCL's: so many of each message, and of
/// all together, where there are many messages to overlap.
constexpr std::uint64_t kMostChunks = 32;
constexpr std::uint64_t kMostOfAll = 200'000;

std::uint64_t messages_of(core::Collective collective, int ranks) {
  const auto n = static_cast<std::uint64_t>(ranks);
  switch (collective) {
    case core::Collective::AllToAll:
      return n * (n - 1);
    case core::Collective::Gather:
    case core::Collective::Scatter:
      return n - 1;
    default:  // sendrecv
      return n;
  }
}

/// Bytes of a step of the buffer between two ranks.
std::uint64_t pair_step(const Plan& plan) {
  if (plan.shape.nodes > 1) return kNetworkChunk;
  return plan.facts.all_nvlink ? kNvlinkChunk : kPcieChunk;
}

/// \param parts of each message
std::uint64_t pair_chunk_bytes(const Plan& plan, core::Collective collective, std::uint64_t parts,
                               std::uint64_t part_bytes, std::uint64_t chunk) {
  const std::uint64_t messages = messages_of(collective, plan.shape.ranks()) * parts;
  const std::uint64_t most =
      std::clamp<std::uint64_t>(kMostOfAll / std::max<std::uint64_t>(messages, 1), 1, kMostChunks);
  return std::min(part_bytes, std::max(chunk, schedule::ceil_div(part_bytes, most)));
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

namespace {

/// The buffer of LL has 8 steps of so many bytes on the wire (NCCL v2.29.2-1, src/include/comm.h).
constexpr std::uint64_t kLlStep = 1 << 16;
constexpr std::uint64_t kLlThreshold = 1 << 14;  // src/enqueue.cc, NCCL_P2P_LL_THRESHOLD

/// What a message may be cut into.
struct PairCut {
  std::uint64_t least_part = 1;
  std::uint64_t most_part = 1;
  int most_channels = 1;  // at first
  int limit = 1;          // where parts would be too large
};

int channels_for(std::uint64_t bytes, const PairCut& cut) {
  const auto wanted = schedule::ceil_div(std::max<std::uint64_t>(bytes, 1), cut.least_part);
  int channels = static_cast<int>(
      std::min<std::uint64_t>(static_cast<std::uint64_t>(cut.most_channels), wanted));
  while (channels <= cut.limit / 2 &&
         schedule::ceil_div(bytes, static_cast<std::uint64_t>(channels)) > cut.most_part) {
    channels *= 2;
  }
  return channels;
}

}  // namespace

PairParts pair_parts(const Plan& plan, connections::PairChannels channels, std::uint64_t bytes) {
  const bool is_one_node = plan.shape.nodes == 1;
  const versions::ScheduleConstants& schedule = view_of(plan).version.schedule;
  PairParts parts;
  parts.most_channels = channels.per_peer;
  while (parts.most_channels > 1 && parts.most_channels * plan.shape.ranks() > channels.channels) {
    parts.most_channels /= 2;
  }
  const auto cut_for = [&](std::uint64_t step) {
    const auto least = static_cast<std::uint64_t>(is_one_node ? schedule.pair_parts_of_step : 2);
    return PairCut{step / least, is_one_node ? step * 32 : step, parts.most_channels,
                   channels.per_peer};
  };
  parts.chunk_bytes = pair_step(plan);
  parts.channels = channels_for(bytes, cut_for(parts.chunk_bytes));
  const bool counts_all = schedule.pair_ll_counts_all_channels;
  const int counted = counts_all ? channels.per_peer : parts.channels;
  if (bytes > kLlThreshold * static_cast<std::uint64_t>(counted)) return parts;
  parts.protocol = Protocol::Ll;
  parts.chunk_bytes = kLlStep / 2;
  if (counts_all) parts.channels = channels_for(bytes, cut_for(kLlStep));
  return parts;
}

Decision pairs_decision(const Plan& plan, const core::Call& call,
                        connections::PairChannels channels) {
  const rules::CallSize size = rules::size_of(call, plan.shape.ranks());
  const std::uint64_t block = contract_of(call, plan.shape.ranks()).block_bytes;
  const PairParts cut = pair_parts(plan, channels, block);
  Decision decision;
  decision.offer.algorithm = Algorithm::Ring;
  decision.offer.protocol = cut.protocol;
  decision.max_channels = channels.per_peer;
  decision.channels = cut.channels;
  const std::uint64_t elements = block / size.element_bytes;
  const auto parts = static_cast<std::uint64_t>(decision.channels);
  const std::uint64_t own = std::max<std::uint64_t>(elements / parts, 1) * size.element_bytes;
  decision.chunk_bytes = pair_chunk_bytes(plan, call.collective, parts, own, cut.chunk_bytes);
  decision.low = decision.middle = decision.high = {own, decision.chunk_bytes};
  return decision;
}

std::unique_ptr<schedule::Schedule> make_schedule(const Plan& plan, const core::Call& call,
                                                  const Decision& decision) {
  return make_schedule_by(algorithms::entry_of(decision.offer.algorithm), plan, call, decision);
}

}  // namespace treering::sim::nccl::call
