// The machine of a log without a system tree: logs as NCCL prints them, of the plans of our
// built-in machines and of the real NCCL's recorded decisions. The right machine, or none.
#include "app/setup/load_machine.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "core/text/reading.h"
#include "core/topology/names.h"
#include "hw/builtin.h"
#include "hw/load_cluster.h"
#include "sim/nccl/plan.h"
#include "tests/support/oracle_case.h"
#include "tests/support/temporary_folder.h"

namespace treering::app::setup {
namespace load_machine_test {

using core::TreeLinks;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// What a log says of a communicator.
struct Logged {
  std::string version = "2.28.9";
  int nodes = 1;
  std::vector<std::string> bus_ids;  // packed, by local rank
  std::vector<int> devices;          // NVML's numbers likewise
  bool has_multicast = false;
  bool joins_hosts = false;
  std::vector<std::vector<int>> rings;
  std::map<int, std::vector<TreeLinks>> trees;  // by rank, then channel
  std::vector<std::string> ports;               // "mlx5_0:1/IB"

  int gpus() const { return static_cast<int>(devices.size()); }
  int ranks() const { return nodes * gpus(); }
};

/// "1/8/-1->0->-1".
std::string tree_text(int rank, const TreeLinks& links) {
  return fmt::format("{}/{}/{}->{}->{}", links.down[0], links.down[1], links.down[2], rank,
                     links.up);
}

std::string text_of(const Logged& logged) {
  std::string text;
  const auto say = [&](int rank, const std::string& line) {
    const int local = rank % logged.gpus();
    text += fmt::format("host{}:{}:{} [{}] NCCL INFO {}\n", rank / logged.gpus(), 100 + local,
                        200 + local, local, line);
  };
  say(0, fmt::format("NCCL version {}+cuda13.0", logged.version));
  if (!logged.ports.empty()) {
    std::string ports;
    for (std::size_t i = 0; i < logged.ports.size(); ++i) {
      ports += fmt::format("[{}]{} ", i, logged.ports[i]);
    }
    say(0, fmt::format("NET/IB : Using {}[RO]; OOB eth0:10.0.0.1<0>", ports));
    say(0, "Using network IB");
  }
  for (int rank = 0; rank < logged.ranks(); ++rank) {
    const auto local = static_cast<std::size_t>(rank % logged.gpus());
    say(rank,
        fmt::format("ncclCommInitRank comm 0x{3:x} rank {0} nranks {1} cudaDev {2} nvmlDev "
                    "{2} busId {4} commId 0x9 - Init START",
                    rank, logged.ranks(), logged.devices[local], 5 + rank, logged.bus_ids[local]));
    say(rank, fmt::format("NVLS multicast support is {}available on dev {}",
                          logged.has_multicast ? "" : "not ", local));
    say(rank, fmt::format("comm 0x{:x} rank {} nRanks {} nNodes {} localRanks {} localRank {} "
                          "MNNVL {}",
                          5 + rank, rank, logged.ranks(), logged.nodes, logged.gpus(), local,
                          logged.joins_hosts ? 1 : 0));
  }
  for (std::size_t i = 0; i < logged.rings.size(); ++i) {
    say(0, fmt::format("Channel {:02}/{:02} : {}", i, logged.rings.size(),
                       fmt::join(logged.rings[i], " ")));
  }
  for (const auto& [rank, trees] : logged.trees) {
    std::string line = "Trees";
    for (std::size_t i = 0; i < trees.size(); ++i) {
      line += fmt::format(" [{}] {}", i, tree_text(rank, trees[i]));
    }
    say(rank, line);
  }
  return text;
}

std::string packed(const std::string& bus_id) {
  std::string digits;
  for (const char c : bus_id) {
    if (c != ':' && c != '.') digits += c;
  }
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
  return digits;
}

/// The machine that is taken for a log's: names of built-in ones, none where it is unknown.
std::vector<std::string> machines_of_text(const std::string& text) {
  const support::TemporaryFolder folder;
  const std::string path = folder.path() + "/run.log";
  std::ofstream(path) << text;
  const auto loaded = hw::load_cluster_or_run(path);
  if (!loaded || !std::holds_alternative<hw::formats::LoadedRun>(*loaded)) {
    ADD_FAILURE() << "not the log of a run";
    return {};
  }
  const auto& run = std::get<hw::formats::LoadedRun>(*loaded);
  std::vector<std::string> names;
  for (const MachineOfRun& machine : machines_of(run.logged, run.host).alike) {
    names.push_back(machine.name);
  }
  return names;
}

/// Bus ids that no machine of ours has.
void give_foreign_bus_ids(Logged& logged) {
  for (std::size_t i = 0; i < logged.bus_ids.size(); ++i) {
    logged.bus_ids[i] = fmt::format("{:x}", 0x2000 + 0x1000 * i);
  }
}

Logged logged_of(const core::Topology& node, const sim::nccl::Plan& plan, int nodes) {
  Logged logged;
  logged.nodes = nodes;
  const auto gpus = node.of_kind(core::DeviceKind::Gpu);
  for (const core::DeviceId gpu : gpus) {
    logged.bus_ids.push_back(packed(node.device(gpu).pci ? node.device(gpu).pci->bus_id : "1000"));
  }
  logged.devices = core::sorted_gpu_numbers(node);
  logged.has_multicast = plan.facts.nvls;
  for (int channel = 0; channel < plan.channels.count(); ++channel) {
    logged.rings.push_back(plan.channels.ring(channel));
    for (int rank = 0; rank < logged.ranks(); ++rank) {
      logged.trees[rank].push_back(plan.channels.tree(channel, rank));
    }
  }
  return logged;
}

// NCCL 2.10 is of the time of A100.
TEST(LoadMachine, ARunIsNotOfGpusThatItsReleaseWasNotBuiltFor) {
  const std::string version = "2.10.3";
  for (const auto& [name, is_known] : {std::pair{"dgx-a100", true}, std::pair{"dgx-h100", false}}) {
    const auto node = hw::load_builtin(name);
    ASSERT_TRUE(node);
    sim::job::JobSpec job;
    job.nccl_version = version;
    const auto plan = sim::nccl::make_plan(*node, job);
    Logged logged = logged_of(*node, plan, 1);
    logged.version = version;
    const auto names = machines_of_text(text_of(logged));
    EXPECT_EQ(std::ranges::find(names, name) != names.end(), is_known) << name;
  }
}

class EachBuiltin : public ::testing::TestWithParam<std::string_view> {};

// Machines whose links NCCL sees alike stand beside each other; a wrong one alone is a fault.
TEST_P(EachBuiltin, IsKnownByItsChannelsOrNotAtAll) {
  const auto node = hw::load_builtin(GetParam());
  ASSERT_TRUE(node);
  // Each takes the plans of all machines of ours; recorded runs have more nodes.
  constexpr int kMostRanks = 16;
  for (const int nodes : {1, 2}) {
    sim::job::JobSpec job;
    job.nodes = nodes;
    if (nodes * node->gpu_count() > kMostRanks || sim::nccl::why_not(*node, job)) continue;
    Logged logged = logged_of(*node, sim::nccl::make_plan(*node, job), nodes);
    if (nodes > 1) give_foreign_bus_ids(logged);
    const auto names = machines_of_text(text_of(logged));
    RecordProperty(fmt::format("nodes_{}", nodes), fmt::format("{}", fmt::join(names, " ")));
    if (names.empty()) continue;
    EXPECT_THAT(names, Contains(GetParam())) << nodes << " nodes";
  }
}

INSTANTIATE_TEST_SUITE_P(LoadMachine, EachBuiltin, ::testing::ValuesIn(hw::builtin_names()),
                         [](const auto& row) {
                           std::string name(row.param);
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

/// By the beginning of a recording's name: what it may be taken for.
const std::map<std::string, std::vector<std::string>> kRecorded{
    {"dgx1v", {"dgx-1v"}},
    {"dgxa100", {"dgx-a100"}},
    {"dgxb200", {"dgx-b200"}},
    {"dgxh100", {"dgx-h100"}},
    {"pcie4", {"pcie-4"}},
    {"aws-p4d", {"aws-p4d"}},
    {"azure-ndv4", {"azure-nd-a100-v4"}},
    // Eight H100 with eight ports of 400 Gbit/s.
    {"azure-ndv5", {"dgx-h100"}},
    {"oci-H100", {"oci-h100"}},
    {"dump-blink-dgx1", {"dgx-1v"}},
    // Eight A100 with NVSwitches.
    {"mlperf-hpe", {"dgx-a100"}}};

Logged logged_of(const nlohmann::json& recorded) {
  Logged logged;
  const auto& run = recorded.at("run");
  logged.joins_hosts = recorded.at("comm").at("MNNVL") != 0;
  logged.nodes = recorded.at("comm").at("nNodes");
  const int gpus = recorded.at("comm").at("localRanks");
  const auto& found = recorded.at("topology").at("gpus");
  for (int i = 0; i < gpus; ++i) {
    const auto& gpu = found.at(static_cast<std::size_t>(i) % found.size());
    logged.bus_ids.push_back(packed(gpu.at("busid")));
    logged.devices.push_back(
        logged.joins_hosts ? i : run.at("devices").at(static_cast<std::size_t>(i)).get<int>());
  }
  const auto& support = recorded.at("nvls_support");
  logged.has_multicast =
      support.is_string() && support.get<std::string>().find("is available") != std::string::npos;
  logged.rings = recorded.at("rings").get<std::vector<std::vector<int>>>();
  for (const auto& [rank, trees] : recorded.at("trees").items()) {
    for (const auto& tree : trees) {
      TreeLinks links;
      links.up = tree.at("up");
      const auto down = tree.at("down").get<std::vector<int>>();
      std::copy_n(down.begin(), std::min<std::size_t>(down.size(), 3), links.down.begin());
      logged.trees[std::stoi(rank)].push_back(links);
    }
  }
  return logged;
}

TEST(LoadMachine, OfRecordedRunsIsRightOrUnknown) {
  const auto cases = testing::load_oracle_cases();
  if (cases.empty()) GTEST_SKIP() << testing::kNoOracle;
  int known = 0;
  for (const auto& recorded : cases) {
    if (!recorded.others.empty() || recorded.json->at("rings").empty()) continue;
    const bool is_plain = recorded.json->at("run").at("extra_env").empty() &&
                          recorded.json->at("run").at("collnet") == false;
    constexpr int kMostRanks = 32;
    Logged logged = logged_of(*recorded.json);
    if (!is_plain || logged.ranks() > kMostRanks) continue;
    for (const bool is_foreign : {false, true}) {
      if (is_foreign && logged.nodes > 1) continue;
      if (is_foreign) give_foreign_bus_ids(logged);
      const auto names = machines_of_text(text_of(logged));
      RecordProperty(recorded.name + (is_foreign ? "_foreign" : ""),
                     fmt::format("{}", fmt::join(names, " ")));
      if (names.empty()) continue;
      ++known;
      const auto row = std::ranges::find_if(
          kRecorded, [&](const auto& one) { return recorded.name.starts_with(one.first); });
      if (row == kRecorded.end()) {
        ADD_FAILURE() << recorded.name << " taken for " << names.front();
        continue;
      }
      EXPECT_THAT(names, Contains(row->second.front())) << recorded.name;
    }
  }
  EXPECT_GE(known, 16);
}

TEST(NamedMachine, IsReadOnce) {
  const support::TemporaryFolder folder;
  const std::string path = folder.path() + "/machine.json";
  const auto node = hw::load_builtin("dgx-a100");
  ASSERT_TRUE(node);
  std::ofstream(path) << hw::render_cluster({*node, 1, {}}, "json").value();
  const hw::io::RealFiles files;
  const NamedMachine machine(path, files);
  ASSERT_NE(machine.shown(), nullptr);
  EXPECT_EQ(machine.shown()->cluster.node.gpu_count(), 8);
  std::filesystem::remove(path);
  const auto loaded = machine.loaded();
  ASSERT_TRUE(loaded);
  EXPECT_EQ(loaded->cluster.node.gpu_count(), 8);
}

TEST(NamedMachine, IsNoneWhereNothingCanBeRead) {
  const hw::io::RealFiles files;
  const NamedMachine machine("no-such-machine", files);
  EXPECT_EQ(machine.shown(), nullptr);
  EXPECT_FALSE(machine.loaded());
}

}  // namespace load_machine_test
}  // namespace treering::app::setup
