// The schedule of a call whose algorithm, protocol, channels and chunks are decided.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/nccl/call/choice.h"
#include "sim/schedule/chunks.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::nccl {
struct Plan;
}  // namespace treering::sim::nccl

namespace treering::sim::nccl::call {

/// What the collective promises, with `root` for those that have one.
schedule::Contract contract_of(const rules::Call& call, int ranks, int root = 0);

/// The channels' parts of `bytes`, one after another: of a block where the collective has blocks.
std::vector<schedule::ChannelWork> channel_work(const Decision& decision, std::uint64_t bytes);

/// Refers to `plan`; null where the algorithm has no schedule for the collective.
std::unique_ptr<schedule::Schedule> make_schedule(const Plan& plan, const rules::Call& call,
                                                  const Decision& decision);

}  // namespace treering::sim::nccl::call
