#include "workers/meeting/star.h"

#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "workers/launch.h"

namespace treering::workers::meeting {
namespace star_test {

using testing::ElementsAre;

TEST(Star, GathersSharesAndSends) {
  std::vector<Star> stars = connected_stars(3);
  std::vector<std::string> heard(3);
  std::vector<std::string> all;
  {
    std::vector<std::jthread> threads;
    for (Star& star : stars) {
      threads.emplace_back([&] {
        const auto rank = static_cast<std::size_t>(star.rank());
        const auto gathered = star.gather("from " + std::to_string(rank));
        if (rank == 0) all = gathered;
        heard[rank] = rank == 0 ? std::string(100'000, 'x') : "";
        star.share(heard[rank]);
        star.line_up();
        if (rank == 0) star.send(2, "two");
        if (rank == 2) heard[rank] += star.receive(0);
      });
    }
  }
  EXPECT_THAT(all, ElementsAre("from 0", "from 1", "from 2"));
  EXPECT_EQ(heard[1], std::string(100'000, 'x'));
  EXPECT_EQ(heard[2], std::string(100'000, 'x') + "two");
}

TEST(Star, SaysWhenARankHasGone) {
  std::vector<Star> stars = connected_stars(2);
  stars.pop_back();
  EXPECT_THROW(stars[0].gather("alone"), LostPeer);
}

/// The exit code of a rank that watches while rank 0 goes, and works for half a second.
int code_of_watcher(std::chrono::milliseconds grace) {
  std::vector<Star> stars = connected_stars(2);
  const pid_t child = fork();
  if (child == 0) {
    const Star own = std::move(stars.back());
    stars.clear();
    const auto watch = own.watch(grace);
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    std::_Exit(EXIT_SUCCESS);
  }
  stars.clear();
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(Star, EndsAMemberWhoseRank0HasGone) {
  EXPECT_EQ(code_of_watcher(std::chrono::milliseconds(0)), kLostPeer);
  EXPECT_EQ(code_of_watcher(std::chrono::hours(1)), EXIT_SUCCESS);
}

TEST(Star, OfOneRankNeedsNobody) {
  std::vector<Star> stars = connected_stars(1);
  EXPECT_THAT(stars[0].gather("own"), ElementsAre("own"));
  stars[0].line_up();
}

}  // namespace star_test
}  // namespace treering::workers::meeting
