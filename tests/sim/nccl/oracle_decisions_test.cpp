// Compares everything that follows from the node graphs with what the real NCCL decided for the
// same graphs: rings, trees, tuning table, costs, choices, channels, threads and chunks.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "tests/support/oracle_case.h"
#include "tests/support/parity.h"

namespace treering::testing {
namespace oracle_decisions_test {

class OracleDecisions : public ::testing::TestWithParam<Aspect> {};

TEST_P(OracleDecisions, AreEqual) {
  const std::vector<OracleCase> cases = load_oracle_cases();
  if (cases.empty()) GTEST_SKIP() << kNoOracle;
  int compared = 0;
  for (const OracleCase& one : cases) {
    const auto plan = sim::nccl::make_plan(one.job, {one.facts, one.graphs});
    const Tally tally = compare(one, plan).of(GetParam());
    compared += tally.compared;
    EXPECT_EQ(tally.differences.size(), 0U)
        << one.name << ", of " << tally.compared << ":\n"
        << fmt::format("{}", fmt::join(tally.differences, "\n")).substr(0, 2000);
  }
  RecordProperty("compared", compared);
  EXPECT_GT(compared, 0);
}

INSTANTIATE_TEST_SUITE_P(RealNccl, OracleDecisions,
                         ::testing::Values(Aspect::Orders, Aspect::Graphs, Aspect::Tuning,
                                           Aspect::Costs, Aspect::Choices, Aspect::Schedules),
                         [](const auto& one) { return std::string(name_of(one.param)); });

}  // namespace oracle_decisions_test
}  // namespace treering::testing
