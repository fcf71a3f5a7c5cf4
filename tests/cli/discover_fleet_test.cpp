// treering discover over recordings of whole machines (tests/support/recorded_fleet.h).
#include <fstream>
#include <map>
#include <ostream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "hw/world/anonymise/anonymise.h"
#include "hw/world/recording/recording.h"
#include "tests/cli/run.h"
#include "tests/support/golden.h"
#include "tests/support/recorded_fleet.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_name.h"

namespace treering::cli {
namespace discover_fleet_test {

using ::testing::HasSubstr;

std::string recorded(support::RecordedMachine machine, const support::TemporaryFolder& folder) {
  std::string path = folder.path() + "/machine";
  const auto written = hw::world::recording::write_recording(machine.recording(), path);
  EXPECT_TRUE(written) << written.error().message();
  return path;
}

class RecordedFleet : public ::testing::TestWithParam<support::NamedRecording> {};

TEST_P(RecordedFleet, IsShownAsGolden) {
  const support::TemporaryFolder folder;
  const Outcome shown = run("discover --replay " + recorded(GetParam().make(), folder));
  EXPECT_EQ(shown.exit_code, 0) << shown.err;
  testing::expect_golden(std::string("cli/discover_") + GetParam().name + ".txt", shown.out);
}

/// `text` without the lines that name the machine and its fingerprint, which holds GUIDs.
std::string without_names(const std::string& text, const std::string& folder) {
  std::istringstream stream(text);
  std::string rest;
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with("# topology:") || line.starts_with("discovered (")) continue;
    for (std::size_t at = line.find(folder); at != std::string::npos; at = line.find(folder)) {
      line.replace(at, folder.size(), "DIR");
    }
    rest += line + "\n";
  }
  return rest;
}

/// How a job may be set, with mistakes.
const std::map<std::string, std::string> kVariables{
    {"NCCL_DEBUG", "TRACE"},          {"NCCL_IB_DISABLE", "1"},
    {"NCCL_IB_HCA", "^mlx5_1"},       {"NCCL_MIN_NCHANNELS", "32"},
    {"NCCL_MAX_NCHANNELS", "8"},      {"NCCL_P2P_LEVEL", "PIX"},
    {"NCCL_SOCKET_IFNAME", "docker"}, {"NCCL_ALGO", "tree,ring"},
    {"NCCL_NET_GDR_LEVEL", "PHB"},    {"NCCL_NVLS_ENABLE", "0"},
    {"NCCL_NET_PLUGIN", "none"},      {"NCCL_CONF_FILE", "/etc/nccl.conf"}};

TEST_P(RecordedFleet, AnonymousItHasTheSameFindings) {
  for (const bool is_set : {false, true}) {
    auto machine = GetParam().make();
    if (is_set) machine.recording().variables = kVariables;
    machine.recording().texts["/proc/mounts"] =
        "nas:/r / nfs rw,addr=10.0.0.1 0 0\nshm /dev/shm tmpfs rw,size=65536k,uid=7 0 0\n";
    machine.recording().texts["/proc/meminfo"] = "MemTotal: 536870912 kB\n";
    machine.recording().texts["/proc/cmdline"] = "root=UUID=18e645be intel_iommu=on iommu=pt\n";
    machine.recording().texts["/proc/self/limits"] = "Max locked memory 65536 65536 bytes\n";
    machine.recording().texts["/proc/sys/kernel/numa_balancing"] = "1\n";
    const support::TemporaryFolder named;
    const support::TemporaryFolder nameless;
    const std::string before = recorded(machine, named);
    machine.recording() = hw::world::anonymise::anonymised(machine.recording());
    const std::string after = recorded(machine, nameless);
    for (const char* command : {"doctor --nodes 2 ", "discover --replay ", "predict --nodes 2 "}) {
      const Outcome first = run(command + before);
      const Outcome again = run(command + after);
      EXPECT_EQ(again.exit_code, first.exit_code);
      EXPECT_EQ(without_names(again.out, after), without_names(first.out, before)) << command;
    }
  }
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

}  // namespace discover_fleet_test
}  // namespace treering::cli
