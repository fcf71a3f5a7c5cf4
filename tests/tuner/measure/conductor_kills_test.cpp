// What is measured outlives a conductor that is killed.
#include <csignal>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/temporary_folder.h"
#include "tests/tuner/measure/conducted.h"
#include "tests/tuner/measure/fake_workers.h"
#include "tuner/measure/conductor.h"
#include "tuner/measure/journal.h"

namespace treering::tuner::measure {
namespace conductor_kills_test {

/// Measures into `path` until all is done; the process that is killed.
[[noreturn]] void measure_in_child(const Sweep& sweep, const std::string& path) {
  auto journal = Journal::open(path);
  if (!journal) _exit(2);
  Conduct with;
  with.runner = "fake";
  with.start = []() -> core::Result<std::unique_ptr<Workers>> {
    return std::make_unique<FakeWorkers>([](const Task& task) { return steady(task, 5); });
  };
  with.keep = [&](const Record& record) { return journal->append(record); };
  _exit(conduct(sweep, journal->earlier(), with) ? 0 : 3);
}

// A hundred kills at random moments: each file ends with every trial once, in order.
TEST(Conductor, NothingIsLostOrMeasuredTwiceByKills) {
  const support::TemporaryFolder folder;
  Sweep sweep = sweep_of(20);
  sweep.rules.launches = 4;
  std::vector<Trial> all;
  for (int launch = 0; launch < sweep.rules.launches; ++launch) {
    const auto trials = trials_of(sweep, launch);
    all.insert(all.end(), trials.begin(), trials.end());
  }
  std::mt19937 random(1);
  int kills = 0;
  for (int file = 0; kills < 100; ++file) {
    ASSERT_LT(file, 1000) << "children end before they can be killed";
    const std::string path = folder.path() + "/" + std::to_string(file) + ".jsonl";
    // Longer each time, so that a file ends on a machine where a start alone takes that long.
    unsigned longest_us = 20'000;
    for (bool is_done = false; !is_done; longest_us += longest_us / 8) {
      const pid_t child = fork();
      ASSERT_GE(child, 0);
      if (child == 0) measure_in_child(sweep, path);
      usleep(static_cast<useconds_t>(random() % longest_us));
      kill(child, SIGKILL);
      int status = 0;
      ASSERT_EQ(waitpid(child, &status, 0), child);
      is_done = WIFEXITED(status);
      ASSERT_TRUE(!is_done || WEXITSTATUS(status) == 0);
      kills += is_done ? 0 : 1;
    }
    const auto journal = Journal::open(path);
    ASSERT_TRUE(journal) << journal.error().message();
    std::vector<Trial> measured;
    for (const Record& record : journal->earlier()) measured.push_back(record.trial);
    EXPECT_EQ(measured, all);
  }
}

}  // namespace conductor_kills_test
}  // namespace treering::tuner::measure
