// Workers as processes, played by a script.
#include "tuner/launch/worker_group.h"

#include <chrono>
#include <filesystem>
#include <stop_token>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"
#include "tuner/launch/process.h"
#include "tuner/measure/messages.h"

namespace treering::tuner::launch {
namespace worker_group_test {

const core::Duration kPatience = core::Duration::from_us(60e6);

bool has_perl() {
  auto process = Process::start({{"perl", "-MIO::Socket::UNIX", "-e", "1"}, {}});
  return process && process->wait(std::chrono::seconds(60)) && process->ending() == "exit code 0";
}

/// Says hello, and answers a task with these lines.
Command player(const std::string& lines) {
  return {{"perl", "-MIO::Socket::UNIX", "-e",
           "my $all = IO::Socket::UNIX->new(Peer => $ARGV[0]) or die; $all->autoflush(1);"
           "print $all qq({\"library\": \"none\", \"ranks\": 2, \"nodes\": 1}\\n);"
           "<$all>; print $all $ARGV[1]; <$all>",
           kSocketWord, lines},
          {}};
}

// That the first call is done is no answer yet.
TEST(WorkerGroup, TakesTheAnswerBehindTheFirstCall) {
  if (!has_perl()) GTEST_SKIP() << "without perl";
  const std::string answer = R"({"samples_us": [], "call_us": 2.5})"
                             "\n";
  for (const std::string& lines : {answer, std::string(measure::kCalledLine) + "\n" + answer}) {
    const auto workers = start_workers(player(lines), {kPatience});
    ASSERT_TRUE(workers) << workers.error().message();
    const auto batch = (*workers)->run({.configuration = {.call = {.bytes = 8}}}, kPatience);
    ASSERT_TRUE(batch) << batch.error().message();
    EXPECT_EQ(batch->call_us, 2.5);
  }
}

// A launcher that hangs loses no night of measuring.
TEST(WorkerGroup, IsStartedAgainWhereItSaysNothing) {
  if (!has_perl()) GTEST_SKIP() << "without perl";
  const support::TemporaryFolder folder;
  const std::string mark = folder.path() + "/started";
  Command second = player("");
  second.words.insert(
      second.words.begin(),
      {"sh", "-c", R"(mark=$1; shift; [ -e "$mark" ] && exec "$@"; : >"$mark"; sleep 600)", "sh",
       mark});
  const core::Duration brief = core::Duration::from_us(2e6);
  const auto hung = start_workers(second, {brief});
  ASSERT_FALSE(hung);
  EXPECT_THAT(hung.error().message(), testing::HasSubstr("did not call within 2.00 s"));
  std::filesystem::remove(mark);
  const auto workers = start_workers(second, {brief, 5});
  EXPECT_TRUE(workers) << workers.error().message();
}

/// Why a task has no answer where these are sent in place of one.
std::string complaint_about(const std::string& sent) {
  const auto workers = start_workers(player(sent), {kPatience});
  if (!workers) return workers.error().message();
  const auto batch = (*workers)->run({.configuration = {.call = {.bytes = 8}}}, kPatience);
  EXPECT_FALSE(batch);
  EXPECT_FALSE((*workers)->is_alive()) << "what comes next cannot be told from what is left";
  return batch ? "" : batch.error().message();
}

// Whoever reads "exit code 0" alone looks in the wrong place.
TEST(WorkerGroup, NamesWhatIsNoAnswer) {
  if (!has_perl()) GTEST_SKIP() << "without perl";
  EXPECT_EQ(complaint_about("Hello from a library\n"),
            "all_reduce: the workers sent 20 bytes that are no answer, 'Hello from a library', the "
            "workers were ended");
  EXPECT_THAT(complaint_about("{\"samples_us\": 7}\n"),
              testing::HasSubstr("17 bytes that are no answer, '{\"samples_us\": 7}'"));
}

// They have called, and say nothing.
TEST(WorkerGroup, WaitsNoLongerForAHelloWhereAskedToStop) {
  if (!has_perl()) GTEST_SKIP() << "without perl";
  Command silent = player("");
  const std::size_t hello = silent.words[3].find("print $all qq");
  silent.words[3] = silent.words[3].substr(0, hello) + "<$all>";
  std::stop_source stop;
  const std::jthread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    stop.request_stop();
  });
  const auto workers = start_workers(silent, {core::Duration::from_us(600e6)}, stop.get_token());
  ASSERT_FALSE(workers);
  EXPECT_EQ(workers.error().message(), "ranks: asked to end before they were there");
}

// It goes in the middle of a line, as one that is killed.
TEST(WorkerGroup, NamesWhatCameBeforeTheEnd) {
  if (!has_perl()) GTEST_SKIP() << "without perl";
  Command goes = player("{\"samp\x01");
  goes.words[3] = goes.words[3].substr(0, goes.words[3].rfind("; <$all>"));
  const auto workers = start_workers(goes, {kPatience});
  ASSERT_TRUE(workers) << workers.error().message();
  const auto batch = (*workers)->run({.configuration = {.call = {.bytes = 8}}}, kPatience);
  ASSERT_FALSE(batch);
  EXPECT_EQ(batch.error().message(),
            "all_reduce: the workers ended: exit code 0, after 7 bytes that are no answer, "
            "'{\"samp?'");
}

}  // namespace worker_group_test
}  // namespace treering::tuner::launch
