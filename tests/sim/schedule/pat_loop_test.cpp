#include "sim/schedule/pat_loop.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::sim::schedule {
namespace pat_loop_test {

using ::testing::ElementsAre;

/// A step as people read it: the first ways of what it receives and sends.
std::vector<std::pair<std::uint64_t, std::uint64_t>> ways_of(const PatLoop& loop) {
  const auto way_of = [&](int message) -> std::uint64_t {
    return message < 0 ? 0 : loop.messages[static_cast<std::size_t>(message)].first;
  };
  std::vector<std::pair<std::uint64_t, std::uint64_t>> ways;
  for (const PatStep& step : loop.steps) ways.emplace_back(way_of(step.receive), way_of(step.send));
  return ways;
}

using Pair = std::pair<std::uint64_t, std::uint64_t>;

TEST(PatLoop, PassesOnWhatItReceives) {
  EXPECT_THAT(ways_of(pat_loop({8, 1, 8})),
              ElementsAre(Pair{0, 4}, Pair{0, 2}, Pair{4, 6}, Pair{0, 1}, Pair{2, 3}, Pair{0, 5},
                          Pair{6, 7}, Pair{1, 0}, Pair{3, 0}, Pair{5, 0}, Pair{7, 0}));
}

TEST(PatLoop, GoesDownTheTreeWhereBuffersAreFew) {
  EXPECT_THAT(ways_of(pat_loop({8, 1, 1})),
              ElementsAre(Pair{0, 4}, Pair{4, 6}, Pair{6, 7}, Pair{7, 0}, Pair{0, 5}, Pair{5, 0},
                          Pair{0, 2}, Pair{2, 3}, Pair{3, 0}, Pair{0, 1}, Pair{1, 0}));
}

TEST(PatLoop, ShortBlocksShareMessages) {
  const PatLoop loop = pat_loop({8, 4, 8});
  EXPECT_EQ(loop.messages.size(), 3U);
  EXPECT_EQ(loop.messages.back().count, 4U);
}

struct Counts {
  std::size_t most_on_the_way = 0;
  std::set<std::uint64_t> ways;
  bool is_in_order = true;
};

Counts counts_of(const PatLoop& loop) {
  Counts counts;
  std::map<int, std::vector<int>> on_the_way;  // by dimension
  for (const PatStep& step : loop.steps) {
    if (step.send >= 0) {
      std::vector<int>& queue =
          on_the_way[loop.messages[static_cast<std::size_t>(step.send)].dimension];
      queue.push_back(step.send);
      counts.most_on_the_way = std::max(counts.most_on_the_way, queue.size());
    }
    if (step.receive < 0) continue;
    const PatMessage& come = loop.messages[static_cast<std::size_t>(step.receive)];
    std::vector<int>& queue = on_the_way[come.dimension];
    counts.is_in_order = counts.is_in_order && queue.front() == step.receive;
    queue.erase(queue.begin());
    for (std::uint64_t i = 0; i < come.count; ++i) counts.ways.insert(come.first + i * come.stride);
  }
  return counts;
}

// All ranks do the same, so that what is sent has room where no connection has too much on the way.
TEST(PatLoop, BuffersHoldWhatIsOnTheWay) {
  for (int ranks = 2; ranks <= 70; ++ranks) {
    for (const std::uint64_t blocks : {1U, 2U, 8U}) {
      for (const int slots : {1, 2, 3, 8}) {
        if (blocks > 1 && blocks > static_cast<std::uint64_t>(ranks) / 2) continue;
        const Counts counts = counts_of(pat_loop({ranks, blocks, slots}));
        SCOPED_TRACE(::testing::Message() << ranks << " ranks, " << blocks << " blocks, " << slots);
        EXPECT_LE(counts.most_on_the_way, static_cast<std::size_t>(slots));
        EXPECT_EQ(counts.ways.size(), static_cast<std::size_t>(ranks - 1));
        EXPECT_TRUE(counts.is_in_order);
      }
    }
  }
}

}  // namespace pat_loop_test
}  // namespace treering::sim::schedule
