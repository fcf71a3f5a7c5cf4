#include "sim/schedule/contents.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

namespace treering::sim::schedule {
namespace {

constexpr int kWordBits = 64;

/// The lowest set bit; -1 where there is none.
int lowest(std::uint64_t word, std::size_t index) {
  if (word == 0) return -1;
  return static_cast<int>(index) * kWordBits + std::countr_zero(word);
}

tl::unexpected<std::string> missing(const Range& range) {
  return tl::unexpected(text_of(range) + (range.bytes == 1 ? " is missing" : " are missing"));
}

}  // namespace

std::string text_of(const Range& range) {
  if (range.bytes == 1) return fmt::format("byte {}", range.begin);
  return fmt::format("bytes {} to {}", range.begin, range.end() - 1);
}

RankSet RankSet::of(int rank) {
  return {static_cast<std::size_t>(rank / kWordBits), {std::uint64_t{1} << (rank % kWordBits)}, 1};
}

bool RankSet::has(int rank) const {
  const std::uint64_t ranks = word(static_cast<std::size_t>(rank / kWordBits));
  return ((ranks >> (rank % kWordBits)) & 1U) != 0;
}

int RankSet::common_with(const RankSet& other) const {
  const std::size_t last = std::min(end(), other.end());
  for (std::size_t i = std::max(first_, other.first_); i < last; ++i) {
    if (const int rank = lowest(word(i) & other.word(i), i); rank >= 0) return rank;
  }
  return -1;
}

RankSet RankSet::with(const RankSet& other) const {
  const std::size_t first = std::min(first_, other.first_);
  Words words(std::max(end(), other.end()) - first);
  int size = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    words[i] = word(first + i) | other.word(first + i);
    size += std::popcount(words[i]);
  }
  return {first, std::move(words), size};
}

int RankSet::missing(int ranks) const {
  if (size_ == ranks) return -1;
  for (int rank = 0; rank < ranks; ++rank) {
    if (!has(rank)) return rank;
  }
  return -1;
}

tl::expected<Contents, std::string> combined(const Contents& a, const Contents& b,
                                             Repeats repeats) {
  Contents all;
  std::size_t i = 0;
  std::size_t j = 0;
  std::uint64_t done = 0;  // of the present pieces: everything before is combined
  while (i < a.size() && j < b.size()) {
    const std::uint64_t begin_a = std::max(done, a[i].range.begin);
    const std::uint64_t begin_b = std::max(done, b[j].range.begin);
    if (begin_a != begin_b) {
      const std::uint64_t begin = std::min(begin_a, begin_b);
      return missing({begin, std::max(begin_a, begin_b) - begin});
    }
    const std::uint64_t end = std::min(a[i].range.end(), b[j].range.end());
    const int twice = a[i].values.common_with(b[j].values);
    if (twice >= 0 && repeats == Repeats::Wrong) {
      return tl::unexpected(fmt::format("the value of rank {} is twice in {}", twice,
                                        text_of({begin_a, end - begin_a})));
    }
    all.push_back({{begin_a, end - begin_a}, a[i].values.with(b[j].values)});
    done = end;
    if (a[i].range.end() == end) ++i;
    if (b[j].range.end() == end) ++j;
  }
  const auto rest_of = [&done](const Piece& piece) {
    const std::uint64_t begin = std::max(done, piece.range.begin);
    return Range{begin, piece.range.end() - begin};
  };
  if (i < a.size()) return missing(rest_of(a[i]));
  if (j < b.size()) return missing(rest_of(b[j]));
  return all;
}

Contents Memory::all() const {
  Contents all;
  for (const auto& [begin, piece] : pieces_) {
    const bool goes_on =
        !all.empty() && all.back().range.end() == begin && all.back().values == piece.values;
    if (goes_on) {
      all.back().range.bytes += piece.range.bytes;
    } else {
      all.push_back(piece);
    }
  }
  return all;
}

void Memory::split_at(std::uint64_t place) {
  auto after = pieces_.upper_bound(place);
  if (after == pieces_.begin()) return;
  Piece& piece = std::prev(after)->second;
  if (piece.range.begin == place || piece.range.end() <= place) return;
  const Piece rest{{place, piece.range.end() - place}, piece.values};
  piece.range.bytes = place - piece.range.begin;
  pieces_.emplace_hint(after, place, rest);
}

void Memory::put(const Contents& contents) {
  for (const Piece& piece : contents) {
    split_at(piece.range.begin);
    split_at(piece.range.end());
    pieces_.erase(pieces_.lower_bound(piece.range.begin), pieces_.lower_bound(piece.range.end()));
    pieces_.emplace(piece.range.begin, piece);
  }
}

tl::expected<Contents, std::string> Memory::take(const std::vector<Range>& ranges) const {
  Contents taken;
  for (const Range& range : ranges) {
    std::uint64_t at = range.begin;
    auto next = pieces_.upper_bound(at);
    if (next != pieces_.begin()) --next;
    for (; at < range.end(); ++next) {
      const bool is_there = next != pieces_.end() && next->second.range.begin <= at;
      if (!is_there || next->second.range.end() <= at) return missing({at, range.end() - at});
      const std::uint64_t end = std::min(range.end(), next->second.range.end());
      taken.push_back({{at, end - at}, next->second.values});
      at = end;
    }
  }
  return taken;
}

}  // namespace treering::sim::schedule
