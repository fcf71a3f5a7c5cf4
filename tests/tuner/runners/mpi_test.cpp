// Real ranks of Open MPI on this machine.
#include <algorithm>
#include <csignal>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/tuner/runners/killed_rank.h"
#include "tests/tuner/runners/measured.h"
#include "tuner/measure/conductor.h"
#include "tuner/runners/registry.h"

namespace treering::tuner::runners {
namespace mpi_test {

using core::Collective;
using measure::Configuration;
using measure::Record;
using testing::AnyOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr int kRanks = 3;

measure::StartWorkers ranks_of_mpi() {
  const auto runner = find_runner("mpi");
  auto start = (*runner)->starter({.ranks = kRanks});
  EXPECT_TRUE(start.has_value());
  return *start;
}

/// Why there can be no ranks here; empty where there can.
std::string obstacle() {
  const auto worker = worker_program("treering-worker-mpi");
  if (!worker) return worker.error().message();
  const auto workers = ranks_of_mpi()();
  return workers ? "" : workers.error().message();
}

class RanksOfOpenMpi : public testing::Test {
 protected:
  void SetUp() override {
    static const std::string why = obstacle();
    if (!why.empty()) GTEST_SKIP() << "no ranks of Open MPI here: " << why;
  }
};

/// Of each collective every algorithm.
std::vector<Configuration> every_algorithm(std::uint64_t bytes) {
  std::vector<Configuration> all;
  const auto workers = ranks_of_mpi()();
  if (!workers) return all;
  for (const auto& [collective, algorithms] : (*workers)->hello().algorithms) {
    for (const std::string& algorithm : algorithms) {
      // For two ranks alone; with three Open MPI fails in it, and takes all ranks along.
      if (algorithm == "two_proc") continue;
      all.push_back({.collective = *core::parse_collective(collective),
                     .bytes = bytes,
                     .algorithm = algorithm});
    }
  }
  return all;
}

TEST_F(RanksOfOpenMpi, RunEveryAlgorithm) {
  const auto asked = every_algorithm(12000);
  ASSERT_THAT(asked, Not(IsEmpty()));
  const std::vector<Record> records = measured("mpi", ranks_of_mpi(), asked);
  EXPECT_GE(records.size(), asked.size());
  for (const Record& record : records) {
    const Configuration& call = record.trial.configuration;
    SCOPED_TRACE(std::string(name_of(call.collective)) + " " + call.algorithm);
    EXPECT_EQ(record.error, "");
    EXPECT_EQ(record.wrong, 0);
    EXPECT_EQ(record.ranks, kRanks);
    EXPECT_EQ(record.used.witness, "messages");
    EXPECT_GT(record.used.messages, 0);
  }
}

// From rank 2 to rank 0, and nobody else has a message.
TEST_F(RanksOfOpenMpi, SendToOneAlone) {
  Configuration pair{.collective = Collective::SendRecv, .bytes = 4000};
  pair.pair = measure::Pair{2, 0};
  for (const Record& record : measured("mpi", ranks_of_mpi(), {pair})) {
    EXPECT_EQ(record.error, "");
    EXPECT_EQ(record.wrong, 0);
    EXPECT_EQ(record.used.messages, 1);
    EXPECT_THAT(record.used.algorithms, testing::ElementsAre("sendrecv"));
  }
}

TEST_F(RanksOfOpenMpi, RefuseWhatOpenMpiDoesNotHave) {
  const auto workers = ranks_of_mpi()();
  ASSERT_TRUE(workers.has_value()) << workers.error().message();
  const std::map<std::string, Configuration> asked{
      {"no operation avg", {.bytes = 8, .op = core::ReduceOp::Avg}},
      {"'tree'", {.bytes = 8, .algorithm = "tree"}},
      {"neither protocols nor channels", {.bytes = 8, .protocol = "ll"}},
  };
  for (const auto& [why, configuration] : asked) {
    const auto batch = (*workers)->run({configuration}, core::Duration::from_us(60e6));
    ASSERT_FALSE(batch.has_value()) << why;
    EXPECT_THAT(batch.error().message(), HasSubstr(why));
  }
  EXPECT_TRUE((*workers)->is_alive());
}

/// Workers of which a rank is stopped, as one that hangs, while they do their first task.
class Stopped final : public measure::Workers {
 public:
  Stopped(std::unique_ptr<measure::Workers> whole, pid_t rank)
      : whole_(std::move(whole)), rank_(rank) {}

  [[nodiscard]] const measure::Hello& hello() const override { return whole_->hello(); }
  [[nodiscard]] bool is_alive() const override { return whole_->is_alive(); }
  core::Result<measure::Batch> run(const measure::Task& task, core::Duration) override {
    kill(rank_, SIGSTOP);
    return whole_->run(task, core::Duration::from_us(1e6));
  }

 private:
  std::unique_ptr<measure::Workers> whole_;
  pid_t rank_;
};

/// Starts ranks; the first time something happens to the last of them.
template <class Harmed>
measure::StartWorkers harmed_once(int& starts) {
  return [start = ranks_of_mpi(), &starts]() -> core::Result<std::unique_ptr<measure::Workers>> {
    const auto earlier = children_of(getpid());
    auto workers = start();
    if (!workers || starts++ > 0) return workers;
    std::vector<pid_t> mpirun;
    std::ranges::set_difference(children_of(getpid()), earlier, std::back_inserter(mpirun));
    const auto ranks = mpirun.empty() ? std::vector<pid_t>() : children_of(mpirun.front());
    if (ranks.size() != kRanks) {
      return core::environment_error("ranks", std::to_string(ranks.size()));
    }
    return std::make_unique<Harmed>(*std::move(workers), ranks.back());
  };
}

void expect_all_but_the_first(const std::vector<Record>& records) {
  ASSERT_EQ(records.size(), 4);  // two and the sentinel, twice
  for (std::size_t i = 1; i < records.size(); ++i) {
    EXPECT_EQ(records[i].error, "");
    EXPECT_EQ(records[i].wrong, 0);
  }
}

TEST_F(RanksOfOpenMpi, GoOnWhenOneIsKilled) {
  int starts = 0;
  const std::vector<Record> records =
      measured("mpi", harmed_once<Killed>(starts), {{.bytes = 1000}, {.bytes = 2000}});
  expect_all_but_the_first(records);
  EXPECT_THAT(records.front().error, HasSubstr("the workers ended: "));
  EXPECT_EQ(starts, 2);
}

TEST_F(RanksOfOpenMpi, GoOnWhenOneHangs) {
  int starts = 0;
  const std::vector<Record> records =
      measured("mpi", harmed_once<Stopped>(starts), {{.bytes = 1000}, {.bytes = 2000}});
  expect_all_but_the_first(records);
  EXPECT_THAT(records.front().error, HasSubstr("no answer within 1"));
  EXPECT_EQ(starts, 2);
}

}  // namespace mpi_test
}  // namespace treering::tuner::runners
