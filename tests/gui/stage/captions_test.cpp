#include "gui/stage/captions.h"

#include <QImage>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/paint/theme.h"
#include "gui/stage/stage_canvas.h"
#include "tests/gui/stage/scenes.h"

namespace treering::gui::stage {
namespace captions_test {

using ::testing::Contains;
using ::testing::Each;
using ::testing::IsSupersetOf;
using ::testing::Not;
using ::testing::StartsWith;

/// A canvas of this size with the run as it unfolds there.
struct Seen {
  Seen(const std::string& algorithm, const std::pair<std::string, int>& machines, QSize size,
       Layout layout = Layout::Unfolded)
      : Seen(scene_of(algorithm, machines, {layout, size}), size) {}
  Seen(std::shared_ptr<const Scene> of, QSize size)
      : scene(std::move(of)), canvas(selection, clock) {
    canvas.resize(size);
    canvas.show(scene);
  }

  Look look() const { return {*scene, canvas.shown(), canvas.seen(), canvas.scale()}; }
  std::vector<Shown> captions() const {
    const QPointF corner = canvas.seen().topLeft();
    return shown_captions(
        look(),
        QTransform::fromScale(canvas.scale(), canvas.scale()).translate(-corner.x(), -corner.y()),
        Captions::All);
  }
  std::vector<std::string> words() const {
    std::vector<std::string> all;
    for (const Shown& one : captions()) all.push_back(one.text.toStdString());
    return all;
  }

