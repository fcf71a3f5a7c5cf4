#include "sim/schedule/pat.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/assert.h"
#include "sim/schedule/pat_loop.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::schedule {
namespace {

/// Blocks of one message: NCCL v2.28.9-1, src/include/collectives.h, PatAGAlgorithm.
std::uint64_t blocks_in_message(const ChannelWork& work, std::uint64_t most_bytes, int ranks) {
  const std::uint64_t chunk = std::max<std::uint64_t>(1, std::min(work.bytes, work.chunk_bytes));
  const std::uint64_t most = static_cast<std::uint64_t>(ranks) / 2;
  std::uint64_t blocks = 1;
  while (most_bytes / (chunk * blocks) >= 2 && blocks < most) blocks *= 2;
  return blocks;
}

/// A loop's steps run forward where blocks are gathered, and backward, with sends for receives,
/// where they are combined. Ports are numbered in the order of time.
class PatSchedule final : public Schedule {
 public:
  explicit PatSchedule(PatInput input) : input_(std::move(input)) {
    if (ranks() < 2) return;
    std::vector<PatShape> shapes;
    for (const ChannelWork& work : input_.work) {
      const PatShape shape{ranks(), blocks_in_message(work, input_.message_bytes, ranks()),
                           input_.slots};
      const auto found = std::ranges::find(shapes, shape);
      loop_of_channel_.push_back(static_cast<std::size_t>(found - shapes.begin()));
      if (found != shapes.end()) continue;
      shapes.push_back(shape);
      loops_.push_back(pat_loop(shape));
    }
  }

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
    stream.steps = loops(channel) * steps_in_loop(channel);
    for (int port = 0; port < phases(); ++port) {
      const int distance = 1 << static_cast<unsigned>(port_of(port));
      const int way = gathers() ? distance : ranks() - distance;
      stream.sends.push_back({channel * ranks() + (rank + way) % ranks(), port});
      stream.receives.push_back({channel * ranks() + (rank + ranks() - way) % ranks(), port});
    }
    return stream;
  }

  Step step(StreamId id, StepIndex index) const override {
    const int channel = id / ranks();
    const PatStep& at = step_at(channel, index);
    const PatLoop& loop = loop_of(channel);
    const auto ports_of = [&](int message) {
      if (message < 0) return Ports{};
      return Ports{port_of(loop.messages[static_cast<std::size_t>(message)].dimension), 1};
    };
    Step step;
    step.bytes = blocks_at(channel, at).count * chunk_at(channel, index).bytes;
    step.receive = ports_of(gathers() ? at.receive : at.send);
    step.send = ports_of(gathers() ? at.send : at.receive);
    step.takes_own = !gathers() || at.receive < 0;
    // A sum that goes on is not stored.
    step.keeps = gathers() ? at.receive >= 0 : at.receive < 0;
    return step;
  }

  std::vector<Range> data(StreamId id, StepIndex index) const override {
    const int channel = id / ranks();
    const auto rank = static_cast<std::uint64_t>(id % ranks());
    const auto n = static_cast<std::uint64_t>(ranks());
    const Range chunk = chunk_at(channel, index);
    if (chunk.bytes == 0) return {};
    const PatMessage blocks = blocks_at(channel, step_at(channel, index));
    std::vector<Range> ranges;
    for (std::uint64_t i = 0; i < blocks.count; ++i) {
      const std::uint64_t owner = (rank + n - (blocks.first + i * blocks.stride)) % n;
      ranges.push_back({owner * contract().block_bytes + chunk.begin, chunk.bytes});
    }
    std::ranges::sort(ranges, {}, &Range::begin);
    return ranges;
  }

  /// Full loops are equal.
  StepIndex repeats(StreamId id, StepIndex from, StepIndex period) const override {
    const int channel = id / ranks();
    const StepIndex in_loop = steps_in_loop(channel);
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
  const PatLoop& loop_of(int channel) const {
    return loops_[loop_of_channel_[static_cast<std::size_t>(channel)]];
  }
  StepIndex steps_in_loop(int channel) const { return loop_of(channel).steps.size(); }

  /// Far first where blocks are gathered, near first where they are combined. Also the dimension
  /// of a port.
  int port_of(int dimension) const { return gathers() ? phases() - 1 - dimension : dimension; }

  const PatStep& step_at(int channel, StepIndex index) const {
    const StepIndex in_loop = steps_in_loop(channel);
    const StepIndex at = index % in_loop;
    return loop_of(channel).steps[gathers() ? at : in_loop - 1 - at];
  }

  Range chunk_at(int channel, StepIndex index) const {
    return chunk_of(work_of(channel), {index / steps_in_loop(channel)}, 1);
  }

  /// The blocks of a step, by their ways to this rank.
  PatMessage blocks_at(int channel, const PatStep& at) const {
    const std::vector<PatMessage>& messages = loop_of(channel).messages;
    if (at.receive >= 0) return messages[static_cast<std::size_t>(at.receive)];
    PatMessage blocks = messages[static_cast<std::size_t>(at.send)];
    blocks.first -= blocks.distance();
    return blocks;
  }

  PatInput input_;
  std::vector<PatLoop> loops_;  // those that differ
  std::vector<std::size_t> loop_of_channel_;
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
