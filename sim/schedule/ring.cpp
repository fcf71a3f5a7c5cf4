#include "sim/schedule/ring.h"

#include <algorithm>
#include <utility>

#include "core/assert.h"
#include "sim/schedule/kind.h"
#include "sim/schedule/ring_schedule.h"

namespace treering::sim::schedule {
namespace {

/// Rounds in which a rank has one of the first chunks of a ring.
class FirstChunks final : public Schedule {
 public:
  FirstChunks(const RingSchedule& ring, int chunks) : ring_(ring), chunks_(chunks) {}

  const Contract& contract() const override { return ring_.contract(); }
  int agents() const override { return ring_.agents(); }
  int streams() const override { return ring_.streams(); }
  int slots() const override { return ring_.slots(); }
  Stream stream(StreamId id) const override {
    Stream stream = ring_.stream(id);
    const auto slices = static_cast<StepIndex>(ring_.slices());
    if (stream.steps > 0) stream.steps = static_cast<StepIndex>(rounds(id)) * slices;
    return stream;
  }
  Step step(StreamId id, StepIndex index) const override {
    return ring_.step(id, in_ring(id, index));
  }
  std::vector<Range> data(StreamId id, StepIndex index) const override {
    return ring_.data(id, in_ring(id, index));
  }

 private:
  int ranks() const { return contract().ranks; }
  /// All chunks have two, but for the one that ends at the rank.
  int rounds(StreamId id) const {
    const bool has_last = ring_.position_of(id) < chunks_;
    return 2 * chunks_ - (has_last ? 1 : 0);
  }
  /// A rank has the chunks from the one before its own back to 0, then from the last one back to
  /// its own.
  StepIndex in_ring(StreamId id, StepIndex index) const {
    const auto slices = static_cast<StepIndex>(ring_.slices());
    const int number = static_cast<int>(index / slices);
    const int position = ring_.position_of(id);
    const int before = std::min(chunks_, position);  // chunks below its own
    const int in_time = number % chunks_;
    const int round = in_time < before ? position - before + in_time : ranks() - chunks_ + in_time;
    const int time = number / chunks_;
    return static_cast<StepIndex>(time * ranks() + round) * slices + index % slices;
  }

  const RingSchedule& ring_;
  int chunks_;
};

/// A ring of an all_reduce with the sizes of other chunks.
class RepeatedChunks final : public Schedule {
 public:
  RepeatedChunks(const RingSchedule& ring, int period) : ring_(ring), period_(period) {}

  const Contract& contract() const override { return ring_.contract(); }
  int agents() const override { return ring_.agents(); }
  int streams() const override { return ring_.streams(); }
  int slots() const override { return ring_.slots(); }
  Stream stream(StreamId id) const override { return ring_.stream(id); }
  Step step(StreamId id, StepIndex index) const override {
    Step step = ring_.step(id, index);
    step.bytes = ring_.bytes_with_part(id, index, ring_.part_of_step(id, index) % period_);
    return step;
  }
  std::vector<Range> data(StreamId id, StepIndex index) const override {
    return ring_.data(id, index);
  }
  std::uint64_t kind(StreamId id) const override {
    const auto channel = static_cast<std::uint64_t>(id / contract().ranks);
    return hash_of({channel, static_cast<std::uint64_t>(ring_.position_of(id) % period_)});
  }
  /// Within a round trip chunks of the same size come again and again.
  StepIndex repeats(StreamId id, StepIndex from, StepIndex period) const override {
    const auto slices = static_cast<StepIndex>(ring_.slices());
    const StepIndex steps = ring_.stream(id).steps;
    if (from < slices || period % (static_cast<StepIndex>(period_) * slices) != 0) return 0;
    return left(left(steps, slices), from + period);
  }

 private:
  const RingSchedule& ring_;
  int period_;
};

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

std::unique_ptr<Schedule> with_full_chunks(const Schedule& ring) {
  return ring_schedule(ring_in(ring).with_full_chunks());
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

std::unique_ptr<Schedule> with_repeated_chunks(const Schedule& ring, int period) {
  TREERING_ASSERT(ring.contract().ranks % period == 0, "the ranks are whole periods");
  return std::make_unique<RepeatedChunks>(ring_in(ring), period);
}

std::unique_ptr<Schedule> with_first_chunks(const Schedule& ring, int chunks) {
  return std::make_unique<FirstChunks>(ring_in(ring), chunks);
}

std::uint64_t sent_bytes(const Schedule& ring, StreamId id) {
  return ring_in(ring).sent_bytes(id);
}

}  // namespace treering::sim::schedule
