#include "tuner/launch/process.h"

#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <stop_token>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tests/support/sanitized.h"
#include "tests/support/temporary_folder.h"
#include "tuner/launch/worker_group.h"

namespace treering::tuner::launch {
namespace process_test {

using std::chrono::milliseconds;
using testing::HasSubstr;

constexpr milliseconds kPatience{60'000};

class ProcessTest : public testing::Test {
 protected:
  core::Result<Process> shell(const std::string& script) {
    return Process::start({{"sh", "-c", script}, {}});
  }

  support::TemporaryFolder folder_;
};

TEST_F(ProcessTest, SaysHowItEnded) {
  for (const auto& [script, how] :
       {std::pair{"exit 3", "exit code 3"}, std::pair{"kill -9 $$", "killed by signal 9 (Killed)"},
        std::pair{"true", "exit code 0"}}) {
    auto process = shell(script);
    ASSERT_TRUE(process) << process.error().message();
    EXPECT_TRUE(process->wait(kPatience));
    EXPECT_EQ(process->ending(), how);
  }
}

TEST_F(ProcessTest, HasItsLastWords) {
  auto process = shell("echo one; echo two >&2; echo; printf '  \\n'");
  ASSERT_TRUE(process);
  ASSERT_TRUE(process->wait(kPatience));
  EXPECT_EQ(process->last_words(), "two");
}

// A library that prints at every call fills no disk, and does not wait for us.
TEST_F(ProcessTest, KeepsTheEndOfWhatIsPrinted) {
  auto process = shell("yes 0123456789abcde | head -c 16777216; echo last");
  ASSERT_TRUE(process);
  ASSERT_TRUE(process->wait(kPatience));
  const std::string text = process->printed();
  EXPECT_EQ(text.size(), OutputTail::kMost);
  EXPECT_TRUE(text.ends_with("0123456789abcde\nlast\n"));
}

TEST_F(ProcessTest, SeesItsVariables) {
  auto process = Process::start({{"sh", "-c", "echo $TREERING_TEST"}, {"TREERING_TEST=a b"}});
  ASSERT_TRUE(process);
  ASSERT_TRUE(process->wait(kPatience));
  EXPECT_EQ(process->last_words(), "a b");
}

TEST_F(ProcessTest, AProgramThatIsNotThereIsASentence) {
  const auto process = Process::start({{"no-such-program"}, {}});
  ASSERT_FALSE(process);
  EXPECT_EQ(process.error().message(),
            "no-such-program: No such file or directory, expected a program that can be started");
}

// Its children belong to its group.
TEST_F(ProcessTest, EndsWithAllThatItStarted) {
  const std::string file = folder_.path() + "/child";
  auto process = shell("sleep 600 & echo $! > " + file + "; echo ready; wait");
  ASSERT_TRUE(process);
  while (process->last_words() != "ready" && !process->wait(milliseconds(5))) {
  }
  process->end();
  EXPECT_TRUE(process->ending().has_value());
  pid_t child = 0;
  std::ifstream(file) >> child;
  ASSERT_GT(child, 0);
  // Whoever inherits it takes leave of it in his own time: until then it is a zombie.
  const auto is_there = [&] {
    std::ifstream stat("/proc/" + std::to_string(child) + "/stat");
    std::string number;
    std::string name;
    std::string state;
    return stat >> number >> name >> state && state != "Z" && state != "X";
  };
  const auto limit = std::chrono::steady_clock::now() + kPatience;
  while (is_there() && std::chrono::steady_clock::now() < limit) {
  }
  EXPECT_FALSE(is_there());
}

TEST(StartWorkers, SaysWhyThereAreNone) {
  const core::Duration patience = core::Duration::from_us(60e6);
  const auto ended = start_workers({{"sh", "-c", "echo no cable; exit 3"}, {}}, {patience});
  ASSERT_FALSE(ended);
  EXPECT_THAT(ended.error().message(), HasSubstr("exit code 3"));
  EXPECT_THAT(ended.error().message(), HasSubstr("no cable"));
  const auto silent = start_workers({{"sleep", "600"}, {}}, {core::Duration::from_us(1e5)});
  ASSERT_FALSE(silent);
  EXPECT_THAT(silent.error().message(), HasSubstr("100"));
}

TEST(StartWorkers, WaitsNoLongerWhereAskedToStop) {
  std::stop_source stop;
  stop.request_stop();
  const auto started =
      start_workers({{"sleep", "600"}, {}}, {core::Duration::from_us(600e6)}, stop.get_token());
  ASSERT_FALSE(started);
  EXPECT_EQ(started.error().message(), "ranks: asked to end before they were there");
}

// The pipe for what it prints is the last that can be opened.
TEST(Process, SaysThatFilesAreOpenToTheLimit) {
  if (test::kIsSanitized) GTEST_SKIP() << "a sanitizer looks at memory through a pipe";
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  for (const int end : ends) close(end);
  rlimit limit{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
  const rlimit low{.rlim_cur = static_cast<rlim_t>(ends[1]) + 1, .rlim_max = limit.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &low), 0);
  const auto process = Process::start({{"true"}, {}});
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
  ASSERT_FALSE(process);
  EXPECT_EQ(process.error().message(),
            "true: Too many open files, expected room for open files; raise the limit (ulimit -n)");
}

}  // namespace process_test
}  // namespace treering::tuner::launch
