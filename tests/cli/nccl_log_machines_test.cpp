// A machine, the log that NCCL writes on it, and the machine that is read from the log: NCCL takes
// the same decisions on both.
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "hw/builtin.h"
#include "hw/formats/format.h"
#include "hw/formats/nccl_log/channels.h"
#include "hw/formats/nccl_log/lines.h"
#include "hw/formats/nccl_xml/topology_xml.h"
#include "sim/nccl/plan.h"
#include "tests/support/nccl_log_text.h"
#include "tests/support/oracle_program.h"
#include "tests/support/temporary_folder.h"

namespace treering::testing {
namespace nccl_log_machines_test {

core::Topology read_back(const std::string& log) {
  const auto read = hw::formats::cluster_in(hw::formats::read_log_nccl_log({"t.log", log}));
  if (!read) {
    ADD_FAILURE() << read.error().message();
    return {};
  }
  return read->cluster.node;
}

class NcclLogMachines : public ::testing::TestWithParam<std::string> {};

TEST_P(NcclLogMachines, AreTheSameToNccl) {
  const auto machine = hw::load_builtin(GetParam());
  ASSERT_TRUE(machine);
  const bool has_ports = !machine->of_kind(core::DeviceKind::NicPort).empty();
  sim::job::JobSpec job;
  job.nodes = has_ports ? 2 : 1;
  if (sim::nccl::why_not(*machine, job)) GTEST_SKIP() << "no GPUs";
  const std::string log = nccl_log_text(*machine, job);
  const core::Topology read = read_back(log);
  ASSERT_EQ(read.gpu_count(), machine->gpu_count());
  EXPECT_EQ(system_tree_text(read, job, ""), system_tree_text(*machine, job, ""));
  for (std::size_t i = 0; i < read.of_kind(core::DeviceKind::Gpu).size(); ++i) {
    const auto capability = [i](const core::Topology& node) {
      return std::get<core::Gpu>(node.device(node.of_kind(core::DeviceKind::Gpu)[i]).info)
          .compute_capability;
    };
    // The tree tells generations of NVLink, not of GPUs without.
    if (system_tree_text(*machine, job, "").find("NVL[") == std::string::npos) continue;
    EXPECT_EQ(capability(read), capability(*machine));
  }
  // Channels follow from the tree, but for GPUDirect, which it does not show. A rack takes long.
  constexpr int kMostGpus = 16;
  if (machine->gpu_count() > kMostGpus) return;
  EXPECT_EQ(sim::nccl::make_plan(read, job).channels.count(),
            sim::nccl::make_plan(*machine, job).channels.count());
}

/// What all ranks of a run of the real library printed, one after the other.
std::string kept_logs(const std::filesystem::path& folder, int ranks) {
  std::string text;
  for (int rank = 0; rank < ranks; ++rank) {
    std::ifstream file(folder / fmt::format("rank{}.log", rank), std::ios::binary);
    text.append(std::istreambuf_iterator<char>(file), {});
  }
  return text;
}

/// How many of the log's rings and places in trees the plan does not have.
int differences(const hw::formats::Channels& log, const sim::nccl::communicator::ChannelSet& plan) {
  int count = 0;
  for (const auto& [channel, ring] : log.rings) {
    count += channel < plan.count() && plan.ring(channel) == ring ? 0 : 1;
  }
  for (const auto& [channel, places] : log.trees) {
    for (const auto& [rank, place] : places) {
      count += channel < plan.count() && plan.tree(channel, rank) == place ? 0 : 1;
    }
  }
  return count;
}

TEST(NcclLogMachines, HaveTheChannelsOfTheirLog) {
  const support::TemporaryFolder kept;
  const std::filesystem::path folder = kept.path();
  const auto build = std::filesystem::path(TREERING_BINARY).parent_path().parent_path();
  const auto oracle = OracleProgram::open(build / "oracle");
  if (!oracle) GTEST_SKIP() << oracle.error().message();
  for (const char* name : {"dgxa100", "dgxh100", "dgx1v", "pcie4"}) {
    OracleQuestion question{oracle->topologies() / (std::string(name) + ".xml"), 2};
    question.sizes = "1048576";
    question.collectives = "AllReduce";
    question.keep_logs = folder / name;
    std::filesystem::create_directories(question.keep_logs);
    const auto answer = oracle->ask(question);
    if (!answer) GTEST_SKIP() << answer.error().message();
    constexpr int kMostRanks = 16;
    const std::string log = kept_logs(question.keep_logs, kMostRanks);
    const auto read = hw::formats::cluster_in(hw::formats::read_log_nccl_log({"t.log", log}));
    ASSERT_TRUE(read) << read.error().message();
    EXPECT_EQ(read->cluster.node_count, 2) << name;
    sim::job::JobSpec job;
    job.nodes = 2;
    const auto plan = sim::nccl::make_plan(read->cluster.node, job);
    hw::formats::nccl_log::ChannelReader reader;
    hw::formats::nccl_log::for_each_nccl_line(
        log, [&](const hw::formats::nccl_log::Line& line) { reader.take(line); });
    const hw::formats::Channels channels = std::move(reader).finish();
    EXPECT_EQ(channels.channels, plan.channels.count()) << name;
    EXPECT_FALSE(channels.rings.empty()) << name;
    EXPECT_FALSE(channels.trees.empty()) << name;
    EXPECT_EQ(differences(channels, plan.channels), 0) << name;
  }
}

std::vector<std::string> machines() {
  std::vector<std::string> names;
  for (const std::string_view name : hw::builtin_names()) names.emplace_back(name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(BuiltIn, NcclLogMachines, ::testing::ValuesIn(machines()),
                         [](const auto& row) {
                           std::string name = row.param;
                           for (char& c : name) c = c == '-' || c == '.' ? '_' : c;
                           return name;
                         });

}  // namespace nccl_log_machines_test
}  // namespace treering::testing