  models::Selection selection;
  models::Clock clock;
  std::shared_ptr<const Scene> scene;
  StageCanvas canvas;
};

// The canvases of a comparison in windows of 1024x700, 1280x800 and 1920x1080.
const std::array kSizes{QSize(349, 220), QSize(477, 331), QSize(797, 557)};

TEST(Captions, TheTwoTreesAreToldApartByTheirRoots) {
  for (const QSize size : kSizes) {
    SCOPED_TRACE(size.width());
    const Seen seen("Tree", {"dgx-h100", 4}, size);
    const std::vector<std::string> words = seen.words();
    EXPECT_THAT(words, Contains(StartsWith("tree 1: root ")));
    EXPECT_THAT(words, Contains(StartsWith("tree 2: root ")));
    for (const char* const node : {"node 0", "node 1", "node 2", "node 3"}) {
      EXPECT_EQ(std::ranges::count(words, node), 2) << node;
    }
  }
  EXPECT_THAT(Seen("Tree", {"dgx-h100", 4}, kSizes[1]).words(),
              IsSupersetOf({"tree 1: root 0, leaf in 2", "tree 2: root 3, leaf in 1"}));
  EXPECT_THAT(Seen("Tree", {"dgx-h100", 4}, kSizes[2]).words(),
              IsSupersetOf({"tree 1: root node 0, a leaf of tree 2",
                            "tree 2: root node 3, a leaf of tree 1"}));
}

// Two titles beside each other are two.
TEST(Captions, TitlesStandApart) {
  for (const QSize size : kSizes) {
    SCOPED_TRACE(size.width());
    std::vector<QRectF> titles;
    for (const Shown& one : Seen("Tree", {"dgx-h100", 4}, size).captions()) {
      if (one.is_title) titles.push_back(one.area);
    }
    ASSERT_EQ(titles.size(), 2U);
    const bool is_beside = std::abs(titles[0].top() - titles[1].top()) < titles[0].height();
    EXPECT_TRUE(!is_beside || titles[1].left() - titles[0].right() >= 8);
  }
}

// There is no tree between nodes.
TEST(Captions, ASingleNodeIsAChainWithARootRank) {
  for (const char* const topology : {"dgx-h100", "pcie-4"}) {
    EXPECT_THAT(Seen("Tree", {topology, 1}, kSizes[1]).words(), Contains("chain: root rank 0"));
  }
}

TEST(Captions, AChainOfABroadcastBeginsWithItsRoot) {
  const auto scene = scene_of({.algorithm = "single_tree",
                               .machines = {"dgx-h100", 1},
                               .collective = core::Collective::Broadcast,
                               .gpus_per_node = 2},
                              {Layout::Unfolded});
  ASSERT_FALSE(scene->arrangement.captions.empty());
  EXPECT_TRUE(std::ranges::any_of(scene->arrangement.captions, [](const Caption& one) {
    return one.words.front() == QStringLiteral("chain: root rank 0");
  }));
}

void expect_clear_of_ranks(const Seen& seen, const Shown& caption) {
  const QRectF& area = caption.area;
  const double radius = seen.scene->arrangement.radius * seen.canvas.scale();
  for (const QPointF& place : seen.scene->arrangement.places) {
    const QPointF at = seen.canvas.toPixel(place);
    const QPointF near(std::clamp(at.x(), area.left(), area.right()),
                       std::clamp(at.y(), area.top(), area.bottom()));
    EXPECT_GE(std::hypot(at.x() - near.x(), at.y() - near.y()), 0.9 * radius)
        << caption.text.toStdString();
  }
}

// All of them are seen, and lie neither on ranks nor on each other.
TEST(Captions, HaveRoom) {
  for (const char* const algorithm : {"Ring", "Tree"}) {
    for (const QSize size : kSizes) {
      SCOPED_TRACE(algorithm + std::to_string(size.width()));
      const Seen seen(algorithm, {"dgx-h100", 4}, size);
      const std::vector<Shown> all = seen.captions();
      EXPECT_GE(all.size(), 4U);
      for (const Shown& one : all) {
        EXPECT_TRUE(QRectF(seen.canvas.rect()).contains(one.area)) << one.text.toStdString();
        expect_clear_of_ranks(seen, one);
      }
    }
  }
}

TEST(Captions, MachinesHaveTheirNamesAlsoWhereRanksAreSmall) {
  const Seen seen("Ring", {"gb200-nvl72", 4}, {690, 400}, Layout::Machines);
  EXPECT_THAT(seen.words(), IsSupersetOf({"node 0", "node 1", "node 2", "node 3"}));
}

// Not only those whose numbers have one digit.
TEST(Captions, ManyMachinesHaveTheirNumbers) {
  const Seen seen("Tree", {"alps", 64}, {900, 400}, Layout::Machines);
  const std::vector<std::string> words = seen.words();
  EXPECT_EQ(words.size(), 64U);
  EXPECT_THAT(words, IsSupersetOf({"0", "9", "10", "63"}));
  // Numbers of two digits have no room that could be read.
  EXPECT_TRUE(Seen("Tree", {"alps", 64}, {680, 290}, Layout::Machines).words().empty());
}

void expect_clear(const Seen& seen) {
  for (const Shown& one : seen.captions()) {
    EXPECT_TRUE(QRectF(seen.canvas.rect()).contains(one.area)) << one.text.toStdString();
    expect_clear_of_ranks(seen, one);
  }
}

// In both trees; those of inner nodes stand beside their cards.
TEST(Captions, NodesOfATreeHaveTheirNamesWhereThereIsRoom) {
  const Seen seen("Tree", {"dgx-h100", 16}, {792, 552});
  const std::vector<std::string> words = seen.words();
  for (int node = 0; node < 16; ++node) {
    EXPECT_EQ(std::ranges::count(words, "node " + std::to_string(node)), 2) << node;
  }
  expect_clear(seen);
}

// The tree beside is another one: its cards do not stand as those of the first do.
TEST(Captions, NamesKeepClearOfTheTreeBeside) {
  for (const int nodes : {22, 26, 30}) {
    SCOPED_TRACE(nodes);
    expect_clear(Seen("Tree", {"dgx-h100", nodes}, {680, 290}));
  }
}

// A leaf of one tree is an inner node of the other: where leaves have only numbers, each node has
// its name once.
TEST(Captions, InnerNodesOfATreeHaveTheirNamesWhereLeavesHaveNumbers) {
  const Seen seen("Tree", {"dgx-h100", 16}, {477, 362});
  const std::vector<std::string> words = seen.words();
  for (int node = 0; node < 16; ++node) {
    EXPECT_EQ(std::ranges::count(words, "node " + std::to_string(node)), 1) << node;
    EXPECT_EQ(std::ranges::count(words, std::to_string(node)), 1) << node;
  }
  expect_clear(seen);
}

// Each has at least its number in a window of 1024x700.
TEST(Captions, NodesOfATreeHaveTheirNumbersWhereThereIsLittleRoom) {
  const Seen seen("Tree", {"dgx-h100", 16}, kSizes[0]);
  std::vector<std::string> words = seen.words();
  for (std::string& word : words) {
    if (word.starts_with("node ")) word = word.substr(5);
  }
  for (int node = 0; node < 16; ++node) {
    EXPECT_EQ(std::ranges::count(words, std::to_string(node)), 2) << node;
  }
}

// Where leaves are too near for their numbers, some have them, at even distances: of 32 leaves in a
// row every second, or every fourth, and so on.
TEST(Captions, OfManyLeavesSomeHaveNames) {
  const Seen seen("Tree", {"summit", 64}, kSizes[0]);
  std::vector<int> nodes;
  for (const Shown& one : seen.captions()) {
    if (!one.is_title) nodes.push_back(one.text.section(QLatin1Char(' '), -1).toInt());
  }
  std::vector<int> leaves;  // of the first tree, whose leaves have odd numbers
  std::ranges::copy_if(nodes, std::back_inserter(leaves), [](int node) { return node % 2 == 1; });
  ASSERT_GE(leaves.size(), 4U);
  const int step = leaves[1] - leaves[0];
  EXPECT_GE(step, 4);
  for (std::size_t i = 1; i < 4; ++i) EXPECT_EQ(leaves[i] - leaves[i - 1], step);
}

// None is missing because two would touch: all are shorter then.
TEST(Captions, SmallRingsNameAllNodes) {
  const Seen seen("Ring", {"dgx-h100", 8}, kSizes[0]);
  EXPECT_EQ(seen.words().size(), 8U);
}

// Each node is a rank of the ring, or two: their names stand around it, in the same words.
TEST(Captions, NamesOfFewRanksStandAroundTheRing) {
  struct Case {
    int nodes;
    int gpus;
  };
  for (const Case& one : {Case{2, 2}, Case{4, 1}, Case{16, 1}}) {
    for (const QSize size : kSizes) {
      SCOPED_TRACE(std::to_string(one.nodes) + " " + std::to_string(size.width()));
      const Seen seen(
          scene_of(
              {.algorithm = "Ring", .machines = {"dgx-h100", one.nodes}, .gpus_per_node = one.gpus},
              {Layout::Unfolded, size}),
          size);
      const std::vector<std::string> words = seen.words();
      ASSERT_EQ(words.size(), static_cast<std::size_t>(one.nodes));
      const bool has_word = words.front().starts_with("node ");
      for (const std::string& word : words) EXPECT_EQ(word.starts_with("node "), has_word);
      expect_clear(seen);
    }
  }
}

// Of many nodes some, at even distances.
TEST(Captions, LargeRingsNameSomeNodes) {
  const Seen seen("Ring", {"dgx-h100", 64}, {477, 362});
  const std::vector<std::string> words = seen.words();
  EXPECT_THAT(words, Each(StartsWith("node ")));
  EXPECT_THAT(words, Contains("node 32"));
  EXPECT_THAT(words, Not(Contains("node 1")));
}

/// The share of points of the circle that are painted.
double painted(Seen& seen) {
  constexpr int kPoints = 720;
  QImage image(seen.canvas.size(), QImage::Format_RGB32);
  seen.canvas.render(&image);
  const Arc& circle = seen.scene->arrangement.arcs.front();
  int count = 0;
  for (int i = 0; i < kPoints; ++i) {
    const double angle = 2 * std::numbers::pi * i / kPoints;
    const QPointF at = seen.canvas.toPixel(
        circle.middle + circle.radius * QPointF(std::cos(angle), std::sin(angle)));
    const QRect around(at.toPoint() - QPoint(1, 1), QSize(3, 3));
    bool is_any = false;
    for (int x = around.left(); x <= around.right(); ++x) {
      for (int y = around.top(); y <= around.bottom(); ++y) {
        const QColor colour = image.pixelColor(x, y);
        is_any = is_any || colour.saturation() > 40;
      }
    }
    if (is_any) ++count;
  }
  return static_cast<double>(count) / kPoints;
}

// Near, where ranks are dots, and far, where they are too small for that: nothing is on its way.
TEST(Captions, RingsAreClosedLinesHoweverFar) {
  for (const int nodes : {16, 64}) {
    Seen seen("Ring", {"dgx-h100", nodes}, kSizes[1]);
    EXPECT_GT(painted(seen), nodes == 16 ? 0.6 : 0.99) << nodes;
  }
}

}  // namespace captions_test
}  // namespace treering::gui::stage
