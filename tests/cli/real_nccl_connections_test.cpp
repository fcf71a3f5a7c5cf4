// From a topology file to every connection, against those that the real NCCL set up.
#include <regex>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/topology/cluster.h"
#include "hw/formats/nccl_xml/topology_xml.h"
#include "sim/nccl/connections/connections.h"
#include "tests/support/oracle_case.h"
#include "tests/support/parity_connections.h"

namespace treering::testing {
namespace real_nccl_connections_test {

using nlohmann::json;

core::Cluster cluster_of(const json& recorded) {
  // NCCL 2.28 leaves an empty attribute behind in its dumps where it has removed one.
  const std::string xml =
      std::regex_replace(recorded.at("topology").get<std::string>(), std::regex(" =\"\""), "");
  auto read = hw::formats::nccl_xml::read_nccl_xml(xml, "recorded");
  EXPECT_TRUE(read) << read.error().message();
  return {read ? std::move(read->topology) : core::Topology(), recorded.at("run").at("nodes"), {}};
}

TEST(RealNccl, SetsUpTheSameConnections) {
  const std::vector<NamedRecording> recordings = recorded_connections();
  if (recordings.empty()) GTEST_SKIP() << kNoOracle;
  for (const auto& [name, recorded] : recordings) {
    const core::Cluster cluster = cluster_of(*recorded);
    sim::job::JobSpec job;
    job.nodes = cluster.node_count;
    const auto why_not = sim::nccl::why_not(cluster, job);
    ASSERT_FALSE(why_not) << why_not->message();
    const sim::nccl::Plan plan = sim::nccl::make_plan(cluster, job);
    const Tally tally = compare_connections(*recorded, cluster, plan);
    EXPECT_EQ(tally.differences.size(), 0U)
        << name << ", of " << tally.compared << ":\n"
        << fmt::format("{}", fmt::join(tally.differences, "\n")).substr(0, 2000);
    const auto channels = sim::nccl::connections::Connections(cluster, plan).pair_channels();
    EXPECT_EQ(channels.channels, recorded->at("channels").at("p2p")) << name;
    EXPECT_EQ(channels.per_peer, recorded->at("channels").at("p2p_per_peer")) << name;
  }
}

}  // namespace real_nccl_connections_test
}  // namespace treering::testing
