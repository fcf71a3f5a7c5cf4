// Clusters with parts unfolded: every node is there once, in a picture that is readable, and whose
// size does not depend on how many nodes there are.
#include <map>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/topology/cluster.h"
#include "hw/builtin.h"
#include "report/drawing/cluster/cluster_picture.h"
#include "report/drawing/sheet.h"
#include "tests/report/drawing/picture_properties.h"
#include "tests/support/assembly.h"

namespace treering::report::drawing::cluster {
namespace unfolded_test {

using ::testing::HasSubstr;

core::Cluster cluster_of(std::string_view name, int nodes, int per_leaf = 0) {
  core::Cluster cluster{hw::load_builtin(name).value(), nodes, {}};
  cluster.fabric.kind = per_leaf > 0 ? core::FabricKind::FatTree : core::FabricKind::Unspecified;
  cluster.fabric.nodes_per_leaf = per_leaf;
  return cluster;
}

/// How often each node is drawn as a box or a cell.
std::map<int, int> nodes_of(const Picture& picture) {
  std::map<int, int> nodes;
  for (const Box& box : picture.boxes) {
    if (box.node != kNoNode) ++nodes[box.node];
  }
  for (const Cells& cells : picture.cells) {
    for (int node = cells.first; node < cells.first + cells.count; ++node) ++nodes[node];
  }
  return nodes;
}

void expect_readable(const Picture& picture, const std::string& what) {
  expect_within(picture, what);
  expect_apart(picture, what);
  expect_texts_in_place(picture, what);
  const Area sheet{0, 0, picture.width, picture.height};
  for (const Cells& cells : picture.cells) {
    EXPECT_TRUE(is_inside(cells.area(), sheet)) << what;
    for (const Label& label : picture.labels) {
      EXPECT_FALSE(overlap(area_of(label), cells.area())) << what << ": " << label.text;
    }
    for (const Cells& other : picture.cells) {
      EXPECT_TRUE(cells == other || !overlap(cells.area(), other.area())) << what;
    }
  }
}

const Box* handle_of(const Picture& picture, const Fold& fold) {
  for (const Box& box : picture.boxes) {
    if (box.handle && box.handle->fold == fold) return &box;
  }
  return nullptr;
}

TEST(Unfolded, ShowsEveryNodeOnce) {
  for (const int nodes : {65, 100, 256, 257, 1000, 4096}) {
    const core::Cluster cluster = cluster_of("summit", nodes);
    const Fold fold{FoldKind::Nodes, 0};
    const Picture folded = cluster_picture(cluster);
    ASSERT_NE(handle_of(folded, fold), nullptr);
    EXPECT_FALSE(handle_of(folded, fold)->handle->is_unfolded);
    EXPECT_TRUE(nodes_of(folded).empty());
    const Picture picture = cluster_picture(cluster, Shown{.unfolded = {fold}});
    expect_readable(picture, fmt::format("{} nodes", nodes));
    ASSERT_NE(handle_of(picture, fold), nullptr);
    EXPECT_TRUE(handle_of(picture, fold)->handle->is_unfolded);
    const auto shown = nodes_of(picture);
    EXPECT_EQ(std::ssize(shown), nodes);
    for (const auto& [node, times] : shown) EXPECT_EQ(times, 1) << node;
  }
}

TEST(Unfolded, ShowsEveryLeafSwitch) {
  for (const int per_leaf : {1, 3, 32, 300}) {
    const core::Cluster cluster = cluster_of("dgx-h100", 4000, per_leaf);
    const Picture picture = cluster_picture(cluster, Shown{.unfolded = {{FoldKind::Leaves}}});
    // The distance of everything to everything takes too long of thousands.
    if (per_leaf > 3) expect_readable(picture, fmt::format("{} a leaf", per_leaf));
    EXPECT_EQ(nodes_of(picture).size(), 4000U);
    const int leaves = (4000 + per_leaf - 1) / per_leaf;
    const auto last = fmt::format("leaf switch {}", leaves - 1);
    EXPECT_TRUE(std::ranges::any_of(picture.labels, [&](const Label& label) {
      return label.text == last;
    })) << last;
    EXPECT_EQ(handle_of(picture, {FoldKind::Leaves})->handle->is_unfolded, true);
  }
}

TEST(Unfolded, OneLeafSwitchOfSeveral) {
  const core::Cluster cluster = cluster_of("dgx-h100", 400, 100);
  const Picture picture = cluster_picture(cluster, Shown{.unfolded = {{FoldKind::Nodes, 2}}});
  expect_readable(picture, "four leaves");
  const auto nodes = nodes_of(picture);
  EXPECT_EQ(nodes.size(), 100U);
  EXPECT_EQ(nodes.begin()->first, 200);
}

// Cells are not drawn one by one: a picture of 64 times as many nodes has as many boxes.
TEST(Unfolded, NodesAreNoBoxes) {
  const Shown shown{.unfolded = {{FoldKind::Nodes, 0}}};
  const Picture few = cluster_picture(cluster_of("summit", 512), shown);
  const Picture many = cluster_picture(cluster_of("summit", 32768), shown);
  EXPECT_EQ(few.boxes.size(), many.boxes.size());
  EXPECT_EQ(few.cells.size(), 2U);
  EXPECT_EQ(many.cells.size(), 128U);
}

TEST(Unfolded, CellsKnowTheirNodes) {
  const Cells cells{{10, 20}, 100, 7, 3};
  EXPECT_EQ(cells.rows(), 3);
  for (int node = 100; node < 107; ++node) {
    const Area area = cells.area_of(node);
    EXPECT_TRUE(is_inside(area, cells.area()));
    EXPECT_EQ(cells.node_at({area.middle(), area.y + area.height / 2}), node);
  }
  EXPECT_EQ(cells.node_at({9, 21}), kNoNode);
  const Area first = cells.area_of(100);
  EXPECT_EQ(cells.node_at({first.right() + Cells::kGap / 2, first.y + 1}), kNoNode);
  // The last row has one cell of three.
  const Area last = cells.area_of(106);
  EXPECT_EQ(cells.node_at({last.right() + Cells::kGap + 1, last.y + 1}), kNoNode);
}

TEST(Unfolded, NodesOfAnotherKindHaveAnotherInside) {
  core::Cluster cluster = cluster_of("dgx-h100", 100);
  core::Topology other = hw::load_builtin("dgx-a100").value();
  cluster = core::with_nodes(std::move(cluster), {7, 8}, std::move(other));
  const Picture picture =
      cluster_picture(cluster, Shown{.unfolded = {{FoldKind::Nodes, 0}}, .node = 7});
  ASSERT_EQ(picture.insides.size(), 2U);
  EXPECT_EQ(picture.inside_of(6), &picture.insides[0]);
  EXPECT_EQ(picture.inside_of(7), &picture.insides[1]);
  EXPECT_EQ(node_title(cluster, 6), "node 6, and 97 nodes like it");
  EXPECT_EQ(node_title(cluster, 7), "node 7, and 1 node like it");
  // Node 7 is the one in full: a DGX A100 has six NVSwitches, a DGX H100 four.
  EXPECT_TRUE(std::ranges::any_of(picture.labels,
                                  [](const Label& label) { return label.text == "NVSwitch 5"; }));
}

TEST(Unfolded, ANodeOfEqualOnesStandsForEach) {
  const core::Cluster cluster = cluster_of("dgx-h100", 64);
  EXPECT_EQ(node_title(cluster, 17), "node 17, as each of the 64: they are described alike");
  EXPECT_EQ(node_title(cluster, {}), "each node");
}

TEST(Unfolded, AdaptersOneByOne) {
  testing::Assembly machine("virtual functions");
  const auto cpu = machine.cpu();
  machine.gpu(cpu);
  for (int i = 0; i < 64; ++i) machine.port(machine.nic(cpu), 25000);
  const core::Cluster cluster{std::move(machine).build(), 1, {}};
  const Fold fold{FoldKind::Devices, cpu};
  const Picture folded = cluster_picture(cluster);
  ASSERT_NE(handle_of(folded, fold), nullptr);
  EXPECT_EQ(handle_of(folded, fold)->alike.size(), 63U);
  const Picture picture = cluster_picture(cluster, Shown{.unfolded = {fold}});
  expect_readable(picture, "virtual functions");
  const auto adapters = std::ranges::count(picture.boxes, Role::Nic, &Box::role);
  EXPECT_EQ(adapters, 64);
  // One sign folds them all again.
  EXPECT_EQ(std::ranges::count_if(picture.boxes, [](const Box& box) { return !!box.handle; }), 1);
}

TEST(Unfolded, AnotherHostInFull) {
  const core::Cluster rack{hw::load_builtin("gb200-nvl72").value(), 1, {}};
  const Unfolded third = toggled(toggled({}, {FoldKind::Host, 7}), {FoldKind::Host, 3});
  EXPECT_EQ(third, Unfolded({{FoldKind::Host, 3}}));
  const Picture picture = cluster_picture(rack, Shown{.unfolded = third});
  expect_readable(picture, "third host");
  EXPECT_EQ(handle_of(picture, {FoldKind::Host, 3})->handle->is_unfolded, true);
  EXPECT_EQ(handle_of(picture, {FoldKind::Host, 0})->handle->is_unfolded, false);
  EXPECT_TRUE(std::ranges::any_of(
      picture.boxes, [](const Box& box) { return box.tip.starts_with("GPU 0 of tray 3:"); }));
  // A box for a host stands for what it has: 4 GPUs, 2 CPUs, 4 adapters with a port each.
  EXPECT_EQ(handle_of(picture, {FoldKind::Host, 0})->alike.size(), 14U);
}

TEST(Unfolded, FiguresKnowWhereTheyComeFrom) {
  const Picture picture = cluster_picture(cluster_of("dgx-h100", 2));
  for (const Line& line : picture.lines) {
    const bool is_sample = line.tip.empty();
    EXPECT_TRUE(is_sample || !line.origin.empty()) << line.tip;
  }
  EXPECT_TRUE(std::ranges::any_of(picture.lines, [](const Line& line) {
    return line.kind == core::LinkKind::NvLink && line.origin.starts_with("specification: ");
  }));
}

TEST(Unfolded, AssumedFactsOfDevicesAreNamed) {
  testing::Assembly machine("assumed");
  const auto cpu = machine.cpu();
  machine.device(machine.gpu(cpu)).assumed = {"compute_capability", "pci/link_width"};
  const Picture picture = cluster_picture({std::move(machine).build(), 1, {}});
  EXPECT_TRUE(std::ranges::any_of(picture.boxes, [](const Box& box) {
    return box.origin == "assumed, because the source lacks it: compute capability, PCIe lanes";
  }));
}

TEST(Unfolded, CellsAreInTheSvg) {
  const Picture picture =
      cluster_picture(cluster_of("summit", 100), Shown{.unfolded = {{FoldKind::Nodes, 0}}});
  EXPECT_THAT(to_svg(picture), HasSubstr("<title>node 99</title>"));
}

TEST(Unfolded, ToggledTwiceIsFolded) {
  const Fold fold{FoldKind::Nodes, 4};
  EXPECT_EQ(toggled({}, fold), Unfolded({fold}));
  EXPECT_TRUE(toggled({fold}, fold).empty());
}

}  // namespace unfolded_test
}  // namespace treering::report::drawing::cluster
