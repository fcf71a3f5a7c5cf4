#include "sim/schedule/phases.h"

#include <algorithm>
#include <utility>

#include "sim/schedule/kind.h"

namespace treering::sim::schedule {
namespace {

/// A phase is two steps, to send and to receive; its connections have its number.
class PhasesSchedule final : public Schedule {
 public:
  explicit PhasesSchedule(PhasesInput input) : input_(std::move(input)) {
    for (std::size_t channel = 0; channel < input_.work.size(); ++channel) {
      auto peers = all_peers(static_cast<int>(channel));
      const auto known = std::ranges::find(peers_, peers);
      peers_of_channel_.push_back(static_cast<std::size_t>(known - peers_.begin()));
      if (known == peers_.end()) peers_.push_back(std::move(peers));
    }
  }

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
      const Peers own = peers_of(id, phase);
      stream.sends.push_back(own.to < 0 ? kNoPeer : Peer{first + own.to, phase});
      stream.receives.push_back(own.from < 0 ? kNoPeer : Peer{first + own.from, phase});
    }
    return stream;
  }

  Way way(StreamId sender, int port) const override {
    return {rank_of(sender), peers_of(sender, port).to, sender / contract().ranks};
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

  /// -1: none.
  struct Peers {
    int to = -1;
    int from = -1;
    bool operator==(const Peers&) const = default;
  };

  /// Rank by rank, by phase.
  std::vector<Peers> all_peers(int channel) const {
    std::vector<Peers> all;
    for (int rank = 0; rank < agents(); ++rank) {
      for (int phase = 0; phase < input_.phases; ++phase) {
        const Exchange own = exchange_of(channel * agents() + rank, phase);
        all.push_back({own.to, own.from});
      }
    }
    return all;
  }
  const Peers& peers_of(StreamId id, int phase) const {
    const auto channel = static_cast<std::size_t>(id / agents());
    const auto first =
        static_cast<std::size_t>(rank_of(id)) * static_cast<std::size_t>(input_.phases);
    return peers_[peers_of_channel_[channel]][first + static_cast<std::size_t>(phase)];
  }
  int rank_of(StreamId id) const { return id % contract().ranks; }
  Exchange exchange_of(StreamId id, int phase) const {
    const int channel = id / contract().ranks;
    const ChannelWork& work = input_.work[static_cast<std::size_t>(channel)];
    return input_.exchange({contract(), channel, work, input_.grain}, rank_of(id), phase);
  }

  PhasesInput input_;
  std::vector<std::vector<Peers>> peers_;  // different ones; most channels have the same
  std::vector<std::size_t> peers_of_channel_;
};

}  // namespace

std::unique_ptr<Schedule> phases_schedule(PhasesInput input) {
  return std::make_unique<PhasesSchedule>(std::move(input));
}

std::vector<Range> ChannelData::blocks(int first, int count) const {
  std::vector<Range> ranges;
  for (int number = first; number < first + count; ++number) ranges.push_back(block(number));
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
