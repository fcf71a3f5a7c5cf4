#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workers/meeting/reception.h"

namespace treering::workers::meeting {
namespace addresses_test {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

// The words of NCCL_SOCKET_IFNAME (NCCL's "Environment Variables").
TEST(IsMeant, ReadsTheWordsOfNccl) {
  EXPECT_TRUE(is_meant("eth0", "eth"));
  EXPECT_TRUE(is_meant("ib1", "eth,ib"));
  EXPECT_FALSE(is_meant("docker0", "eth,ib"));
  EXPECT_TRUE(is_meant("eth1", "=eth0,eth1"));
  EXPECT_FALSE(is_meant("eth1", "=eth"));
  EXPECT_FALSE(is_meant("docker0", "^docker,lo"));
  EXPECT_TRUE(is_meant("eth0", "^docker,lo"));
  EXPECT_TRUE(is_meant("eth1", "^=eth0"));
  EXPECT_FALSE(is_meant("eth0", ",,"));
}

// From outside nobody can call then.
TEST(MeetingAddresses, AreOfLoopbackWhereAllRanksAreHere) {
  EXPECT_THAT(meeting_addresses({0, 4, 0, 4}, ""), ElementsAre("127.0.0.1"));
  EXPECT_THAT(meeting_addresses({0, 4, 0, 4}, "eth"), ElementsAre("127.0.0.1"));
}

TEST(MeetingAddresses, AreNeverAllOrNone) {
  for (const std::string chosen : {"", "no-such-interface"}) {
    const auto addresses = meeting_addresses({0, 8, 0, 4}, chosen);
    EXPECT_THAT(addresses, Not(IsEmpty()));
    EXPECT_THAT(addresses, Not(Contains("0.0.0.0")));
  }
}

}  // namespace addresses_test
}  // namespace treering::workers::meeting
