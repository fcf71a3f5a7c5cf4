#include "tuner/runs/communicator_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::tuner::runs {
namespace communicator_lines_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<LoggedRank> ranks_in(const std::vector<std::string>& lines) {
  std::vector<LoggedRank> ranks;
  for (const std::string& line : lines) {
    EXPECT_TRUE(read_communicator_line(line, line.find("NCCL "), ranks)) << line;
  }
  return ranks;
}

TEST(CommunicatorLines, EachRankHasItsHost) {
  const auto ranks = ranks_in({
      "left:10:12 [0] NCCL INFO comm 0x1 rank 0 nranks 2 cudaDev 0 busId 3000 - Init COMPLETE",
      "[1,1]<stdout>:right:11:13 [0] NCCL INFO comm 0x2 rank 1 nranks 2 cudaDev 0 busId 5 - Init "
      "COMPLETE",
      "left:10:10 [0] NCCL INFO comm 0x1 rank 0 nranks 2 cudaDev 0 busId 3000 - Destroy COMPLETE",
  });
  EXPECT_THAT(ranks, ElementsAre(LoggedRank{"left", 0, 2}, LoggedRank{"right", 1, 2}));
  EXPECT_THAT(hosts_of_ranks(ranks), ElementsAre("left", "right"));
  EXPECT_THAT(hosts_with_rank_0(ranks), ElementsAre("left"));
}

TEST(CommunicatorLines, OtherLinesHaveNone) {
  std::vector<LoggedRank> ranks;
  for (const std::string line :
       {"left:10:12 [0] NCCL INFO Connected all rings", "NCCL INFO comm 0x1 rank 0 nranks 2",
        "left:10:12 [0] NCCL INFO comm 0x1 rank 2 nranks 2 cudaDev 0"}) {
    EXPECT_FALSE(read_communicator_line(line, line.find("NCCL "), ranks)) << line;
  }
  EXPECT_THAT(ranks, IsEmpty());
}

TEST(CommunicatorLines, ARank0OfEachHostIsAJobOfEach) {
  const std::vector<LoggedRank> ranks{{"left", 0, 2}, {"left", 1, 2}, {"right", 0, 2}};
  EXPECT_THAT(hosts_with_rank_0(ranks), ElementsAre("left", "right"));
  EXPECT_THAT(hosts_of_ranks(ranks), IsEmpty());
  // Communicators of other sizes are parts of one job.
  EXPECT_THAT(hosts_with_rank_0({{"left", 0, 4}, {"right", 0, 2}}), IsEmpty());
}

TEST(CommunicatorLines, RanksThatAreNotShownLeaveHostsOpen) {
  EXPECT_THAT(hosts_of_ranks({{"left", 0, 4}, {"left", 1, 4}}), IsEmpty());
  EXPECT_THAT(hosts_of_ranks({}), IsEmpty());
}

}  // namespace communicator_lines_test
}  // namespace treering::tuner::runs
