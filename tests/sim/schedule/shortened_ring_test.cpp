#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sim/schedule/ring.h"

namespace treering::sim::schedule {
namespace shortened_ring_test {

/// Two channels, the second in the other direction.
RingInput ring_of(int ranks, std::uint64_t bytes, std::uint64_t chunk) {
  RingInput input;
  input.contract = {Goal::AllReduce, ranks, 2 * bytes};
  std::vector<int> ring(static_cast<std::size_t>(ranks));
  std::iota(ring.begin(), ring.end(), 0);
  input.rings = {ring, {ring.rbegin(), ring.rend()}};
  input.work = {{0, bytes, chunk}, {bytes, bytes, chunk}};
  input.chunk_grain = 16;
  input.slots = 4;
  return input;
}

/// What a stream sends in its rounds, longest first.
std::vector<std::uint64_t> sizes(const Schedule& ring, StreamId id) {
  std::vector<std::uint64_t> all;
  for (StepIndex i = 0; i < ring.stream(id).steps; ++i) all.push_back(ring.step(id, i).bytes);
  std::ranges::sort(all, std::ranges::greater{});
  return all;
}

TEST(ShortenedRing, EvenRingsHaveNoShorterChunks) {
  EXPECT_EQ(shorter_chunks(*ring_schedule(ring_of(8, 8 * 64, 4096))), 0);
  // 500 bytes in eight chunks of 64: the last has 52.
  EXPECT_EQ(shorter_chunks(*ring_schedule(ring_of(8, 500, 4096))), 1);
}

RC_GTEST_PROP(ShortenedRingProperty, TheShorterChunksStay, ()) {
  const int ranks = *rc::gen::inRange(8, 60);
  const auto bytes = *rc::gen::inRange<std::uint64_t>(1, 20000);
  const auto chunk = 16 * *rc::gen::inRange<std::uint64_t>(1, 64);
  const auto ring = ring_schedule(ring_of(ranks, bytes, chunk));
  const int shorter = shorter_chunks(*ring);
  if (shorter + 2 >= ranks) return;
  const int left = *rc::gen::inRange(shorter + 1, ranks);
  const auto shortened_one = shortened(*ring, left);
  RC_ASSERT(shortened_one->contract().ranks == left);
  RC_ASSERT(shorter_chunks(*shortened_one) == shorter);
  // Loops stay; each has two rounds less, of full chunks, for each rank less.
  const StepIndex loops = ring->stream(0).steps / static_cast<StepIndex>(2 * ranks - 1);
  RC_ASSERT(shortened_one->stream(0).steps == loops * static_cast<StepIndex>(2 * left - 1));
  const auto before = sizes(*ring, 0);
  const auto after = sizes(*shortened_one, 0);
  RC_ASSERT(before.front() == after.front());
}

/// Any ring, of one loop or several.
std::unique_ptr<Schedule> any_ring(int ranks) {
  const auto bytes = *rc::gen::inRange<std::uint64_t>(1, 20000);
  const auto chunk = 16 * *rc::gen::inRange<std::uint64_t>(1, 64);
  return ring_schedule(ring_of(ranks, bytes, chunk));
}

RC_GTEST_PROP(ShortenedRingProperty, ARingOfFullChunksHasNoShorterOnes, ()) {
  const int ranks = *rc::gen::inRange(2, 40);
  const auto bytes = *rc::gen::inRange<std::uint64_t>(16, 20000);
  const auto chunk = 16 * *rc::gen::inRange<std::uint64_t>(1, 64);
  const auto ring = ring_schedule(ring_of(ranks, bytes, chunk));
  const std::uint64_t even = bytes_of_full_chunks(*ring);
  RC_ASSERT(even >= 2 * bytes);
  const auto full = ring_schedule(ring_of(ranks, even / 2, chunk));
  RC_ASSERT(shorter_chunks(*full) == 0);
  RC_ASSERT(full->stream(0).steps == ring->stream(0).steps);
}

RC_GTEST_PROP(ShortenedRingProperty, SentBytesAreThoseOfTheSteps, ()) {
  const auto ring = any_ring(*rc::gen::inRange(2, 40));
  for (StreamId id = 0; id < ring->streams(); ++id) {
    std::uint64_t sent = 0;
    for (StepIndex i = 0; i < ring->stream(id).steps; ++i) {
      const Step step = ring->step(id, i);
      if (step.send.count > 0) sent += step.bytes;
    }
    RC_ASSERT(sent_bytes(*ring, id) == sent);
  }
}

}  // namespace shortened_ring_test
}  // namespace treering::sim::schedule
