// Schedules that are simulated while somebody looks on.
#pragma once

#include <memory>
#include <numeric>
#include <vector>

#include "sim/engine/simulate.h"
#include "sim/schedule/ring.h"
#include "sim/schedule/steps_in_memory.h"
#include "sim/schedule/tree.h"
#include "sim/timeline/timeline.h"

namespace treering::sim::timeline {

using Shared = std::shared_ptr<const schedule::Schedule>;

/// Stream 0 sends `messages` of so many bytes to stream 1, which keeps them.
inline Shared pair(int messages, std::uint64_t bytes, int slots) {
  auto all = std::make_shared<schedule::StepsInMemory>();
  all->promise = {schedule::Goal::SendRecv, 2, bytes};
  all->agent_count = 2;
  all->slot_count = slots;
  const auto steps = static_cast<std::uint64_t>(messages);
  all->list.resize(2);
  all->list[0].stream = {0, 0, steps, {}, {{1, 0}}};
  all->list[1].stream = {1, 0, steps, {{0, 0}}, {}};
  for (int i = 0; i < messages; ++i) {
    all->list[0].list.push_back({{bytes, {}, {0, 1}, true, false}, {}});
    all->list[1].list.push_back({{bytes, {0, 1}, {}, false, true}, {}});
  }
  return all;
}

inline Shared ring(int ranks, std::uint64_t bytes, schedule::Goal goal, int slices) {
  schedule::RingInput input;
  input.contract = {goal, ranks, 2 * bytes, 1};
  std::vector<int> order(static_cast<std::size_t>(ranks));
  std::iota(order.begin(), order.end(), 0);
  input.rings = {order, order};
  input.work = {{0, bytes, 64}, {bytes, bytes, 48}};
  input.slicing = {slices, 8, 8};
  input.chunk_grain = 8;
  input.slots = 3;
  return schedule::ring_schedule(std::move(input));
}

inline Shared tree(int ranks, std::uint64_t bytes) {
  schedule::TreesInput input;
  input.contract = {schedule::Goal::AllReduce, ranks, bytes};
  input.agents = input.members = ranks;
  input.member = [ranks](int, int rank) {
    const auto place = schedule::heap_place(rank, ranks, 0);
    return schedule::rank_member(rank, place.up, place.down);
  };
  input.work = {{0, {0, bytes, 40}, 0, 1, 8}};
  input.slots = 4;
  return schedule::trees_schedule(std::move(input));
}

inline std::shared_ptr<const Timeline> timeline_of(const Shared& schedule,
                                                   const engine::Wiring& wiring,
                                                   const engine::Shortcuts& shortcuts,
                                                   std::size_t most = Recorder::kMost) {
  Recorder recorder(most);
  engine::simulate(*schedule, wiring, shortcuts, &recorder);
  return std::make_shared<Timeline>(schedule, recorder.take());
}

inline constexpr engine::Shortcuts kNone{false, false};

/// One link of 100 bytes/us.
inline engine::Wiring one_link(const engine::Wire& wire) {
  return {{100}, [wire](schedule::StreamId, int) { return wire; }, 200, 0};
}

}  // namespace treering::sim::timeline
