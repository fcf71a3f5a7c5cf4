// Long rings follow from shorter ones, and those of empty chunks from the chunks that have data.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/simulate.h"

namespace treering::app {
namespace simulate_rings_test {

using ::testing::Contains;
using ::testing::HasSubstr;

SimulateRequest on(const std::string& topology, int nodes) {
  SimulateRequest request;
  request.job.topology = topology;
  request.job.nodes = nodes;
  return request;
}

/// By shortcuts, and all messages one by one.
struct Both {
  core::Result<SimulateReport> fast;
  core::Result<SimulateReport> exact;
};
Both both(SimulateRequest request) {
  auto fast = answer(request);
  request.is_exact = true;
  return {std::move(fast), answer(request)};
}

void expect_same_links(const SimulateReport& fast, const SimulateReport& exact, double apart) {
  ASSERT_EQ(fast.links.size(), exact.links.size());
  for (std::size_t i = 0; i < fast.links.size(); ++i) {
    EXPECT_NEAR(fast.links[i].bytes, exact.links[i].bytes, apart * exact.links[i].bytes);
    EXPECT_EQ(fast.links[i].links, exact.links[i].links) << exact.links[i].name;
  }
}

// Data that do not divide: the last chunks are shorter. With one protocol in one step, with another
// in slices.
TEST(SimulateRings, LongRingsFollowFromShorterOnes) {
  struct Case {
    int nodes = 1;
    int gpus = 1;
    const char* protocol = "";
    std::uint64_t bytes = 0;
  };
  int shortened = 0;
  for (const Case& one :
       {Case{160, 2, "LL", 300000}, Case{160, 2, "LL", 1000004}, Case{160, 2, "Simple", 300000},
        Case{160, 2, "Simple", 1000004}, Case{96, 6, "LL", 1572868}, Case{300, 1, "LL", 800004}}) {
    const std::uint64_t bytes = one.bytes;
    SimulateRequest request = on("summit", one.nodes);
    request.job.gpus_per_node = one.gpus;
    request.call.bytes = bytes;
    request.way = {"ring", one.protocol};
    const auto [fast, exact] = both(request);
    ASSERT_TRUE(fast && exact);
    EXPECT_NEAR(fast->time.in_us(), exact->time.in_us(), 1e-9 * exact->time.in_us()) << bytes;
    EXPECT_EQ(fast->transfers, exact->transfers) << bytes;
    SCOPED_TRACE(bytes);
    expect_same_links(*fast, *exact, 1e-6);
    if (!fast->critical_path.why_not.empty()) ++shortened;
  }
  EXPECT_GE(shortened, 2);
}

// Full loops, then one of shorter chunks, some of which are still shorter. Rings that do not follow
// from shorter ones are simulated, and have the same time as well.
TEST(SimulateRings, LongRingsOfSeveralLoopsFollowFromShorterOnes) {
  struct Case {
    int nodes = 1;
    int gpus = 1;
    const char* buffer = "";
    std::uint64_t bytes = 0;
  };
  int shortened = 0;
  for (const Case& one : {Case{160, 2, "16384", 600'004}, Case{160, 2, "32768", 1'000'004},
                          Case{160, 2, "65536", 2'000'004}, Case{160, 2, "65536", 3'400'004},
                          Case{96, 3, "65536", 2'000'004}, Case{300, 1, "65536", 1'900'004}}) {
    SimulateRequest request = on("summit", one.nodes);
    request.job.gpus_per_node = one.gpus;
    request.job.variables.env = {std::string("NCCL_LL_BUFFSIZE=") + one.buffer};
    request.call.bytes = one.bytes;
    request.way = {"ring", "LL"};
    const auto [fast, exact] = both(request);
    ASSERT_TRUE(fast && exact);
    EXPECT_NEAR(fast->time / exact->time, 1, 1e-9) << one.bytes;
    EXPECT_EQ(fast->transfers, exact->transfers) << one.bytes;
    if (!fast->critical_path.why_not.empty()) ++shortened;
  }
  EXPECT_GE(shortened, 2);
}

// Small data over many ranks: most chunks are empty, and none waits for another. Of 8 bytes there
// is one chunk, of 88 there are six, the last of them shorter, and a node has six ranks.
TEST(SimulateRings, RingsOfSmallChunksTakeAsLongAsTheirLongestChunks) {
  for (const std::uint64_t bytes : {8U, 88U, 20'000U, 40'004U}) {
    SimulateRequest request = on("summit", 200);
    request.call.bytes = bytes;
    request.way = {"ring", "LL"};
    const auto [fast, exact] = both(request);
    ASSERT_TRUE(fast && exact);
    EXPECT_LT(fast->simulated, exact->simulated / 10) << bytes;
    EXPECT_NEAR(fast->time.in_us(), exact->time.in_us(), 1e-9 * exact->time.in_us()) << bytes;
    EXPECT_EQ(fast->transfers, exact->transfers) << bytes;
    SCOPED_TRACE(bytes);
    expect_same_links(*fast, *exact, 1e-9);
  }
}

// Two messages for each chunk, on one channel and on four that share links alike, with and without
// a rank that is late: only what differs is computed.
TEST(SimulateRings, LongRingsFollowByRecursion) {
  struct Case {
    std::uint64_t bytes = 0;
    std::uint64_t times_fewer = 0;  // a late rank makes more ranks differ
    const char* fault = "";
  };
  for (const Case& one :
       {Case{60'000, 10, ""}, Case{60'000, 6, "rank3=+50us"}, Case{1'048'576, 10, ""}}) {
    SimulateRequest request = on("summit", 120);
    request.call.bytes = one.bytes;
    request.way = {"ring", "Simple"};
    if (*one.fault != '\0') request.faults.words = {one.fault};
    const auto [fast, exact] = both(request);
    ASSERT_TRUE(fast && exact);
    EXPECT_LT(fast->simulated, exact->simulated / one.times_fewer) << one.bytes;
    EXPECT_NEAR(fast->time.in_us(), exact->time.in_us(), 1e-9 * exact->time.in_us()) << one.bytes;
    EXPECT_EQ(fast->transfers, exact->transfers) << one.bytes;
    SCOPED_TRACE(one.bytes);
    expect_same_links(*fast, *exact, 1e-9);
  }
}

// 24,576 ranks, most of them with full chunks and some with shorter ones, or nearly all with empty
// ones.
TEST(SimulateRings, LongRingsOfSummitAreShort) {
  for (const std::uint64_t bytes : {std::uint64_t{8}, std::uint64_t{64} << 20U}) {
    for (const char* const protocol : {"LL", "Simple"}) {
      SimulateRequest request = on("summit", 4096);
      request.call.bytes = bytes;
      request.way = {"ring", protocol};
      const auto report = answer(request);
      ASSERT_TRUE(report);
      EXPECT_LT(report->simulated, report->transfers / 20) << bytes << protocol;
    }
  }
}

// Shorter chunks reach over nine nodes. The figures are those of a run of all 1.2 billion messages.
TEST(SimulateRings, NodesThatAreLeftOutHaveNoShorterChunks) {
  SimulateRequest request = on("summit", 4096);
  request.call.bytes = 64U << 20U;
  request.way = {"ring", "LL"};
  const auto report = answer(request);
  ASSERT_TRUE(report);
  ASSERT_EQ(report->links.size(), 41U);
  EXPECT_EQ(report->links[3].name, "node 0: proxy of mlx5_0");
  EXPECT_EQ(report->links[3].links, 4087);
  EXPECT_NEAR(report->links[3].bytes, 134'212'256, 1);
}

// The picture of a long ring has what the whole run did at its begin.
TEST(SimulateRings, LongRingsAreRecordedInPart) {
  SimulateRequest request = on("summit", 160);
  request.call.bytes = 1572868;
  request.way = {"ring", "LL"};
  const auto unrecorded = answer(request);
  request.is_recorded = true;
  const auto fast = answer(request);
  request.is_exact = true;
  const auto exact = answer(request);
  ASSERT_TRUE(unrecorded && fast && exact);
  EXPECT_EQ(fast->time, unrecorded->time);
  const auto& some = *fast->recorded->timeline;
  const auto& all = *exact->recorded->timeline;
  ASSERT_TRUE(some.until_us());
  EXPECT_THAT(fast->job.notes, Contains(HasSubstr("recorded: 512 of 960 tracks, the first ")));
  const double until = std::min(*some.until_us(), *all.until_us());
  std::size_t steps = 0;
  for (int stream = 0; stream < 960; ++stream) {
    if (!some.has_steps(stream)) continue;
    const auto part = some.steps(stream, {0, until / 2});
    EXPECT_EQ(part, all.steps(stream, {0, until / 2})) << stream;
    steps += part.size();
  }
  EXPECT_GT(steps, 10'000U);
}
}  // namespace simulate_rings_test
}  // namespace treering::app
