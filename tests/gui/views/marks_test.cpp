#include "gui/views/topology/marks.h"

#include <gtest/gtest.h>

#include "tests/gui/patience.h"
#include "tests/gui/views/topology_window.h"

namespace treering::gui::views::topology {
namespace marks_test {

using models::Severity;
using topology_test::Window;

/// Whether a mark stands at the box of the device.
bool is_at(const Window& window, const Mark& mark, const std::string& device) {
  const QPoint pixel = window.pixel_of(device);
  return mark.area.contains(window.canvas->toPlane(pixel));
}

TEST(Marks, StandAtTheDevice) {
  const Window window(1);
  const core::Topology& node = window.canvas->machines().topology();
  const auto marked = devices_of(node, {{"mlx5_0", Severity::Warning}});
  const auto marks = marks_on(window.canvas->picture(), node, marked);
  ASSERT_EQ(marks.size(), 1U);
  EXPECT_TRUE(is_at(window, marks[0], "mlx5_0"));
  EXPECT_FALSE(is_at(window, marks[0], "NIC 0"));
  EXPECT_EQ(marks[0].severity, Severity::Warning);
}

TEST(Marks, OfADeviceThatIsNotDrawnStandAtTheOneAbove) {
  const Window window(1);
  const core::Topology& node = window.canvas->machines().topology();
  report::drawing::Picture picture = window.canvas->picture();
  std::erase_if(picture.boxes, [&](const report::drawing::Box& box) {
    return box.device != core::kNoDevice && node.device(box.device).name == "mlx5_0";
  });
  const auto marks = marks_on(picture, node, devices_of(node, {{"mlx5_0", Severity::Fault}}));
  ASSERT_EQ(marks.size(), 1U);
  EXPECT_TRUE(is_at(window, marks[0], "NIC 0"));
}

// What is at half its rate works.
TEST(Marks, OnlyWhatIsDownIsAFault) {
  const auto faults =
      faults_by_node({"0/mlx5_0=0.5", "1/mlx5_0=down", "2/mlx5_0=0.5", "2/GPU 0-NVSwitch=down"}, 4);
  EXPECT_EQ(worst_of(faults.at(0)), Severity::Warning);
  EXPECT_EQ(worst_of(faults.at(1)), Severity::Fault);
  EXPECT_EQ(worst_of(faults.at(2)), Severity::Fault);
}

// Names are taken in any case, and with '-' as '_', as simulate takes them.
TEST(Marks, AreAboutTheDeviceHoweverItsNameIsWritten) {
  for (const char* const devices :
       {"mlx5_0", "mlx5-0", "MLX5_0", "mlx5-0-NIC 0", "NIC 0-mlx5_0", "mlx5_0-NIC 0"}) {
    const NodeFault fault{devices, "0.5"};
    EXPECT_TRUE(fault.is_about("mlx5_0")) << devices;
    EXPECT_FALSE(fault.is_about("mlx5_1")) << devices;
  }
  EXPECT_TRUE((NodeFault{"GPU 0-NVSwitch", "0.5"}.is_about("NVSwitch")));
  EXPECT_FALSE((NodeFault{"mlx5_10", "0.5"}.is_about("mlx5_1")));
}

TEST(Marks, ThePanelOfEachNodeNamesTheNodeThatIsMarked) {
  Window window(4);
  models::Question question = window.session.question();
  question.faults = {"2/mlx5_0=0.5"};
  window.session.ask(question, QStringLiteral("fault"));
  const auto has = [&](const std::string& text) {
    return std::ranges::any_of(window.canvas->picture().labels,
                               [&](const auto& label) { return label.text == text; });
  };
  EXPECT_TRUE(has("each node; marked: what is tried on node 2 (rates without it)"));
  window.session.history().undo();
  EXPECT_TRUE(has("each node"));
}

// A port that is down is no device of the machine.
TEST(Marks, OfWhatIsNoDeviceStandAtTheNodeAndTheWorstIsKept) {
  const Window window(1);
  const core::Topology& node = window.canvas->machines().topology();
  const auto marked = devices_of(node, {{"", Severity::Hint}, {"mlx5_99", Severity::Fault}});
  const auto marks = marks_on(window.canvas->picture(), node, marked);
  ASSERT_EQ(marks.size(), 1U);
  EXPECT_EQ(marks[0].severity, Severity::Fault);
  EXPECT_TRUE(is_at(window, marks[0], "GPU 0"));
  EXPECT_TRUE(is_at(window, marks[0], "mlx5_0"));
}

TEST(Marks, AFindingThatNamesNoDeviceMarksTheNode) {
  models::Session session;
  session.need(models::Need::Findings);
  models::Question question;
  question.job.topology = "dgx-a100";
  question.job.variables.env = {"NCCL_PROTO=LL"};
  session.open(question);
  ASSERT_TRUE(QTest::qWaitFor([&] { return !session.isBusy(); }, kPatience));
  EXPECT_EQ(session.marks().at(""), Severity::Warning);
}

// It stays in the list of faults, and is an error.
TEST(Marks, NoNodeHasThatOfADeviceThatItLacks) {
  const Window window(4);
  const NodeFaults faults = of_own_devices(
      faults_by_node({"0/foo=down", "1/mlx5-0=down", "2/NVSwitch=0.5", "2/GPU 9=0.5"}, 4),
      window.canvas->machines().cluster());
  ASSERT_EQ(faults.size(), 2U);
  EXPECT_EQ(faults.at(1).size(), 1U);
  ASSERT_EQ(faults.at(2).size(), 1U);
  EXPECT_EQ(faults.at(2).front().devices, "NVSwitch");
}

}  // namespace marks_test
}  // namespace treering::gui::views::topology
