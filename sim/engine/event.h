// What happens in a simulation, in the order of time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

namespace treering::sim::engine {

/// Of events at the same time, the one with the lowest kind and id is first.
struct Event {
  enum class Kind : std::uint8_t {
    FlowEnds,         // flow: its head has left, or the whole
    HeadArrives,      // connection: of a message that is passed on before all of it is here
    MessageIsHere,    // connection: the whole of it
    HeadIsCopied,     // connection: to a proxy's buffer
    MessageIsCopied,  // connection: likewise
    StepIsKept,       // stream: what it received is in memory
    Begins,           // stream: it may
  };
  double at = 0;  // us
  Kind kind = Kind::FlowEnds;
  std::int32_t id = 0;        // a flow, a connection, a stream
  std::uint32_t version = 0;  // of a flow's rate: events of older ones are void

  friend bool operator>(const Event& a, const Event& b) {
    if (a.at != b.at) return a.at > b.at;
    if (a.kind != b.kind) return a.kind > b.kind;
    return a.id > b.id;
  }
};

class EventQueue {
 public:
  bool empty() const { return heap_.empty(); }
  const Event& top() const { return heap_.front(); }
  void push(const Event& event) {
    heap_.push_back(event);
    std::ranges::push_heap(heap_, std::greater<>());
  }
  void pop() {
    std::ranges::pop_heap(heap_, std::greater<>());
    heap_.pop_back();
  }

  /// In no order.
  const std::vector<Event>& all() const { return heap_; }
  /// All happen later by `us`.
  void postpone(double us) {
    for (Event& one : heap_) one.at += us;
    std::ranges::make_heap(heap_, std::greater<>());
  }

 private:
  std::vector<Event> heap_;
};

}  // namespace treering::sim::engine
