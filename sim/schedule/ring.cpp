#include "sim/schedule/ring.h"

#include <utility>

#include "core/assert.h"
#include "sim/schedule/ring_schedule.h"

namespace treering::sim::schedule {
namespace {

const RingSchedule& ring_in(const Schedule& ring) {
  const auto* const known = dynamic_cast<const RingSchedule*>(&ring);
  TREERING_ASSERT(known != nullptr, "it is a ring");
  return *known;
}

}  // namespace

bool ring_serves(Goal goal) {
  return is_common(goal);
}

std::unique_ptr<Schedule> ring_schedule(RingInput input) {
  TREERING_ASSERT(ring_serves(input.contract.goal), "rings serve the collective");
  TREERING_ASSERT(input.rings.size() == input.work.size(), "every ring has its work");
  return std::make_unique<RingSchedule>(std::move(input));
}

const RingInput* ring_input(const Schedule& ring) {
  const auto* const known = dynamic_cast<const RingSchedule*>(&ring);
  return known == nullptr ? nullptr : &known->input();
}

int shorter_chunks(const Schedule& ring) {
  const auto* const known = dynamic_cast<const RingSchedule*>(&ring);
  return known == nullptr ? 0 : known->shorter_chunks();
}

StepIndex loops_of(const Schedule& ring) {
  const auto* const known = dynamic_cast<const RingSchedule*>(&ring);
  return known == nullptr ? 0 : known->loops();
}

std::unique_ptr<Schedule> shortened(const Schedule& ring, int ranks) {
  TREERING_ASSERT(shorter_chunks(ring) < ranks, "full chunks are left out");
  return ring_schedule(ring_in(ring).shortened(ranks));
}

std::uint64_t bytes_of_full_chunks(const Schedule& ring) {
  const RingInput full = ring_in(ring).with_full_chunks();
  const auto ranks = static_cast<std::uint64_t>(full.contract.ranks);
  std::uint64_t bytes = 0;
  for (const ChannelWork& work : full.work) {
    if (work.bytes == 0) continue;
    // A first chunk of less than a grain is all that its loop has.
    const std::uint64_t last = work.last_chunk_bytes;
    bytes += work.bytes + ranks * (round_up(last, full.chunk_grain) - last);
  }
  return bytes;
}

std::uint64_t sent_bytes(const Schedule& ring, StreamId id) {
  return ring_in(ring).sent_bytes(id);
}

}  // namespace treering::sim::schedule
