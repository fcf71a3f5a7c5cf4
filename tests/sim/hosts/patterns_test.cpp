#include "sim/hosts/patterns.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::sim::hosts {
namespace patterns_test {

using core::Collective;
using testing::ElementsAre;

/// With a block of 3 elements for each rank, and one more.
PatternSize size_for(int ranks) {
  return {ranks, 3U * static_cast<unsigned>(ranks) + 1, 3};
}

/// Calls `act` for each pattern of the collective and what it sends on 2 to 17 ranks.
void for_each(Collective collective,
              const std::function<void(const PatternSize&, const std::vector<Message>&)>& act) {
  for (int ranks = 2; ranks <= 17; ++ranks) {
    for (const Pattern& pattern : message_patterns()) {
      const PatternSize size = size_for(ranks);
      if (pattern.collective != collective) continue;
      if (pattern.is_for != nullptr && !pattern.is_for(size)) continue;
      SCOPED_TRACE(testing::Message() << pattern.names.front() << " on " << ranks);
      Messages messages;
      pattern.send(size, messages);
      act(size, messages.all());
    }
  }
}

/// The elements that a rank receives.
std::size_t received(const std::vector<Message>& messages, int rank) {
  std::size_t elements = 0;
  for (const Message& one : messages) elements += one.to == rank ? one.elements : 0;
  return elements;
}

// What a rank passes on it got before.
TEST(Patterns, TreesPassOnWhatTheyHave) {
  for_each(Collective::Broadcast, [](const PatternSize& size, const auto& messages) {
    if (messages.size() != static_cast<std::size_t>(size.ranks) - 1) return;  // in parts
    std::map<int, int> got{{0, -1}};                                          // the round, by rank
    for (const Message& one : messages) got[one.to] = one.round;
    for (const Message& one : messages) EXPECT_LT(got[one.from], one.round);
    EXPECT_EQ(got.size(), static_cast<std::size_t>(size.ranks));
  });
}

// Those that scatter first bring to some ranks twice what they pass on.
TEST(Patterns, BroadcastsReachEveryRank) {
  for_each(Collective::Broadcast, [](const PatternSize& size, const auto& messages) {
    for (int rank = 1; rank < size.ranks; ++rank) {
      EXPECT_GE(received(messages, rank), size.elements) << rank;
    }
  });
}

// Each rank gets all blocks but its own, and nothing twice.
TEST(Patterns, AllGathersReachEveryRank) {
  for_each(Collective::AllGather, [](const PatternSize& size, const auto& messages) {
    const auto others = static_cast<std::size_t>(size.ranks) - 1;
    for (int rank = 0; rank < size.ranks; ++rank) {
      EXPECT_EQ(received(messages, rank), others * size.block) << rank;
    }
  });
}

// Every other rank has something for rank 0, which goes there by itself or in a sum.
TEST(Patterns, ReductionsHearEveryRank) {
  for (const Collective collective : {Collective::Reduce, Collective::Gather}) {
    for_each(collective, [](const PatternSize& size, const auto& messages) {
      std::vector<Message> sorted = messages;
      std::ranges::stable_sort(sorted, {}, &Message::round);
      std::vector<bool> is_heard(static_cast<std::size_t>(size.ranks), false);
      const auto heard = [&](int rank) { return is_heard[static_cast<std::size_t>(rank)]; };
      is_heard[0] = true;
      // From the end: who sends to a rank that is heard later is heard.
      std::ranges::reverse(sorted);
      for (const Message& one : sorted) {
        if (one.elements > 0 && heard(one.to)) is_heard[static_cast<std::size_t>(one.from)] = true;
      }
      EXPECT_THAT(is_heard, testing::Each(true));
    });
  }
}

TEST(Patterns, AllToAllSendsEachItsBlock) {
  for_each(Collective::AllToAll, [](const PatternSize& size, const auto& messages) {
    const auto others = static_cast<std::size_t>(size.ranks) - 1;
    for (int rank = 0; rank < size.ranks; ++rank) {
      EXPECT_GE(received(messages, rank), others * size.block) << rank;
    }
  });
}

/// Who sends to whom, in the order of ranks.
std::vector<std::pair<int, int>> ways(Collective collective, std::string_view name, int ranks) {
  std::vector<std::pair<int, int>> all;
  for (const Pattern& pattern : message_patterns()) {
    if (pattern.collective != collective || pattern.names.front() != name) continue;
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
