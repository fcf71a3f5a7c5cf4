#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/paint/theme.h"
#include "gui/views/topology/node_faults.h"
#include "tests/gui/views/topology_window.h"

namespace treering::gui::views::topology {
namespace described_faults_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Key;
using topology_test::Window;

std::vector<std::string> devices_of(const NodeFaults& faults, int node) {
  std::vector<std::string> devices;
  for (const NodeFault& fault : faults.at(node)) devices.push_back(fault.devices);
  return devices;
}

struct Pod : Window {
  Pod() : Window(16, "examples/uneven-pod.yaml") {}
  NodeFaults faults() const { return described_faults(canvas->machines().cluster()); }
};

TEST(DescribedFaults, AreWhatTheNodesLack) {
  const Pod pod;
  const NodeFaults faults = pod.faults();
  EXPECT_THAT(faults, ElementsAre(Key(3), Key(12), Key(13)));
  EXPECT_THAT(devices_of(faults, 3), ElementsAre("mlx5_0"));
  EXPECT_THAT(devices_of(faults, 13), ElementsAre("mlx5_3", "mlx5_5", "mlx5_9", "mlx5_11"));
}

TEST(DescribedFaults, OfANodeThatLacksNothingSayThatItDiffers) {
  core::Cluster cluster = Pod().canvas->machines().cluster();
  std::swap(cluster.node, cluster.others.front().node);  // now most lack mlx5_0, and node 3 has it
  const NodeFaults faults = described_faults(cluster);
  EXPECT_THAT(devices_of(faults, 3), ElementsAre(""));
}

TEST(DescribedFaults, StandBeforeThoseThatAreTried) {
  const Pod pod;
  const NodeFaults all = with_tried(pod.faults(), faults_by_node({"3/mlx5_3=down"}, 16));
  EXPECT_THAT(devices_of(all, 3), ElementsAre("mlx5_0", "mlx5_3"));
  EXPECT_FALSE(all.at(3).back().is_described);
}

TEST(DescribedFaults, AreInTheTooltipOfTheNode) {
  const Pod pod;
  for (const auto& box : pod.canvas->picture().boxes) {
    if (box.node != 3) continue;
    const std::string text = pod.text_there(paint::rect_of(box.area).center(), pod.faults());
    EXPECT_THAT(text, HasSubstr("As described: no mlx5_0"));
    return;
  }
  FAIL() << "node 3 has no box";
}

/// Whether its frame is red.
bool is_marked(const Pod& pod, int node) {
  const QImage image = pod.canvas->grab().toImage();
  for (const auto& box : pod.canvas->picture().boxes) {
    if (box.node != node) continue;
    const QPointF at = pod.canvas->toPixel({box.area.middle(), box.area.y});
    return image.pixelColor(at.toPoint()) == paint::theme().bad();
  }
  return false;
}

TEST(DescribedFaults, MakeTheirNodesRed) {
  const Pod pod;
  for (int node = 0; node < 16; ++node) {
    EXPECT_EQ(is_marked(pod, node), node == 3 || node == 12 || node == 13) << node;
  }
}

}  // namespace described_faults_test
}  // namespace treering::gui::views::topology
