#include "sim/schedule/pat_loop.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "sim/schedule/chunks.h"

namespace treering::sim::schedule {
namespace {

/// The way of a binomial tree's node in depth-first order, larger subtrees first.
std::uint64_t in_depth(std::uint64_t number, std::uint64_t parts) {
  std::uint64_t way = 0;
  for (std::uint64_t half = parts / 2; half > 0; half /= 2) {
    if (number >= half) {
      number -= half;
      continue;
    }
    way += half;
    if (number-- == 0) break;
  }
  return way;
}

class LoopBuilder {
 public:
  explicit LoopBuilder(const PatShape& shape)
      : blocks_(shape.blocks),
        ranks_(static_cast<std::uint64_t>(shape.ranks)),
        brought_by_(static_cast<std::size_t>(shape.ranks), -1) {
    const std::uint64_t ways = std::bit_ceil(ranks_);
    std::uint64_t side_by_side = blocks_;
    for (int depth = shape.slots; depth > 1 && side_by_side < ranks_ / 2; depth /= 2) {
      side_by_side *= 2;
    }
    parts_ = ways / side_by_side;
    for (std::uint64_t distance = ways / 2; distance >= parts_; distance /= 2) {
      go_over(distance, 2 * distance);
    }
    for (std::uint64_t number = 0; number + 1 < parts_; ++number) {
      go_over(in_depth(number, parts_), parts_);
    }
  }

  PatLoop take() && { return std::move(loop_); }

 private:
  std::uint64_t count_from(std::uint64_t way, std::uint64_t stride) const {
    return std::min(blocks_, ceil_div(left(ranks_, way), stride));
  }

  /// The messages whose blocks then have the ways `first`, `first` + `stride`, ... Their last hops
  /// are what no other message passes on.
  void go_over(std::uint64_t first, std::uint64_t stride) {
    const int dimension = std::countr_zero(first);
    const bool is_last = dimension == 0;
    const std::size_t before = loop_.messages.size();
    for (std::uint64_t way = first; left(way, is_last ? 1 : 0) < ranks_; way += blocks_ * stride) {
      const PatMessage message{dimension, way, stride, count_from(way, stride)};
      // Also what goes nowhere from here has to be received.
      const std::uint64_t come = is_last ? count_from(way - 1, stride) : message.count;
      const int passed_on = receive_for(message, come);
      if (message.count == 0) continue;
      loop_.steps.push_back({passed_on, add(message)});
    }
    if (!is_last) return;
    for (std::size_t number = before; number < loop_.messages.size(); ++number) {
      receive(static_cast<int>(number));
    }
  }

  int add(const PatMessage& message) {
    const int number = static_cast<int>(loop_.messages.size());
    loop_.messages.push_back(message);
    is_received_.push_back(false);
    for (std::uint64_t i = 0; i < message.count; ++i) {
      brought_by_[message.first + i * message.stride] = number;
    }
    return number;
  }

  void receive(int number) {
    is_received_[static_cast<std::size_t>(number)] = true;
    loop_.steps.push_back({number, -1});
  }

  /// Receives what `message` passes on. The number of the message that has just its blocks, which
  /// is left to the step that sends; -1: there is none.
  int receive_for(const PatMessage& message, std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t way = message.first - message.distance() + i * message.stride;
      if (way == 0) continue;
      const int number = brought_by_[way];
      if (is_received_[static_cast<std::size_t>(number)]) continue;
      if (i == 0 && are_same(loop_.messages[static_cast<std::size_t>(number)], message, way)) {
        is_received_[static_cast<std::size_t>(number)] = true;
        return number;
      }
      receive(number);
    }
    return -1;
  }

  static bool are_same(const PatMessage& come, const PatMessage& gone, std::uint64_t way) {
    const bool is_alike = come.count == 1 || come.stride == gone.stride;
    return come.first == way && come.count == gone.count && is_alike;
  }

  std::uint64_t blocks_;
  std::uint64_t ranks_;
  std::uint64_t parts_ = 1;
  std::vector<int> brought_by_;  // by way
  std::vector<bool> is_received_;
  PatLoop loop_;
};

}  // namespace

PatLoop pat_loop(const PatShape& shape) {
  return LoopBuilder(shape).take();
}

}  // namespace treering::sim::schedule
