#include "sim/schedule/heads/rail_windows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace treering::sim::schedule {
namespace rail_windows_test {

using Nodes = RailWindows::Nodes;
using Place = RailWindows::Place;

std::vector<ChannelWork> chunks_of(const std::vector<std::uint64_t>& bytes) {
  std::vector<ChannelWork> work;
  for (const std::uint64_t one : bytes) work.push_back({0, 0, one});
  return work;
}

// Three blocks of 100 bytes, channels with chunks of 40 and 30: windows at 0 and 40, 70 and 110,
// ...
TEST(RailWindows, ChannelsTakeTurns) {
  const auto work = chunks_of({40, 30});
  const RailWindows first({100, 3}, work, 0);
  ASSERT_EQ(first.count(), 5U);
  EXPECT_EQ(first.window(1), (Range{70, 40}));
  EXPECT_EQ(first.window(4), (Range{280, 20}));
  EXPECT_EQ(first.full(), 4U);
  EXPECT_EQ(first.nodes_in(1), (Nodes{0, 2}));
  EXPECT_EQ(first.part_in(1, 0), (Range{70, 30}));
  EXPECT_EQ(first.part_in(1, 1), (Range{100, 10}));
  EXPECT_EQ(first.of_node(1), (RailWindows::Numbers{1, 2}));  // 70 to 110, 140 to 180
  const RailWindows second({100, 3}, work, 1);
  ASSERT_EQ(second.count(), 4U);
  EXPECT_EQ(second.window(1), (Range{110, 30}));
}

// Windows of 80 bytes; the second, of 80 to 160, is divided.
TEST(RailWindows, DividedOnesTakeAStepForEachPartAndOne) {
  const RailWindows windows({100, 2}, chunks_of({80}), 0);
  EXPECT_EQ(windows.steps(), 5U);
  EXPECT_EQ(windows.place_of(0), (Place{0, 0, false}));
  EXPECT_EQ(windows.place_of(1), (Place{1, 0, true}));
  EXPECT_EQ(windows.place_of(3), (Place{1, 2, true}));
  EXPECT_EQ(windows.place_of(4), (Place{2, 0, false}));
}

TEST(RailWindows, AChannelMayHaveNone) {
  const RailWindows windows({5, 2}, chunks_of({16, 16}), 1);
  EXPECT_EQ(windows.count(), 0U);
  EXPECT_EQ(windows.steps(), 0U);
  EXPECT_EQ(windows.full(), 0U);
  EXPECT_EQ(windows.of_node(1).count, 0U);
  EXPECT_EQ(RailWindows({0, 2}, chunks_of({16}), 0).count(), 0U);
}

RC_GTEST_PROP(RailWindows, CoverTheRailOnce, ()) {
  const auto block = *rc::gen::inRange<std::uint64_t>(1, 300);
  const int nodes = *rc::gen::inRange(1, 7);
  const auto work = chunks_of(*rc::gen::nonEmpty(
      rc::gen::container<std::vector<std::uint64_t>>(rc::gen::inRange<std::uint64_t>(1, 400))));
  std::vector<int> seen(block * static_cast<std::uint64_t>(nodes));
  for (std::size_t channel = 0; channel < work.size(); ++channel) {
    const RailWindows windows({block, nodes}, work, static_cast<int>(channel));
    for (int node = 0; node < nodes; ++node) {
      const RailWindows::Numbers own = windows.of_node(node);
      for (std::uint64_t number = own.first; number < own.first + own.count; ++number) {
        const Range part = windows.part_in(number, node);
        RC_ASSERT(part.bytes > 0U && part.begin / block == static_cast<std::uint64_t>(node));
        for (std::uint64_t at = part.begin; at < part.end(); ++at) ++seen[at];
      }
    }
  }
  for (const int times : seen) RC_ASSERT(times == 1);
}

RC_GTEST_PROP(RailWindows, StepsGoThroughTheWindowsInSequence, ()) {
  const auto block = *rc::gen::inRange<std::uint64_t>(1, 300);
  const int nodes = *rc::gen::inRange(1, 7);
  const auto chunk = *rc::gen::inRange<std::uint64_t>(1, 400);
  const RailWindows windows({block, nodes}, chunks_of({chunk, 50}), 0);
  std::uint64_t step = 0;
  for (std::uint64_t number = 0; number < windows.count(); ++number) {
    const Nodes inside = windows.nodes_in(number);
    const int parts = inside.count > 1 ? inside.count + 1 : 1;
    for (int part = 0; part < parts; ++part) {
      RC_ASSERT(windows.place_of(step++) == (Place{number, part, parts > 1}));
    }
    std::uint64_t alike = 1;
    while (parts == 1 && number + alike < windows.count() &&
           windows.nodes_in(number + alike) == inside) {
      ++alike;
    }
    RC_ASSERT(windows.alike_from(number) == alike);
  }
  RC_ASSERT(step == windows.steps());
}

}  // namespace rail_windows_test
}  // namespace treering::sim::schedule
