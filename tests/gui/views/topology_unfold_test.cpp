// Parts of a topology unfold, down to each of thousands of nodes.
#include <QApplication>
#include <QContextMenuEvent>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/views/topology/marks.h"
#include "tests/gui/views/topology_window.h"

namespace treering::gui::views::topology {
namespace topology_test {

using report::drawing::FoldKind;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr report::drawing::Fold kAllNodes{FoldKind::Nodes, 0};

TEST(TopologyUnfold, AClickUnfoldsAndFolds) {
  Window window(4096, "summit");
  EXPECT_TRUE(window.canvas->picture().cells.empty());
  EXPECT_THAT(window.text_there(paint::rect_of(window.handle(kAllNodes)->area).center()),
              HasSubstr("Click: show all nodes one by one"));
  window.click(paint::rect_of(window.handle(kAllNodes)->area).center());
  EXPECT_EQ(window.canvas->picture().cells.size(), 16U);  // of 256 nodes each
  // All of it is seen again, as it was before.
  EXPECT_TRUE(window.canvas->seen().contains(window.canvas->plane()));
  EXPECT_THAT(window.text_there(paint::rect_of(window.handle(kAllNodes)->area).center()),
              HasSubstr("Click the sign: fold again"));
  window.click(paint::rect_of(window.handle(kAllNodes)->area).center());
  EXPECT_TRUE(window.canvas->picture().cells.empty());
}

TEST(TopologyUnfold, IsUndoneAsOtherStepsAre) {
  Window window(4096, "summit");
  models::Question question = window.session.question();
  question.bytes *= 2;
  window.session.ask(question, QStringLiteral("size"));
  window.click(paint::rect_of(window.handle(kAllNodes)->area).center());
  EXPECT_EQ(window.session.history().undoText(), QStringLiteral("unfold"));
  window.session.history().undo();
  EXPECT_TRUE(window.canvas->picture().cells.empty());
  EXPECT_EQ(window.session.question().bytes, question.bytes);
  window.session.history().redo();
  EXPECT_EQ(window.canvas->picture().cells.size(), 16U);
  window.view.reset();  // what is left of the steps does nothing
  window.session.history().undo();
}

TEST(TopologyUnfold, ABoxOfNodesShowsThatOneOfThemIsFaulty) {
  Window window(4096, "summit");
  EXPECT_TRUE(marks_on_folded(window.canvas->picture(), {}, {}).empty());
  const NodeFaults faults = faults_by_node({"17/mlx5_0=down"}, 4096);
  const auto tried = marks_on_folded(window.canvas->picture(), faults, {});
  ASSERT_EQ(tried.size(), 1U);
  const QRectF area = paint::rect_of(window.handle(kAllNodes)->area);
  EXPECT_EQ(tried.front().area, area);
  EXPECT_TRUE(tried.front().is_tried);
  EXPECT_THAT(window.text_there(area.center(), faults),
              HasSubstr("What if, on node 17: mlx5_0 = down"));
  const auto found =
      marks_on_folded(window.canvas->picture(), {},
                      {{"GPU 0", models::Severity::Hint}, {"mlx5_0", models::Severity::Warning}});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.front().severity, models::Severity::Warning);
  EXPECT_FALSE(found.front().is_tried);
  Q_EMIT window.canvas->foldWanted(kAllNodes);  // then the cells show it
  EXPECT_TRUE(marks_on_folded(window.canvas->picture(), faults, {}).empty());
}

TEST(TopologyUnfold, KeysUnfoldAndFold) {
  Window window(4096, "summit");
  QTest::keyClick(window.canvas, Qt::Key_PageDown);
  QTest::keyClick(window.canvas, Qt::Key_Return);
  EXPECT_FALSE(window.canvas->picture().cells.empty());
  QTest::keyClick(window.canvas, Qt::Key_Return);
  EXPECT_TRUE(window.canvas->picture().cells.empty());
}

// What is magnified stays where it is when a part above it grows.
TEST(TopologyUnfold, UnfoldingKeepsTheView) {
  Window window(4096, "summit");
  window.canvas->zoom(
      2, window.canvas->toPixel(paint::rect_of(window.handle(kAllNodes)->area).center()));
  const auto corner = [&] {
    const auto& area = window.handle(kAllNodes)->area;
    return window.canvas->toPixel({area.x, area.y});
  };
  const QPointF before = corner();
  const double scale = window.canvas->scale();
  window.click(paint::rect_of(window.handle(kAllNodes)->area).center());
  EXPECT_EQ(window.canvas->scale(), scale);
  EXPECT_NEAR(corner().x(), before.x(), 1e-6);
  EXPECT_NEAR(corner().y(), before.y(), 1e-6);
}

TEST(TopologyUnfold, ACellIsANode) {
  Window window(4096, "summit");
  Q_EMIT window.canvas->foldWanted(kAllNodes);
  EXPECT_THAT(window.text_there(window.middle_of_node(300)),
              "node 300, as each of the 4096: they are described alike");
  window.click(window.middle_of_node(300));
  EXPECT_EQ(window.selection.now().node, 300);
  EXPECT_EQ(window.canvas->machines().node(), 300);
  QTest::keyClick(window.canvas, Qt::Key_Right, Qt::ShiftModifier);
  EXPECT_EQ(window.selection.now().node, 301);
  window.selection.goBack();
  window.selection.goBack();
  EXPECT_FALSE(window.canvas->machines().node());
}

TEST(TopologyUnfold, NearByACellHasItsDevices) {
  Window window(4096, "summit");
  Q_EMIT window.canvas->foldWanted(kAllNodes);
  const auto& picture = window.canvas->picture();
  const QRectF cell = paint::cell_of(picture, 17);
  const auto inside =
      paint::inside_of({cell.x(), cell.y(), cell.width(), cell.height()}, *picture.inside_of(17));
  const auto device = [&] {
    for (const auto& box : picture.inside_of(17)->boxes) {
      if (box.tip.starts_with("GPU 3:")) {
        return inside.corner + paint::rect_of(box.area).center() * inside.scale;
      }
    }
    ADD_FAILURE();
    return QPointF();
  };
  const QPointF gpu = device();
  EXPECT_THAT(window.text_there(gpu), Not(HasSubstr("GPU 3")));  // too small to be pointed at
  window.canvas->fit(cell);
  EXPECT_THAT(window.text_there(gpu), HasSubstr("GPU 3"));
  window.click(gpu);
  EXPECT_EQ(window.selection.now().node, 17);
  EXPECT_THAT(window.selection.now().devices, ElementsAre("GPU 3"));
}

TEST(TopologyUnfold, FindsNodesAndWhatIsFolded) {
  Window window(4096, "summit");
  Q_EMIT window.canvas->foldWanted(kAllNodes);
  auto* const search = window.view->findChild<QLineEdit*>();
  QTest::keyClicks(search, QStringLiteral("Node 4095"));
  QTest::keyClick(search, Qt::Key_Return);
  EXPECT_EQ(window.selection.now().node, 4095);
  EXPECT_EQ(window.canvas->find(QStringLiteral("node 4096")), 0);
  Window rack(1, "gb200-nvl72");
  EXPECT_EQ(rack.canvas->find(QStringLiteral("mlx5_1 of tray 7")), 1);  // the box of host 7
  rack.canvas->openFound();
  EXPECT_EQ(rack.handle({FoldKind::Host, 7})->handle->is_unfolded, true);
}

/// The texts of the menu's first actions at a place; the one that ends so is triggered.
std::string trigger(TopologyCanvas* canvas, QPointF at, const QString& end) {
  std::string section;
  QTimer::singleShot(0, canvas, [&] {
    auto* const menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    ASSERT_NE(menu, nullptr);
    section = menu->actions().front()->text().toStdString();
    QList<QAction*> actions = menu->actions();
    for (const QMenu* const below : menu->findChildren<QMenu*>()) actions << below->actions();
    for (QAction* const action : actions) {
      if (!action->text().endsWith(end)) continue;
      action->trigger();
      break;
    }
    menu->close();
  });
  const QPoint pixel = canvas->toPixel(at).toPoint();
  QContextMenuEvent event(QContextMenuEvent::Mouse, pixel, canvas->mapToGlobal(pixel));
  QApplication::sendEvent(canvas, &event);
  return section;
}

TEST(TopologyUnfold, WhatIfIsOfTheNode) {
  Window window(4096, "summit");
  Q_EMIT window.canvas->foldWanted(kAllNodes);
  QSignalSpy wanted(window.canvas, &TopologyCanvas::faultsWanted);
  EXPECT_EQ(trigger(window.canvas, window.middle_of_node(17), QStringLiteral("mlx5_3 down")),
            "What if, on node 17");
  ASSERT_EQ(wanted.size(), 1);
  EXPECT_EQ(wanted[0][0].toStringList(), QStringList(QStringLiteral("17/mlx5_3=down")));
  EXPECT_THAT(window.session.question().faults, ElementsAre("17/mlx5_3=down"));
  // A device of the node in full is that node's.
  models::Selected selected;
  selected.node = 300;
  window.selection.select(selected);
  EXPECT_EQ(trigger(window.canvas, window.canvas->toPlane(window.pixel_of("mlx5_0")),
                    QStringLiteral("half its rate")),
            "What if, on node 300");
  EXPECT_EQ(wanted.back()[0].toStringList(), QStringList(QStringLiteral("300/mlx5_0=0.5")));
}

// All adapters of a node at once, as one step; and restored as one.
TEST(TopologyUnfold, WhatIfIsOfANodeAsAWhole) {
  Window window(4096, "summit");
  Q_EMIT window.canvas->foldWanted(kAllNodes);
  const QPointF node = window.middle_of_node(17);
  trigger(window.canvas, node, QStringLiteral("all its adapters at half their rate"));
  EXPECT_THAT(window.session.question().faults, ElementsAre("17/mlx5_0=0.5", "17/mlx5_3=0.5"));
  trigger(window.canvas, node, QStringLiteral("all its adapters at a tenth of their rate"));
  EXPECT_THAT(window.session.question().faults, ElementsAre("17/mlx5_0=0.1", "17/mlx5_3=0.1"));
  trigger(window.canvas, node, QStringLiteral("Restore node 17"));
  EXPECT_TRUE(window.session.question().faults.empty());
  window.session.history().undo();
  EXPECT_EQ(window.session.question().faults.size(), 2U);
}

TEST(TopologyUnfold, FaultsAreOfNodes) {
  const NodeFaults faults = faults_by_node(
      {"17/mlx5_0=down", "0/GPU 1-NVSwitch=0.5", "99/mlx5_0=down", "rank3=+5us"}, 64);
  ASSERT_EQ(faults.size(), 2U);
  EXPECT_TRUE(faults.at(17).front().is_about("mlx5_0"));
  EXPECT_FALSE(faults.at(17).front().is_about("mlx5_01"));
  EXPECT_TRUE(faults.at(0).front().is_about("GPU 1"));
  EXPECT_TRUE(faults.at(0).front().is_about("NVSwitch"));
  Window window(4096, "summit");
  Q_EMIT window.canvas->foldWanted(kAllNodes);
  EXPECT_THAT(window.text_there(window.middle_of_node(17), faults),
              HasSubstr("What if: mlx5_0 = down"));
}

TEST(TopologyUnfold, TheTipOfAnAdapterHasItsRate) {
  const Window window;
  const std::string text = window.text_there(window.canvas->toPlane(window.pixel_of("NIC 0")));
  EXPECT_THAT(text, HasSubstr("Rate of its ports: 400 Gbit/s (50 GB/s)"));
  EXPECT_THAT(text, HasSubstr("Origin: as the topology's file has it"));
}

TEST(TopologyUnfold, TipsNameTheOrigin) {
  Window window;
  for (const auto& line : window.canvas->picture().lines) {
    if (line.kind != core::LinkKind::NvLink || line.tip.empty()) continue;
    const QPointF at((line.points[0].x + line.points[1].x) / 2, line.points[0].y + 4);
    const std::string text = window.text_there(at);
    EXPECT_THAT(text, HasSubstr(line.tip));
    EXPECT_THAT(text, HasSubstr("Origin: specification: "));
    return;
  }
  ADD_FAILURE();
}

}  // namespace topology_test
}  // namespace treering::gui::views::topology
