#include "sim/nccl/plan.h"

#include <gtest/gtest.h>

#include "sim/nccl/call/choice.h"
#include "tests/support/sample_search.h"
#include "tests/support/small_machines.h"

namespace treering::sim::nccl {
namespace plan_test {

std::string objection(const core::Topology& node, const job::JobSpec& job) {
  const auto error = why_not(node, job);
  return error ? error->message() : "";
}

TEST(Plan, RunsOnWhatIsThere) {
  EXPECT_EQ(objection(testing::two_sockets(), {}), "");
  EXPECT_EQ(objection(testing::two_sockets(), {.nodes = 4, .devices = {3, 0}}), "");
}

TEST(Plan, NeedsAKnownVersion) {
  EXPECT_EQ(objection(testing::two_sockets(), {.devices = {}, .nccl_version = "1.0"}),
            "⟨nccl⟩: '1.0' is no version of NCCL 2, expected one such as 2.21.5");
}

TEST(Plan, NeedsItsDevices) {
  EXPECT_EQ(objection(testing::two_sockets(), {.devices = {0, 7}}),
            "⟨devices⟩: GPU 7 not found, have 0, 1, 2, 3");
  EXPECT_EQ(objection(testing::two_sockets(), {.devices = {0, 0}}),
            "⟨devices⟩: GPU 0 given twice, each at most once");
}

TEST(Plan, NeedsSensibleNodes) {
  EXPECT_EQ(objection(testing::two_sockets(), {.nodes = 0, .devices = {}}),
            "⟨nodes⟩: 0 nodes, expected 1 to 65536 with 4 ranks each");
  EXPECT_NE(objection(testing::two_sockets(), {.nodes = 65537, .devices = {}}), "");
}

TEST(Plan, NeedsGpus) {
  core::TopologyBuilder builder("empty.xml");
  builder.add({.name = "CPU 0", .info = core::Cpu{}});
  const auto node = std::move(builder).build();
  ASSERT_TRUE(node);
  EXPECT_EQ(
      objection(*node, {}),
      "empty.xml: no GPU, expected at least one; NCCL reads what this file leaves out from the "
      "machine it runs on; use the file that NCCL_TOPO_DUMP_FILE writes there");
}

TEST(Plan, NeedsTheComputeCapabilityOfEveryGpu) {
  testing::Assembly machine("cloud");
  const auto cpu = machine.cpu();
  machine.gpu(cpu, 90);
  machine.gpu(cpu, 0);
  const auto node = std::move(machine).build();
  // NCCL queries every GPU of the machine, also those outside the job.
  for (const std::vector<int>& devices : {std::vector<int>{}, std::vector<int>{0}}) {
    EXPECT_EQ(
        objection(node, {.devices = devices}),
        "cloud: compute capability of 'GPU 1' is unknown, expected it and the NVLinks of "
        "every GPU; NCCL reads what this file leaves out from the machine it runs on; use the "
        "file that NCCL_TOPO_DUMP_FILE writes there");
  }
}

TEST(Plan, NeedsACpuAboveEveryGpu) {
  core::TopologyBuilder builder("afloat");
  builder.add({.name = "CPU 0", .info = core::Cpu{}});
  builder.add({.name = "GPU 0", .info = core::Gpu{.compute_capability = 80}});
  const auto node = std::move(builder).build();
  ASSERT_TRUE(node) << node.error().message();
  EXPECT_EQ(objection(*node, {}),
            "afloat: no CPU above 'GPU 0', expected a PCIe link towards a CPU");
}

TEST(Plan, NeedsANicBetweenNodes) {
  core::TopologyBuilder builder("alone");
  const auto cpu = builder.add({.name = "CPU 0", .info = core::Cpu{}});
  const auto gpu = builder.add({.name = "GPU 0", .info = core::Gpu{.compute_capability = 80}});
  builder.connect_both_ways({.kind = core::LinkKind::Pcie,
                             .from = gpu,
                             .to = cpu,
                             .count = 16,
                             .bandwidth = core::Bandwidth::from_gb_per_s(20)});
  const auto node = std::move(builder).build();
  ASSERT_TRUE(node) << node.error().message();
  EXPECT_EQ(objection(*node, {}), "");
  EXPECT_EQ(
      objection(*node, {.nodes = 2, .devices = {}}),
      "⟨nodes⟩: 2 nodes, but no network port in 'alone', expected a NIC with a port (net) to reach "
      "other nodes; add one, or ask for 1 node");
}

core::Link one_way(core::LinkKind kind, core::DeviceId from, core::DeviceId to) {
  return {.kind = kind, .from = from, .to = to, .bandwidth = core::Bandwidth::from_gb_per_s(40)};
}

/// Three GPUs, each on a switch of its own; NVLinks 0 - 1 both ways, 1 -> 2 one way.
core::Topology one_sided() {
  testing::Assembly machine("one-sided");
  const auto cpu = machine.cpu();
  std::vector<core::DeviceId> gpus;
  for (int i = 0; i < 3; ++i) gpus.push_back(machine.gpu(machine.pci_switch(cpu)));
  machine.nvlink(gpus[0], gpus[1], 2);
  machine.builder().connect(one_way(core::LinkKind::NvLink, gpus[1], gpus[2]));
  return std::move(machine).build();
}

TEST(Plan, NeedsNvlinksInBothDirections) {
  // The real library reports for such a machine: "Failed to find reverse path from remNode
  // 0/12000".
  EXPECT_EQ(objection(one_sided(), {}),
            "one-sided: an nvlink from 'GPU 1' to 'GPU 2' and none back, expected one in each "
            "direction; NCCL makes no communicator on such a machine (\"Failed to find reverse "
            "path\")");
  EXPECT_EQ(objection(one_sided(), {.devices = {0, 1}}), "");
  EXPECT_EQ(objection(one_sided(), {.devices = {0, 2}}), "");
}

/// GPU 0 below switch 0, GPU 1 below switch 1, and a link from switch `from` to the other.
core::Topology joined_switches(int from) {
  testing::Assembly machine("joined");
  const auto cpu = machine.cpu();
  const std::vector<core::DeviceId> switches{machine.pci_switch(cpu), machine.pci_switch(cpu)};
  machine.gpu(switches[0]);
  if (from == 0) machine.gpu(switches[1]);
  const auto at = static_cast<std::size_t>(from);
  machine.builder().connect(one_way(core::LinkKind::PciPeer, switches[at], switches[1 - at]));
  return std::move(machine).build();
}

TEST(Plan, NeedsLinksOfPciSwitchesInBothDirectionsWhereAPathTakesThem) {
  EXPECT_NE(objection(joined_switches(0), {}).find("a pcilink from "), std::string::npos);
  EXPECT_EQ(objection(joined_switches(0), {.devices = {1}}), "");
  EXPECT_EQ(objection(joined_switches(1), {}), "") << "nothing is below the switch";
}

TEST(Plan, IsMadeFromATopology) {
  const Plan plan = make_plan(testing::nvswitch_machine(4, 90), {.nodes = 2, .devices = {}});
  EXPECT_EQ(plan.shape.ranks(), 8);
  EXPECT_GT(plan.channels.count(), 0);
  EXPECT_GT(call::choose(plan, {.bytes = 1U << 20U}).value().time_us, 0.0F);
}

TEST(Plan, CountsTheNodesThatOneMachineMakes) {
  search::NodeSearch found = testing::four_gpus();
  found.other_parts = {testing::one_gpu().graphs};
  found.other_parts.front().ring.channels.front().gpus = {4};
  const Shape shape = make_plan({.nodes = 3, .devices = {}}, found).shape;
  EXPECT_EQ(shape.nodes, 6);
  EXPECT_EQ(shape.ranks(), 15);
  EXPECT_EQ(shape.ranks_per_node, 2) << "15 / 6, as NCCL divides";
  EXPECT_FLOAT_EQ(shape.average_ranks(), 2.5F);
  EXPECT_EQ(shape.most_ranks(), 4);
}

TEST(Plan, CostsNothingPerRankUntilAsked) {
  // 131,072 ranks. A tree's links and all choices do not need the order of all ranks.
  const Plan plan = make_plan({.nodes = 32768, .devices = {}}, testing::four_gpus());
  EXPECT_EQ(plan.shape.ranks(), 131072);
  EXPECT_EQ(plan.channels.tree(0, 131071).up, 131070);
  EXPECT_GT(call::choose(plan, {.bytes = 1U << 20U}).value().time_us, 0.0F);
  EXPECT_EQ(plan.channels.ring(0).size(), 131072U);
}

}  // namespace plan_test
}  // namespace treering::sim::nccl
