#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/fabric/readers/formats.h"
#include "hw/world/recording/recording.h"
#include "hw/world/recording/worlds.h"
#include "tests/support/subnet_text.h"

namespace treering::hw::fabric::readers {
namespace live_fabric_test {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string kOutput = "/processes/ibnetdiscover";

core::Error error_of(const world::recording::Recording& recording) {
  const auto read = live_fabric(world::recording::ReplayedWorld(recording));
  return read ? core::Error() : read.error();
}

TEST(LiveSubnet, IsWhatIbnetdiscoverPrints) {
  world::recording::Recording recording;
  recording.texts[kOutput] = test::subnet_text({{4, 4}, {1, 2}, {1, 1}});
  const auto read = live_fabric(world::recording::ReplayedWorld(recording));
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_EQ(read->graph.count(FabricNodeKind::Adapter), 16U);
}

TEST(LiveSubnet, SaysThatTheProgramIsMissing) {
  const core::Error error = error_of({});
  EXPECT_EQ(error.category, core::Category::Environment);
  EXPECT_EQ(error.message(),
            "ibnetdiscover: program not found, expected it on PATH; install infiniband-diags, or "
            "run ibnetdiscover > net.txt where it is permitted, then treering show net.txt here");
}

TEST(LiveSubnet, SaysWhichDeviceMayNotBeOpened) {
  world::recording::Recording recording;
  recording.unreadable[kOutput] = {world::Unseen::Why::Failed, "can't open UMAD port ((null):0)"};
  recording.folders.insert("/dev/infiniband/umad0");
  recording.unreadable["/dev/infiniband/umad0"] = {world::Unseen::Why::Denied, "permission denied"};
  EXPECT_THAT(error_of(recording).message(),
              StartsWith("/dev/infiniband/umad0: permission denied, expected the right"));
}

TEST(LiveSubnet, SaysThatThereIsNoInfiniBand) {
  world::recording::Recording recording;
  recording.unreadable[kOutput] = {world::Unseen::Why::Failed, "can't open UMAD port"};
  EXPECT_THAT(error_of(recording).message(), StartsWith("/dev/infiniband: not there"));
}

TEST(LiveSubnet, ElseRepeatsWhatTheProgramSays) {
  world::recording::Recording recording;
  recording.unreadable[kOutput] = {world::Unseen::Why::Failed, "took too long"};
  recording.folders.insert("/dev/infiniband");
  EXPECT_THAT(error_of(recording).message(), StartsWith("ibnetdiscover: 'took too long'; or run"));
  recording.unreadable.clear();
  recording.texts[kOutput] = "\n";
  EXPECT_THAT(error_of(recording).message(), HasSubstr("no switch and no adapter"));
}

}  // namespace live_fabric_test
}  // namespace treering::hw::fabric::readers
