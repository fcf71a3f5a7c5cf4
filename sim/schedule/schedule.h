// The interface of all schedules: streams and their steps, parts that are copies, hashes by which
// equal streams are found, and the agents of streams.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "sim/schedule/contract.h"

namespace treering::sim::schedule {

// Hashes that say which streams have equal steps.

/// Joins a hash and a value to a hash (the finaliser of splitmix64: G. Steele, D. Lea, C. Flood,
/// "Fast splittable pseudorandom number generators", 2014).
constexpr std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
  std::uint64_t mix = hash * 0x9e3779b97f4a7c15U + value + 0x9e3779b97f4a7c15U;
  mix = (mix ^ (mix >> 30U)) * 0xbf58476d1ce4e5b9U;
  mix = (mix ^ (mix >> 27U)) * 0x94d049bb133111ebU;
  return mix ^ (mix >> 31U);
}

/// Of values in sequence.
constexpr std::uint64_t hash_of(std::initializer_list<std::uint64_t> values) {
  std::uint64_t hash = values.size();
  for (const std::uint64_t value : values) hash = mixed(hash, value);
  return hash;
}

// Parts of a schedule that do the same: the tree of one channel as that of another.

/// Streams in sequence, divided into parts that no connection leaves. Parts that are alike have the
/// same agents, the same connections at the same places, and steps that differ only in where their
/// data lie.
struct Copies {
  int length = 0;             // streams of each part; 0: there are no parts
  std::vector<int> channels;  // by part: of all its streams; empty: each has its own
  std::vector<int> like;      // by part: the first that is like it, perhaps itself

  int parts() const { return static_cast<int>(like.size()); }
  int part_of(int stream) const { return stream / length; }
  /// The stream at the same place in the first part that is like its own.
  int first_like(int stream) const {
    if (length == 0) return stream;
    return like[static_cast<std::size_t>(part_of(stream))] * length + stream % length;
  }
};

// A collective as the steps of streams: what each receives, combines, keeps and sends, chunk by
// chunk. The simulator runs these steps in time, and verify() shows that they are right.
//
// A stream is what a rank does in sequence for one channel: in NCCL a group of warps with its
// connections. Steps are computed on demand, because all ranks x all steps do not fit into memory.

using StreamId = int;
using StepIndex = std::uint64_t;

/// Of a stream, agent or port where they stand in sequence.
constexpr std::size_t index_of(int number) {
  return static_cast<std::size_t>(number);
}

/// The other end of a connection: the stream, and the number of the connection among its `sends`
/// or `receives`.
struct Peer {
  StreamId stream = 0;
  int port = 0;
  bool operator==(const Peer&) const = default;
};

/// A port without a connection, so that others keep their numbers.
inline constexpr Peer kNoPeer{-1, -1};

struct Stream {
  int agent = 0;  // a rank; from contract().ranks on: what combines and copies in the network
  int channel = 0;
  StepIndex steps = 0;
  std::vector<Peer> receives;
  std::vector<Peer> sends;
  bool operator==(const Stream&) const = default;
};

/// A connection from agent to agent.
struct Connection {
  int from = 0;
  int to = 0;
  int channel = 0;
  bool operator==(const Connection&) const = default;
};

/// Ports in sequence.
struct Ports {
  int first = 0;
  int count = 0;

  int end() const { return first + count; }
  bool operator==(const Ports&) const = default;
};

/// One chunk, or slice of it: one message is taken from each port of `receive`, all of the same
/// data. They are combined, also with what the agent has where it `takes_own`. The result goes
/// into the agent's memory where it `keeps` it, and as a message to each port of `send`. A step may
/// be empty.
struct Step {
  std::uint64_t bytes = 0;  // of a message; 0 where a chunk is empty
  Ports receive;
  Ports send;
  bool takes_own = false;
  bool keeps = false;

  bool combines() const { return receive.count > 1 || (receive.count == 1 && takes_own); }
  bool operator==(const Step&) const = default;
};

class Schedule {
 public:
  virtual ~Schedule() = default;

  virtual const Contract& contract() const = 0;
  /// Ranks, then what stands in the network.
  virtual int agents() const = 0;
  virtual int streams() const = 0;
  /// The messages of a connection that may wait to be received; 0: a sender goes on only when its
  /// message was received.
  virtual int slots() const = 0;
  /// The same of a stream's connections, where those of several schedules stand side by side.
  virtual int slots_of(StreamId /*sender*/) const { return slots(); }
  virtual Stream stream(StreamId id) const = 0;
  /// What stream() says of one of its `sends`: for schedules whose streams have many ports.
  virtual Connection connection(StreamId sender, int port) const {
    const Stream from = stream(sender);
    const Peer& peer = from.sends[static_cast<std::size_t>(port)];
    return {from.agent, stream(peer.stream).agent, from.channel};
  }
  /// \pre index < stream(id).steps
  virtual Step step(StreamId id, StepIndex index) const = 0;
  /// Where the step's data lie in the space: ranges in ascending order that do not overlap. Their
  /// bytes are those of the step (1 for a barrier's 0).
  virtual std::vector<Range> data(StreamId id, StepIndex index) const = 0;
  /// Equal for streams whose steps are equal in all that takes time: number, bytes and ports. The
  /// default is another one for each stream.
  virtual std::uint64_t kind(StreamId id) const { return static_cast<std::uint64_t>(id); }
  /// Large schedules are mostly copies, of which one has to be looked at. The default says nothing.
  virtual Copies copies() const { return {}; }
  /// Whether every step receives from all ports of its stream and sends to all: equal connections
  /// of a stream then have equal times.
  virtual bool uses_all_ports() const { return false; }
  /// For how many steps from `from` on each is equal to the one `period` steps later, in bytes and
  /// ports. Less where that is not easily known. \pre period > 0
  virtual StepIndex repeats(StreamId /*id*/, StepIndex /*from*/, StepIndex /*period*/) const {
    return 0;
  }

 protected:
  Schedule() = default;
  Schedule(const Schedule&) = default;
  Schedule(Schedule&&) = default;
  Schedule& operator=(const Schedule&) = default;
  Schedule& operator=(Schedule&&) = default;
};

/// Its copies; one part of all streams where it says nothing about any.
inline Copies parts_of(const Schedule& schedule) {
  Copies copies = schedule.copies();
  return copies.length > 0 ? copies : Copies{schedule.streams(), {}, {0}};
}

// Whose the streams of a schedule are.

/// By stream. Copies are not looked at.
std::vector<int> agents_by_stream(const Schedule& schedule);

/// How many streams are left without those of parts that are like an earlier one.
int streams_without_copies(const Schedule& schedule);

}  // namespace treering::sim::schedule
