// Shaped clusters as they are: namespaces, links and ranks of Open MPI. Skipped where this machine
// does not allow namespaces, or lacks iproute2 or Open MPI.
#include <chrono>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tuner/runners/measured.h"
#include "tuner/hosts/host_check.h"
#include "tuner/launch/process.h"
#include "tuner/launch/shape.h"
#include "tuner/measure/conductor.h"
#include "tuner/measure/summary.h"
#include "tuner/runners/runner.h"

namespace treering::tuner::runners {
namespace shaped_test {

using measure::Configuration;
using measure::Record;
using testing::Contains;
using testing::EndsWith;
using testing::HasSubstr;

constexpr std::chrono::seconds kPatience{60};

struct Ended {
  std::string how;  // "exit code 0"
  std::string output;
};

/// Runs treering-shape with these arguments.
Ended run_shape(const std::vector<std::string>& arguments) {
  launch::Command command;
  command.words = {worker_program("treering-shape").value()};
  command.words.insert(command.words.end(), arguments.begin(), arguments.end());
  auto process = launch::Process::start(command);
  if (!process) return {process.error().message(), ""};
  process->wait(kPatience);
  return {process->ending().value_or("still runs"), process->printed()};
}

/// Why there can be no shaped cluster here; empty where there can.
std::string obstacle() {
  if (const auto program = worker_program("treering-shape"); !program) {
    return program.error().message();
  }
  const Ended ended = run_shape({"--rates", "1", "--", "true"});
  return ended.how == "exit code 0" ? "" : ended.how + ": " + ended.output;
}

class Shaped : public testing::Test {
 protected:
  void SetUp() override {
    static const std::string why = obstacle();
    if (!why.empty()) GTEST_SKIP() << "no shaped clusters here: " << why;
  }
};

TEST_F(Shaped, RanksHaveNetworksAndNamesOfTheirOwn) {
  const Ended ended =
      run_shape({"--rates", "1,0.5", "--", "sh", "-c",
                 "echo $TREERING_SHAPED; ls /run/netns; treering-shape --enter 1 -- hostname;"
                 "treering-shape --enter 1 -- ip -brief -4 address show dev eth0;"
                 "treering-shape --agent r0 tc qdisc show dev eth0 ';' hostname"});
  EXPECT_EQ(ended.how, "exit code 0");
  EXPECT_THAT(ended.output, testing::StartsWith("1\nr0\nr1\nr1\neth0"));
  EXPECT_THAT(ended.output, HasSubstr(" 10.77.0.2/24"));
  EXPECT_THAT(ended.output, HasSubstr("rate 1Gbit"));
  EXPECT_THAT(ended.output, EndsWith("\nr0\n"));
}

TEST_F(Shaped, TheCommandsExitCodeIsOurs) {
  EXPECT_EQ(run_shape({"--rates", "1", "--", "sh", "-c", "exit 7"}).how, "exit code 7");
  // As shells have it: 128 and the signal, SIGKILL is 9.
  EXPECT_EQ(run_shape({"--rates", "1", "--", "sh", "-c", "kill -9 $$"}).how, "exit code 137");
}

TEST_F(Shaped, SignalsGoToTheCommandAndNothingIsLeft) {
  // Its background process would wake to write long after.
  const std::string script = "trap 'echo asked; exit 9' TERM; sleep 60 & echo ready; wait";
  launch::Command command;
  command.words = launch::words_to_shape(worker_program("treering-shape").value(), {1});
  for (const char* const word : {"sh", "-c", script.c_str()}) command.words.emplace_back(word);
  auto process = launch::Process::start(command);
  ASSERT_TRUE(process);
  while (process->last_words() != "ready" && !process->wait(std::chrono::milliseconds(20))) {
  }
  process->end();
  EXPECT_EQ(process->last_words(), "asked");
}

TEST_F(Shaped, ErrorsAreSentences) {
  const Ended unknown = run_shape({"--rates", "1", "--", "no-such-program"});
  EXPECT_EQ(unknown.how, "exit code 4");
  EXPECT_EQ(unknown.output,
            "treering-shape: no-such-program: No such file or directory, expected a program that "
            "can be started\n");
  const Ended slow = run_shape({"--rates", "1,0", "--", "true"});
  EXPECT_EQ(slow.how, "exit code 2");
  EXPECT_EQ(slow.output, "treering-shape: --rates: '0', expected Gbit/s from 0.001 to 100\n");
  const Ended outside = run_shape({"--enter", "0", "--", "true"});
  EXPECT_EQ(outside.how, "exit code 4");
  EXPECT_EQ(outside.output,
            "treering-shape: 'r0': no rank of a shaped cluster; this runs under treering-shape "
            "--rates alone\n");
}

// A file stands where the folder should be, in a namespace of mounts of its own.
TEST_F(Shaped, SaysThatNothingCanBeMounted) {
  const std::string script = "mount -t tmpfs none /run && touch /run/netns && exec " +
                             worker_program("treering-shape").value() + " --rates 1 -- true";
  auto process = launch::Process::start({{"unshare", "-rm", "sh", "-c", script}, {}});
  ASSERT_TRUE(process) << process.error().message();
  ASSERT_TRUE(process->wait(kPatience));
  EXPECT_EQ(process->printed(),
            "treering-shape: /run/netns: no file system can be mounted there: Not a directory, "
            "expected the right to mount in a namespace of our own; a container needs it from "
            "outside: with Docker, --privileged\n");
  EXPECT_EQ(process->ending(), "exit code 4");
}

constexpr std::uint64_t kBytes = 256 << 10;
constexpr double kSlowGbit = 0.02;

measure::Sweep sweep_of(const std::vector<std::string>& algorithms) {
  measure::Sweep sweep;
  for (const std::string& algorithm : algorithms) {
    Configuration& one = sweep.configurations.emplace_back();
    one.call.bytes = kBytes;
    one.way.algorithm = algorithm;
  }
  sweep.rules.warmups = 1;
  sweep.rules.loops = 0;
  sweep.rules.stop.least = 3;
  sweep.rules.stop.most = 3;
  return sweep;
}

/// No call can be faster. Its samples start with the last rank: up to kTolerance of them is cut
/// off. Two frames may pass before the rate holds (3200 B: workers/shape/network.cpp).
double least_us(double bytes_over_slow_link) {
  return (bytes_over_slow_link - 3200) * 8 / (kSlowGbit * 1e3) /
         (1 + measure::StartTolerance().share);
}

TEST_F(Shaped, OpenMpiRunsWhatWasAskedAndTheSlowLinkShows) {
  LaunchRequest job;
  job.ranks = 4;
  job.shaped_gbit = launch::parse_shape("0.1,2=0.02", job.ranks).value();
  const auto start = find_runner("mpi").value()->starter(job);
  if (!start) GTEST_SKIP() << "no Open MPI: " << start.error().message();
  std::vector<Record> records;
  measure::Conduct with;
  with.runner = "mpi";
  with.start = *start;
  with.keep = [&](const Record& record) {
    records.push_back(record);
    return core::Result<void>();
  };
  const measure::Sweep sweep = sweep_of({"ring", "recursive_doubling"});
  const auto done = measure::conduct(sweep, {}, with);
  ASSERT_TRUE(done) << done.error().message();
  ASSERT_EQ(records.size(), measure::trials_of(sweep, 0).size());
  for (const Record& record : records) {
    const std::string& asked = record.trial.configuration.way.algorithm;
    SCOPED_TRACE(asked);
    EXPECT_EQ(record.error, "");
    EXPECT_EQ(record.wrong, 0U);
    EXPECT_EQ(record.ranks, 4);
    EXPECT_EQ(record.nodes, 4);
    EXPECT_EQ(record.used.witness, "messages");
    EXPECT_THAT(record.used.algorithms(), Contains(asked));
    ASSERT_TRUE(record.median_us);
    // A ring of 4 sends 2 x 3 quarters of the data from each rank; doubling sends all of it in each
    // of its log2(4) steps.
    EXPECT_GE(*record.median_us, least_us((asked == "ring" ? 1.5 : 2) * kBytes));
  }
}

class Planted : public Shaped, public testing::WithParamInterface<const char*> {};

// Of four links that should carry 0.1 Gbit/s, that of rank 2 carries a fifth. 256 KiB take 22 ms
// over a good link, and 110 over this one.
TEST_P(Planted, SlowLinkIsFoundByCheck) {
  if (const auto worker = worker_program(std::string("treering-worker-") + GetParam()); !worker) {
    GTEST_SKIP() << worker.error().message();
  }
  LaunchRequest job;
  job.ranks = 4;
  job.shaped_gbit = {0.1, 0.1, kSlowGbit, 0.1};
  const auto start = (*find_runner(GetParam()))->starter(job);
  ASSERT_TRUE(start) << start.error().message();
  std::vector<Configuration> sweep{{.call = {.bytes = 64}, .way = {.algorithm = "ring"}},
                                   {.call = {.bytes = kBytes}, .way = {.algorithm = "ring"}}};
  for (int from = 0; from < job.ranks; ++from) {
    for (int to = 0; to < job.ranks; ++to) {
      if (from == to) continue;
      Configuration& one = sweep.emplace_back();
      one.call.collective = core::Collective::SendRecv;
      one.call.bytes = kBytes;
      one.pair = measure::Pair{from, to};
    }
  }
  // Other work may have the cores for one of them, and for another.
  measure::Rules rules = quick_rules();
  rules.stop.least = 5;
  rules.stop.most = 5;
  const std::vector<Record> records = measured(GetParam(), *start, sweep, rules);
  const auto check = hosts::check_hosts(measure::summarise(records), {0.1, 0.1, 0.1, 0.1});
  // What waits for a processor says nothing of links. Recorded runs have no such luck:
  // tests/cli/check/check_hosts_test.cpp.
  const bool is_undecided =
      check.outcome == hosts::Outcome::TooFew || check.outcome == hosts::Outcome::Unexplained ||
      check.outcome == hosts::Outcome::LateOrSlowLink || check.outcome == hosts::Outcome::OneOrAll;
  if (is_undecided) GTEST_SKIP() << "other work had the processors";
  EXPECT_EQ(check.outcome, hosts::Outcome::SlowLink);
  ASSERT_EQ(check.links.size(), 1U);
  EXPECT_EQ(check.links.front().rank, 2);
  EXPECT_NEAR(check.links.front().share, 0.2, 0.04);
}

INSTANTIATE_TEST_SUITE_P(Runners, Planted, testing::Values("mpi", "gloo"),
                         [](const auto& one) { return std::string(one.param); });

}  // namespace shaped_test
}  // namespace treering::tuner::runners
