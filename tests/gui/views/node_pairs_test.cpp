// Pairs of devices or nodes that are selected on different nodes, and the way between them.
#include <QLabel>
#include <QLineEdit>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/paint/theme.h"
#include "gui/views/topology/selected.h"
#include "tests/gui/views/topology_window.h"

namespace treering::gui::views::topology {
namespace topology_test {

using models::OnNode;
using models::Selected;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

QPoint pixel_of_node(const Window& window, int node) {
  for (const auto& box : window.canvas->picture().boxes) {
    if (box.node == node) {
      return window.canvas->toPixel(paint::rect_of(box.area).center()).toPoint();
    }
  }
  ADD_FAILURE() << node;
  return {};
}

void shift_click(const Window& window, QPoint at) {
  QTest::mouseClick(window.canvas, Qt::LeftButton, Qt::ShiftModifier, at);
}

bool has_label(const Window& window, const QString& text) {
  const auto labels = window.view->findChildren<QLabel*>();
  return std::ranges::any_of(labels, [&](const QLabel* label) {
    return label->isVisible() && label->text().contains(text);
  });
}

TEST(NodePairs, AClickAndAShiftClickShowTheWay) {
  Window window(4);
  QTest::mouseClick(window.canvas, Qt::LeftButton, {}, pixel_of_node(window, 0));
  QTest::mouseClick(window.canvas, Qt::LeftButton, {}, window.pixel_of("GPU 0"));
  shift_click(window, pixel_of_node(window, 2));
  EXPECT_EQ(window.selection.now().before, (OnNode{0, "GPU 0"}));
  EXPECT_EQ(window.selection.now().node, 2);
  EXPECT_TRUE(has_label(window, QStringLiteral("0/mlx5_0 → the network → node 2: 50 GB/s")));
  shift_click(window, window.pixel_of("GPU 3"));
  EXPECT_EQ(window.selection.now().before, (OnNode{0, "GPU 0"}));
  EXPECT_THAT(window.selection.now().devices, ElementsAre("GPU 3"));
  EXPECT_TRUE(has_label(window, QStringLiteral("0/GPU 0 → PCI switch 0 GPU side → PCI switch 0 → "
                                               "NIC 0 → 0/mlx5_0 → the network → 2/mlx5_5 → NIC 3 "
                                               "→ PCI switch 3 → PCI switch 3 GPU side → 2/GPU 3: "
                                               "50 GB/s each way")));
  EXPECT_TRUE(has_label(window, QStringLiteral("Node 0, GPU 0: ")));
  EXPECT_TRUE(has_label(window, QStringLiteral("Node 2, GPU 3: ")));
  window.selection.clear();
  EXPECT_FALSE(has_label(window, QStringLiteral("the network → ")));
}

/// Pixels of the edge of a device that stands out.
int accents_at(const Window& window, const std::string& device) {
  for (const auto& box : window.canvas->picture().boxes) {
    if (box.tip != device && !box.tip.starts_with(device + ":")) continue;
    const QRectF area = paint::rect_of(box.area).adjusted(-2, -2, 2, 2);
    const QRect there(window.canvas->toPixel(area.topLeft()).toPoint(),
                      window.canvas->toPixel(area.bottomRight()).toPoint());
    const QImage picture = window.canvas->grab(there).toImage();
    int count = 0;
    for (int y = 0; y < picture.height(); ++y) {
      for (int x = 0; x < picture.width(); ++x) {
        if (picture.pixelColor(x, y) == paint::theme().accent()) ++count;
      }
    }
    return count;
  }
  return -1;
}

// On another node as a whole there is nothing to be lit up: the first node is that in full.
TEST(NodePairs, TheWayToANodeIsSeenOnTheFirst) {
  const Window window(4);
  QTest::mouseClick(window.canvas, Qt::LeftButton, {}, window.pixel_of("GPU 0"));
  shift_click(window, pixel_of_node(window, 3));
  EXPECT_EQ(window.canvas->machines().node(), 0);
  EXPECT_TRUE(has_label(window, QStringLiteral("0/mlx5_0 → the network → node 3: 50 GB/s")));
  for (const char* const device : {"GPU 0", "PCI switch 0", "NIC 0", "mlx5_0"}) {
    EXPECT_GT(accents_at(window, device), 10) << device;
  }
  EXPECT_EQ(accents_at(window, "GPU 1"), 0);
  // A click on what is drawn is on that node.
  QTest::mouseClick(window.canvas, Qt::LeftButton, {}, window.pixel_of("GPU 1"));
  EXPECT_EQ(window.selection.now().node, 0);
  EXPECT_FALSE(window.selection.now().before);
}

TEST(NodePairs, NodesAreAPairToo) {
  const Window window(4);
  QTest::mouseClick(window.canvas, Qt::LeftButton, {}, pixel_of_node(window, 1));
  shift_click(window, pixel_of_node(window, 3));
  EXPECT_TRUE(
      has_label(window, QStringLiteral("node 1 → the network → node 3: 400 GB/s each way")));
  QTest::mouseClick(window.canvas, Qt::LeftButton, {}, pixel_of_node(window, 3));
  EXPECT_FALSE(window.selection.now().before);
}

TEST(NodePairs, ASentenceSaysWhyThereIsNone) {
  Window window(4);
  Selected selected;
  selected.before = OnNode{0, "CPU 0"};
  selected.node = 1;
  selected.devices = {"GPU 0"};
  window.selection.select(selected);
  EXPECT_TRUE(has_label(window, QStringLiteral("No way between these two is known")));
}

// Where no node is selected, a device is that of any: of the first that is not the second's.
TEST(NodePairs, ADeviceOfNoNodeIsThatOfAnother) {
  const Window window(4);
  const Machines& machines = window.canvas->machines();
  const Selected gpu = picked({}, {.device = "GPU 1"});
  EXPECT_EQ(picked_beside(gpu, {.node = 2}, machines).before, (OnNode{0, "GPU 1"}));
  EXPECT_EQ(picked_beside(gpu, {.node = 0}, machines).before, (OnNode{1, "GPU 1"}));
  EXPECT_FALSE(picked_beside({}, {.node = 2}, machines).before);
  const Selected pair =
      picked_beside(picked_beside(gpu, {.node = 2}, machines), {.device = "GPU 5"}, machines);
  EXPECT_THAT(pair.devices, ElementsAre("GPU 5"));
  EXPECT_EQ(picked_beside(pair, {.node = 3}, machines).before, (OnNode{2, "GPU 5"}));
  EXPECT_FALSE(picked(pair, {.device = "GPU 5"}).before);
}

TEST(NodePairs, TheSearchKnowsDevicesOfNodes) {
  const Window window(4);
  auto* const search = window.view->findChild<QLineEdit*>();
  QTest::keyClicks(search, QStringLiteral("2/gpu 3"));
  EXPECT_TRUE(has_label(window, QStringLiteral("1 found")));
  QTest::keyClick(search, Qt::Key_Return);
  EXPECT_EQ(window.selection.now().node, 2);
  EXPECT_THAT(window.selection.now().devices, ElementsAre("GPU 3"));
  EXPECT_EQ(window.canvas->find(QStringLiteral("1/mlx5")), 8);
  EXPECT_EQ(window.canvas->find(QStringLiteral("4/GPU 3")), 0);
  EXPECT_EQ(window.canvas->find(QStringLiteral("1/GPU 9")), 0);
  const Window alone(1);
  EXPECT_EQ(alone.canvas->find(QStringLiteral("0/GPU 3")), 1);
  alone.canvas->openFound();
  EXPECT_THAT(alone.selection.now().devices, ElementsAre("GPU 3"));
}

TEST(NodePairs, SwitchesBetweenTheNodesStandOut) {
  Window window(4);
  models::Question question = window.session.question();
  question.job.leaf_switches = {"2", 2};
  window.session.ask(question, QStringLiteral("leaf switches"));
  window.settle();
  const auto& picture = window.canvas->picture();
  const auto node = std::ranges::find(picture.boxes, 3, &report::drawing::Box::node);
  ASSERT_NE(node, picture.boxes.end());
  const auto tips = [&](bool has_spine) {
    std::vector<std::string> all;
    for (const auto i : switches_above(picture, paint::rect_of(node->area), has_spine)) {
      all.push_back(picture.boxes[i].tip);
    }
    std::ranges::sort(all);
    return all;
  };
  EXPECT_THAT(tips(false), ElementsAre("leaf switch 1"));
  EXPECT_THAT(tips(true), ElementsAre("leaf switch 1", "spine switches"));
  // The line to its nodes; with the spine also that up to it.
  const auto lines = [&](bool has_spine) {
    const auto switches = switches_above(picture, paint::rect_of(node->area), has_spine);
    return lines_at(picture, switches, has_spine).size();
  };
  EXPECT_EQ(lines(false), 1U);
  EXPECT_EQ(lines(true), 2U);
}

// The box of a node has nothing in it to be magnified; what it has stands below.
TEST(NodePairs, ADoubleClickFitsTheNodeInFull) {
  const Window window(4);
  const QRectF all = window.canvas->seen();
  const QPoint at = pixel_of_node(window, 2);
  QTest::mouseClick(window.canvas, Qt::LeftButton, {}, at);
  QTest::mouseDClick(window.canvas, Qt::LeftButton, {}, at);
  const QRectF seen = window.canvas->seen();
  EXPECT_LT(seen.height(), all.height());
  QRectF devices;
  for (const auto& box : window.canvas->picture().boxes) {
    if (box.device != core::kNoDevice) devices |= paint::rect_of(box.area);
  }
  EXPECT_TRUE(seen.contains(devices));
  EXPECT_LT(seen.width(), 1.2 * devices.width());
  EXPECT_EQ(window.selection.now().node, 2);
  EXPECT_TRUE(window.selection.now().devices.empty());
  EXPECT_TRUE(has_label(Window(4), QStringLiteral("double-click a node")));
  EXPECT_FALSE(has_label(Window(1), QStringLiteral("double-click a node")));
}

TEST(NodePairs, TheTitleSaysWhoseMarksItHas) {
  Window window(4);
  models::Question question = window.session.question();
  question.faults = {"2/GPU 0-NVSwitch=0.5"};
  window.session.ask(question, QStringLiteral("fault"));
  window.settle();
  const auto title = [&] {
    for (const auto& label : window.canvas->picture().labels) {
      if (label.text.find("marked: what is tried on ") != std::string::npos) return label.text;
    }
    return std::string();
  };
  EXPECT_EQ(title(), "each node; marked: what is tried on node 2 (rates without it)");
  QTest::mouseClick(window.canvas, Qt::LeftButton, {}, pixel_of_node(window, 2));
  EXPECT_THAT(title(), HasSubstr("; marked: what is tried on this one"));
  QTest::mouseClick(window.canvas, Qt::LeftButton, {}, pixel_of_node(window, 3));
  EXPECT_EQ(title(), "");
}

}  // namespace topology_test
}  // namespace treering::gui::views::topology
