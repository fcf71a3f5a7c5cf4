// The program itself, killed as by the kernel that has no memory left: at any moment, with no word.
// Each file then has every result once. tests/tuner/measure/conductor_test.cpp kills the conductor
// alone, which is quicker by far.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/temporary_folder.h"
#include "tuner/measure/journal.h"
#include "tuner/measure/record.h"

namespace treering::cli {
namespace killed_test {

using std::chrono::microseconds;
using tuner::measure::Trial;
using Clock = std::chrono::steady_clock;
using Words = std::vector<std::string>;

namespace fs = std::filesystem;

const fs::path kProgram = TREERING_BINARY;

/// Starts `treering measure` in `folder`, where it makes its own folders, too.
/// \param variables of its environment, beside ours
pid_t start(const Words& arguments, const std::string& folder,
            const std::map<std::string, std::string>& variables = {}) {
  Words words{kProgram, "measure", "--quiet", "--resume"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> all;
  for (std::string& word : words) all.push_back(word.data());
  all.push_back(nullptr);
  const std::string log = folder + "/log";
  const pid_t child = fork();
  if (child != 0) return child;
  const int file = open(log.c_str(), O_CREAT | O_WRONLY | O_APPEND, 0600);
  dup2(file, STDOUT_FILENO);
  dup2(file, STDERR_FILENO);
  setenv("TMPDIR", folder.c_str(), 1);
  for (const auto& [name, value] : variables) setenv(name.c_str(), value.c_str(), 1);
  if (chdir(folder.c_str()) != 0) std::_Exit(EXIT_FAILURE);
  execv(all.front(), all.data());
  std::_Exit(EXIT_FAILURE);
}

/// Whether it ended by itself, and well.
bool has_ended(pid_t child) {
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status) || WEXITSTATUS(status) == EXIT_SUCCESS);
  return WIFEXITED(status);
}

std::vector<Trial> trials_in(const std::string& path) {
  const auto journal = tuner::measure::Journal::open(path);
  EXPECT_TRUE(journal) << journal.error().message();
  std::vector<Trial> trials;
  if (!journal) return trials;
  for (const auto& record : journal->earlier()) {
    // Where other work has the cores, ranks may start too far apart.
    EXPECT_THAT(record.error, ::testing::AnyOf("", ::testing::HasSubstr("never started together")));
    trials.push_back(record.trial);
  }
  return trials;
}

/// Runs it until it is done and kills it at random moments meanwhile, at most `most` times. Returns
/// how often it was killed.
int run_with_kills(const Words& arguments, const std::string& folder, microseconds whole,
                   int most) {
  static std::mt19937 random(1);
  for (int kills = 0;; ++kills) {
    const pid_t child = start(arguments, folder);
    if (kills < most) {
      std::uniform_int_distribution<microseconds::rep> moment(0, whole.count());
      std::this_thread::sleep_for(microseconds(moment(random)));
      kill(child, SIGKILL);
    }
    if (has_ended(child)) return kills;
  }
}

constexpr int kTurns = 6;

/// Writes results of 32 configurations, each with more samples than are ever asked for, and the
/// turns of their sentinel, the one in the middle: before each fifth, and at the end.
void write_recording(const std::string& path) {
  tuner::measure::Record record;
  record.runner = "mpi";
  record.ranks = 4;
  record.nodes = 1;
  for (int i = 0; i < 100; ++i) record.samples_us.push_back(100 + i % 3);
  std::ofstream file(path);
  for (const char* const algorithm : {"ring", "pipeline", "binomial", "chain"}) {
    record.trial.configuration.way.algorithm = algorithm;
    for (std::uint64_t bytes = 1024; bytes <= 128 * 1024; bytes *= 2) {
      record.trial.configuration.call.bytes = bytes;
      file << line_of(record) << "\n";
    }
  }
  record.trial.configuration.way.algorithm = "binomial";
  record.trial.configuration.call.bytes = 1024;
  record.trial.is_sentinel = true;
  for (record.trial.turn = 0; record.trial.turn < kTurns; ++record.trial.turn) {
    file << line_of(record) << "\n";
  }
}

TEST(KilledProgram, LosesNothingAndMeasuresNothingTwice) {
  const support::TemporaryFolder folder;
  const std::string recording = folder.path() + "/recording.jsonl";
  write_recording(recording);
  Words arguments{"--runner",
                  "replay",
                  "--measurements",
                  recording,
                  "--algo",
                  "ring,pipeline,binomial,chain",
                  "-b",
                  "1K",
                  "-e",
                  "128K",
                  "--samples",
                  "10",
                  "-o",
                  folder.path() + "/whole.jsonl"};
  const auto began = Clock::now();
  ASSERT_TRUE(has_ended(start(arguments, folder.path())));
  const auto whole = std::chrono::duration_cast<microseconds>(Clock::now() - began);
  const std::vector<Trial> all = trials_in(arguments.back());
  ASSERT_EQ(all.size(), 32 + kTurns);  // 4 algorithms at 8 sizes, and the sentinel
  int kills = 0;
  for (int file = 0; kills < 100; ++file) {
    ASSERT_LT(file, 1000) << "it ends before it can be killed";
    arguments.back() = folder.path() + "/" + std::to_string(file) + ".jsonl";
    kills += run_with_kills(arguments, folder.path(), whole, 100 - kills);
    EXPECT_EQ(trials_in(arguments.back()), all);
  }
}

/// Processes with the name of a folder in their command line.
int processes_of(const std::string& folder) {
  int count = 0;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    std::ifstream file(entry.path() / "cmdline");
    const std::string line{std::istreambuf_iterator<char>(file), {}};
    if (line.find(folder) != std::string::npos) ++count;
  }
  return count;
}

