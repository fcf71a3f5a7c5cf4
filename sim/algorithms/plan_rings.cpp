#include <algorithm>

#include "sim/algorithms/faces.h"
#include "sim/nccl/communicator/channels.h"
#include "sim/nccl/rules/launch.h"
#include "sim/schedule/pat.h"
#include "sim/schedule/ring.h"

namespace treering::sim::algorithms {

using nccl::Protocol;
using schedule::Goal;

int slots_of(const ScheduleQuery& query, int steps_of_message) {
  return query.comm->version.schedule.buffer_steps / steps_of_message;
}

namespace plan_rings {
namespace {

using schedule::Schedule;

// NCCL v2.28.9-1, src/include/collectives.h: with Simple a slice is half of a chunk of four steps;
// broadcast and reduce, LL and LL128 have one step each.
constexpr int kSlicesOfChunk = 2;
// src/device/prims_simple.h, genericOp: slices are multiples of 16 elements, and at least 1/32 of
// their steps.
constexpr std::uint64_t kSliceGrain = 16;
constexpr std::uint64_t kLeastShare = 32;
// src/device/all_reduce.h, runRing: the chunks of the last loop are multiples of 16 bytes.
constexpr std::uint64_t kLastChunkGrain = 16;

std::vector<std::vector<int>> rings_of(const ScheduleQuery& query) {
  std::vector<std::vector<int>> rings;
  for (std::size_t channel = 0; channel < query.work.size(); ++channel) {
    rings.push_back(query.comm->channels.ring(static_cast<int>(channel)));
  }
  return rings;
}

bool serves_ring(const ScheduleQuery& query) {
  return schedule::ring_serves(query.contract.goal);
}

std::unique_ptr<Schedule> make_ring(const ScheduleQuery& query) {
  const Goal goal = query.contract.goal;
  const bool is_rooted = goal == Goal::Broadcast || goal == Goal::Reduce;
  schedule::RingInput input{query.contract, rings_of(query), query.work, {}, kLastChunkGrain, 1};
  if (query.protocol != Protocol::Simple || is_rooted) {
    input.slots = slots_of(query, 1);
    return schedule::ring_schedule(std::move(input));
  }
  const int steps = query.comm->version.schedule.ring_chunk_steps / kSlicesOfChunk;
  const int slice = nccl::rules::payload_of_steps(*query.comm, query.protocol, steps);
  input.slicing = {kSlicesOfChunk, kSliceGrain * query.element_bytes,
                   static_cast<std::uint64_t>(slice) / kLeastShare};
  input.slots = slots_of(query, steps);
  return schedule::ring_schedule(std::move(input));
}

bool serves_pat(const ScheduleQuery& query) {
  return schedule::pat_serves(query.contract.goal);
}

std::unique_ptr<Schedule> make_pat(const ScheduleQuery& query) {
  // NCCL v2.28.9-1, src/device/all_gather.h: a message is no longer than a chunk.
  std::uint64_t chunk = 1;
  for (const schedule::ChannelWork& work : query.work) chunk = std::max(chunk, work.chunk_bytes);
  return schedule::pat_schedule({query.contract, query.work, chunk, slots_of(query, 1)});
}

}  // namespace
}  // namespace plan_rings

ScheduleFace ring_schedule_face() {
  return {plan_rings::serves_ring, plan_rings::make_ring};
}

ScheduleFace pat_schedule_face() {
  return {plan_rings::serves_pat, plan_rings::make_pat};
}

}  // namespace treering::sim::algorithms
