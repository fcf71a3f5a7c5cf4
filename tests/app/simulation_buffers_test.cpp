#include <random>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/simulation/buffers.h"
#include "app/simulation/moments.h"
#include "tests/app/recorded_runs.h"

namespace treering::app::simulation {
namespace buffers_test {

using recorded_runs::Case;
using recorded_runs::cases;
using recorded_runs::recorded;
using sim::schedule::Contents;

std::vector<Contents> all_of(const Buffers& buffers) {
  std::vector<Contents> all;
  for (int rank = 0; rank < buffers.ranks(); ++rank) all.push_back(buffers.contents(rank));
  return all;
}

bool is_equal(const std::vector<Contents>& a, const std::vector<Contents>& b) {
  const auto is_piece = [](const auto& one, const auto& other) {
    return one.range == other.range && one.values == other.values;
  };
  return std::ranges::equal(a, b, [&](const Contents& one, const Contents& other) {
    return std::ranges::equal(one, other, is_piece);
  });
}

// What a rank has at the end, as the collective promises it.
void expect_whole(const Recorded& run, const Buffers& buffers) {
  const auto& contract = run.timeline->schedule().contract();
  for (int rank = 0; rank < buffers.ranks(); ++rank) {
    const Contents all = buffers.contents(rank);
    std::uint64_t due = 0;
    for (const auto& piece : all) {
      for (const DataRange& range : buffers.due_in(piece, rank)) due += range.bytes;
    }
    EXPECT_EQ(due, buffers.due(rank)) << "rank " << rank;
    for (const auto& held : contract.last(rank)) {
      const auto piece = std::ranges::find_if(all, [&](const auto& one) {
        return one.range.begin <= held.range.begin && one.range.end() >= held.range.end();
      });
      if (held.range.bytes == 0) continue;
      ASSERT_NE(piece, all.end()) << "rank " << rank;
      EXPECT_EQ(piece->values.size(), held.owner ? 1 : contract.ranks) << "rank " << rank;
    }
  }
}

// Times in any sequence: forwards the executor goes on, back it begins anew.
TEST(Buffers, AreThoseOfTheExecutorAtAnyTime) {
  std::mt19937 random(1);
  for (const Case& one : cases()) {
    SCOPED_TRACE(one.algorithm);
    const Recorded run = recorded(one);
    Buffers moving(run);
    ASSERT_EQ(moving.why_not(), "");
    std::uniform_real_distribution<double> times(0, run.timeline->end_us());
    for (int i = 0; i < 100; ++i) {
      const double us = times(random);
      moving.seek(us);
      Buffers fresh(run);
      fresh.seek(us);
      ASSERT_EQ(moving.why_not(), "") << us;
      EXPECT_TRUE(is_equal(all_of(moving), all_of(fresh))) << us;
    }
    moving.seek(run.timeline->end_us());
    ASSERT_EQ(moving.why_not(), "");
    expect_whole(run, moving);
  }
}

// A rank holds more values of the data with time, never fewer.
TEST(Buffers, FillUp) {
  const Recorded run = recorded({"Ring"});
  Buffers buffers(run);
  for (const auto& piece : buffers.contents(3)) EXPECT_TRUE(buffers.due_in(piece, 3).empty());
  EXPECT_EQ(buffers.due(3), buffers.space());
  std::uint64_t before = 0;
  for (int i = 0; i <= 20; ++i) {
    buffers.seek(run.timeline->end_us() * i / 20);
    std::uint64_t held = 0;
    for (const auto& piece : buffers.contents(3)) {
      held += piece.range.bytes * static_cast<std::uint64_t>(piece.values.size());
    }
    EXPECT_GE(held, before);
    before = held;
  }
  EXPECT_EQ(before, buffers.space() * 16);
}

TEST(RankMemory, IsThatOfTheBuffers) {
  const Recorded run = recorded({"Ring"});
  const double us = run.timeline->end_us() / 2;
  Buffers buffers(run);
  buffers.seek(us);
  const auto memory = memory_at(run, 3, us);
  ASSERT_TRUE(memory) << memory.error();
  EXPECT_EQ(memory->rank, 3);
  EXPECT_EQ(memory->ranks, buffers.ranks());
  EXPECT_EQ(memory->space, buffers.space());
  EXPECT_EQ(memory->due, buffers.due(3));
  const Contents contents = buffers.contents(3);
  ASSERT_EQ(memory->parts.size(), contents.size());
  for (std::size_t i = 0; i < contents.size(); ++i) {
    EXPECT_EQ(memory->parts[i].piece.range, contents[i].range);
    EXPECT_EQ(memory->parts[i].piece.values, contents[i].values);
    EXPECT_EQ(memory->parts[i].due, buffers.due_in(contents[i], 3));
  }
}

TEST(Buffers, SayWhyTheyAreNotKnown) {
  const Recorded run = recorded({.algorithm = "Ring", .nodes = 16, .bytes = 1U << 30U});
  EXPECT_THAT(Buffers(run).why_not(), ::testing::HasSubstr("more than 400,000 steps"));
  EXPECT_EQ(memory_at(run, 0, 1).error(), Buffers(run).why_not());
}
}  // namespace buffers_test
}  // namespace treering::app::simulation
