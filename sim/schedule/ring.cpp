#include "sim/schedule/ring.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/assert.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::schedule {
namespace {

// The schedule of a ring: what ring.h makes, for the schedules that are made from it.

class RingSchedule final : public Schedule {
 public:
  explicit RingSchedule(RingInput input) : input_(std::move(input)) {
    positions_.resize(input_.rings.size());
    for (std::size_t channel = 0; channel < input_.rings.size(); ++channel) {
      const std::vector<int>& ring = input_.rings[channel];
      positions_[channel].resize(ring.size());
      for (std::size_t i = 0; i < ring.size(); ++i) {
        positions_[channel][static_cast<std::size_t>(ring[i])] = static_cast<int>(i);
      }
    }
  }

  const RingInput& input() const { return input_; }
  const Contract& contract() const override { return input_.contract; }
  int agents() const override { return ranks(); }
  int streams() const override {
    return ranks() > 1 ? ranks() * static_cast<int>(input_.rings.size()) : 0;
  }
  int slots() const override { return input_.slots; }

  Stream stream(StreamId id) const override {
    const int channel = id / ranks();
    const int position = position_of(id);
    Stream stream;
    stream.agent = id % ranks();
    stream.channel = channel;
    stream.steps = loops(channel) * rounds() * static_cast<StepIndex>(input_.slicing.count);
    stream.receives = {{stream_at(channel, position - 1), 0}};
    stream.sends = {{stream_at(channel, position + 1), 0}};
    return stream;
  }

  Step step(StreamId id, StepIndex index) const override {
    const Place place = place_of(index);
    Step step = kind_of(position_of(id), id / ranks(), place.round);
    const Range range = range_of(id, place);
    step.bytes = contract().goal == Goal::Barrier ? 0 : range.bytes;
    return step;
  }

  std::vector<Range> data(StreamId id, StepIndex index) const override {
    const Range range = range_of(id, place_of(index));
    if (range.bytes == 0) return {};
    return {range};
  }

  /// Within a loop rounds are equal but for the first and last; full loops are equal as a whole.
  StepIndex repeats(StreamId id, StepIndex from, StepIndex period) const override {
    const ChannelWork& work = work_of(id / ranks());
    const auto slices = static_cast<StepIndex>(input_.slicing.count);
    const StepIndex in_loop = rounds() * slices;
    if (period % in_loop == 0) {
      return left(work.bytes / loop_bytes(id / ranks()) * in_loop, from + period);
    }
    const StepIndex begin = from / in_loop * in_loop;
    const bool is_inside = from >= begin + slices && period % slices == 0;
    if (is_rooted() || !is_inside || !has_equal_chunks(work)) return 0;
    return left(begin + in_loop - slices, from + period);
  }

  /// Without a root all positions do the same, but for the sizes of chunks that do not divide.
  std::uint64_t kind(StreamId id) const override {
    const ChannelWork& work = work_of(id / ranks());
    int position = has_equal_chunks(work) ? -1 : position_of(id);
    if (is_rooted()) position = distance(position_of(id), id / ranks());
    return hash_of({work.bytes, work.chunk_bytes, work.last_chunk_bytes,
                    static_cast<std::uint64_t>(position)});
  }

  /// Of the last loops, in the channel with the most of them.
  int shorter_chunks() const {
    if (contract().goal != Goal::AllReduce) return 0;
    int most = 0;
    for (const ChannelWork& work : input_.work) {
      if (work.bytes == 0) continue;
      const std::uint64_t full = last_bytes(work) / last_chunk(work);
      most = std::max(most, ranks() - static_cast<int>(full));
    }
    return most;
  }

  RingInput with_full_chunks() const {
    RingInput input = input_;
    for (ChannelWork& work : input.work) {
      if (work.bytes == 0) continue;
      work.last_chunk_bytes = last_chunk(work);
      const std::uint64_t in_last = static_cast<std::uint64_t>(ranks()) * work.last_chunk_bytes;
      work.bytes = work.bytes - last_bytes(work) + in_last;
    }
    return input;
  }

  /// Every chunk goes around twice, but for the last rank of each time.
  std::uint64_t sent_bytes(StreamId id) const {
    const ChannelWork& work = work_of(id / ranks());
    const auto n = static_cast<std::uint64_t>(ranks());
    std::uint64_t bytes = 2 * work.bytes;
    for (std::uint64_t loop = 0; loop < loops(id / ranks()); ++loop) {
      for (const std::uint64_t round : {n - 1, 2 * n - 2}) {
        bytes -= chunk_in({loop, round, 0}, id).bytes;
      }
    }
    return bytes;
  }

  /// Of channels that have data. 0: not the same for all.
  StepIndex loops() const {
    StepIndex all = 0;
    for (std::size_t channel = 0; channel < input_.work.size(); ++channel) {
      const StepIndex own = loops(static_cast<int>(channel));
      if (own == 0) continue;
      if (all != 0 && own != all) return 0;
      all = own;
    }
    return all;
  }

  RingInput shortened(int ranks_left) const {
    RingInput input = input_;
    input.contract.ranks = ranks_left;
    const auto gone = static_cast<std::uint64_t>(ranks() - ranks_left);
    for (std::vector<int>& ring : input.rings) {
      std::erase_if(ring, [&](int rank) { return rank >= ranks_left; });
    }
    for (ChannelWork& work : input.work) {
      if (work.bytes == 0) continue;
      work.last_chunk_bytes = last_chunk(work);
      work.bytes -= gone * (last_loop(work) * work.chunk_bytes + work.last_chunk_bytes);
    }
    return input;
  }

