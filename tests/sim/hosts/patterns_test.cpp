#include "sim/hosts/patterns.h"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/hosts/message_schedule.h"
#include "sim/schedule/proof/verify.h"

namespace treering::sim::hosts {
namespace patterns_test {

using core::Collective;
using testing::ElementsAre;

/// With a block of 3 elements for each rank, and one more.
PatternSize size_for(int ranks) {
  return {ranks, 3U * static_cast<unsigned>(ranks) + 1, 3};
}

/// Sizes that ranks divide, that leave one element or many, whose last parts are empty (each of
/// the first has two elements), and that have less than an element for each rank.
std::vector<PatternSize> sizes_for(int ranks) {
  const auto count = static_cast<std::size_t>(ranks);
  return {{ranks, 3 * count, 3},
          size_for(ranks),
          {ranks, 1000, 1000 / count},
          {ranks, count + 1, 1},
          {ranks, count - 1, 1}};
}

std::string name_of(const Pattern& pattern) {
  return std::string(pattern.names.empty() ? pattern.of_gloo.front() : pattern.names.front());
}

using Act = std::function<void(const Pattern&, const PatternSize&, const Messages&)>;

/// Calls `act` for each pattern and size on 2 to 17 ranks.
void for_each_pattern(const Act& act) {
  for (int ranks = 2; ranks <= 17; ++ranks) {
    for (const PatternSize& size : sizes_for(ranks)) {
      for (const Pattern& pattern : message_patterns()) {
        if (pattern.is_for != nullptr && !pattern.is_for(size)) continue;
        SCOPED_TRACE(testing::Message()
                     << core::name_of(pattern.collective) << " " << name_of(pattern) << " of "
                     << size.elements << " elements on " << ranks << " ranks");
        Messages messages;
        pattern.send(size, messages);
        act(pattern, size, messages);
      }
    }
  }
}

/// What a schedule cannot say: ranks that pass on what they received as it was and combine it
/// themselves; blocks that stand for parts of several sizes.
bool is_beyond_proof(const Pattern& pattern, const PatternSize& size) {
  const std::string name = name_of(pattern);
  const auto ranks = static_cast<unsigned>(size.ranks);
  switch (pattern.collective) {
    case Collective::ReduceScatter:
      return name == "recursive_doubling" && !std::has_single_bit(ranks);
    case Collective::AllReduce:
      return name == "ring_simple" && ranks > 2;
    case Collective::Reduce:
      return name == "ring" && size.elements % ranks != 0;
    default:
      return false;
  }
}

TEST(Patterns, DoWhatTheirCollectivesPromise) {
  for_each_pattern([](const Pattern& pattern, const PatternSize& size, const Messages& messages) {
    const bool is_proved = pattern.is_proved == nullptr || pattern.is_proved(size);
    EXPECT_EQ(is_proved, !is_beyond_proof(pattern, size));
    const auto fault = schedule::fault_of(schedule_with_data(messages, pattern.collective, size));
    EXPECT_EQ(fault.has_value(), !is_proved) << (fault ? fault->text : "no fault");
  });
}

/// Messages of a barrier on so many ranks.
std::size_t messages_of_barrier(std::string_view algorithm, int ranks) {
  const PatternSize size{ranks, 0, 1};
  Messages messages;
  find_pattern(Collective::Barrier, algorithm, size)->send(size, messages);
  for (const Message& one : messages.all()) EXPECT_EQ(one.elements, 0U);
  return messages.all().size();
}

// Of 5 ranks: there and back; twice around; 4 x 2 among the first four and 2 with the fifth; three
// steps of all; up and down.
TEST(Patterns, BarriersSendMessagesWithoutData) {
  EXPECT_EQ(messages_of_barrier("linear", 5), 8U);
  EXPECT_EQ(messages_of_barrier("double_ring", 5), 10U);
  EXPECT_EQ(messages_of_barrier("recursive_doubling", 5), 10U);
  EXPECT_EQ(messages_of_barrier("bruck", 5), 15U);
  EXPECT_EQ(messages_of_barrier("dissemination", 5), 15U);
  EXPECT_EQ(messages_of_barrier("tree", 5), 8U);
  EXPECT_EQ(messages_of_barrier("two_proc", 2), 2U);
}

// Each rank gets all blocks but its own, and nothing twice.
TEST(Patterns, AllGathersBringNothingTwice) {
  for_each_pattern([](const Pattern& pattern, const PatternSize& size, const Messages& messages) {
    if (pattern.collective != Collective::AllGather) return;
    std::vector<std::size_t> received(static_cast<std::size_t>(size.ranks), 0);
    for (const Message& one : messages.all()) {
      received[static_cast<std::size_t>(one.to)] += one.elements;
    }
    const auto others = static_cast<std::size_t>(size.ranks) - 1;
    EXPECT_THAT(received, testing::Each(others * size.block));
  });
}

// Elements are those of the ranges. What is empty is sent where the pattern says so.
TEST(Messages, HaveTheElementsOfTheirData) {
  Messages messages;
  messages.combine(1, 0, 2, std::array{ElementRange{8, 3}, ElementRange{0, 0}, ElementRange{2, 4}});
  messages.copy(2, 2, 0, std::array{ElementRange{5, 0}});
  messages.copy_even_empty(3, 2, 0, {});
  ASSERT_EQ(messages.all().size(), 2U);
  const Message& sum = messages.all().front();
  EXPECT_EQ(sum.elements, 7U);
  EXPECT_TRUE(sum.combines);
  EXPECT_THAT(messages.data_of(sum), ElementsAre(ElementRange{8, 3}, ElementRange{2, 4}));
  const Message& empty = messages.all().back();
  EXPECT_EQ(empty.round, 3);
  EXPECT_EQ(empty.elements, 0U);
  EXPECT_FALSE(empty.combines);
  EXPECT_TRUE(messages.data_of(empty).empty());
}

/// Who sends to whom, in the order of ranks.
std::vector<std::pair<int, int>> ways(Collective collective, std::string_view name, int ranks) {
  std::vector<std::pair<int, int>> all;
  for (const Pattern& pattern : message_patterns()) {
    if (pattern.collective != collective || name_of(pattern) != name) continue;
    Messages messages;
    pattern.send(size_for(ranks), messages);
    for (const Message& one : messages.all()) all.emplace_back(one.from, one.to);
  }
  std::ranges::sort(all);
  return all;
}

// On six ranks, as coll_base_allgather.c draws it: one block over the distance 4, one over 2, and
// all three that a rank has then over 1.
TEST(Patterns, SparbitShortensItsWays) {
  using P = std::pair<int, int>;
  std::vector<P> from_0;
  std::ranges::copy_if(ways(Collective::AllGather, "sparbit", 6), std::back_inserter(from_0),
                       [](const P& way) { return way.first == 0; });
  EXPECT_THAT(from_0, ElementsAre(P(0, 1), P(0, 1), P(0, 1), P(0, 2), P(0, 4)));
}

// The trees that Open MPI draws in the comments of coll_base_topo.c and coll_base_bcast.c.
TEST(Patterns, TreesAreOpenMpis) {
  using P = std::pair<int, int>;
  EXPECT_THAT(ways(Collective::Broadcast, "binary_tree", 7),
              ElementsAre(P(0, 1), P(0, 2), P(1, 3), P(1, 5), P(2, 4), P(2, 6)));
  EXPECT_THAT(ways(Collective::Broadcast, "binomial", 8),
              ElementsAre(P(0, 1), P(0, 2), P(0, 4), P(1, 3), P(1, 5), P(2, 6), P(3, 7)));
  EXPECT_THAT(
      ways(Collective::Broadcast, "knomial", 10),
      ElementsAre(P(0, 1), P(0, 2), P(0, 3), P(0, 4), P(0, 8), P(4, 5), P(4, 6), P(4, 7), P(8, 9)));
  EXPECT_THAT(ways(Collective::Reduce, "binomial", 8),
              ElementsAre(P(1, 0), P(2, 0), P(3, 2), P(4, 0), P(5, 4), P(6, 4), P(7, 6)));
  // And its sum from rank 8 to the root.
  EXPECT_THAT(
      ways(Collective::Reduce, "in-order_binary", 9),
      ElementsAre(P(0, 1), P(1, 3), P(2, 3), P(3, 8), P(4, 5), P(5, 7), P(6, 7), P(7, 8), P(8, 0)));
}

// Nine ranks below the root in four chains: the first takes the one that is too many.
TEST(Patterns, ChainsAreOfEqualLength) {
  using P = std::pair<int, int>;
  EXPECT_THAT(
      ways(Collective::Broadcast, "chain", 10),
      ElementsAre(P(0, 1), P(0, 4), P(0, 6), P(0, 8), P(1, 2), P(2, 3), P(4, 5), P(6, 7), P(8, 9)));
}

}  // namespace patterns_test
}  // namespace treering::sim::hosts
