// The schedule of a call whose algorithm, protocol, channels and chunks are decided.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/nccl/call/choice.h"
#include "sim/nccl/connections/connections.h"
#include "sim/schedule/chunks.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::algorithms {
struct Entry;
}  // namespace treering::sim::algorithms

namespace treering::sim::nccl {
struct Plan;
}  // namespace treering::sim::nccl

namespace treering::sim::nccl::call {

/// The promise of the collective.
schedule::Contract contract_of(const core::Call& call, int ranks);

/// The channels' parts of `bytes`, one after another: of a block where the collective has blocks.
std::vector<schedule::ChannelWork> channel_work(const Decision& decision, std::uint64_t bytes);

/// The schedule of `entry` with the channels and chunks of `decision`: of an algorithm that NCCL
/// does not have, or does not use for the call. As below.
std::unique_ptr<schedule::Schedule> make_schedule_by(const algorithms::Entry& entry,
                                                     const Plan& plan, const core::Call& call,
                                                     const Decision& decision);

/// A barrier by an algorithm that NCCL does not have, on one channel; null where it has none.
std::unique_ptr<schedule::Schedule> make_barrier_by(const algorithms::Entry& entry,
                                                    const Plan& plan);

/// How NCCL carries a message of `bytes` between two ranks (v2.29.2-1, src/enqueue.cc,
/// addP2pToPlan): in so many channels, each of which has one part of it, in chunks.
struct PairParts {
  Protocol protocol = Protocol::Simple;
  int channels = 1;
  int most_channels = 1;  // that a message of this call may have
  std::uint64_t chunk_bytes = 0;
};
PairParts pair_parts(const Plan& plan, connections::PairChannels channels, std::uint64_t bytes);

/// NCCL has no algorithm for messages between pairs: what carries them here.
Decision pairs_decision(const Plan& plan, const core::Call& call,
                        connections::PairChannels channels);

/// Refers to `plan`; null where the algorithm has no schedule for the collective.
std::unique_ptr<schedule::Schedule> make_schedule(const Plan& plan, const core::Call& call,
                                                  const Decision& decision);

}  // namespace treering::sim::nccl::call
