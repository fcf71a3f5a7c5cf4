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

/// Any ring whose work is at most one loop for each channel, or several.
std::unique_ptr<Schedule> any_ring(int ranks, bool has_one_loop) {
  const auto bytes = *rc::gen::inRange<std::uint64_t>(1, 20000);
  const auto chunk = 16 * *rc::gen::inRange<std::uint64_t>(1, 64);
  return ring_schedule(ring_of(ranks, bytes, has_one_loop ? 20000 : chunk));
}

RC_GTEST_PROP(ShortenedRingProperty, FullChunksAreAsLongAsTheLongest, ()) {
  const auto ring = any_ring(*rc::gen::inRange(2, 40), false);
  const auto full = with_full_chunks(*ring);
  RC_ASSERT(shorter_chunks(*full) == 0);
  RC_ASSERT(full->streams() == ring->streams());
  RC_ASSERT(full->stream(0) == ring->stream(0));
  const StepIndex steps = ring->stream(0).steps;
  for (StepIndex i = 0; i < steps; ++i) {
    RC_ASSERT(full->step(0, i).bytes >= ring->step(0, i).bytes);
  }
  RC_ASSERT(sizes(*full, 0).front() == sizes(*ring, 0).front());
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

RC_GTEST_PROP(ShortenedRingProperty, RepeatedChunksAreThoseOfTheFirst, ()) {
  const int period = *rc::gen::inRange(1, 8);
  const int ranks = period * *rc::gen::inRange(2, 6);
  const auto ring = any_ring(ranks, true);
  const auto repeated = with_repeated_chunks(*ring, period);
  RC_ASSERT(repeated->stream(0) == ring->stream(0));
  const StepIndex steps = ring->stream(0).steps;
  const auto id = *rc::gen::inRange(0, ring->streams());
  const auto same_place = id / ranks * ranks + (id + period) % ranks;
  RC_ASSERT(repeated->kind(id) == repeated->kind(same_place));
  for (StepIndex i = 0; i < steps; ++i) {
    const Step step = repeated->step(id, i);
    RC_ASSERT(step.bytes >= ring->step(id, i).bytes);
    RC_ASSERT(step == repeated->step(same_place, i));
  }
  const auto from = *rc::gen::inRange<StepIndex>(0, steps);
  const auto onward = *rc::gen::inRange<StepIndex>(1, steps);
  for (StepIndex i = 0; i < repeated->repeats(id, from, onward); ++i) {
    const Step now = repeated->step(id, from + i);
    const Step then = repeated->step(id, from + i + onward);
    RC_ASSERT(now.bytes == then.bytes && now.send == then.send && now.receive == then.receive);
  }
}

RC_GTEST_PROP(ShortenedRingProperty, SentBytesAreThoseOfTheSteps, ()) {
  const auto ring = any_ring(*rc::gen::inRange(2, 40), false);
  for (StreamId id = 0; id < ring->streams(); ++id) {
    std::uint64_t sent = 0;
    for (StepIndex i = 0; i < ring->stream(id).steps; ++i) {
      const Step step = ring->step(id, i);
      if (step.send.count > 0) sent += step.bytes;
    }
    RC_ASSERT(sent_bytes(*ring, id) == sent);
  }
}

/// Steps on data that begin in a range.
std::vector<Step> steps_before(const Schedule& ring, StreamId id, const Range& first) {
  std::vector<Step> some;
  for (StepIndex i = 0; i < ring.stream(id).steps; ++i) {
    const auto data = ring.data(id, i);
    const bool is_first = !data.empty() && data.front().begin >= first.begin &&
                          data.front().begin < first.begin + first.bytes;
    if (is_first) some.push_back(ring.step(id, i));
  }
  return some;
}

RC_GTEST_PROP(ShortenedRingProperty, TheFirstChunksGoAsInTheRing, ()) {
  const int ranks = *rc::gen::inRange(4, 40);
  const auto ring = any_ring(ranks, true);
  const int full = ranks - shorter_chunks(*ring);
  if (full < 2) return;
  const int chunks = *rc::gen::inRange(1, full);
  const auto few = with_first_chunks(*ring, chunks);
  RC_ASSERT(few->streams() == ring->streams());
  const std::uint64_t length = sizes(*ring, 0).front();
  for (StreamId id = 0; id < ring->streams(); ++id) {
    const std::uint64_t begin = id < ranks ? 0 : ring->contract().block_bytes / 2;
    const auto kept = steps_before(*ring, id, {begin, length * static_cast<unsigned>(chunks)});
    RC_ASSERT(few->stream(id).steps == kept.size());
    for (StepIndex i = 0; i < kept.size(); ++i) RC_ASSERT(few->step(id, i) == kept[i]);
  }
}

}  // namespace shortened_ring_test
}  // namespace treering::sim::schedule
