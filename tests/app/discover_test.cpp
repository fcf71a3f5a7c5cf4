#include "app/discover.h"

#include <gtest/gtest.h>

#include "hw/world/recording/recording.h"
#include "tests/support/recorded_machines.h"
#include "tests/support/temporary_folder.h"

namespace treering::app {
namespace discover_test {

class Discover : public ::testing::Test {
 protected:
  /// A recording of a quarter of a DGX A100.
  std::string recording() {
    const std::string folder = path("dgx");
    const auto written =
        hw::world::recording::write_recording(support::dgx_like().recording(), folder);
    EXPECT_TRUE(written) << written.error().message();
    return folder;
  }
  std::string path(const std::string& name) const { return folder_.path() + "/" + name; }

 private:
  support::TemporaryFolder folder_;
};

TEST_F(Discover, ARecordedMachineAndKeepsIt) {
  const auto report = answer(DiscoverRequest{.record = path("again"), .replay = recording()});
  ASSERT_TRUE(report) << report.error().message();
  const auto& machine = std::get<DiscoveredMachine>(report->found);
  EXPECT_EQ(machine.discovery.topology.gpu_count(), 2);
  EXPECT_EQ(machine.paths.rows.size(), 4U);  // 2 GPUs, 2 ports
  EXPECT_FALSE(machine.discovery.notes.empty());
  ASSERT_TRUE(report->recorded);
  EXPECT_EQ(report->recorded->folder, path("again"));
  EXPECT_GT(report->recorded->files, 0U);
  const auto again = answer(DiscoverRequest{.replay = path("again")});
  ASSERT_TRUE(again) << again.error().message();
  EXPECT_EQ(std::get<DiscoveredMachine>(again->found).paths.cells, machine.paths.cells);
}

TEST_F(Discover, AFabricCannotBeAnonymous) {
  const auto refused =
      answer(DiscoverRequest{.replay = recording(), .has_fabric = true, .is_anonymous = true});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().where, "⟨anonymise⟩");
  EXPECT_EQ(refused.error().found, "given with ⟨fabric⟩");
}

TEST_F(Discover, WhatARecordingLacksIsBadInput) {
  const auto no_fabric = answer(DiscoverRequest{.replay = recording(), .has_fabric = true});
  ASSERT_FALSE(no_fabric);
  EXPECT_EQ(no_fabric.error().category, core::Category::BadInput);
}

}  // namespace discover_test
}  // namespace treering::app
