#include "app/setup/setup.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/formats/format.h"

namespace treering::app::setup {
namespace setup_test {

using ::testing::HasSubstr;

// Whoever asks, command line or window, gets a sentence.
TEST(SetUp, RefusesCountsThatAreNone) {
  for (const int count : {0, -3, 1 << 30}) {
    JobRequest request{.topology = "dgx-h100"};
    request.nodes = count;
    const auto nodes = set_up(request);
    ASSERT_FALSE(nodes) << count;
    EXPECT_THAT(nodes.error().message(), HasSubstr("⟨nodes⟩: found " + std::to_string(count)));
    request.nodes.reset();
    request.gpus_per_node = count;
    EXPECT_FALSE(set_up(request)) << count;
    request.gpus_per_node.reset();
    request.gpus_per_process = count;
    EXPECT_FALSE(set_up(request)) << count;
  }
}

// mpirun's 4 nodes of 4 GPUs may be trays of one rack. Racks as a whole do not fit into one.
TEST(SetUp, SaysWhatTraysOfARackAre) {
  const auto notes = [](const char* topology, int nodes, std::optional<int> gpus) {
    JobRequest request{.topology = topology};
    request.nodes = nodes;
    request.gpus_per_node = gpus;
    return set_up(request)->notes;
  };
  const auto is_said = ::testing::Contains(
      HasSubstr("4 trays or parts of one rack are meant, give ⟨nodes⟩ 1 and ⟨gpus-per-node⟩ 16"));
  EXPECT_THAT(notes("gb300-nvl72", 4, 4), is_said);
  EXPECT_THAT(notes("gb300-nvl72", 4, {}), is_said);
  const auto is_about_trays = ::testing::Contains(HasSubstr("trays"));
  EXPECT_THAT(notes("gb300-nvl72", 2, 72), ::testing::Not(is_about_trays));
  EXPECT_THAT(notes("gb300-nvl72", 20, {}), ::testing::Not(is_about_trays));
  EXPECT_THAT(notes("gb300-nvl72", 1, 16), ::testing::Not(is_about_trays));
  EXPECT_THAT(notes("dgx-h100", 4, 4), ::testing::Not(is_about_trays));
}

TEST(SetUp, SaysThatNcclIsNotBuiltForOldGpus) {
  const auto notes = [](const std::string& model) {
    auto loaded = hw::formats::read_nvidia_smi_nvlink(
        {"g.txt", "GPU 0: " + model + " (UUID: GPU-0)\nGPU 1: " + model + " (UUID: GPU-1)\n"}, {});
    return set_up(loaded.value(), JobRequest{.topology = "g.txt"}, Adapters::All)->notes;
  };
  EXPECT_THAT(notes("Tesla K40m"),
              ::testing::Contains(HasSubstr("these have 3.5: no build for CUDA 12 runs on them")));
  EXPECT_THAT(notes("Tesla M2090"),
              ::testing::Contains(HasSubstr("these have 2.0: NCCL does not run on them")));
  EXPECT_THAT(notes("Tesla P40"),
              ::testing::Not(::testing::Contains(HasSubstr("NCCL is built for GPUs"))));
}

/// What is said of GeForce cards: `rows` is a matrix of nvidia-smi topo -m.
std::vector<std::string> notes_of_cards(int gpus, const std::string& rows) {
  std::string text;
  for (int i = 0; i < gpus; ++i) {
    const std::string number = std::to_string(i);
    text += "GPU " + number + ": NVIDIA GeForce RTX 3090 (UUID: GPU-" + number + ")\n";
  }
  auto loaded = hw::formats::read_nvidia_smi_topo({"g.txt", text + rows}, {});
  return set_up(loaded.value(), JobRequest{.topology = "g.txt"}, Adapters::All)->notes;
}

// Over NVLinks they reach each other.
TEST(SetUp, SaysWhichCardsReachNoPeers) {
  const std::string two =
      "GPU0 GPU1 CPU Affinity NUMA Affinity\nGPU0 X NV4 0-23 0\nGPU1 NV4 X 0-23 0\n";
  const std::string three =
      "GPU0 GPU1 GPU2 CPU Affinity NUMA Affinity\nGPU0 X NV4 PHB 0-23 0\n"
      "GPU1 NV4 X PHB 0-23 0\nGPU2 PHB PHB X 0-23 0\n";
  const std::string none =
      "GPU0 GPU1 CPU Affinity NUMA Affinity\nGPU0 X PHB 0-23 0\nGPU1 PHB X 0-23 0\n";
  const std::string said =
      "GeForce cards do not reach each other's memory over PCIe: NCCL goes through host memory";
  EXPECT_THAT(notes_of_cards(2, two), ::testing::Not(::testing::Contains(HasSubstr("GeForce"))));
  EXPECT_THAT(notes_of_cards(3, three),
              ::testing::Contains(said + " between those that no NVLinks join"));
  EXPECT_THAT(notes_of_cards(2, none), ::testing::Contains(said));
}

TEST(SetUp, RefusesAGpuTwice) {
  JobRequest request{.topology = "dgx-h100"};
  request.devices = {1, 0, 1};
  const auto job = set_up(request);
  ASSERT_FALSE(job);
  EXPECT_EQ(job.error().message(),
            "⟨devices⟩: GPU 1 given twice, expected each GPU once; each rank has a GPU of "
            "its own");
}

TEST(SetUp, TakesLeafSwitchesByHand) {
  JobRequest request{.topology = "dgx-h100"};
  request.nodes = 32;
  request.leaf_switches = {"2.5", 8};
  const auto job = set_up(request);
  ASSERT_TRUE(job) << job.error().message();
  const core::Fabric& fabric = job->cluster.fabric;
  EXPECT_EQ(fabric.kind, core::FabricKind::FatTree);
  EXPECT_EQ(fabric.link, core::LinkKind::InfiniBand);
  EXPECT_EQ(fabric.oversubscription, 2.5);
  EXPECT_EQ(fabric.nodes_per_leaf, 8);
  EXPECT_TRUE(job->notes.empty());
  request.nodes = 8;
  EXPECT_THAT(set_up(request)->notes, ::testing::ElementsAre(HasSubstr("under one leaf switch")));
}

TEST(SetUp, RefusesLeafSwitchesThatSayTooLittle) {
  JobRequest request{.topology = "dgx-h100"};
  request.nodes = 32;
  request.leaf_switches.oversubscription = "2";
  const auto unknown = set_up(request);
  ASSERT_FALSE(unknown);
  EXPECT_THAT(unknown.error().message(), HasSubstr("expected ⟨nodes-per-leaf⟩ with it"));
  for (const char* const ratio : {"0.5", "65", "", "2:1", "much"}) {
    request.leaf_switches = {ratio, 8};
    EXPECT_FALSE(set_up(request)) << ratio;
  }
  request.leaf_switches = {"2", 0};
  EXPECT_FALSE(set_up(request));
}

TEST(SetUp, TakesTheOrderOfNodesByHand) {
  JobRequest request{.topology = "dgx-h100"};
  request.nodes = 4;
  request.leaf_switches = {{}, 2, "0, 1*2, 0"};
  const auto job = set_up(request);
  ASSERT_TRUE(job) << job.error().message();
  EXPECT_EQ(job->cluster.fabric.order,
            (core::NodeOrder{core::NodeOrder::Kind::Listed, {0, 1, 1, 0}}));
  request.leaf_switches.node_order = "Scattered";
  EXPECT_EQ(set_up(request)->cluster.fabric.order.kind, core::NodeOrder::Kind::Scattered);
}

TEST(SetUp, RefusesAnOrderThatDoesNotFitTheJob) {
  JobRequest request{.topology = "dgx-h100"};
  request.nodes = 4;
  const auto message = [&](const LeafSwitchRequest& leaves) {
    request.leaf_switches = leaves;
    const auto job = set_up(request);
    return job ? "no error" : job.error().message();
  };
  EXPECT_THAT(message({{}, 2, "random"}), HasSubstr("⟨node-order⟩: found 'random', expected"));
  EXPECT_THAT(message({{}, {}, "scattered"}), HasSubstr("expected ⟨nodes-per-leaf⟩ with it"));
  EXPECT_EQ(message({{}, 2, "0, 1, 1"}),
            "⟨node-order⟩: the leaves of 3 nodes, expected those of 4, one for each node");
  EXPECT_EQ(message({{}, 2, "0*3, 1"}),
            "⟨node-order⟩: 3 nodes under leaf 0, expected at most 2, the nodes_per_leaf");
}

}  // namespace setup_test
}  // namespace treering::app::setup
