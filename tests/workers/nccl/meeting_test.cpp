#include "workers/nccl/meeting.h"

#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/emulated_gpus.h"
#include "tests/support/temporary_folder.h"

namespace treering::workers::nccl {
namespace meeting_test {

using testing::ElementsAre;

std::vector<std::string> gathered(const std::string& folder, int ranks) {
  std::vector<std::string> all;
  std::vector<std::jthread> threads;
  for (int rank = 0; rank < ranks; ++rank) {
    threads.emplace_back([&, rank] {
      auto star = meet({rank, ranks, rank}, folder);
      ASSERT_TRUE(star) << star.error().message();
      const auto heard = star->gather(std::to_string(rank));
      if (rank == 0) all = heard;
    });
  }
  threads.clear();  // waits for them
  return all;
}

TEST(Meeting, BringsAllRanksTogether) {
  const support::TemporaryFolder folder;
  EXPECT_THAT(gathered(folder.path(), 3), ElementsAre("0", "1", "2"));
}

// Nobody listens on port 1.
TEST(Meeting, GoesOnWhereAnEarlierJobLeftItsFile) {
  const support::TemporaryFolder folder;
  std::ofstream(folder.path() + "/treering-nccl") << "1 77 localhost 127.0.0.1\n";
  EXPECT_THAT(gathered(folder.path(), 2), ElementsAre("0", "1"));
}

TEST(Meeting, SaysThatAFolderIsNone) {
  const auto star = meet({0, 2, 0}, "/nowhere");
  ASSERT_FALSE(star);
  EXPECT_EQ(star.error().message(),
            "/nowhere: no file can be written there, expected a folder that all ranks see");
}

TEST(Place, ComesFromTheLauncher) {
  const support::Variables launcher({{"OMPI_COMM_WORLD_RANK", "5"},
                                     {"OMPI_COMM_WORLD_SIZE", "8"},
                                     {"OMPI_COMM_WORLD_LOCAL_RANK", "1"}});
  const auto place = place_under_launcher();
  ASSERT_TRUE(place);
  EXPECT_EQ(place->rank, 5);
  EXPECT_EQ(place->ranks, 8);
  EXPECT_EQ(place->local_rank, 1);
}

}  // namespace meeting_test
}  // namespace treering::workers::nccl
