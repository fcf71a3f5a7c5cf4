// Workers as processes, played by a script.
#include "tuner/launch/worker_group.h"

#include <chrono>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"
#include "tuner/launch/process.h"
#include "tuner/measure/messages.h"

namespace treering::tuner::launch {
namespace worker_group_test {

const core::Duration kPatience = core::Duration::from_us(60e6);

bool has_perl() {
  const support::TemporaryFolder folder;
  auto process =
      Process::start({{"perl", "-MIO::Socket::UNIX", "-e", "1"}, {}}, folder.path() + "/log");
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
    const auto workers = start_workers(player(lines), kPatience);
    ASSERT_TRUE(workers) << workers.error().message();
    const auto batch = (*workers)->run({.configuration = {.bytes = 8}}, kPatience);
    ASSERT_TRUE(batch) << batch.error().message();
    EXPECT_EQ(batch->call_us, 2.5);
  }
}

}  // namespace worker_group_test
}  // namespace treering::tuner::launch
