#include "sim/schedule/phases.h"

#include <algorithm>
#include <utility>

#include "sim/schedule/kind.h"

namespace treering::sim::schedule {
namespace {

/// A phase is two steps, to send and to receive; its connections have its number.
class PhasesSchedule final : public Schedule {
 public:
  explicit PhasesSchedule(PhasesInput input) : input_(std::move(input)) {}

  const Contract& contract() const override { return input_.contract; }
  int agents() const override { return contract().ranks; }
  int streams() const override { return contract().ranks * static_cast<int>(input_.work.size()); }
  int slots() const override { return input_.slots; }

  Stream stream(StreamId id) const override {
    Stream stream;
    stream.agent = rank_of(id);
    stream.channel = id / contract().ranks;
    stream.steps = 2 * static_cast<StepIndex>(input_.phases);
    const StreamId first = id - stream.agent;
    for (int phase = 0; phase < input_.phases; ++phase) {
      const Exchange own = exchange_of(id, phase);
      stream.sends.push_back(own.to < 0 ? kNoPeer : Peer{first + own.to, phase});
      stream.receives.push_back(own.from < 0 ? kNoPeer : Peer{first + own.from, phase});
    }
    return stream;
  }

  Step step(StreamId id, StepIndex index) const override {
    const auto phase = static_cast<int>(index / 2);
    const Exchange own = exchange_of(id, phase);
    Step step;
    if (index % 2 == 0) {
      if (own.to < 0) return step;
      step.send = {phase, 1};
      step.takes_own = true;
    } else {
      if (own.from < 0) return step;
      step.receive = {phase, 1};
      step.takes_own = own.combines;
      step.keeps = true;
    }
    if (contract().goal == Goal::Barrier) return step;
    for (const Range& range : data(id, index)) step.bytes += range.bytes;
    return step;
  }

  std::vector<Range> data(StreamId id, StepIndex index) const override {
    Exchange own = exchange_of(id, static_cast<int>(index / 2));
    return joined(std::move(index % 2 == 0 ? own.sent : own.received));
  }

  std::uint64_t kind(StreamId id) const override {
    std::uint64_t hash = 0;
    for (int phase = 0; phase < input_.phases; ++phase) {
      const Exchange own = exchange_of(id, phase);
      hash = mixed(hash, own.to < 0 ? 1 : 2 + bytes_of(own.sent));
      hash = mixed(hash, own.from < 0 ? 1 : 2 + bytes_of(own.received));
    }
    return hash;
  }

 private:
  static std::uint64_t bytes_of(const std::vector<Range>& ranges) {
    std::uint64_t bytes = 0;
    for (const Range& range : ranges) bytes += range.bytes;
    return bytes;
  }

  int rank_of(StreamId id) const { return id % contract().ranks; }
  Exchange exchange_of(StreamId id, int phase) const {
    const int channel = id / contract().ranks;
    const ChannelWork& work = input_.work[static_cast<std::size_t>(channel)];
    return input_.exchange({contract(), channel, work, input_.grain}, rank_of(id), phase);
  }

  PhasesInput input_;
};

}  // namespace

std::unique_ptr<Schedule> phases_schedule(PhasesInput input) {
  return std::make_unique<PhasesSchedule>(std::move(input));
}

std::vector<Range> ChannelData::blocks(int first, int count) const {
  std::vector<Range> ranges;
  for (int block = first; block < first + count; ++block) {
    const auto begin = static_cast<std::uint64_t>(block) * contract.block_bytes;
    ranges.push_back({begin + work.begin, work.bytes});
  }
  return ranges;
}

std::vector<Range> ChannelData::all() const {
  if (contract.block_bytes == 0) return {};
  return blocks(0, static_cast<int>(contract.space() / contract.block_bytes));
}

std::vector<Range> ChannelData::parts(int first, int count, int of) const {
  const std::uint64_t bytes = round_up(ceil_div(work.bytes, static_cast<std::uint64_t>(of)), grain);
  return {part_of({work.begin, work.bytes}, static_cast<std::uint64_t>(first) * bytes,
                  static_cast<std::uint64_t>(count) * bytes)};
}

std::vector<Range> joined(std::vector<Range> ranges) {
  std::ranges::sort(ranges, {}, &Range::begin);
  std::vector<Range> all;
  for (const Range& range : ranges) {
    if (range.bytes == 0) continue;
    if (!all.empty() && all.back().end() == range.begin) {
      all.back().bytes += range.bytes;
    } else {
      all.push_back(range);
    }
  }
  return all;
}

}  // namespace treering::sim::schedule
