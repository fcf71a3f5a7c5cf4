#include "sim/pieces.h"

#include <algorithm>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace treering::sim {
namespace pieces_test {

TEST(Pieces, FindsTheExactByteOfAChange) {
  const auto value_at = [](std::uint64_t size) { return size < 1000 ? 'a' : 'b'; };
  const std::vector<std::uint64_t> samples{1, 4096};
  const auto found = pieces(value_at, samples);
  EXPECT_EQ(found, (std::vector<Piece<char>>{{1, 999, 'a'}, {1000, 4096, 'b'}}));
}

TEST(Pieces, FindsSeveralChangesBetweenTwoSamples) {
  const auto value_at = [](std::uint64_t size) { return size / 10; };
  const std::vector<std::uint64_t> samples{5, 35};
  const auto found = pieces(value_at, samples);
  EXPECT_EQ(found,
            (std::vector<Piece<std::uint64_t>>{{5, 9, 0}, {10, 19, 1}, {20, 29, 2}, {30, 35, 3}}));
}

TEST(Pieces, OneSampleIsOnePiece) {
  const std::vector<std::uint64_t> samples{7};
  EXPECT_EQ(pieces([](std::uint64_t) { return 1; }, samples), (std::vector<Piece<int>>{{7, 7, 1}}));
}

RC_GTEST_PROP(PiecesProperty, AgreesWithEverySizeOfAStaircase, ()) {
  // A staircase never undoes a change, so no change may be missed, whatever the samples.
  const auto steps =
      *rc::gen::container<std::vector<std::uint64_t>>(5, rc::gen::inRange<std::uint64_t>(1, 300));
  auto samples =
      *rc::gen::container<std::vector<std::uint64_t>>(4, rc::gen::inRange<std::uint64_t>(1, 300));
  std::sort(samples.begin(), samples.end());
  samples.erase(std::unique(samples.begin(), samples.end()), samples.end());
  const auto value_at = [&](std::uint64_t size) {
    return std::count_if(steps.begin(), steps.end(), [&](auto step) { return step <= size; });
  };
  const auto found = pieces(value_at, samples);
  RC_ASSERT(found.front().first == samples.front());
  RC_ASSERT(found.back().last == samples.back());
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (i > 0) RC_ASSERT(found[i].first == found[i - 1].last + 1);
    for (std::uint64_t size = found[i].first; size <= found[i].last; ++size) {
      RC_ASSERT(found[i].value == value_at(size));
    }
  }
}

}  // namespace pieces_test
}  // namespace treering::sim
