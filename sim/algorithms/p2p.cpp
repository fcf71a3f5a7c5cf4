// NCCL's sends and receives in one group, of which it makes alltoall, gather, scatter and sendrecv:
// all peers at once. Its tuning does not know them, so they have no rules here, and the cost model
// has its own terms for them (sim/cost/terms/peer_terms.cpp).
//
// Each rank has two streams for every other rank and part of a message, one that sends and one that
// receives (NCCL v2.28.9-1, src/device/sendrecv.h: warps of their own), chunk by chunk. Peers go to
// channels in turns (src/enqueue.cc, scheduleP2pTasksToPlan).
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

/// Chunks of a connection that may wait: NCCL v2.28.9-1, src/include/device.h, NCCL_STEPS.
constexpr int kSlots = 8;

struct PeersInput {
  Contract contract;
  std::vector<ChannelWork> parts;  // of a message
  int channels = 1;                // among which streams are dealt out
};

StepIndex chunks(const ChannelWork& part) {
  return std::max<StepIndex>(schedule::ceil_div(part.bytes, part.chunk_bytes), 1);
}

Range chunk(const ChannelWork& part, StepIndex index) {
  return schedule::part_of({part.begin, part.bytes}, index * part.chunk_bytes, part.chunk_bytes);
}

/// The messages of a stream: it sends them, or receives them.
struct Role {
  bool sends = false;
  int rank = 0;
  int peer = 0;
};

/// Streams are numbered by distance between the two ranks, then part, then all that send by rank,
/// and all that receive; where there is a root, by its other ends, then the sender and the
/// receiver.
class PeersSchedule final : public Schedule {
 public:
  explicit PeersSchedule(PeersInput input) : input_(std::move(input)) {}

  const Contract& contract() const override { return input_.contract; }
  int agents() const override { return contract().ranks; }
  int streams() const override { return distances() * parts() * 2 * senders(); }
  int slots() const override { return kSlots; }

  Stream stream(StreamId id) const override {
    const Role own = role(id);
    Stream stream;
    stream.agent = own.rank;
    stream.channel = channel(id);
    stream.steps = p2p::chunks(part(id));
    (own.sends ? stream.sends : stream.receives).push_back({other_end(id), 0});
    return stream;
  }

  Connection connection(StreamId sender, int /*port*/) const override {
    const Role own = role(sender);
    return {own.rank, own.peer, channel(sender)};
  }

  Step step(StreamId id, StepIndex index) const override {
    Step step;
    if (role(id).sends) {
      step.send = {0, 1};
      step.takes_own = true;
    } else {
      step.receive = {0, 1};
      step.keeps = true;
    }
    step.bytes = p2p::chunk(part(id), index).bytes;
    return step;
  }

  std::vector<Range> data(StreamId id, StepIndex index) const override {
    const Role own = role(id);
    const Range chunk = p2p::chunk(part(id), index);
    if (chunk.bytes == 0) return {};
    const int block = own.sends ? block_between(contract(), own.rank, own.peer)
                                : block_between(contract(), own.peer, own.rank);
    return {
        {static_cast<std::uint64_t>(block) * contract().block_bytes + chunk.begin, chunk.bytes}};
  }

  std::uint64_t kind(StreamId id) const override {
    const ChannelWork& own = part(id);
    return schedule::hash_of(
        {static_cast<std::uint64_t>(role(id).sends), own.bytes, own.chunk_bytes});
  }

  /// All chunks but the last are equal.
  StepIndex repeats(StreamId id, StepIndex from, StepIndex period) const override {
    return schedule::left(part(id).bytes / part(id).chunk_bytes, from + period);
  }

 private:
  int parts() const { return static_cast<int>(input_.parts.size()); }
  int distances() const {
    const int others = contract().ranks - 1;
    return contract().goal == Goal::SendRecv ? std::min(others, 1) : others;
  }
  /// The ranks that send one part over one distance.
  int senders() const { return has_root(contract().goal) ? 1 : contract().ranks; }
  int lane(StreamId id) const { return id / (2 * senders()); }
  int place(StreamId id) const { return id % (2 * senders()); }
  int channel(StreamId id) const { return lane(id) % input_.channels; }
  const ChannelWork& part(StreamId id) const {
    return input_.parts[static_cast<std::size_t>(lane(id) % parts())];
  }

  Role role(StreamId id) const {
    const int ranks = contract().ranks;
    const int distance = 1 + lane(id) / parts();
    const bool sends = place(id) < senders();
    if (!has_root(contract().goal)) {
      const int rank = place(id) % senders();
      return {sends, rank, (rank + (sends ? distance : ranks - distance)) % ranks};
    }
    const int root = contract().root;
    const int other = (root + distance) % ranks;
    const bool is_root = sends != (contract().goal == Goal::Gather);
    return is_root ? Role{sends, root, other} : Role{sends, other, root};
  }

  StreamId other_end(StreamId id) const {
    const Role own = role(id);
    const StreamId first = lane(id) * 2 * senders() + (own.sends ? senders() : 0);
    return has_root(contract().goal) ? first : first + own.peer;
  }

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
