// From a topology file to every decision, against what the real NCCL decided for the same file.
#include <regex>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/topology/cluster.h"
#include "hw/formats/nccl_xml/topology_xml.h"
#include "tests/support/oracle_case.h"
#include "tests/support/parity.h"

namespace treering::testing {
namespace real_nccl_test {

/// NCCL 2.28 leaves an empty attribute behind in its dumps where it has removed one.
std::string without_empty_attributes(const std::string& xml) {
  return std::regex_replace(xml, std::regex(" =\"\""), "");
}

core::Topology read(const std::string& xml, const std::string& name) {
  auto read = hw::formats::nccl_xml::read_nccl_xml(without_empty_attributes(xml), name);
  EXPECT_TRUE(read) << read.error().message();
  return read ? std::move(read->topology) : core::Topology();
}

core::Cluster cluster_of(const OracleCase& one) {
  const auto dump = one.json->at("topology").at("dump_xml").get<std::string>();
  core::Cluster cluster{read(dump, one.name), one.job.nodes, {}};
  for (const OtherNodes& other : one.others) {
    for (const int node : other.nodes) {
      cluster = core::with_node(std::move(cluster), node, read(other.xml, one.name));
    }
  }
  return cluster;
}

void expect_the_same(const OracleCase& one) {
  sim::job::JobSpec job = one.job;
  if (one.facts.collnet) job.collnet = sim::job::Feature::On;
  const core::Cluster cluster = cluster_of(one);
  const auto why_not = sim::nccl::why_not(cluster, job);
  ASSERT_FALSE(why_not) << why_not->message();
  const Comparison comparison = compare(one, sim::nccl::make_plan(cluster, job));
  for (const Tally& tally : comparison.tallies) {
    EXPECT_EQ(tally.differences.size(), 0U)
        << one.name << ", of " << tally.compared << ":\n"
        << fmt::format("{}", fmt::join(tally.differences, "\n")).substr(0, 2000);
  }
}

TEST(RealNccl, DecidesTheSame) {
  const auto cases = load_oracle_cases();
  if (cases.empty()) GTEST_SKIP() << kNoOracle;
  for (const OracleCase& one : cases) expect_the_same(one);
}

// Recorded as the others, but that each of some nodes was given a topology of its own. One case has
// machines that NCCL divides into nodes.
TEST(RealNccl, DecidesTheSameOnNodesThatDiffer) {
  const auto cases = oracle_cases_in("tests/data/nodes_that_differ");
  EXPECT_EQ(cases.size(), 4U);
  for (const OracleCase& one : cases) {
    EXPECT_FALSE(one.others.empty()) << one.name;
    expect_the_same(one);
  }
}

// Eight RTX PRO 6000 on two EPYC: up to 2.30.7 NCCL counts 16 GB/s between any two AMD CPUs, and
// its search for such GPUs ends at 18. From 2.31.2 on Genoa has 24 and Turin 32. What 2.31.2 prints
// as its tuning table has other figures for what is ruled out.
TEST(RealNccl, DecidesTheSameBetweenAmdSockets) {
  const auto cases = oracle_cases_in("tests/data/between_sockets");
  EXPECT_EQ(cases.size(), 3U);
  for (const OracleCase& one : cases) {
    const auto plan = sim::nccl::make_plan(cluster_of(one), one.job);
    const bool is_older = one.job.nccl_version == "2.28.9";
    EXPECT_EQ(plan.graphs.ring.bw_intra < 1, is_older) << one.name;
    if (is_older) expect_the_same(one);
    const Comparison comparison = compare(one, plan);
    for (const Aspect aspect :
         {Aspect::Orders, Aspect::Graphs, Aspect::Costs, Aspect::Choices, Aspect::Schedules}) {
      EXPECT_EQ(comparison.of(aspect).differences.size(), 0U) << one.name << name_of(aspect);
    }
  }
}

}  // namespace real_nccl_test
}  // namespace treering::testing
