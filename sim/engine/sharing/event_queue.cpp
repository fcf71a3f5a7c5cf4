#include "sim/engine/sharing/event_queue.h"

#include <algorithm>

namespace treering::sim::engine {
Event EventQueue::top() const {
  return event_of(heap_.front().at, nodes_[heap_.front().first]);
}

void EventQueue::push(const Event& event) {
  const std::uint32_t node = add_node(event);
  Last& last = last_of(event.at);
  if (last.at == event.at) {
    nodes_[last.node].next = node;
  } else {
    add_instant({event.at, node, added_++});
  }
  last = {event.at, node};
}

void EventQueue::pop() {
  Instant& instant = heap_.front();
  const std::uint32_t node = instant.first;
  instant.first = nodes_[node].next;
  nodes_[node].next = free_;
  free_ = node;
  if (instant.first != kNone) return;
  Last& last = last_of(instant.at);
  if (last.node == node) last = {};
  remove_first();
}

void EventQueue::postpone(double us) {
  for (Instant& one : heap_) one.at += us;
  // What differed may be equal now: a sorted range is a heap.
  std::ranges::sort(heap_, is_before);
  last_.fill({});
}

std::uint32_t EventQueue::add_node(const Event& event) {
  std::uint32_t at = free_;
  if (at == kNone) {
    at = static_cast<std::uint32_t>(nodes_.size());
    nodes_.emplace_back();
  } else {
    free_ = nodes_[at].next;
  }
  nodes_[at] = {event.id, event.version, kNone, event.kind};
  return at;
}

void EventQueue::add_instant(const Instant& instant) {
  std::size_t hole = heap_.size();
  heap_.push_back(instant);
  while (hole > 0) {
    const std::size_t parent = (hole - 1) / kChildren;
    if (!is_before(instant, heap_[parent])) break;
    heap_[hole] = heap_[parent];
    hole = parent;
  }
  heap_[hole] = instant;
}

void EventQueue::remove_first() {
  const Instant last = heap_.back();
  heap_.pop_back();
  if (!heap_.empty()) sink(0, last);
}

void EventQueue::sink(std::size_t hole, const Instant& instant) {
  for (;;) {
    const std::size_t first = hole * kChildren + 1;
    if (first >= heap_.size()) break;
    const std::size_t end = std::min(first + kChildren, heap_.size());
    std::size_t least = first;
    for (std::size_t child = first + 1; child < end; ++child) {
      if (is_before(heap_[child], heap_[least])) least = child;
    }
    if (!is_before(heap_[least], instant)) break;
    heap_[hole] = heap_[least];
    hole = least;
  }
  heap_[hole] = instant;
}

}  // namespace treering::sim::engine
