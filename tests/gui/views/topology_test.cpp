#include <QApplication>
#include <QContextMenuEvent>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/paint/cell_layer.h"
#include "gui/views/topology/loads_by_name.h"
#include "gui/views/topology/tips.h"
#include "gui/views/topology/topology_canvas.h"
#include "gui/views/topology/topology_view.h"

namespace treering::gui::views::topology {
namespace topology_test {

using report::drawing::FoldKind;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

struct Window {
  models::Session session;
  models::Selection selection;
  models::Clock clock;
  std::unique_ptr<TopologyView> view;
  TopologyCanvas* canvas = nullptr;

  explicit Window(int nodes = 2, const char* topology = "dgx-h100") {
    models::Question question;
    question.job.topology = topology;
    question.job.nodes = nodes;
    question.bytes = std::uint64_t{64} << 20U;
    question.shown.algorithm = "Ring";
    view = std::make_unique<TopologyView>(TopologyView::Shared{session, selection, clock});
    view->resize(1200, 800);
    view->show();
    canvas = view->findChild<TopologyCanvas*>();
    session.open(question);
    settle();
  }
  void settle() {
    EXPECT_TRUE(QTest::qWaitFor([&] { return !session.isBusy(); }, 20'000));
  }
  void click(QPointF at) const {
    QTest::mouseClick(canvas, Qt::LeftButton, {}, canvas->toPixel(at).toPoint());
  }
  /// The box that folds or unfolds a part.
  const report::drawing::Box* handle(const report::drawing::Fold& fold) const {
    for (const auto& box : canvas->picture().boxes) {
      if (box.handle && box.handle->fold == fold) return &box;
    }
    return nullptr;
  }
  QPointF middle_of_node(int node) const {
    return paint::cell_of(canvas->picture(), node).center();
  }
  std::string text_there(QPointF at, const NodeFaults& faults = {}) const {
    const paint::View seen{canvas->seen(), canvas->scale()};
    const auto hit = paint::hit(canvas->picture(), at, seen, 1);
    return hit ? tip({canvas->machines(), faults, {}}, *hit).toStdString() : "";
  }
  QPoint pixel_of(const std::string& device) const {
    for (const auto& box : canvas->picture().boxes) {
      if (box.tip == device || box.tip.starts_with(device + ":")) {
        return canvas->toPixel(paint::rect_of(box.area).center()).toPoint();
      }
    }
    ADD_FAILURE() << device;
    return {};
  }
};

TEST(TopologyView, ClicksSelectDevices) {
  Window window;
  QTest::mouseClick(window.canvas, Qt::LeftButton, {}, window.pixel_of("GPU 3"));
  EXPECT_THAT(window.selection.now().devices, ElementsAre("GPU 3"));
  QTest::mouseClick(window.canvas, Qt::LeftButton, Qt::ShiftModifier, window.pixel_of("mlx5_0"));
  EXPECT_THAT(window.selection.now().devices, ElementsAre("GPU 3", "mlx5_0"));
  window.selection.goBack();
  EXPECT_THAT(window.selection.now().devices, ElementsAre("GPU 3"));
  QTest::mouseClick(window.canvas, Qt::LeftButton, {}, QPoint(3, 3));
  EXPECT_TRUE(window.selection.now().devices.empty());
}

TEST(TopologyView, FindsDevices) {
  Window window;
  auto* const search = window.view->findChild<QLineEdit*>();
  QTest::keyClicks(search, QStringLiteral("mlx5"));
  EXPECT_EQ(window.canvas->find(QStringLiteral("mlx5")), 8);
  EXPECT_EQ(window.canvas->find(QStringLiteral("nothing like it")), 0);
}

TEST(TopologyView, DragsAndKeysMoveThePicture) {
  Window window;
  const QRectF before = window.canvas->seen();
  QTest::mousePress(window.canvas, Qt::LeftButton, {}, QPoint(400, 300));
  QTest::mouseMove(window.canvas, QPoint(450, 300));
  QTest::mouseMove(window.canvas, QPoint(500, 320));
  QTest::mouseRelease(window.canvas, Qt::LeftButton, {}, QPoint(500, 320));
  EXPECT_NE(window.canvas->seen(), before);
  QTest::keyClick(window.canvas, Qt::Key_0);
  EXPECT_EQ(window.canvas->seen(), before);
  QTest::keyClick(window.canvas, Qt::Key_Plus);
  EXPECT_LT(window.canvas->seen().width(), before.width());
}

// A ring between two nodes loads NVLinks, NICs and what is between them, and no CPU link.
TEST(TopologyView, LinksHaveTheLoadOfTheRun) {
  Window window;
  window.view->setColours(TopologyView::Colours::LoadOfRun);
  window.settle();
  const auto* const run = window.session.runReport(models::Side::Shown);
  ASSERT_NE(run, nullptr);
  const LoadsByName all(*run->recorded, 0, {});
  const auto nvlink = all.between("GPU 0", "NVSwitch");
  ASSERT_TRUE(nvlink);
  EXPECT_GT(*nvlink, 0.05);
  EXPECT_LE(*nvlink, 1);
  EXPECT_TRUE(all.between("mlx5_0", "NIC 0"));
  EXPECT_EQ(all.between("NIC 0", "mlx5_0"), all.between("mlx5_0", "NIC 0"));
  EXPECT_FALSE(all.between("CPU 0", "CPU 1"));
  const LoadsByName before(*run->recorded, 0, 0.0);
  EXPECT_LE(before.between("GPU 0", "NVSwitch").value_or(0), 1);
}

TEST(TopologyView, AFabricIsAPicture) {
  Window window;
  models::Question question;
  question.job.topology = "tests/fuzz/corpus/ibnetdiscover/full.txt";
  window.session.open(question);
  window.settle();
  ASSERT_NE(window.session.fabricReport(), nullptr);
  EXPECT_FALSE(window.canvas->picture().boxes.empty());
}

constexpr report::drawing::Fold kAllNodes{FoldKind::Nodes, 0};

TEST(TopologyView, AClickUnfoldsAndFolds) {
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

TEST(TopologyView, KeysUnfoldAndFold) {
  Window window(4096, "summit");
  QTest::keyClick(window.canvas, Qt::Key_PageDown);
  QTest::keyClick(window.canvas, Qt::Key_Return);
  EXPECT_FALSE(window.canvas->picture().cells.empty());
  QTest::keyClick(window.canvas, Qt::Key_Return);
  EXPECT_TRUE(window.canvas->picture().cells.empty());
}

// What is magnified stays where it is when a part above it grows.
TEST(TopologyView, UnfoldingKeepsTheView) {
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

TEST(TopologyView, ACellIsANode) {
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

TEST(TopologyView, NearByACellHasItsDevices) {
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

TEST(TopologyView, FindsNodesAndWhatIsFolded) {
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

TEST(TopologyView, WhatIfIsOfTheNode) {
  Window window(4096, "summit");
  Q_EMIT window.canvas->foldWanted(kAllNodes);
  QSignalSpy wanted(window.canvas, &TopologyCanvas::faultWanted);
  EXPECT_EQ(trigger(window.canvas, window.middle_of_node(17), QStringLiteral("mlx5_3 down")),
            "What if, on node 17");
  ASSERT_EQ(wanted.size(), 1);
  EXPECT_EQ(wanted[0][0].toString(), QStringLiteral("17/mlx5_3=down"));
  EXPECT_THAT(window.session.question().faults, ElementsAre("17/mlx5_3=down"));
  // A device of the node in full is that node's.
  models::Selected selected;
  selected.node = 300;
  window.selection.select(selected);
  EXPECT_EQ(trigger(window.canvas, window.canvas->toPlane(window.pixel_of("mlx5_0")),
                    QStringLiteral("half its rate")),
            "What if, on node 300");
  EXPECT_EQ(wanted.back()[0].toString(), QStringLiteral("300/mlx5_0=0.5"));
}

TEST(TopologyView, FaultsAreOfNodes) {
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

TEST(TopologyView, TipsNameTheOrigin) {
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
