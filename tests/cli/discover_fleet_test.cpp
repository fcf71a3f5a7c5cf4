// treering discover over recordings of whole machines (tests/support/recorded_fleet.h).
#include <fstream>
#include <ostream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "hw/world/recording.h"
#include "tests/cli/run.h"
#include "tests/support/golden.h"
#include "tests/support/recorded_fleet.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_name.h"

namespace treering::cli {
namespace {

using ::testing::HasSubstr;

std::string recorded(support::RecordedMachine machine, const support::TemporaryFolder& folder) {
  std::string path = folder.path() + "/machine";
  const auto written = hw::write_recording(machine.recording(), path);
  EXPECT_TRUE(written) << written.error().message();
  return path;
}

class RecordedFleet : public ::testing::TestWithParam<support::NamedRecording> {};

TEST_P(RecordedFleet, IsShownAsKept) {
  const support::TemporaryFolder folder;
  const Outcome shown = run("discover --replay " + recorded(GetParam().make(), folder));
  EXPECT_EQ(shown.exit_code, 0) << shown.err;
  testing::expect_golden(std::string("cli/discover_") + GetParam().name + ".txt", shown.out);
}

INSTANTIATE_TEST_SUITE_P(Cli, RecordedFleet, ::testing::ValuesIn(support::recorded_fleet()),
                         [](const auto& test) {
                           return treering::testing::test_name(test.param.name);
                         });

struct Pair {
  const char* builtin;
  support::RecordedMachine (*make)();
};

void PrintTo(const Pair& pair, std::ostream* stream) {
  *stream << pair.builtin;
}

class DiscoveredForNccl : public ::testing::TestWithParam<Pair> {};

/// What NCCL makes of a machine: channels, rings, trees, and its tuning table.
nlohmann::json plan_of(const std::string& topology) {
  const Outcome shown = run("show " + topology + " --nodes 2 --graphs --format json");
  EXPECT_EQ(shown.exit_code, 0) << shown.err;
  const auto json = nlohmann::json::parse(shown.out);
  return {{"graphs", json.at("graphs")}, {"tuning", json.at("tuning")}};
}

TEST_P(DiscoveredForNccl, IsWhatIsBuiltIn) {
  const support::TemporaryFolder folder;
  const std::string json = folder.path() + "/found.json";
  const Outcome found =
      run("discover --format json -o " + json + " --replay " + recorded(GetParam().make(), folder));
  ASSERT_EQ(found.exit_code, 0) << found.err;
  EXPECT_EQ(plan_of(json), plan_of(GetParam().builtin));
}

INSTANTIATE_TEST_SUITE_P(Cli, DiscoveredForNccl,
                         ::testing::Values(Pair{"dgx-a100", support::dgx_a100},
                                           Pair{"dgx-h100", support::dgx_h100},
                                           Pair{"pcie-8-nvbridge", support::pcie_box}),
                         [](const auto& test) {
                           return treering::testing::test_name(test.param.builtin);
                         });

TEST(DiscoverNvml, RecordingsHoldNvmlsAnswersWithoutNames) {
  const support::TemporaryFolder folder;
  const std::string machine = recorded(support::gb200_tray(), folder);
  const std::string copy = folder.path() + "/copy";
  const Outcome outcome =
      run("discover --quiet --anonymise --replay " + machine + " --record " + copy);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  std::ifstream file(copy + "/nvml.json");
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  EXPECT_THAT(text, HasSubstr("00000000-0000-0000-0000-0000000000"));
  EXPECT_THAT(text, ::testing::Not(HasSubstr("7e1d2c3b")));
  const Outcome again = run("discover --quiet --replay " + copy);
  EXPECT_EQ(again.out, outcome.out);
}

TEST(DiscoverNvml, SpoiltAnswersAreBadInput) {
  const support::TemporaryFolder folder;
  const std::string machine = recorded(support::gb200_tray(), folder);
  std::ofstream(machine + "/nvml.json") << "{\"schema\": \"treering.nvml/1\", \"gpus\": [{}]}";
  const Outcome outcome = run("discover --replay " + machine);
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("nvml.json:1: /gpus/0: no field 'index'"));
}

}  // namespace
}  // namespace treering::cli
