#include "sim/schedule/phases.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "sim/schedule/schedule.h"

namespace treering::sim::schedule {
namespace {

/// What a step does of a phase: it sends, or it receives.
struct Half {
  int phase = 0;
  bool sends = false;
  int port = 0;  // of its connection
  bool operator==(const Half&) const = default;
};

/// By phase, and in one a rank sends first.
bool is_before(const Half& a, const Half& b) {
  return std::pair(a.phase, !a.sends) < std::pair(b.phase, !b.sends);
}

/// The halves of phases in which ranks do something: so many as there are messages, twice.
class BusyHalves {
 public:
  explicit BusyHalves(const PhasesInput& input) {
    const ChannelData data{input.contract, 0, {}, input.grain, true};
    for (int rank = 0; rank < input.contract.ranks; ++rank) {
      first_.push_back(halves_.size());
      first_sent_.push_back(sent_.size());
      int sends = 0;
      int receives = 0;
      for (const int phase : input.phases_of(input.contract, rank)) {
        const Exchange own = input.exchange(data, rank, phase);
        if (own.to >= 0) {
          halves_.push_back({phase, true, sends++});
          sent_.push_back(phase);
        }
        if (own.from >= 0) halves_.push_back({phase, false, receives++});
      }
    }
    first_.push_back(halves_.size());
  }

  std::span<const Half> of(int rank) const {
    const auto at = static_cast<std::size_t>(rank);
    return std::span(halves_).subspan(first_[at], first_[at + 1] - first_[at]);
  }
  /// In which a rank sends by a port.
  int phase_of(int rank, int port) const {
    return sent_[first_sent_[static_cast<std::size_t>(rank)] + static_cast<std::size_t>(port)];
  }

 private:
  std::vector<std::size_t> first_;  // by rank, and one more
  std::vector<Half> halves_;
  std::vector<std::size_t> first_sent_;  // by rank
  std::vector<int> sent_;                // phases, by rank and port
};

/// A phase is two steps, to send and to receive. Where all ranks have all phases, their connections
/// have the numbers of these.
class PhasesSchedule final : public Schedule {
 public:
  explicit PhasesSchedule(PhasesInput input) : input_(std::move(input)) {
    if (input_.phases_of) busy_.emplace(input_);
  }

  const Contract& contract() const override { return input_.contract; }
  int agents() const override { return contract().ranks; }
  int streams() const override { return contract().ranks * static_cast<int>(input_.work.size()); }
  int slots() const override { return input_.slots; }

  Stream stream(StreamId id) const override {
    Stream stream;
    stream.agent = rank_of(id);
    stream.channel = id / contract().ranks;
    stream.steps = steps_of(rank_of(id));
    for (StepIndex index = 0; index < stream.steps; ++index) {
      const Half half = half_of(id, index);
      (half.sends ? stream.sends : stream.receives).push_back(peer_of(id, half));
    }
    return stream;
  }

  Connection connection(StreamId sender, int port) const override {
    const int rank = rank_of(sender);
    const int phase = busy_ ? busy_->phase_of(rank, port) : port;
    return {rank, peers_of(sender, phase).to, sender / contract().ranks};
  }

  Step step(StreamId id, StepIndex index) const override {
    const Half half = half_of(id, index);
    const Exchange own = exchange_of(id, half.phase);
    Step step;
    if (half.sends) {
      if (own.to < 0) return step;
      step.send = {half.port, 1};
      step.takes_own = true;
    } else {
      if (own.from < 0) return step;
      step.receive = {half.port, 1};
      step.takes_own = own.combines;
      step.keeps = true;
    }
    if (contract().goal == Goal::Barrier) return step;
    for (const Range& range : data(id, index)) step.bytes += range.bytes;
    return step;
  }

  std::vector<Range> data(StreamId id, StepIndex index) const override {
    const Half half = half_of(id, index);
    Exchange own = exchange_of(id, half.phase);
    return joined(std::move(half.sends ? own.sent : own.received));
  }

  std::uint64_t kind(StreamId id) const override {
    std::uint64_t hash = 0;
    const StepIndex steps = steps_of(rank_of(id));
    for (StepIndex index = 0; index < steps; ++index) {
      const Half half = half_of(id, index);
      const Exchange own = exchange_of(id, half.phase);
      const bool is_empty = (half.sends ? own.to : own.from) < 0;
      hash = mixed(hash, half.sends ? 1 : 0);
      hash = mixed(hash, is_empty ? 1 : 2 + bytes_of(half.sends ? own.sent : own.received));
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
  StepIndex steps_of(int rank) const {
    return busy_ ? busy_->of(rank).size() : 2 * static_cast<StepIndex>(input_.phases);
  }
  Half half_of(StreamId id, StepIndex index) const {
    if (busy_) return busy_->of(rank_of(id))[index];
    const auto phase = static_cast<int>(index / 2);
    return {phase, index % 2 == 0, phase};
  }
  /// \pre the rank has that half
  int port_of(int rank, Half half) const {
    if (!busy_) return half.phase;
    return std::ranges::lower_bound(busy_->of(rank), half, is_before)->port;
  }
  Peer peer_of(StreamId id, const Half& half) const {
    const Exchange own = peers_of(id, half.phase);
    const int peer = half.sends ? own.to : own.from;
    if (peer < 0) return kNoPeer;
    return {id - rank_of(id) + peer, port_of(peer, {half.phase, !half.sends, 0})};
  }

  /// Without data.
  Exchange peers_of(StreamId id, int phase) const {
    const int channel = id / contract().ranks;
    return input_.exchange({contract(), channel, {}, input_.grain, true}, rank_of(id), phase);
  }
  Exchange exchange_of(StreamId id, int phase) const {
    const int channel = id / contract().ranks;
    const ChannelWork& work = input_.work[static_cast<std::size_t>(channel)];
    return input_.exchange({contract(), channel, work, input_.grain}, rank_of(id), phase);
  }

  PhasesInput input_;
  std::optional<BusyHalves> busy_;
};

}  // namespace

std::unique_ptr<Schedule> phases_schedule(PhasesInput input) {
  return std::make_unique<PhasesSchedule>(std::move(input));
}

std::vector<Range> ChannelData::blocks(int first, int count) const {
  std::vector<Range> ranges;
  if (only_peers) return ranges;
  for (int number = first; number < first + count; ++number) ranges.push_back(block(number));
  return ranges;
}

std::vector<Range> ChannelData::all() const {
  if (contract.block_bytes == 0) return {};
  return blocks(0, static_cast<int>(contract.space() / contract.block_bytes));
}

std::vector<Range> ChannelData::parts(int first, int count, int of) const {
  if (only_peers) return {};
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
