#include <algorithm>
#include <bit>
#include <vector>

#include "sim/hosts/handing_on.h"
#include "sim/hosts/pattern_groups.h"

namespace treering::sim::hosts {
namespace {

using Size = PatternSize;

/// Elements of a part where the first parts take what does not divide.
std::size_t part(const Size& size, int index) {
  const auto ranks = static_cast<std::size_t>(size.ranks);
  const auto place = static_cast<std::size_t>((index % size.ranks + size.ranks) % size.ranks);
  return size.elements / ranks + (place < size.elements % ranks ? 1 : 0);
}

void linear_all_reduce(const Size& size, Messages& out) {
  for (int rank = 1; rank < size.ranks; ++rank) {
    out.add(0, rank, 0, size.elements);
    out.add(1, 0, rank, size.elements);
  }
}
void ring_all_reduce(const Size& size, Messages& out) {
  for (int rank = 0; rank < size.ranks; ++rank) {
    for (int step = 0; step + 1 < size.ranks; ++step) {
      const int next = (rank + 1) % size.ranks;
      out.add(step, rank, next, part(size, rank - step));
      out.add(size.ranks + step, rank, next, part(size, rank + 1 - step));
    }
  }
}
void doubling_all_reduce(const Size& size, Messages& out) {
  const Folding folding(size.ranks);
  for (int i = 0; i < folding.extra; ++i) {
    out.add(0, 2 * i, 2 * i + 1, size.elements);
    out.add(size.ranks, 2 * i + 1, 2 * i, size.elements);
  }
  for (int step = 1; step < folding.core; step *= 2) {
    for (int member = 0; member < folding.core; ++member) {
      out.add(step, folding.odd_rank(member), folding.odd_rank(member ^ step), size.elements);
    }
  }
}

// --- Rabenseifner: halves, quarters and so on of the sums, and then back

/// That is a window for each member; otherwise another algorithm runs.
bool has_an_element_for_each_member(const Size& size) {
  return size.elements >= static_cast<std::size_t>(Folding(size.ranks).core);
}
bool is_power_of_two_with_elements(const Size& size) {
  return is_power_of_two(size) && has_an_element_for_each_member(size);
}
bool is_no_power_of_two_with_elements(const Size& size) {
  return is_no_power_of_two(size) && has_an_element_for_each_member(size);
}

/// Neighbours combine a half each; the odd one gives its half to the even one.
void combine_pairs(const Folding& folding, const Size& size, Messages& out) {
  const std::size_t low = size.elements / 2;
  for (int i = 0; i < folding.extra; ++i) {
    out.add(0, 2 * i + 1, 2 * i, low);
    out.add(0, 2 * i, 2 * i + 1, size.elements - low);
    out.add(1, 2 * i + 1, 2 * i, size.elements - low);
  }
}

constexpr int kFirstHalving = 2;  // its first round

int log2_of(int power) {
  return std::countr_zero(static_cast<unsigned>(power));
}

/// The elements that a member keeps in each step.
std::vector<std::size_t> halve(const Folding& folding, int member, const Size& size,
                               Messages& out) {
  std::vector<std::size_t> kept;
  std::size_t window = size.elements;
  for (int step = 1; step < folding.core; step *= 2) {
    const std::size_t low = window / 2;
    kept.push_back((member & step) == 0 ? low : window - low);
    out.add(kFirstHalving + log2_of(step), folding.even_rank(member),
            folding.even_rank(member ^ step), window - kept.back());
    window = kept.back();
  }
  return kept;
}

void rabenseifner_all_reduce(const Size& size, Messages& out) {
  const Folding folding(size.ranks);
  const int steps = log2_of(folding.core);
  const int last = kFirstHalving + 2 * steps;
  combine_pairs(folding, size, out);
  for (int member = 0; member < folding.core; ++member) {
    const auto kept = halve(folding, member, size, out);
    for (int step = 0; step < steps; ++step) {
      out.add(last - 1 - step, folding.even_rank(member), folding.even_rank(member ^ (1 << step)),
              kept[static_cast<std::size_t>(step)]);
    }
  }
  for (int i = 0; i < folding.extra; ++i) out.add(last, 2 * i, 2 * i + 1, size.elements);
}

/// A member sends its window where it would send it last, and is done.
void rabenseifner_reduce(const Size& size, Messages& out) {
  const Folding folding(size.ranks);
  const int last = kFirstHalving + 2 * log2_of(folding.core);
  combine_pairs(folding, size, out);
  halve(folding, 0, size, out);
  for (int member = 1; member < folding.core; ++member) {
    const auto kept = halve(folding, member, size, out);
    const int step = static_cast<int>(std::bit_width(static_cast<unsigned>(member))) - 1;
    out.add(last - 1 - step, folding.even_rank(member), folding.even_rank(member ^ (1 << step)),
            kept[static_cast<std::size_t>(step)]);
  }
}

// --- reduce-scatter

/// What all ranks but those of the partner's group are to get: nothing where they are all.
void doubling_scatter(const Size& size, Messages& out) {
  int round = 0;
  for (int step = 1; step < size.ranks; step *= 2) {
    const auto blocks = [&](int rank) {
      const int start = rank / step * step;
      return static_cast<std::size_t>(start + std::max(size.ranks - start - step, 0));
    };
    for (int rank = 0; rank < size.ranks; ++rank) {
      const int peer = rank ^ step;
      if (peer < size.ranks) out.add_even_empty(round, rank, peer, blocks(rank) * size.block);
    }
    ++round;
    for (const HandedOn& one : handed_on(size.ranks, step)) {
      out.add_even_empty(round++, one.from, one.to, blocks(one.from ^ step) * size.block);
    }
  }
}

/// All that a pair has goes to its odd rank.
void fold_into_odd(const Folding& folding, const Size& size, Messages& out) {
  const std::size_t all = static_cast<std::size_t>(size.ranks) * size.block;
  for (int i = 0; i < folding.extra; ++i) out.add(0, 2 * i, 2 * i + 1, all);
}

/// Blocks of the members from `first` on; a folded one has two.
std::size_t blocks_of(const Folding& folding, int first, int count) {
  const int doubled = std::clamp(folding.extra - first, 0, count);
  return static_cast<std::size_t>(count + doubled);
}

/// Far partners first.
void halving_scatter(const Size& size, Messages& out) {
  const Folding folding(size.ranks);
  fold_into_odd(folding, size, out);
  int round = 1;
  for (int step = folding.core / 2; step > 0; step /= 2, ++round) {
    for (int member = 0; member < folding.core; ++member) {
      const int peer = member ^ step;
      const std::size_t blocks = blocks_of(folding, peer / step * step, step);
      out.add(round, folding.odd_rank(member), folding.odd_rank(peer), blocks * size.block);
    }
  }
  for (int i = 0; i < folding.extra; ++i) out.add(round, 2 * i + 1, 2 * i, size.block);
}

int mirrored(int member, int core) {
  int result = 0;
  for (int bit = 1; bit < core; bit *= 2) result = 2 * result + ((member & bit) != 0 ? 1 : 0);
  return result;
}

/// Near partners first. Where the ranks are a power of two, parts are mirrored beforehand; else
/// members mirror them afterwards.
void butterfly_scatter(const Size& size, Messages& out) {
  const Folding folding(size.ranks);
  fold_into_odd(folding, size, out);
  const int last = 1 + log2_of(folding.core);
  for (int member = 0; member < folding.core; ++member) {
    const int rank = folding.odd_rank(member);
    int first = 0;
    int count = folding.core / 2;
    for (int step = 1; step < folding.core; step *= 2, count /= 2) {
      const bool is_low = (member & step) == 0;
      const std::size_t blocks = blocks_of(folding, is_low ? first + count : first, count);
      out.add(1 + log2_of(step), rank, folding.odd_rank(member ^ step), blocks * size.block);
      if (!is_low) first += count;
    }
    if (folding.extra == 0) continue;
    const int there = mirrored(member, folding.core);
    if (there < folding.extra) out.add(last, rank, 2 * there, size.block);
    if (there != member) out.add(last + 1, rank, folding.odd_rank(there), size.block);
  }
}

}  // namespace

std::vector<Pattern> reduction_patterns() {
  using C = core::Collective;
  return {
      {C::AllReduce, {"basic_linear"}, nullptr, linear_all_reduce},
      {C::AllReduce,
       {"ring", "segmented_ring"},
       has_an_element_each,
       ring_all_reduce,
       {"ring", "ring_chunked"}},
      {C::AllReduce, {"recursive_doubling"}, nullptr, doubling_all_reduce},
      {C::AllReduce,
       {"rabenseifner"},
       is_power_of_two_with_elements,
       rabenseifner_all_reduce,
       {"halving_doubling"}},
      {C::AllReduce, {"rabenseifner"}, is_no_power_of_two_with_elements, rabenseifner_all_reduce},
      {C::Reduce, {"rabenseifner"}, has_an_element_for_each_member, rabenseifner_reduce},
      {C::ReduceScatter, {"recursive_doubling"}, nullptr, doubling_scatter},
      {C::ReduceScatter, {"recursive_halving"}, nullptr, halving_scatter},
      {C::ReduceScatter, {"butterfly"}, is_power_of_two, butterfly_scatter, {"halving_doubling"}},
      {C::ReduceScatter, {"butterfly"}, is_no_power_of_two, butterfly_scatter},
  };
}

}  // namespace treering::sim::hosts
