// What `treering simulate` prints, beside its times.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/json_output.h"
#include "tests/cli/run.h"

namespace treering::cli {
namespace simulate_reports_test {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

double parameter(const json& call, const std::string& name) {
  for (const json& one : call["parameters"]) {
    if (one["name"] == name) return one["value"];
  }
  ADD_FAILURE() << "no parameter " << name;
  return 0;
}

// tp runs inside a node and dp by LL128, whose flags dp's payload counts: 120 of 128 B.
TEST(SimulateReports, EachGroupHasItsParameters) {
  const std::string line = "simulate dgx-h100 --groups tp=8,dp=2 -b 1M --proto ll128";
  const Outcome text = run(line + " --explain-parameters");
  EXPECT_EQ(text.exit_code, 0) << text.err;
  EXPECT_THAT(text.out, AllOf(HasSubstr("Parameters of tp, all_reduce 1 MiB by"),
                              HasSubstr("Parameters of dp, all_reduce 1 MiB by Ring/LL128:")));
  EXPECT_THAT(run(line).out, Not(HasSubstr("Parameters of")));
  const json groups = printed_json(line);
  ASSERT_EQ(groups["groups"].size(), 2U);
  EXPECT_EQ(parameter(groups["groups"][1], "payload"), 0.9375);
  // Those of the same call by itself.
  const json alone =
      printed_json("simulate dgx-h100 --nodes 2 --devices 0 -b 1M --proto ll128 --algo ring");
  EXPECT_EQ(alone["parameters"], groups["groups"][1]["parameters"]);
}

}  // namespace simulate_reports_test
}  // namespace treering::cli