 private:
  int position_of(StreamId id) const {
    return positions_[static_cast<std::size_t>(id / ranks())]
                     [static_cast<std::size_t>(id % ranks())];
  }

  /// A step's place in the work of its channel.
  struct Place {
    std::uint64_t loop = 0;
    std::uint64_t round = 0;  // within the loop
    int slice = 0;
  };

  std::uint64_t last_loop(const ChannelWork& work) const {
    return (work.bytes - 1) / (static_cast<std::uint64_t>(ranks()) * work.chunk_bytes);
  }
  std::uint64_t last_bytes(const ChannelWork& work) const {
    return work.bytes - last_loop(work) * static_cast<std::uint64_t>(ranks()) * work.chunk_bytes;
  }
  std::uint64_t last_chunk(const ChannelWork& work) const {
    return chunk_of(work, {last_loop(work), 0, ranks()}, input_.chunk_grain).bytes;
  }
  int ranks() const { return contract().ranks; }
  int rank_at(int channel, int position) const {
    return input_.rings[static_cast<std::size_t>(channel)]
                       [static_cast<std::size_t>((position + ranks()) % ranks())];
  }
  StreamId stream_at(int channel, int position) const {
    return channel * ranks() + rank_at(channel, position);
  }
  const ChannelWork& work_of(int channel) const {
    return input_.work[static_cast<std::size_t>(channel)];
  }
  bool is_reduced_to_all() const {
    return contract().goal == Goal::AllReduce || contract().goal == Goal::Barrier;
  }
  bool is_rooted() const {
    return contract().goal == Goal::Broadcast || contract().goal == Goal::Reduce;
  }

  /// Bytes of a channel's part that one loop moves.
  std::uint64_t loop_bytes(int channel) const {
    const std::uint64_t chunk = work_of(channel).chunk_bytes;
    return is_reduced_to_all() ? chunk * static_cast<std::uint64_t>(ranks()) : chunk;
  }
  std::uint64_t loops(int channel) const {
    return ceil_div(work_of(channel).bytes, loop_bytes(channel));
  }
  /// Whether the parts of the last loop are, as those of the others.
  bool has_equal_chunks(const ChannelWork& work) const {
    if (!is_reduced_to_all() || work.bytes == 0) return true;
    const auto n = static_cast<std::uint64_t>(ranks());
    return contract().goal == Goal::Barrier || last_chunk(work) * n == last_bytes(work);
  }

  std::uint64_t rounds() const {
    const auto n = static_cast<std::uint64_t>(ranks());
    if (is_rooted()) return 1;
    return is_reduced_to_all() ? 2 * n - 1 : n;
  }

  Place place_of(StepIndex index) const {
    const auto slices = static_cast<StepIndex>(input_.slicing.count);
    const StepIndex round = index / slices;
    return {round / rounds(), round % rounds(), static_cast<int>(index % slices)};
  }

  /// How many ranks the data have passed before this one, from the root or to it.
  int distance(int position, int channel) const {
    const auto& at = positions_[static_cast<std::size_t>(channel)];
    const int root = at[static_cast<std::size_t>(contract().root)];
    const int first = contract().goal == Goal::Reduce ? root + 1 : root;
    return (position - first + 2 * ranks()) % ranks();
  }

  Step kind_of(int position, int channel, std::uint64_t round) const {
    constexpr Ports kNone{};
    constexpr Ports kOne{0, 1};
    const auto n = static_cast<std::uint64_t>(ranks());
    const auto step = [&](bool receives, bool sends, bool takes_own, bool keeps) {
      return Step{0, receives ? kOne : kNone, sends ? kOne : kNone, takes_own, keeps};
    };
    const auto passed = static_cast<std::uint64_t>(distance(position, channel));
    const bool is_first = passed == 0;
    const bool is_last = passed == n - 1;
    switch (contract().goal) {
      case Goal::Broadcast:
        return step(!is_first, !is_last, is_first, !is_first);
      case Goal::Reduce:
        return step(!is_first, !is_last, true, is_last);
      case Goal::AllGather:
        return step(round > 0, round<n - 1, round == 0, round> 0);
      case Goal::ReduceScatter:
        return step(round > 0, round < n - 1, true, round == n - 1);
      default:
        return step(round > 0, round < 2 * n - 2, round < n, round >= n - 1);
    }
  }

  /// Chunks have the numbers of positions: after n - 1 rounds a rank has its own combined.
  int part_in(std::uint64_t round, int position) const {
    const auto back = static_cast<int>(round % static_cast<std::uint64_t>(ranks())) + 1;
    return (position - back + ranks()) % ranks();
  }

  Range range_of(StreamId id, const Place& place) const {
    return slice_of(chunk_in(place, id), input_.slicing, place.slice);
  }

  Range chunk_in(const Place& place, StreamId id) const {
    const int channel = id / ranks();
    ChunkPlace at{place.loop};
    if (is_reduced_to_all()) {
      at.part = part_in(place.round, position_of(id));
      at.parts = ranks();
    }
    Range chunk = chunk_of(work_of(channel), at, input_.chunk_grain);
    if (!is_reduced_to_all()) {
      chunk.begin += first_of_block(position_of(id), channel, place.round);
    }
    return chunk;
  }

  std::uint64_t first_of_block(int position, int channel, std::uint64_t round) const {
    if (is_rooted()) return 0;
    const int back = static_cast<int>(round) + (contract().goal == Goal::ReduceScatter ? 1 : 0);
    const int owner = rank_at(channel, (position - back) % ranks());
    return static_cast<std::uint64_t>(owner) * contract().block_bytes;
  }

  RingInput input_;
  std::vector<std::vector<int>> positions_;  // of a rank in its ring, by channel
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
