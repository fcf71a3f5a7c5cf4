// From a topology file to the channels of a node, against what the real NCCL found for the same
// file. What follows from the channels is compared in tests/sim/nccl/oracle_decisions_test.cpp.
#include <regex>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "hw/formats/nccl_xml_reader.h"
#include "sim/nccl/node_search.h"
#include "tests/support/oracle_case.h"

namespace treering {
namespace {

/// NCCL 2.28 leaves an empty attribute behind in its dumps where it has removed one.
std::string without_empty_attributes(const std::string& xml) {
  return std::regex_replace(xml, std::regex(" =\"\""), "");
}

bool spans_nvlink_domain(const testing::OracleCase& one) {
  return !one.json->at("run").at("mnnvl").is_null();
}

TEST(RealNccl, FindsTheSameChannels) {
  const auto cases = testing::load_oracle_cases();
  if (cases.empty()) GTEST_SKIP() << testing::kNoOracle;
  int compared = 0;
  for (const testing::OracleCase& one : cases) {
    // Several hosts in one NVLink domain are not modelled yet.
    if (spans_nvlink_domain(one)) continue;
    const auto dump = one.json->at("topology").at("dump_xml").get<std::string>();
    const auto read = hw::read_nccl_xml(without_empty_attributes(dump), one.name);
    ASSERT_TRUE(read) << read.error().message();
    sim::Job job = one.job;
    if (one.facts.collnet) job.collnet = sim::Feature::On;
    auto found = sim::nccl::search_node(read->topology, job);
    found.facts.all_nvlink = one.facts.all_nvlink;  // the records do not tell
    EXPECT_EQ(found.graphs, one.graphs) << one.name;
    EXPECT_EQ(found.facts, one.facts) << one.name;
    ++compared;
  }
  RecordProperty("compared", compared);
  EXPECT_GT(compared, 0);
}

}  // namespace
}  // namespace treering
