// The events of a simulation, and their order in time.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace treering::sim::engine {

// What happens in a simulation, in the order of time.

struct Event {
  enum class Kind : std::uint8_t {
    FlowEnds,         // connection: its flow's head has left, or the whole
    FlowsEnd,         // link: likewise of the first flows that it holds back
    HeadArrives,      // connection: of a message that is passed on before all of it is here
    MessageIsHere,    // connection: the whole of it
    HeadIsCopied,     // connection: to a proxy's buffer
    MessageIsCopied,  // connection: likewise
    StepIsKept,       // stream: what it received is in memory
    Begins,           // stream: it may
  };
  double at = 0;  // us
  Kind kind = Kind::FlowEnds;
  std::int32_t id = 0;        // a connection, a link, a stream
  std::uint32_t version = 0;  // of the ends of flows: events of older ones are void
};

// Events in the order of time; those of the same time in the order in which they were added.
//
// Times are ticks (sim/engine/ticks.h), so what happens together has equal times. Events of one
// time are a list, and a heap holds the times: where ranks are in step, an event costs no search. A
// time that was forgotten gets a second list, after its first.

class EventQueue {
 public:
  bool empty() const { return heap_.empty(); }
  /// The time of the first. \pre !empty()
  double next() const { return heap_.front().at; }
  Event top() const;
  void push(const Event& event);
  void pop();

  /// Gives those to `take` that come after the first time, as far as that is known without a
  /// search.
  template <class Take>
  void for_soon(Take&& take) const {
    for (std::size_t at = 1; at < std::min(heap_.size(), kChildren + 1); ++at) {
      take(event_of(heap_[at].at, nodes_[heap_[at].first]));
    }
  }
  /// Gives all to `take`, in no order.
  template <class Take>
  void for_each(Take&& take) const {
    for (const Instant& one : heap_) {
      for (std::uint32_t at = one.first; at != kNone; at = nodes_[at].next) {
        take(event_of(one.at, nodes_[at]));
      }
    }
  }
  /// All happen later by `us`.
  void postpone(double us);

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;
  static constexpr std::size_t kChildren = 4;  // of an entry of the heap
  // Times of which the last event is known.
  static constexpr std::size_t kRemembered = 256;

  struct Node {
    std::int32_t id = 0;
    std::uint32_t version = 0;
    std::uint32_t next = kNone;
    Event::Kind kind = Event::Kind::FlowEnds;
  };
  struct Instant {
    double at = 0;
    std::uint32_t first = kNone;
    std::uint32_t number = 0;  // in the order in which they were added
  };
  struct Last {
    double at = -1;
    std::uint32_t node = kNone;
  };

  static Event event_of(double at, const Node& node) {
    return {at, node.kind, node.id, node.version};
  }
  static bool is_before(const Instant& a, const Instant& b) {
    return a.at != b.at ? a.at < b.at : a.number < b.number;
  }
  Last& last_of(double at) {
    constexpr std::uint64_t kSpread = 0x9e3779b97f4a7c15;
    constexpr int kShift = 64 - std::bit_width(kRemembered - 1);
    return last_[(std::bit_cast<std::uint64_t>(at) * kSpread) >> kShift];
  }
  std::uint32_t add_node(const Event& event);
  void add_instant(const Instant& instant);
  void remove_first();
  void sink(std::size_t hole, const Instant& instant);

  std::vector<Instant> heap_;  // each before its children
  std::vector<Node> nodes_;
  std::uint32_t free_ = kNone;  // a list of nodes
  std::uint32_t added_ = 0;
  std::array<Last, kRemembered> last_;
};

}  // namespace treering::sim::engine
