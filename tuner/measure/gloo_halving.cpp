// gloo/allreduce_halving_doubling.h and gloo/reduce_scatter.h: recursive halving within blocks of
// ranks, whose sizes are the powers of two that add up to the number of ranks, the largest first.
// Every block but the first, the largest, gives its sums to the next larger one.
#include <algorithm>
#include <bit>

#include "tuner/measure/gloo_traffic.h"

namespace treering::tuner::measure {
namespace {

/// Elements of the buffer.
struct Range {
  std::size_t first = 0;
  std::size_t count = 0;
};

unsigned log_of(int power_of_two) {
  return static_cast<unsigned>(std::countr_zero(static_cast<unsigned>(power_of_two)));
}

unsigned reversed(unsigned number, unsigned bits) {
  unsigned result = 0;
  for (unsigned bit = 0; bit < bits; ++bit) {
    result = result << 1U | (number >> bit & 1U);
  }
  return result;
}

/// What one rank does.
class Member {
 public:
  Member(const TrafficSize& size, int rank) : size_(size), rank_(rank) {
    find_block();
    const auto most = std::bit_floor(static_cast<unsigned>(size.ranks));
    chunk_ = (size.elements + most - 1) / most;
    half_ = chunk_ * most / 2;
    kept_ = {0, size.elements};
    std::size_t first = 0;
    for (int bit = 1; bit < block_; bit *= 2, half_ /= 2) {
      const bool is_high = (rank & bit) != 0;
      steps_.push_back(
          {rank ^ bit, part(first + (is_high ? 0 : half_)), part(first + (is_high ? half_ : 0))});
      if (is_high) first += half_;
      kept_ = steps_.back().kept;
    }
  }

  void reduce_scatter(Traffic& out) const {
    for (const Step& step : steps_) {
      if (step.given.count > 0) send(step.peer, step.given.count, out);
      out.add_free(rank_, step.peer);
    }
    send_to_larger(out);
  }

  void gather(Traffic& out) const {
    if (smaller_ != 0 && kept_.count > 0) {
      const int first = start_ + block_;
      send(first + (rank_ - start_) % smaller_, kept_.count, out);
    }
    for (const Step& step : steps_) {
      if (step.kept.count > 0) send(step.peer, step.kept.count, out);
      out.add_free(rank_, step.peer);
    }
  }

  /// From the order of the halving to that of the ranks: who has them are the largest block.
  void distribute(Traffic& out) const {
    if (larger_ != 0 || steps_.empty()) return;
    const std::size_t end = kept_.first + kept_.count;
    for (std::size_t at = kept_.first; at < end;) {
      const auto to = static_cast<int>(at / size_.block);
      const std::size_t next = std::min(end, (at / size_.block + 1) * size_.block);
      if (to != rank_) {
        send(to, next - at, out);
        out.add_free(to, rank_);
      }
      at = next;
    }
  }

 private:
  struct Step {
    int peer = 0;
    Range given;
    Range kept;
  };

  void find_block() {
    start_ = size_.ranks;
    for (int power = 1; power <= size_.ranks; power *= 2) {
      if ((size_.ranks & power) == 0) continue;
      if (block_ != 0) {
        larger_ = power;
        return;
      }
      start_ -= power;
      if (rank_ >= start_) {
        block_ = power;
      } else {
        smaller_ = power;
      }
    }
  }

  [[nodiscard]] Range part(std::size_t first) const {
    return {first, first < size_.elements ? std::min(half_, size_.elements - first) : 0};
  }

  void send_to_larger(Traffic& out) const {
    if (larger_ == 0) return;
    const auto parts = static_cast<unsigned>(larger_ / block_);
    const std::size_t most = half_ >> (log_of(larger_ / block_) - 1);
    const unsigned first = reversed(static_cast<unsigned>(rank_ - start_), log_of(block_)) * parts;
    for (unsigned i = 0; i < parts && most * i < kept_.count; ++i) {
      const auto member = static_cast<int>(reversed(first + i, log_of(larger_)));
      send(start_ - larger_ + member, std::min(most, kept_.count - most * i), out);
    }
  }

  void send(int to, std::size_t elements, Traffic& out) const {
    out.add_bound(rank_, to, elements * size_.width);
  }

  const TrafficSize& size_;
  int rank_ = 0;
  int start_ = 0;    // first rank of the block
  int block_ = 0;    // ranks in it
  int smaller_ = 0;  // in the next smaller block; 0: there is none
  int larger_ = 0;
  std::size_t chunk_ = 0;  // elements that a rank of the largest block keeps
  std::size_t half_ = 0;   // elements to give in the next step
  Range kept_;             // after the last step
  std::vector<Step> steps_;
};

}  // namespace

void gloo_halving_doubling(const TrafficSize& size, Traffic& out) {
  for (int rank = 0; rank < size.ranks; ++rank) {
    const Member member(size, rank);
    member.reduce_scatter(out);
    member.gather(out);
  }
}

void gloo_halving_scatter(const TrafficSize& size, Traffic& out) {
  TrafficSize whole = size;
  whole.elements = size.block * static_cast<std::size_t>(size.ranks);
  for (int rank = 0; rank < size.ranks; ++rank) {
    const Member member(whole, rank);
    member.reduce_scatter(out);
    member.distribute(out);
  }
}

}  // namespace treering::tuner::measure
