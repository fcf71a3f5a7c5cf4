#include "sim/timeline/stream_list.h"

#include <algorithm>
#include <array>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/sim/timeline/timeline_cases.h"

namespace treering::sim::timeline {
namespace stream_list_test {

using schedule::Schedule;
using schedule::StreamId;

/// Four heaps over five ranks, on these channels; the last two are like the first two.
Shared four_trees(const std::array<int, 4>& channels) {
  schedule::TreesInput input;
  input.contract = {schedule::Goal::AllReduce, 5, 4 * 80};
  input.agents = input.members = 5;
  input.member = [](int tree, int rank) {
    const auto place = schedule::heap_place(rank, 5, tree % 2);
    return schedule::rank_member(rank, place.up, place.down);
  };
  for (int tree = 0; tree < 4; ++tree) {
    const auto first = static_cast<std::uint64_t>(tree) * 80;
    const int channel = channels.at(static_cast<std::size_t>(tree));
    input.work.push_back({channel, {first, 80, 40}, 0, 1, 8});
  }
  input.slots = 4;
  input.like = {0, 1, 0, 1};
  return schedule::trees_schedule(std::move(input));
}

/// Without a look at copies.
std::vector<ListedStream> expected(const Schedule& schedule) {
  std::vector<ListedStream> all;
  for (StreamId id = 0; id < schedule.streams(); ++id) {
    const schedule::Stream stream = schedule.stream(id);
    if (stream.steps > 0) all.push_back({id, stream.agent, stream.channel, 0});
  }
  std::ranges::stable_sort(all, [](const ListedStream& a, const ListedStream& b) {
    return std::tie(a.agent, a.channel) < std::tie(b.agent, b.channel);
  });
  for (std::size_t i = 1; i < all.size(); ++i) {
    const bool is_same = all[i - 1].agent == all[i].agent && all[i - 1].channel == all[i].channel;
    if (is_same) all[i].number = all[i - 1].number + 1;
  }
  return all;
}

std::vector<Shared> cases() {
  // In the order of channels trees of two kinds follow each other, or alternate.
  return {four_trees({1, 0, 1, 0}), four_trees({0, 0, 1, 1}), tree(6, 500),
          ring(4, 1000, schedule::Goal::AllReduce, 1), pair(3, 100, 2)};
}

TEST(StreamList, IsByAgentThenChannel) {
  ASSERT_GT(four_trees({0, 0, 1, 1})->copies().length, 0);
  for (const Shared& schedule : cases()) {
    const StreamList list(*schedule);
    std::vector<ListedStream> all;
    for (int place = 0; place < list.count(); ++place) {
      all.push_back(list.at(place));
      EXPECT_EQ(list.stream_at(place), all.back().stream);
    }
    EXPECT_EQ(all, expected(*schedule));
    ASSERT_EQ(list.agents(), schedule->agents());
    for (int agent = 0; agent < list.agents(); ++agent) {
      for (int place = list.first_of(agent); place < list.first_of(agent + 1); ++place) {
        EXPECT_EQ(all[static_cast<std::size_t>(place)].agent, agent);
      }
    }
    EXPECT_EQ(list.first_of(list.agents()), list.count());
  }
}

TEST(Connections, AreCountedBySenderAndPort) {
  for (const Shared& schedule : cases()) {
    const Connections connections(*schedule);
    engine::ConnectionId next = 0;
    for (StreamId id = 0; id < schedule->streams(); ++id) {
      EXPECT_EQ(connections.count(0, id), next);
      const schedule::Stream stream = schedule->stream(id);
      for (int port = 0; port < static_cast<int>(stream.sends.size()); ++port) {
        const auto& peer = stream.sends[static_cast<std::size_t>(port)];
        const bool is_there = peer != schedule::kNoPeer;
        EXPECT_EQ(connections.sent(stream, id, port), is_there ? next : -1);
        if (!is_there) continue;
        EXPECT_EQ(connections.sender(next), (schedule::Peer{id, port}));
        EXPECT_EQ(connections.receiver(next), peer);
        EXPECT_EQ(connections.received(schedule->stream(peer.stream), peer.port), next);
        ++next;
      }
    }
    EXPECT_EQ(connections.count(), next);
  }
}

}  // namespace stream_list_test
}  // namespace treering::sim::timeline
