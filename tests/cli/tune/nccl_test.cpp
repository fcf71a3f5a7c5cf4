// `treering tune` with the real libnccl on fake GPUs. Skipped where these cannot run.
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/measure/launched.h"
#include "tests/cli/run.h"
#include "tests/support/emulated_gpus.h"
#include "tests/support/temporary_folder.h"

namespace treering::cli {
namespace nccl_test {

using nlohmann::json;
using ::testing::HasSubstr;

/// What treering needs to start ranks on fake GPUs.
std::map<std::string, std::string> variables_of(const std::vector<std::string>& words) {
  std::map<std::string, std::string> values;
  for (const std::string& word : words) {
    values[word.substr(0, word.find('='))] = word.substr(word.find('=') + 1);
  }
  values.erase("EMU_JOB");  // each launch meets by itself
  return values;
}

TEST(TuneNccl, RunsThroughOnFakeGpus) {
  const FakeGpus fake;
  const auto words = fake.environment();
  if (!words) GTEST_SKIP() << words.error().message();
  const support::Variables variables(variables_of(*words));
  const Outcome tuned =
      run("tune --runner nccl --ranks 2 -b 4K -e 64K -f 16 --algo default,ring,tree --warmups 1 "
          "--samples 2 --launches 2 --budget 100 --format json");
  ASSERT_EQ(tuned.exit_code, 0) << tuned.err;
  const json report = json::parse(tuned.out);
  EXPECT_EQ(report["runner"], "nccl");
  // The results are no measurements, and say so.
  EXPECT_EQ(report["emulated"], true);
  EXPECT_EQ(report["exhaustive"], 12);
  EXPECT_GE(report["measured"], 2);
  EXPECT_FALSE(report["choices"].empty());
  EXPECT_THAT(run("tune --runner nccl --ranks 2 -b 4K -e 4K --algo default,ring --warmups 1 "
                  "--samples 2 --launches 1 --budget 100")
                  .out,
              HasSubstr("tuned on emulated GPUs, not measured,"));
}

// Each value is a launch whose ranks have it, beside launches as it is. What is set by hand is left
// alone, so that the threads are left: they change with any large call of Ring. The times are no
// measurements, so what is said of the values does not count here.
TEST(TuneNccl, TriesItsOtherVariablesOnFakeGpus) {
  const FakeGpus fake;
  const auto words = fake.environment();
  if (!words) GTEST_SKIP() << words.error().message();
  const support::Variables variables(variables_of(*words));
  const support::TemporaryFolder folder;
  const std::string file = folder.path() + "/runs.jsonl";
  const Outcome tuned =
      run("tune dgx-h100 --gpus-per-node 2 --env NCCL_NVLS_ENABLE=0 --env NCCL_BUFFSIZE=4194304 "
          "--runner nccl --ranks 2 -b 32M -e 32M --algo default --warmups 1 --samples 2 "
          "--launches 1 --budget 100 --knobs --format json -o " +
          file);
  // These fakes leave wrong elements in calls of that size, so that no launch has a time; but there
  // is one way only, and nothing to choose.
  ASSERT_EQ(tuned.exit_code, 0) << tuned.err;
  const json report = json::parse(tuned.out);
  EXPECT_EQ(report["emulated"], true);
  EXPECT_EQ(report["knobs"].size(), 6U);
  ASSERT_FALSE(report["knob_outcomes"].empty()) << tuned.out;
  std::ifstream lines(file);
  std::set<std::string> with;
  for (std::string line; std::getline(lines, line);) {
    const json facts = json::parse(line)["environment"];
    if (!facts.contains("knob")) continue;
    const std::string knob = facts["knob"];
    with.insert(knob);
    if (knob == "none") continue;
    const std::size_t equals = knob.find('=');
    EXPECT_EQ(facts.value(knob.substr(0, equals), ""), knob.substr(equals + 1)) << line;
  }
  EXPECT_TRUE(with.contains("none"));
  for (const json& one : report["knob_outcomes"]) {
    const std::string knob =
        fmt::format("{}={}", one["variable"].get<std::string>(), one["value"].get<std::string>());
    EXPECT_TRUE(with.contains(knob)) << knob;
  }
}

}  // namespace nccl_test
}  // namespace treering::cli
