#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/discover/discover.h"
#include "hw/load_cluster.h"
#include "hw/world/recording/worlds.h"
#include "tests/support/recorded_fleet.h"
#include "tests/support/temporary_folder.h"

namespace treering::hw {
namespace load_recording_test {

using ::testing::HasSubstr;

TEST(LoadRecording, AFolderIsTheMachineThatWasRecorded) {
  const support::TemporaryFolder folder;
  support::RecordedMachine machine = support::dgx_h100();
  const world::recording::Recording& recording = machine.recording();
  ASSERT_TRUE(world::recording::write_recording(recording, folder.path()));
  const auto loaded = load_cluster(folder.path());
  ASSERT_TRUE(loaded) << loaded.error().message();
  const auto found = discover::discover(world::recording::ReplayedWorld(recording), folder.path());
  ASSERT_TRUE(found);
  EXPECT_EQ(loaded->cluster.node.fingerprint(), found->topology.fingerprint());
  EXPECT_EQ(loaded->host, found->host);
  EXPECT_EQ(loaded->notes, found->notes);
  EXPECT_EQ(loaded->format, "recording");
  EXPECT_EQ(loaded->cluster.fabric.link, core::LinkKind::InfiniBand);
}

TEST(LoadRecording, OtherFoldersAreRefused) {
  const support::TemporaryFolder folder;
  const auto loaded = load_cluster(folder.path());
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().category, core::Category::BadInput);
  EXPECT_THAT(loaded.error().message(), HasSubstr("expected a folder that treering discover"));
}

// Not what it is on this machine.
TEST(LoadRecording, WithoutAGpuItIsBadInput) {
  const support::TemporaryFolder folder;
  world::recording::Recording recording;
  recording.texts["/proc/meminfo"] = "";
  ASSERT_TRUE(world::recording::write_recording(recording, folder.path()));
  const auto loaded = load_cluster(folder.path());
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().category, core::Category::BadInput);
}

}  // namespace load_recording_test
}  // namespace treering::hw
