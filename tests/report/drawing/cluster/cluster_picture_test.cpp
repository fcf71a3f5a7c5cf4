// Drawings of all built-in machines, alone and as clusters: nothing lies upon anything else,
// nothing is left out, and what comes out is SVG.
#include "report/drawing/cluster/cluster_picture.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pugixml.hpp>
#include <rapidcheck/gtest.h>

#include "hw/builtin.h"
#include "hw/load_cluster.h"
#include "report/drawing/sheet.h"
#include "tests/report/drawing/picture_properties.h"
#include "tests/support/arbitrary_topology.h"
#include "tests/support/assembly.h"
#include "tests/support/small_machines.h"

namespace treering::report::drawing::cluster {
namespace cluster_picture_test {

core::Cluster cluster_of(const core::Topology& node, int nodes, core::Fabric fabric = {}) {
  return {node, nodes, std::move(fabric)};
}

void expect_readable(const Picture& picture, const std::string& what) {
  expect_within(picture, what);
  expect_apart(picture, what);
  expect_texts_in_place(picture, what);
  const std::string svg = to_svg(picture);
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(svg.c_str())) << what;
  EXPECT_STREQ(document.child("svg").child_value("title"), picture.title.c_str());
  EXPECT_THAT(svg, ::testing::Not(::testing::HasSubstr("nan"))) << what;
}

TEST(ClusterPicture, IsReadableOfEveryMachine) {
  for (const std::string_view name : hw::builtin_names()) {
    const core::Topology node = hw::load_builtin(name).value();
    for (const int nodes : {1, 2, 4, 64, 10000}) {
      if (nodes * node.gpu_count() > core::kMaxRanks) continue;
      expect_readable(cluster_picture(cluster_of(node, nodes)),
                      fmt::format("{} x {}", nodes, name));
    }
  }
}

TEST(ClusterPicture, IsReadableUnderEveryFabric) {
  const core::Topology node = hw::load_builtin("dgx-h100").value();
  for (const auto kind : {core::FabricKind::SingleSwitch, core::FabricKind::FatTree,
                          core::FabricKind::RailOptimised}) {
    for (const int per_leaf : {0, 1, 4, 32}) {
      for (const int nodes : {1, 3, 64, 1000}) {
        core::Fabric fabric;
        fabric.kind = kind;
        fabric.nodes_per_leaf = per_leaf;
        fabric.oversubscription = 2;
        expect_readable(cluster_picture(cluster_of(node, nodes, fabric)),
                        fmt::format("{} nodes, {} a leaf", nodes, per_leaf));
      }
    }
  }
}

/// All that labels and tips say.
std::string words_of(const Picture& picture) {
  std::string words;
  for (const Label& label : picture.labels) words += label.text + "\n";
  for (const Box& box : picture.boxes) words += box.tip + "\n";
  return words;
}

TEST(ClusterPicture, HasEveryDevice) {
  for (const std::string_view name : hw::builtin_names()) {
    const core::Topology node = hw::load_builtin(name).value();
    const std::string words = words_of(cluster_picture(cluster_of(node, 1)));
    for (const core::Device& device : node.devices()) {
      const core::DeviceId cpu =
          node.cpu_of(static_cast<core::DeviceId>(&device - node.devices().data()));
      const bool is_elsewhere =
          cpu != core::kNoDevice && std::get<core::Cpu>(node.device(cpu).info).host > 0;
      if (is_elsewhere) continue;
      EXPECT_THAT(words, ::testing::HasSubstr(device.name)) << name;
    }
  }
}

TEST(ClusterPicture, HasEveryHostOfARack) {
  const core::Topology rack = hw::load_builtin("gb200-nvl72").value();
  const std::string words = words_of(cluster_picture(cluster_of(rack, 1)));
  for (int host = 0; host < 18; ++host) {
    EXPECT_THAT(words, ::testing::HasSubstr(fmt::format("host {}\n", host)));
  }
  EXPECT_THAT(words, ::testing::HasSubstr("18 NVLinks from each of 72 GPUs: 900 GB/s each way"));
}

// A DGX H100 has 8 ports of 50 GB/s. Of 16 nodes one lacks a port and two lack 4: 13 x 400 + 350 +
// 2 x 200 = 5950.
TEST(ClusterPicture, HasTheRatesOfNodesThatDiffer) {
  const core::Topology node = hw::load_builtin("dgx-h100").value();
  core::Cluster cluster = hw::load_cluster("examples/uneven-pod.yaml").value().cluster;
  std::string words = words_of(cluster_picture(cluster));
  EXPECT_THAT(words, ::testing::HasSubstr("16 nodes: 5950 GB/s\n"));
  EXPECT_THAT(words, ::testing::HasSubstr("each node but 3, 12-13"));
  // 4 a leaf switch, 2 : 1: the first has 400 * 3 + 350 = 1550, and half of that up.
  cluster.fabric.kind = core::FabricKind::FatTree;
  cluster.fabric.nodes_per_leaf = 4;
  cluster.fabric.oversubscription = 2;
  words = words_of(cluster_picture(cluster));
  EXPECT_THAT(words, ::testing::HasSubstr("4 nodes: 1550 GB/s\n"));
  EXPECT_THAT(words, ::testing::HasSubstr("775 GB/s\n"));
  EXPECT_THAT(words, ::testing::HasSubstr("4 x 400 GB/s\n"));
  EXPECT_THAT(words_of(cluster_picture(cluster_of(node, 16))),
              ::testing::HasSubstr("16 x 400 GB/s\n"));
}

// NCCL takes 5000 GB/s between sockets of CPUs that it does not know.
TEST(ClusterPicture, SaysWhereNobodyKnowsTheRateBetweenSockets) {
  testing::Assembly machine("unknown");
  const auto first = machine.cpu();
  machine.gpu(first);
  machine.join(core::LinkKind::InterSocket, first, machine.cpu(), 5000);
  const Picture picture = cluster_picture(cluster_of(std::move(machine).build(), 1));
  EXPECT_THAT(words_of(picture), ::testing::HasSubstr("not known\n"));
  EXPECT_THAT(words_of(picture), ::testing::Not(::testing::HasSubstr("5000")));
  for (const Line& line : picture.lines) {
    if (line.kind != core::LinkKind::InterSocket) continue;
    EXPECT_DOUBLE_EQ(line.width, 1);
  }
}

TEST(ClusterPicture, SaysWhichNodesItsMarksAreOf) {
  const core::Cluster cluster = cluster_of(hw::load_builtin("dgx-h100").value(), 128);
  const auto words = [&](const Shown& shown) { return words_of(cluster_picture(cluster, shown)); };
  EXPECT_THAT(
      words({.marked = {0}}),
      ::testing::HasSubstr("each node; marked: what is tried on node 0 (rates without it)\n"));
  EXPECT_THAT(words({.marked = {1, 2, 3, 9}}),
              ::testing::HasSubstr(
                  "each node; marked: what is tried on nodes 1-3, 9 (rates without it)\n"));
  std::vector<int> every_other;
  for (int node = 0; node < 128; node += 2) every_other.push_back(node);
  EXPECT_THAT(
      words({.marked = every_other}),
      ::testing::HasSubstr("each node; marked: what is tried on 64 nodes (rates without it)\n"));
  EXPECT_THAT(words({.node = 3, .marked = {0}}), ::testing::Not(::testing::HasSubstr("marked:")));
  EXPECT_THAT(words({.node = 0, .marked = {0}}),
              ::testing::HasSubstr("; marked: what is tried on this one (rates without it)\n"));
}

TEST(ClusterPicture, TitleCountsTheGpusOfTheJob) {
  const core::Topology node = hw::load_builtin("dgx-h100").value();
  const auto title = [&](int nodes, std::size_t gpus) {
    return cluster_picture(cluster_of(node, nodes), Shown{.job_gpus = gpus}).title;
  };
  EXPECT_EQ(title(4, 4), "4 nodes of dgx-h100: 16 of 32 GPUs");
  EXPECT_EQ(title(4, 0), "4 nodes of dgx-h100: 32 GPUs");
  EXPECT_EQ(title(4, 8), "4 nodes of dgx-h100: 32 GPUs");
  EXPECT_EQ(title(1, 1), "dgx-h100: 1 of 8 GPUs");
}

TEST(ClusterPicture, LinesAreWiderThatCarryMore) {
  // 0.43 px per root of GB/s: 450 is 9.1, 63 is 3.4; 1 at least and 14 at most.
  EXPECT_DOUBLE_EQ(line_width(core::Bandwidth::from_gb_per_s(450)), 9.1);
  EXPECT_DOUBLE_EQ(line_width(core::Bandwidth::from_gb_per_s(63)), 3.4);
  EXPECT_DOUBLE_EQ(line_width(core::Bandwidth::from_gb_per_s(0.1)), 1);
  EXPECT_DOUBLE_EQ(line_width(core::Bandwidth::from_gb_per_s(5000)), 14);
}

TEST(ClusterPicture, EqualAdaptersAreOneBox) {
  testing::Assembly machine("virtual functions");
  const auto cpu = machine.cpu();
  machine.gpu(cpu);
  for (int i = 0; i < 64; ++i) machine.port(machine.nic(cpu), 25000);
  const core::Topology node = std::move(machine).build();
  const Picture picture = cluster_picture(cluster_of(node, 1));
  expect_readable(picture, "virtual functions");
  EXPECT_THAT(words_of(picture), ::testing::HasSubstr("and 63 like it,"));
  EXPECT_LT(picture.width, 700);
}

TEST(ClusterPicture, OfOddMachines) {
  expect_readable(cluster_picture(cluster_of(testing::two_sockets(), 2)), "two sockets");
  expect_readable(cluster_picture(cluster_of(testing::hybrid_cube(), 1)), "cube");
  expect_readable(cluster_picture(cluster_of(testing::nvlink_mesh(8, 1, 70), 1)), "mesh");
  expect_readable(cluster_picture(cluster_of(testing::power_box(3), 1)), "power");
  expect_readable(cluster_picture(cluster_of(testing::grace_box(4), 1)), "grace");
  expect_readable(cluster_picture(cluster_of(testing::virtual_nic_machine(8, 8, 100000), 3)), "VM");
  expect_readable(cluster_picture(cluster_of(testing::pcie_box({.sockets = 8}), 1)), "8 sockets");
}

TEST(ClusterPicture, TakesAnyName) {
  testing::Assembly machine("a <machine> & \"more\"");
  const auto cpu = machine.cpu();
  machine.device(machine.gpu(cpu)).name = "GPU <&> \"µ\"";
  const core::Topology node = std::move(machine).build();
  const std::string svg = to_svg(cluster_picture(cluster_of(node, 1)));
  pugi::xml_document document;
  EXPECT_TRUE(document.load_string(svg.c_str()));
  EXPECT_THAT(svg, ::testing::HasSubstr("GPU &lt;&amp;&gt; &quot;µ&quot;"));
}

/// Odd names and figures: what comes out is still XML, and within its sheet.
RC_GTEST_PROP(ClusterPicture, OfAnyTopologyIsSvg, ()) {
  const core::Topology node = test::arbitrary_topology();
  const Picture picture = cluster_picture(cluster_of(node, 3));
  pugi::xml_document document;
  RC_ASSERT(document.load_string(to_svg(picture).c_str()));
  for (const Box& box : picture.boxes) {
    RC_ASSERT(is_inside(box.area, {0, 0, picture.width, picture.height}));
  }
}

TEST(ClusterPicture, OfNothingIsASheet) {
  const core::Topology none = core::TopologyBuilder("nothing").build().value();
  expect_readable(cluster_picture(cluster_of(none, 1)), "nothing");
}

}  // namespace cluster_picture_test
}  // namespace treering::report::drawing::cluster
