// The schedule of a call whose algorithm, protocol, channels and chunks are decided.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/nccl/call/choice.h"
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

/// NCCL has no algorithm for messages between pairs: what carries them here, in so many channels
/// that each takes at most cost::terms::kPeerPartBytes of a message, as far as there are as many.
/// Between nodes that is as many as wanted: what a channel carries there has not been measured.
/// \param channels those of a message (connections::PairChannels)
Decision pairs_decision(const Plan& plan, const core::Call& call, int channels);

/// Refers to `plan`; null where the algorithm has no schedule for the collective.
std::unique_ptr<schedule::Schedule> make_schedule(const Plan& plan, const core::Call& call,
                                                  const Decision& decision);

}  // namespace treering::sim::nccl::call
