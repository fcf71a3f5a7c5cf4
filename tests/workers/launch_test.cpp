#include "workers/launch.h"

#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

namespace treering::workers {
namespace launch_test {

/// What launch() wrote, and its exit code.
struct Outcome {
  int code = 0;
  std::string words;
};

Outcome launched(int ranks, const RunRank& run) {
  testing::internal::CaptureStderr();
  const int code = launch(ranks, run);
  return {code, testing::internal::GetCapturedStderr()};
}

TEST(EndOf, HasTheReasonOfAnException) {
  const auto end = [](const auto& run) {
    const RankEnd found = end_of(run);
    return std::to_string(found.code) + " " + found.reason;
  };
  EXPECT_EQ(end([] { return 7; }), "7 ");
  EXPECT_EQ(end([]() -> int { throw std::runtime_error("no memory"); }), "1 no memory");
  EXPECT_EQ(end([]() -> int { throw LostPeer("rank 2 has gone"); }), "3 rank 2 has gone");
}

// The others would wait for ever.
TEST(Launch, EndsAllWhereOneFails) {
  const Outcome outcome = launched(3, [](int rank) {
    if (rank == 1) throw std::runtime_error("no\nmemory");
    return pause();
  });
  EXPECT_EQ(outcome.code, EXIT_FAILURE);
  EXPECT_EQ(outcome.words, "rank 1 ended with exit code 1: no memory\n");
}

TEST(Launch, SaysWhichRankWasKilled) {
  const Outcome outcome = launched(2, [](int rank) {
    if (rank == 1) raise(SIGKILL);
    return EXIT_SUCCESS;
  });
  EXPECT_EQ(outcome.code, EXIT_FAILURE);
  EXPECT_EQ(outcome.words, "rank 1 was killed by signal 9 (Killed)\n");
}

TEST(Launch, IsQuietWhereAllGoWell) {
  const Outcome outcome = launched(2, [](int) { return EXIT_SUCCESS; });
  EXPECT_EQ(outcome.code, EXIT_SUCCESS);
  EXPECT_EQ(outcome.words, "");
}

TEST(RunLaunched, SaysWhy) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(run_launched([]() -> int { throw LostPeer("rank 2 has gone"); }), kLostPeer);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "rank 2 has gone\n");
}

}  // namespace launch_test
}  // namespace treering::workers
