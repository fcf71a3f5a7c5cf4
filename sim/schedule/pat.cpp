#include "sim/schedule/pat.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/assert.h"
#include "sim/schedule/kind.h"

namespace treering::sim::schedule {
namespace {

/// How many of the ways 1 to n - 1 have `distance` as their lowest bit: the blocks of a phase.
std::uint64_t blocks_over(std::uint64_t distance, std::uint64_t ranks) {
  if (distance >= ranks) return 0;
  return (ranks - 1 - distance) / (2 * distance) + 1;
}

/// A step's message: blocks `first` to `first + count - 1` of those that pass over `distance`.
struct Message {
  std::uint64_t loop = 0;
  int phase = 0;  // in the order of time
  std::uint64_t distance = 1;
  std::uint64_t first = 0;
  std::uint64_t count = 0;
  bool is_sent = true;
};

/// A stream sends and receives in turns; ports have the numbers of phases.
class PatSchedule final : public Schedule {
 public:
  explicit PatSchedule(PatInput input) : input_(std::move(input)) {}

  const Contract& contract() const override { return input_.contract; }
  int agents() const override { return ranks(); }
  int streams() const override {
    return ranks() > 1 ? ranks() * static_cast<int>(input_.work.size()) : 0;
  }
  int slots() const override { return input_.slots; }

  Stream stream(StreamId id) const override {
    const int channel = id / ranks();
    const int rank = id % ranks();
    Stream stream;
    stream.agent = rank;
    stream.channel = channel;
    stream.steps = 2 * loops(channel) * messages_in_loop(channel);
    for (int phase = 0; phase < phases(); ++phase) {
      const auto distance = static_cast<int>(distance_in(phase));
      const int way = gathers() ? distance : ranks() - distance;
      stream.sends.push_back({channel * ranks() + (rank + way) % ranks(), phase});
      stream.receives.push_back({channel * ranks() + (rank + ranks() - way) % ranks(), phase});
    }
    return stream;
  }

  Step step(StreamId id, StepIndex index) const override {
    const Message message = message_at(id / ranks(), index);
    Step step;
    for (const Range& range : data(id, index)) step.bytes += range.bytes;
    const Ports port{message.phase, 1};
    if (message.is_sent) {
      step.send = port;
      step.takes_own = true;
    } else {
      step.receive = port;
      step.takes_own = !gathers();
      step.keeps = true;
    }
    return step;
  }

  /// A block that still goes on over `distance` has come, or still has to come, over ways with
  /// longer ones only.
  std::vector<Range> data(StreamId id, StepIndex index) const override {
    const int channel = id / ranks();
    const auto rank = static_cast<std::uint64_t>(id % ranks());
    const Message message = message_at(channel, index);
    const auto n = static_cast<std::uint64_t>(ranks());
    const Range chunk = chunk_of(work_of(channel), {message.loop}, 1);
    std::vector<Range> ranges;
    for (std::uint64_t i = message.first; i < message.first + message.count; ++i) {
      const std::uint64_t way = message.distance * (2 * i + 1);  // of the block after this message
      const std::uint64_t back = way - (is_farther(message) ? 0 : message.distance);
      const std::uint64_t owner = (rank + n - back % n) % n;
      ranges.push_back({owner * contract().block_bytes + chunk.begin, chunk.bytes});
    }
    std::ranges::sort(ranges, {}, &Range::begin);
    if (chunk.bytes == 0) ranges.clear();
    return ranges;
  }

  /// Full loops are equal.
  StepIndex repeats(StreamId id, StepIndex from, StepIndex period) const override {
    const int channel = id / ranks();
    const StepIndex in_loop = 2 * messages_in_loop(channel);
    if (period % in_loop != 0) return 0;
    return left(work_of(channel).bytes / work_of(channel).chunk_bytes * in_loop, from + period);
  }

  /// All ranks do the same.
  std::uint64_t kind(StreamId id) const override {
    const ChannelWork& work = work_of(id / ranks());
    return hash_of({work.bytes, work.chunk_bytes});
  }

 private:
  int ranks() const { return contract().ranks; }
  bool gathers() const { return contract().goal == Goal::AllGather; }
  int phases() const {
    return static_cast<int>(std::bit_width(static_cast<unsigned>(ranks() - 1)));
  }
  const ChannelWork& work_of(int channel) const {
    return input_.work[static_cast<std::size_t>(channel)];
  }
  StepIndex loops(int channel) const {
    return ceil_div(work_of(channel).bytes, work_of(channel).chunk_bytes);
  }

  /// Far first where blocks are gathered, near first where they are combined.
  std::uint64_t distance_in(int phase) const {
    return std::uint64_t{1} << static_cast<unsigned>(gathers() ? phases() - 1 - phase : phase);
  }

  /// Whether this rank is the one that is farther from the blocks' owners.
  bool is_farther(const Message& message) const { return message.is_sent != gathers(); }

  std::uint64_t blocks_in_message(int channel) const {
    return std::max<std::uint64_t>(1, input_.message_bytes / work_of(channel).chunk_bytes);
  }

  std::uint64_t messages_in(int channel, int phase) const {
    return ceil_div(blocks_over(distance_in(phase), static_cast<std::uint64_t>(ranks())),
                    blocks_in_message(channel));
  }

  std::uint64_t messages_in_loop(int channel) const {
    std::uint64_t sum = 0;
    for (int phase = 0; phase < phases(); ++phase) sum += messages_in(channel, phase);
    return sum;
  }

  Message message_at(int channel, StepIndex index) const {
    const std::uint64_t in_loop = messages_in_loop(channel);
    Message message;
    message.is_sent = index % 2 == 0;
    message.loop = index / 2 / in_loop;
    std::uint64_t number = index / 2 % in_loop;
    while (number >= messages_in(channel, message.phase)) {
      number -= messages_in(channel, message.phase++);
    }
    message.distance = distance_in(message.phase);
    const std::uint64_t most = blocks_in_message(channel);
    message.first = number * most;
    message.count = std::min(
        most, blocks_over(message.distance, static_cast<std::uint64_t>(ranks())) - message.first);
    return message;
  }

  PatInput input_;
};

}  // namespace

bool pat_serves(Goal goal) {
  return goal == Goal::AllGather || goal == Goal::ReduceScatter;
}

std::unique_ptr<Schedule> pat_schedule(PatInput input) {
  TREERING_ASSERT(pat_serves(input.contract.goal), "PAT serves the collective");
  return std::make_unique<PatSchedule>(std::move(input));
}

}  // namespace treering::sim::schedule
