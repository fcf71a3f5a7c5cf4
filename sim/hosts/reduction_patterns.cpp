#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "sim/hosts/handing_on.h"
#include "sim/hosts/pattern_groups.h"

namespace treering::sim::hosts {
namespace {

using Size = PatternSize;

/// A rank's part where the first parts take what does not divide.
OneRange part(const Size& size, int rank) {
  const auto ranks = static_cast<std::size_t>(size.ranks);
  const auto place = static_cast<std::size_t>(around(size, rank));
  const std::size_t least = size.elements / ranks;
  const std::size_t longer = size.elements % ranks;
  return {{{place * least + std::min(place, longer), least + (place < longer ? 1 : 0)}}};
}

void linear_all_reduce(const Size& size, Messages& out) {
  for (int rank = 1; rank < size.ranks; ++rank) {
    out.combine(0, rank, 0, whole(size));
    out.copy(1, 0, rank, whole(size));
  }
}
void ring_all_reduce(const Size& size, Messages& out) {
  for (int rank = 0; rank < size.ranks; ++rank) {
    for (int step = 0; step + 1 < size.ranks; ++step) {
      const int next = around(size, rank + 1);
      out.combine(step, rank, next, part(size, rank - step));
      out.copy(size.ranks + step, rank, next, part(size, rank + 1 - step));
    }
  }
}
void doubling_all_reduce(const Size& size, Messages& out) {
  const Folding folding(size.ranks);
  for (int i = 0; i < folding.extra; ++i) {
    out.combine(0, 2 * i, 2 * i + 1, whole(size));
    out.copy(size.ranks, 2 * i + 1, 2 * i, whole(size));
  }
  for (int step = 1; step < folding.core; step *= 2) {
    for (int member = 0; member < folding.core; ++member) {
      out.combine(step, folding.odd_rank(member), folding.odd_rank(member ^ step), whole(size));
    }
  }
}

// --- Gloo's own

/// The whole data go to the next rank, again and again (gloo/allreduce_ring.h): a rank passes on
/// what it received as it was, and adds it to a sum of its own. In a schedule a rank has each
/// element once, so this is proved for two ranks, where nothing is passed on.
void whole_ring(const Size& size, Messages& out) {
  for (int step = 1; step < size.ranks; ++step) {
    for (int rank = 0; rank < size.ranks; ++rank) {
      out.combine(step, rank, around(size, rank + 1), whole(size));
    }
  }
}

/// Blocks are combined around the ring; then the root collects them (gloo/reduce.cc). Equal blocks
/// stand for parts that differ by what does not divide, so this is proved where the ranks divide
/// the elements.
void ring_to_root(const Size& size, Messages& out) {
  for (int step = 1; step < size.ranks; ++step) {
    for (int rank = 0; rank < size.ranks; ++rank) {
      out.combine(step, rank, around(size, rank + 1), blocks(size, around(size, rank - step)));
    }
  }
  for (int rank = 1; rank < size.ranks; ++rank) out.copy(size.ranks, rank, 0, blocks(size, rank));
}
bool is_divided_by_ranks(const Size& size) {
  return size.block * static_cast<std::size_t>(size.ranks) == size.elements;
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

/// Two parts of a range, the low one first: the high one takes what does not divide.
std::array<OneRange, 2> halves(const ElementRange& range) {
  const std::size_t low = range.count / 2;
  return {OneRange{{{range.first, low}}}, OneRange{{{range.first + low, range.count - low}}}};
}

/// Neighbours combine a half each; the odd one gives its half to the even one.
void combine_pairs(const Folding& folding, const Size& size, Messages& out) {
  const auto [low, high] = halves(whole(size)[0]);
  for (int i = 0; i < folding.extra; ++i) {
    out.combine(0, 2 * i + 1, 2 * i, low);
    out.combine(0, 2 * i, 2 * i + 1, high);
    out.copy(1, 2 * i + 1, 2 * i, high);
  }
}

constexpr int kFirstHalving = 2;  // its first round

int log2_of(int power) {
  return std::countr_zero(static_cast<unsigned>(power));
}

/// What a member keeps in each step.
std::vector<OneRange> halve(const Folding& folding, int member, const Size& size, Messages& out) {
  std::vector<OneRange> kept;
  OneRange window = whole(size);
  for (int step = 1; step < folding.core; step *= 2) {
    const auto [low, high] = halves(window[0]);
    const bool is_low = (member & step) == 0;
    out.combine(kFirstHalving + log2_of(step), folding.even_rank(member),
                folding.even_rank(member ^ step), is_low ? high : low);
    window = is_low ? low : high;
    kept.push_back(window);
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
      out.copy(last - 1 - step, folding.even_rank(member), folding.even_rank(member ^ (1 << step)),
               kept[static_cast<std::size_t>(step)]);
    }
  }
  for (int i = 0; i < folding.extra; ++i) out.copy(last, 2 * i, 2 * i + 1, whole(size));
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
    out.copy(last - 1 - step, folding.even_rank(member), folding.even_rank(member ^ (1 << step)),
             kept[static_cast<std::size_t>(step)]);
  }
}

// --- reduce-scatter

/// What all ranks but those of the sender's group are to get: nothing where they are all. On other
/// numbers of ranks than powers of two, a rank hands on what it received as it was, and combines it
/// itself. In a schedule a rank has each element once, so these are proved on powers of two.
void doubling_scatter(const Size& size, Messages& out) {
  int round = 0;
  for (int step = 1; step < size.ranks; step *= 2) {
    const auto of_others = [&](int rank) {
      const int start = rank / step * step;
      const int end = std::min(start + step, size.ranks);
      return std::array{blocks(size, 0, start)[0], blocks(size, end, size.ranks - end)[0]};
    };
    for (int rank = 0; rank < size.ranks; ++rank) {
      const int peer = rank ^ step;
      if (peer < size.ranks) out.combine_even_empty(round, rank, peer, of_others(rank));
    }
    ++round;
    for (const HandedOn& one : handed_on(size.ranks, step)) {
      out.combine_even_empty(round++, one.from, one.to, of_others(one.from ^ step));
    }
  }
}

/// All that a pair has goes to its odd rank.
void fold_into_odd(const Folding& folding, const Size& size, Messages& out) {
  for (int i = 0; i < folding.extra; ++i) {
    out.combine(0, 2 * i, 2 * i + 1, blocks(size, 0, size.ranks));
  }
}

/// Blocks of the members from `first` on; a folded one has two.
OneRange blocks_of(const Folding& folding, const Size& size, int first, int count) {
  const auto before = [&](int member) { return member + std::min(member, folding.extra); };
  return blocks(size, before(first), before(first + count) - before(first));
}

/// Far partners first.
void halving_scatter(const Size& size, Messages& out) {
  const Folding folding(size.ranks);
  fold_into_odd(folding, size, out);
  int round = 1;
  for (int step = folding.core / 2; step > 0; step /= 2, ++round) {
    for (int member = 0; member < folding.core; ++member) {
      const int peer = member ^ step;
      out.combine(round, folding.odd_rank(member), folding.odd_rank(peer),
                  blocks_of(folding, size, peer / step * step, step));
    }
  }
  for (int i = 0; i < folding.extra; ++i) {
    out.copy(round, 2 * i + 1, 2 * i, blocks(size, 2 * i));
  }
}

int mirrored(int member, int core) {
  int result = 0;
  for (int bit = 1; bit < core; bit *= 2) result = 2 * result + ((member & bit) != 0 ? 1 : 0);
  return result;
}

/// The blocks at `count` places from `first` on. Where the ranks are a power of two, parts are
/// mirrored beforehand; else the places are those of the members.
std::vector<ElementRange> blocks_at(const Folding& folding, const Size& size, int first,
                                    int count) {
  if (folding.extra > 0) return {blocks_of(folding, size, first, count)[0]};
  std::vector<ElementRange> data;
  for (int place = first; place < first + count; ++place) {
    data.push_back(blocks(size, mirrored(place, folding.core))[0]);
  }
  return data;
}

/// Near partners first. A member ends with the mirrored place. Where the ranks are no power of two,
/// members then mirror the parts.
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
      out.combine(1 + log2_of(step), rank, folding.odd_rank(member ^ step),
                  blocks_at(folding, size, is_low ? first + count : first, count));
      if (!is_low) first += count;
    }
    if (folding.extra == 0) continue;
    const int there = mirrored(member, folding.core);
    if (there < folding.extra) out.copy(last, rank, 2 * there, blocks(size, 2 * there));
    if (there == member) continue;
    const int owner = folding.odd_rank(there);
    out.copy(last + 1, rank, owner, blocks(size, owner));
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
       // Gloo's bcube has groups of two ranks (gloo/allreduce.cc, computeGroupSizePerStep).
       {"halving_doubling", "bcube"}},
      {C::AllReduce, {"rabenseifner"}, is_no_power_of_two_with_elements, rabenseifner_all_reduce},
      {C::Reduce, {"rabenseifner"}, has_an_element_for_each_member, rabenseifner_reduce},
      {C::ReduceScatter, {"recursive_doubling"}, nullptr, doubling_scatter, {}, is_power_of_two},
      {C::ReduceScatter, {"recursive_halving"}, nullptr, halving_scatter},
      {C::ReduceScatter, {"butterfly"}, is_power_of_two, butterfly_scatter, {"halving_doubling"}},
      {C::ReduceScatter, {"butterfly"}, is_no_power_of_two, butterfly_scatter},
      {C::AllReduce, {}, nullptr, whole_ring, {"ring_simple"}, is_pair},
      {C::Reduce, {}, nullptr, ring_to_root, {"ring"}, is_divided_by_ranks},
  };
}

}  // namespace treering::sim::hosts
