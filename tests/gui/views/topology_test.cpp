#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/views/topology/link_colours.h"
#include "gui/views/topology/selected.h"
#include "gui/widgets/frame.h"
#include "tests/gui/patience.h"
#include "tests/gui/views/topology_window.h"

namespace treering::gui::views::topology {
namespace topology_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

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

TEST(TopologyView, SaysTheWayBetweenTwoDevices) {
  const Window window;
  EXPECT_EQ(route_text(window.canvas->machines(), {"GPU 0", "GPU 7"}),
            QStringLiteral("GPU 0 → 4 NVSwitches → GPU 7: 450 GB/s each way"));
  EXPECT_TRUE(route_text(window.canvas->machines(), {"GPU 0"}).isEmpty());
}

TEST(TopologyView, WelcomesWhereThereIsNoTopology) {
  models::Session session;
  models::Selection selection;
  models::Clock clock;
  TopologyView view({session, selection, clock});
  const auto* const welcome = view.findChild<QWidget*>(QStringLiteral("welcome"));
  ASSERT_NE(welcome, nullptr);
  EXPECT_TRUE(welcome->isVisibleTo(&view));
  QString text;
  for (const auto* const label : welcome->findChildren<QLabel*>()) text += label->text();
  EXPECT_TRUE(text.contains(QStringLiteral("F1")));
  models::Question question;
  question.job.topology = "dgx-h100";
  session.open(question);
  EXPECT_FALSE(welcome->isVisibleTo(&view));
  ASSERT_TRUE(QTest::qWaitFor([&] { return !session.isBusy(); }, kPatience));
}

TEST(TopologyView, TitleAndLegendStandAroundThePicture) {
  const Window window(2, "dgx-a100");
  EXPECT_EQ(window.view->findChild<QLabel*>("title")->text(),
            QStringLiteral("2 nodes of dgx-a100: 16 GPUs"));
  EXPECT_TRUE(window.view->findChild<QLabel*>("about")->text().contains("6 NVSwitches"));
  auto* const legend = window.view->findChild<Legend*>();
  EXPECT_TRUE(legend->isVisible());
  EXPECT_GE(legend->height(), legend->fontMetrics().height());
  EXPECT_GT(legend->heightForWidth(200), legend->heightForWidth(2000));
  for (const auto& label : window.canvas->picture().labels) {
    EXPECT_NE(label.text, "PCIe");  // of the legend that the picture would have
  }
}

// DGX-2 is 3.6 times as wide as high, the view less.
TEST(TopologyView, APictureFillsTheHeightOfItsView) {
  const Window window(16, "dgx-2");
  const auto share = [&] {
    return window.canvas->picture().height * window.canvas->scale() / window.canvas->height();
  };
  EXPECT_GT(share(), 0.9);
  window.view->resize(1200, 600);
  QApplication::processEvents();
  EXPECT_GT(share(), 0.9);
  EXPECT_LE(share(), 1);
  const QRectF all = window.canvas->seen();
  EXPECT_TRUE(all.contains(window.canvas->plane()));
}

TEST(TopologyView, DropsDevicesThatTheNextMachineLacks) {
  Window window;
  models::Selected selected;
  selected.devices = {"GPU 1", "mlx5_11"};
  window.selection.select(selected);
  models::Question question;
  question.job.topology = "pcie-4";
  window.session.open(question);
  window.settle();
  EXPECT_THAT(window.selection.now().devices, ElementsAre("GPU 1"));
}

// Else a second click would meet something else than was meant.
TEST(TopologyView, ThePictureStaysWhereItIsWhileDevicesAreSelected) {
  Window window;
  const QPoint gpu = window.pixel_of("GPU 0");
  QTest::mouseClick(window.canvas, Qt::LeftButton, {}, gpu);
  QTest::qWait(1);
  QTest::mouseClick(window.canvas, Qt::LeftButton, Qt::ShiftModifier, window.pixel_of("GPU 3"));
  QTest::qWait(1);
  EXPECT_THAT(window.selection.now().devices, ElementsAre("GPU 0", "GPU 3"));
  EXPECT_EQ(window.pixel_of("GPU 0"), gpu);
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
  EXPECT_LE(before.between("GPU 0", "NVSwitch").value_or(0), 1 + 1e-9);
}

// The nodes' line to the network is as busy as their ports, and the legend says what colours mean.
TEST(TopologyView, TheNetworkHasALoadToo) {
  Window window;
  window.view->setColours(TopologyView::Colours::LoadOfRun);
  window.settle();
  const auto* const run = window.session.runReport(models::Side::Shown);
  ASSERT_NE(run, nullptr);
  const LoadsByName all(*run->recorded, 0, {});
  const auto& picture = window.canvas->picture();
  const Loads loads = loads_of_lines(picture, window.canvas->machines(), all);
  ASSERT_EQ(loads.size(), picture.lines.size());
  int of_network = 0;
  for (std::size_t i = 0; i < loads.size(); ++i) {
    if (picture.lines[i].from != core::kNoDevice || picture.lines[i].is_grid) continue;
    ++of_network;
    ASSERT_TRUE(loads[i]);
    EXPECT_GE(*loads[i], all.between("NIC 0", "mlx5_0").value_or(1));
  }
  EXPECT_GT(of_network, 0);
  auto* const legend = window.view->findChild<Legend*>();
  EXPECT_EQ(legend->accessibleName(), QStringLiteral("Loads of links"));
  window.view->setColours(TopologyView::Colours::Kinds);
  EXPECT_EQ(legend->accessibleName(), QStringLiteral("Kinds of links"));
}

// What is tried is said where the pointer is, not by the mark alone.
TEST(TopologyView, TipsSayWhatIsTried) {
  const Window window(1);
  const NodeFaults faults = faults_by_node({"0/mlx5_0=0.9", "0/GPU 0-NVSwitch=0.5"}, 1);
  const auto tip_of = [&](const char* device) {
    return window.text_there(window.canvas->toPlane(window.pixel_of(device)), faults);
  };
  EXPECT_THAT(tip_of("mlx5_0"), HasSubstr("What if, on node 0: mlx5_0 = 0.9"));
  EXPECT_THAT(tip_of("GPU 0"), HasSubstr("What if, on node 0: GPU 0-NVSwitch = 0.5"));
  EXPECT_THAT(tip_of("GPU 1"), ::testing::Not(HasSubstr("What if")));
}

TEST(TopologyView, AnErrorStandsInPlaceOfThePicture) {
  Window window;
  models::Question question = window.session.question();
  question.job.leaf_switches.oversubscription = "4";
  window.session.ask(question, QStringLiteral("oversubscription"));
  window.settle();
  const auto* const text = window.view->findChild<QLabel*>(QStringLiteral("no machines"));
  EXPECT_TRUE(text->isVisible());
  EXPECT_FALSE(window.canvas->isVisible());
  EXPECT_TRUE(text->text().contains(QStringLiteral("expected Nodes per leaf with it")));
  window.session.history().undo();
  window.settle();
  EXPECT_FALSE(text->isVisible());
  EXPECT_TRUE(window.canvas->isVisible());
}

// One frame in which the words around the picture are of the next machine, and the picture is not.
TEST(TopologyView, TheMachineBeforeIsNotSeenAgain) {
  Window window(4);
  QImage late;
  QImage whole;
  QObject::connect(&window.session, &models::Session::machineChanged, window.canvas, [&] {
    {
      const widgets::Frame frame(std::chrono::milliseconds(0));
      late = window.canvas->grab().toImage();
    }
    whole = window.canvas->grab().toImage();
  });
  models::Question question = window.session.question();
  question.job.topology = "dgx-a100";
  window.session.ask(question, {});
  window.settle();
  EXPECT_FALSE(late.isNull());
  EXPECT_EQ(late, whole);
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

}  // namespace topology_test
}  // namespace treering::gui::views::topology
