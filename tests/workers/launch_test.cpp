#include "workers/launch.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <string>

#include <gmock/gmock.h>
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

// Others print after it: what counts is what the rank itself said.
TEST(Launch, SaysWhatTheDeadRankPrintedLast) {
  const auto ends_of_rank_1 = [](const std::function<void()>& end) {
    const Outcome outcome = launched(3, [&](int rank) {
      if (rank == 1) {
        std::puts("first of 1");
        std::fputs("last of 1\n\n", stderr);
        std::fflush(nullptr);
        end();
      }
      if (rank == 2) std::fputs("only of 2\n", stderr);
      return pause();
    });
    EXPECT_EQ(outcome.code, EXIT_FAILURE);
    EXPECT_THAT(outcome.words, testing::HasSubstr("first of 1\nlast of 1\n"));
    const std::string rest = outcome.words.substr(0, outcome.words.size() - 1);
    return rest.substr(rest.rfind('\n') + 1);
  };
  EXPECT_EQ(ends_of_rank_1([] { raise(SIGKILL); }),
            "rank 1 was killed by signal 9 (Killed): last of 1");
  EXPECT_EQ(ends_of_rank_1([] { std::_Exit(7); }), "rank 1 ended with exit code 7: last of 1");
}

// A rank that prints more than a pipe holds does not wait for ever.
TEST(Launch, PassesOnWhatRanksPrint) {
  const Outcome outcome = launched(2, [](int rank) {
    const std::string line(999, static_cast<char>('a' + rank));
    for (int i = 0; i < 1000; ++i) std::puts(line.c_str());
    return EXIT_SUCCESS;
  });
  EXPECT_EQ(outcome.code, EXIT_SUCCESS);
  EXPECT_EQ(outcome.words.size(), 2'000'000);
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
