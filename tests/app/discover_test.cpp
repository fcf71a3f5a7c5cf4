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

// As mpirun or srun starts them: two ranks on node07, two on node08, whose launcher does not number
// ranks by host.
TEST_F(Discover, OneRankOfEachHostKeepsItsFolder) {
  const std::string machine = recording();
  const auto keep = [&](RankOfHosts rank, bool has_fabric = false) {
    return answer(DiscoverRequest{.record = path("nodes"),
                                  .replay = machine,
                                  .has_fabric = has_fabric,
                                  .rank = std::move(rank)});
  };
  const auto first = keep({0, 0, "node07"});
  ASSERT_TRUE(first) << first.error().message();
  EXPECT_EQ(first->recorded->folder, path("nodes") + "/node07");
  const auto second = keep({1, 1, "node07"});
  ASSERT_TRUE(second) << second.error().message();
  EXPECT_TRUE(std::holds_alternative<LeftToAnother>(second->found));
  EXPECT_FALSE(second->recorded);
  EXPECT_TRUE(keep({2, std::nullopt, "node08"})->recorded);
  const auto late = keep({3, std::nullopt, "node08"});
  ASSERT_TRUE(late) << late.error().message();
  EXPECT_TRUE(std::holds_alternative<LeftToAnother>(late->found));
  // A folder that is there already is refused to who is to write it.
  EXPECT_FALSE(keep({0, 0, "node07"}));
  EXPECT_TRUE(std::holds_alternative<LeftToAnother>(keep({5, 0, "node09"}, true)->found));
  EXPECT_TRUE(answer(DiscoverRequest{.replay = path("nodes") + "/node08"}));
}

TEST_F(Discover, HostsWithoutNamesAreCalledByTheirRank) {
  const auto kept = answer(DiscoverRequest{.record = path("nodes"),
                                           .replay = recording(),
                                           .is_anonymous = true,
                                           .rank = RankOfHosts{12, 0, "node07"}});
  ASSERT_TRUE(kept) << kept.error().message();
  EXPECT_EQ(kept->recorded->folder, path("nodes") + "/host0012");
}

TEST_F(Discover, WhatARecordingLacksIsBadInput) {
  const auto no_fabric = answer(DiscoverRequest{.replay = recording(), .has_fabric = true});
  ASSERT_FALSE(no_fabric);
  EXPECT_EQ(no_fabric.error().category, core::Category::BadInput);
}

}  // namespace discover_test
}  // namespace treering::app
