// NCCL's sends and receives in one group, of which it makes alltoall, gather, scatter and sendrecv:
// all peers at once. Its tuning does not know them, so they have no rules here, and the cost model
// has its own terms for them (sim/cost/terms/peer_terms.cpp).
//
// Each rank has a stream for every other rank and part of a message (NCCL v2.28.9-1,
// src/enqueue.cc, scheduleP2pTasksToPlan: peers go to channels in turns, eight at once on each).
#include <algorithm>
#include <utility>

#include "sim/algorithms/rank_patterns.h"
#include "sim/algorithms/registry.h"
#include "sim/nccl/communicator/channels.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::algorithms {
namespace p2p {
namespace {

using schedule::ChannelWork;
using schedule::Connection;
using schedule::Contract;
using schedule::Goal;
using schedule::Range;
using schedule::Schedule;
using schedule::Step;
using schedule::StepIndex;
using schedule::Stream;
using schedule::StreamId;

struct PeersInput {
  Contract contract;
  std::vector<ChannelWork> parts;  // of a message, each sent as one
  int channels = 1;                // among which streams are dealt out
};

/// A stream's two messages; -1: there is none.
struct Pairing {
  int rank = 0;
  int to = -1;
  int from = -1;
};

/// Streams are numbered by distance between the two ranks, then part, then rank; where there is a
/// root, by its other ends, then the sender and the receiver.
class PeersSchedule final : public Schedule {
 public:
  explicit PeersSchedule(PeersInput input) : input_(std::move(input)) {}

  const Contract& contract() const override { return input_.contract; }
  int agents() const override { return contract().ranks; }
  int streams() const override { return distances() * parts() * members(); }
  int slots() const override { return 1; }

  Stream stream(StreamId id) const override {
    const Pairing own = pairing(id);
    Stream stream;
    stream.agent = own.rank;
    stream.channel = channel(id);
    stream.steps = static_cast<StepIndex>(own.to >= 0) + static_cast<StepIndex>(own.from >= 0);
    if (own.to >= 0) stream.sends.push_back({other_end(id, own.to), 0});
    if (own.from >= 0) stream.receives.push_back({other_end(id, own.from), 0});
    return stream;
  }

  Connection connection(StreamId sender, int /*port*/) const override {
    const Pairing own = pairing(sender);
    return {own.rank, own.to, channel(sender)};
  }

  Step step(StreamId id, StepIndex index) const override {
    Step step;
    if (is_send(id, index)) {
      step.send = {0, 1};
      step.takes_own = true;
    } else {
      step.receive = {0, 1};
      step.keeps = true;
    }
    step.bytes = part(id).bytes;
    return step;
  }

  std::vector<Range> data(StreamId id, StepIndex index) const override {
    const Pairing own = pairing(id);
    const ChannelWork& work = part(id);
    if (work.bytes == 0) return {};
    const int block = is_send(id, index) ? block_between(contract(), own.rank, own.to)
                                         : block_between(contract(), own.from, own.rank);
    return {{static_cast<std::uint64_t>(block) * contract().block_bytes + work.begin, work.bytes}};
  }

  std::uint64_t kind(StreamId id) const override {
    const Pairing own = pairing(id);
    return schedule::hash_of({static_cast<std::uint64_t>(own.to >= 0),
                              static_cast<std::uint64_t>(own.from >= 0), part(id).bytes});
  }

 private:
  int parts() const { return static_cast<int>(input_.parts.size()); }
  int distances() const {
    const int others = contract().ranks - 1;
    return contract().goal == Goal::SendRecv ? std::min(others, 1) : others;
  }
  /// Streams of a distance and part.
  int members() const { return has_root(contract().goal) ? 2 : contract().ranks; }
  int lane(StreamId id) const { return id / members(); }
  int channel(StreamId id) const { return lane(id) % input_.channels; }
  const ChannelWork& part(StreamId id) const {
    return input_.parts[static_cast<std::size_t>(lane(id) % parts())];
  }

  Pairing pairing(StreamId id) const {
    const int ranks = contract().ranks;
    const int distance = 1 + lane(id) / parts();
    const int member = id % members();
    if (!has_root(contract().goal)) {
      return {member, (member + distance) % ranks, (member + ranks - distance) % ranks};
    }
    const int root = contract().root;
    const int other = (root + distance) % ranks;
    const bool is_gather = contract().goal == Goal::Gather;
    const int sender = is_gather ? other : root;
    const int receiver = is_gather ? root : other;
    return member == 0 ? Pairing{sender, receiver, -1} : Pairing{receiver, -1, sender};
  }

  StreamId other_end(StreamId id, int rank) const {
    const StreamId first = lane(id) * members();
    if (!has_root(contract().goal)) return first + rank;
    return first + 1 - (id - first);
  }

  bool is_send(StreamId id, StepIndex index) const { return index == 0 && pairing(id).to >= 0; }

  PeersInput input_;
};

bool serves(const ScheduleQuery& query) {
  const Goal goal = query.contract.goal;
  return goal == Goal::AllToAll || goal == Goal::SendRecv || goal == Goal::Gather ||
         goal == Goal::Scatter;
}

std::unique_ptr<Schedule> make(const ScheduleQuery& query) {
  const int parts = static_cast<int>(query.work.size());
  const int known = query.comm == nullptr ? 1 : query.comm->channels.count();
  return std::make_unique<PeersSchedule>(
      PeersInput{query.contract, query.work, std::max({known, parts, 1})});
}

}  // namespace
}  // namespace p2p

Faces p2p_faces() {
  return {.name = "p2p", .schedule = {p2p::serves, p2p::make}, .is_untuned = true};
}

}  // namespace treering::sim::algorithms
