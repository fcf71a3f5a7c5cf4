// The whole loop with real ranks: measure, calibrate, validate, recommend, export. On a shaped
// cluster where this machine allows one, else on the machine as it is; skipped without the library.
// What took how long is luck; what is asserted is not.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/run.h"
#include "tests/support/temporary_folder.h"

namespace treering::cli {
namespace loop_test {

using nlohmann::json;
using ::testing::AnyOf;
using ::testing::Eq;
using ::testing::HasSubstr;

constexpr int kLacking = 4;  // the environment lacks something

class Loop : public ::testing::TestWithParam<const char*> {};

/// Measures into `file`. \return why there is nothing measured; empty where there is
std::string measured(const std::string& runner, const std::string& file) {
  const std::string command =
      "measure --runner " + runner +
      " --ranks 2 -c all_reduce -b 1K -e 64K -f 8 --algo all --samples 3 --warmups 1 -o " + file;
  Outcome outcome = run(command + " --shaped 0.5");
  if (outcome.exit_code == kLacking) outcome = run(command);
  return outcome.exit_code == kLacking ? outcome.err : "";
}

TEST_P(Loop, MeasureCalibrateValidateRecommendExport) {
  const support::TemporaryFolder folder;
  const std::string runs = folder.path() + "/runs.jsonl";
  const std::string profile = folder.path() + "/hosts.json";
  if (const std::string why = measured(GetParam(), runs); !why.empty()) {
    GTEST_SKIP() << "nothing can be measured here: " << why;
  }

  const Outcome fitted = run("calibrate hosts --measurements " + runs + " -o " + profile);
  if (fitted.exit_code == 3) GTEST_SKIP() << "no call was measured: " << fitted.err;
  ASSERT_EQ(fitted.exit_code, 0) << fitted.err;
  EXPECT_THAT(fitted.out, HasSubstr("calibrated to "));

  const Outcome validated = run("validate hosts --measurements " + runs + " --format json");
  ASSERT_EQ(validated.exit_code, 0) << validated.err;
  const json errors = json::parse(validated.out);
  EXPECT_EQ(errors["schema"], "treering.validate/1");
  // Nothing is unseen where all algorithms that were measured send the same messages.
  const json& cost = errors["overall"]["cost"];
  EXPECT_EQ(cost.is_null() ? 0 : cost["n"].get<std::size_t>(), errors["rows"].size());
  EXPECT_THAT(
      run("validate hosts --format csv --measurements " + runs + " --profile " + profile).err,
      HasSubstr("show how well it fits, not how well it predicts"));

  const std::string question = "hosts --measurements " + runs + " --profile " + profile;
  const Outcome predicted = run("predict " + question + " --format json");
  ASSERT_EQ(predicted.exit_code, 0) << predicted.err;
  const json answer = json::parse(predicted.out);
  EXPECT_EQ(answer["runner"], GetParam());
  EXPECT_EQ(answer["ranks"], 2);
  ASSERT_FALSE(answer["results"].empty());
  for (const json& row : answer["results"]) {
    EXPECT_GT(row["time_us"], 0);
    EXPECT_LE(row["low_us"], row["time_us"]);
    EXPECT_LE(row["time_us"], row["high_us"]);
  }
  ASSERT_EQ(answer["recommended"].size(), 1U);
  for (const json& range : answer["recommended"][0]["ranges"]) {
    if (range["algorithm"].is_null()) continue;
    EXPECT_GE(range["gain"], 1.1);
    EXPECT_GE(range["confidence"], 0.95);
  }

  // Where nothing is surely faster it says so; Gloo reads no settings.
  const Outcome exported = run("export " + question + " --to openmpi-rules");
  EXPECT_THAT(exported.exit_code, AnyOf(Eq(0), Eq(1))) << exported.err;
  EXPECT_THAT(exported.exit_code == 0 ? exported.out : exported.err,
              HasSubstr(exported.exit_code == 0 ? "1 # collectives" : "nothing written"));
}

INSTANTIATE_TEST_SUITE_P(Runners, Loop, ::testing::Values("mpi", "gloo"),
                         [](const auto& one) { return std::string(one.param); });

}  // namespace loop_test
}  // namespace treering::cli
