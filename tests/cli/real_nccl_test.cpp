// From a topology file to every decision, against what the real NCCL decided for the same file.
#include <regex>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "hw/formats/nccl_xml/reader.h"
#include "tests/support/oracle_case.h"
#include "tests/support/parity.h"

namespace treering::testing {
namespace real_nccl_test {

/// NCCL 2.28 leaves an empty attribute behind in its dumps where it has removed one.
std::string without_empty_attributes(const std::string& xml) {
  return std::regex_replace(xml, std::regex(" =\"\""), "");
}

TEST(RealNccl, DecidesTheSame) {
  const auto cases = load_oracle_cases();
  if (cases.empty()) GTEST_SKIP() << kNoOracle;
  for (const OracleCase& one : cases) {
    const auto dump = one.json->at("topology").at("dump_xml").get<std::string>();
    const auto read =
        hw::formats::nccl_xml::read_nccl_xml(without_empty_attributes(dump), one.name);
    ASSERT_TRUE(read) << read.error().message();
    sim::job::Job job = one.job;
    if (one.facts.collnet) job.collnet = sim::job::Feature::On;
    const Comparison comparison = compare(one, sim::nccl::make_plan(read->topology, job));
    for (const Tally& tally : comparison.tallies) {
      EXPECT_EQ(tally.differences.size(), 0U)
          << one.name << ", of " << tally.compared << ":\n"
          << fmt::format("{}", fmt::join(tally.differences, "\n")).substr(0, 2000);
    }
  }
}

}  // namespace real_nccl_test
}  // namespace treering::testing