/// How many folders treering has made for itself in `folder`.
int own_folders_in(const std::string& folder, const std::string& prefix = "treering-") {
  int count = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().filename().string().starts_with(prefix)) ++count;
  }
  return count;
}

/// Lines in a file, which need not be there.
int trial_count(const std::string& path) {
  std::ifstream file(path);
  return static_cast<int>(std::count(std::istreambuf_iterator<char>(file), {}, '\n'));
}

class KilledRunner : public ::testing::TestWithParam<const char*> {};

// What it started sees that it is gone and ends by itself.
TEST_P(KilledRunner, LeavesNoRanksBehind) {
  const support::TemporaryFolder folder;
  Words arguments{"--runner",  GetParam(),
                  "--ranks",   "2",
                  "-b",        "1K",
                  "-e",        "64K",
                  "--algo",    "ring,default",
                  "--samples", "2",
                  "-o",        folder.path() + "/runs.jsonl"};
  const auto began = Clock::now();
  const pid_t first = start(arguments, folder.path());
  int status = 0;
  ASSERT_EQ(waitpid(first, &status, 0), first);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != EXIT_SUCCESS) {
    std::ifstream log(folder.path() + "/log");
    GTEST_SKIP() << "no ranks here: " << std::string{std::istreambuf_iterator<char>(log), {}};
  }
  const auto whole = std::chrono::duration_cast<microseconds>(Clock::now() - began);
  const std::vector<Trial> all = trials_in(arguments.back());
  arguments.back() = folder.path() + "/again.jsonl";
  run_with_kills(arguments, folder.path(), whole, 8);
  EXPECT_EQ(trials_in(arguments.back()), all);
  for (int second = 0; second < 120 && processes_of(folder.path()) > 0; ++second) {
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  EXPECT_EQ(processes_of(folder.path()), 0);
  EXPECT_EQ(own_folders_in(folder.path()), 0) << "each run removes what killed ones left";
}

// The terminal goes, or somebody asks: nothing stays, and what is measured is kept.
TEST_P(KilledRunner, LeavesNothingBehindWhereAskedToEnd) {
  const support::TemporaryFolder folder;
  const std::string file = folder.path() + "/runs.jsonl";
  // 3841 sizes: it is asked long before its end.
  const Words arguments{"--runner", GetParam(),    "--ranks", "2",         "-b", "1K", "-e",
                        "16K",      "--stepbytes", "4",       "--samples", "2",  "-o", file};
  const pid_t child = start(arguments, folder.path());
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0 && trial_count(file) == 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  if (kill(child, SIGHUP) != 0) GTEST_SKIP() << "no ranks here";
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status)) << "killed by signal " << WTERMSIG(status);
  EXPECT_EQ(own_folders_in(folder.path()), 0);
  EXPECT_FALSE(trials_in(file).empty());
}

// Its launcher ends the job before all ranks are there.
TEST(KilledRank, LeavesNothingBehindWhereOthersNeverCome) {
  const support::TemporaryFolder folder;
  const pid_t child =
      start({"--runner", "gloo", "-b", "8", "-e", "8", "-o", "runs.jsonl"}, folder.path(),
            {{"PMI_RANK", "0"}, {"PMI_SIZE", "2"}, {"PMI_JOBID", "alone"}});
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0 &&
         own_folders_in(folder.path(), ".treering-") == 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  if (kill(child, SIGTERM) != 0) GTEST_SKIP() << "no ranks here";
  const auto asked = Clock::now();
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_LT(Clock::now() - asked, std::chrono::seconds(60)) << "it waited for the other rank";
  EXPECT_TRUE(WIFEXITED(status)) << "killed by signal " << WTERMSIG(status);
  EXPECT_EQ(own_folders_in(folder.path()), 0);
  EXPECT_EQ(own_folders_in(folder.path(), ".treering-"), 0);
  EXPECT_EQ(processes_of(folder.path()), 0);
}

INSTANTIATE_TEST_SUITE_P(Runners, KilledRunner, ::testing::Values("mpi", "gloo"),
                         [](const auto& one) { return std::string(one.param); });

}  // namespace killed_test
}  // namespace treering::cli
