#include "tuner/fleet/pairs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/text/hash.h"

namespace treering::tuner::fleet {
namespace pairs_test {

using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr std::uint64_t kBytes = std::uint64_t{64} << 20U;

/// Messages between all pairs of ranks, one rank on each of `nodes` hosts, of which some take
/// longer.
std::vector<measure::Record> pairs_of(int nodes, double (*us)(int from, int to)) {
  std::vector<measure::Record> records;
  for (int from = 0; from < nodes; ++from) {
    for (int to = 0; to < nodes; ++to) {
      if (from == to) continue;
      for (const std::uint64_t bytes : {kBytes / 1024, kBytes}) {
        measure::Record record;
        record.ranks = nodes;
        record.nodes = nodes;
        record.trial.configuration.call = {core::Collective::SendRecv, bytes};
        record.trial.configuration.pair = measure::Pair{from, to};
        // Small messages are all latency.
        record.median_us = bytes == kBytes ? us(from, to) : 20;
        records.push_back(record);
      }
    }
  }
  return records;
}

TEST(Pairs, AllAlikeAreNotSlow) {
  const auto check = check_pairs(pairs_of(4, [](int, int) { return 1400.0; }), {}, nullptr);
  ASSERT_TRUE(check);
  EXPECT_EQ(check->bytes, kBytes);
  EXPECT_EQ(check->pairs, 12U);
  EXPECT_EQ(check->usual_us, 1400);
  EXPECT_THAT(check->slow, IsEmpty());
  EXPECT_THAT(check->causes, IsEmpty());
}

TEST(Pairs, AHostWithASlowLinkIsNamed) {
  // Of six hosts 30 pairs, of which 10 have rank 4.
  const auto check = check_pairs(
      pairs_of(6, [](int from, int to) { return from == 4 || to == 4 ? 2800.0 : 1400.0; }), {},
      nullptr);
  ASSERT_TRUE(check);
  EXPECT_THAT(check->slow, SizeIs(10));
  ASSERT_THAT(check->causes, SizeIs(1));
  EXPECT_EQ(check->causes[0].what, PairCause::What::Host);
  EXPECT_EQ(check->causes[0].end->rank, 4);
}

TEST(Pairs, OneDirectionIsToldFromBoth) {
  const auto check = check_pairs(
      pairs_of(6, [](int from, int) { return from == 2 ? 2800.0 : 1400.0; }), {}, nullptr);
  ASSERT_THAT(check->causes, SizeIs(1));
  EXPECT_EQ(check->causes[0].what, PairCause::What::Sends);
  EXPECT_EQ(check->causes[0].end->rank, 2);
}

TEST(Pairs, TwoHostsAreTwoCauses) {
  const auto check = check_pairs(pairs_of(8,
                                          [](int from, int to) {
                                            const bool is_slow =
                                                from == 1 || to == 1 || from == 6 || to == 6;
                                            return is_slow ? 2800.0 : 1400.0;
                                          }),
                                 {}, nullptr);
  ASSERT_THAT(check->causes, SizeIs(2));
  EXPECT_EQ(check->causes[0].what, PairCause::What::Host);
  EXPECT_EQ(check->causes[1].what, PairCause::What::Host);
}

TEST(Pairs, SinglePairsHaveNoCause) {
  const auto check = check_pairs(
      pairs_of(6, [](int from, int to) { return from == 0 && to == 5 ? 2800.0 : 1400.0; }), {},
      nullptr);
  ASSERT_THAT(check->slow, SizeIs(1));
  ASSERT_THAT(check->causes, SizeIs(1));
  EXPECT_EQ(check->causes[0].what, PairCause::What::None);
}

TEST(Pairs, FewerThanThreeSayNothing) {
  EXPECT_FALSE(check_pairs(pairs_of(2, [](int, int) { return 1400.0; }), {}, nullptr));
  EXPECT_FALSE(check_pairs({}, {}, nullptr));
}

/// Eight hosts, four below each of two leaves.
hw::fabric::FabricGraph two_leaves() {
  using hw::fabric::FabricNodeKind;
  hw::fabric::FabricBuilder builder;
  for (int leaf = 0; leaf < 2; ++leaf) {
    const auto id = builder.find_or_add("S-" + std::to_string(leaf), FabricNodeKind::Switch);
    builder.node(id).description = "leaf" + std::to_string(leaf);
  }
  for (int host = 0; host < 8; ++host) {
    const auto id = builder.find_or_add("H-" + std::to_string(host), FabricNodeKind::Adapter);
    builder.node(id).description = "node" + std::to_string(host) + " mlx5_0";
    const auto leaf = builder.find_or_add("S-" + std::to_string(host / 4), FabricNodeKind::Switch);
    builder.connect({{{{leaf, host % 4 + 1}, {id, 1}}}, *hw::fabric::parse_cable_rate("4xNDR")});
  }
  return std::move(builder).build();
}

std::vector<Host> eight_hosts() {
  std::vector<Host> hosts;
  for (int host = 0; host < 8; ++host) hosts.push_back({"node" + std::to_string(host), {}});
  return hosts;
}

/// With the marks of the hosts, as results of measure have them.
std::vector<measure::Record> with_hosts(std::vector<measure::Record> records,
                                        const std::vector<Host>& hosts) {
  std::string marks;
  for (const Host& host : hosts) marks += (marks.empty() ? "" : ";") + core::host_mark(host.name);
  for (auto& record : records) record.environment[kHostsByRankFact] = marks;
  return records;
}

TEST(Pairs, SlowUplinksAreThoseOfALeaf) {
  const Cables cables(two_leaves());
  const auto hosts = eight_hosts();
  const auto records = with_hosts(
      pairs_of(8, [](int from, int to) { return from / 4 != to / 4 ? 5600.0 : 1400.0; }), hosts);
  // 32 of 56 pairs cross: the median of all is theirs, that below a leaf is not.
  const auto check = check_pairs(records, hosts, &cables);
  EXPECT_EQ(check->usual_us, 1400);
  EXPECT_THAT(check->slow, SizeIs(32));
  ASSERT_THAT(check->causes, SizeIs(1));
  EXPECT_EQ(check->causes[0].what, PairCause::What::Leaf);
  EXPECT_THAT(check->causes[0].leaves, ::testing::ElementsAre("leaf0", "leaf1"));
}

TEST(Pairs, AHostIsNamedByItsMarkWithItsCable) {
  const Cables cables(two_leaves());
  const auto hosts = eight_hosts();
  const auto check = check_pairs(
      with_hosts(
          pairs_of(8, [](int from, int to) { return from == 5 || to == 5 ? 2800.0 : 1400.0; }),
          hosts),
      hosts, &cables);
  ASSERT_THAT(check->causes, SizeIs(1));
  EXPECT_EQ(check->causes[0].end->host, 5U);
  ASSERT_THAT(check->causes[0].cables, SizeIs(1));
  EXPECT_EQ(check->causes[0].cables[0].switch_name, "leaf1");
  EXPECT_EQ(check->causes[0].cables[0].port, 2);  // of hosts 4 to 7 the second
}

}  // namespace pairs_test
}  // namespace treering::tuner::fleet
