// Real ranks of Open MPI on this machine.
#include <map>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tuner/runners/killed_rank.h"
#include "tests/tuner/runners/measured.h"
#include "tuner/measure/conductor.h"
#include "tuner/runners/runner.h"

namespace treering::tuner::runners {
namespace mpi_test {

using core::Collective;
using measure::Configuration;
using measure::Record;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr int kRanks = 3;

measure::StartWorkers ranks_of_mpi(int ranks = kRanks) {
  const auto runner = find_runner("mpi");
  auto start = (*runner)->starter({.ranks = ranks});
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
      // For two ranks alone; refused, see below.
      if (algorithm == "two_proc") continue;
      all.push_back(
          {.call = {.collective = *core::parse_collective_on_cpus(collective), .bytes = bytes},
           .way = {.algorithm = algorithm}});
    }
  }
  return all;
}

/// Open MPI 4.1 runs another algorithm where the number of ranks forbids that which it is forced
/// to: recursive doubling takes a power of two, neighbours an even number.
std::string what_runs(const Configuration& call, int ranks) {
  if (call.call.collective != Collective::AllGather || ranks != 3) return call.way.algorithm;
  if (call.way.algorithm == "recursive_doubling") return "bruck";
  if (call.way.algorithm == "neighbor") return "ring";
  return call.way.algorithm;
}

class AllAlgorithmsOfOpenMpi : public RanksOfOpenMpi, public testing::WithParamInterface<int> {};

TEST_P(AllAlgorithmsOfOpenMpi, RunAndAreRecognised) {
  const auto asked = every_algorithm(12000);
  ASSERT_THAT(asked, Not(IsEmpty()));
  const std::vector<Record> records = measured("mpi", ranks_of_mpi(GetParam()), asked);
  EXPECT_GE(records.size(), asked.size());
  for (const Record& record : records) {
    const Configuration& call = record.trial.configuration;
    SCOPED_TRACE(std::string(name_of(call.call.collective)) + " " + call.way.algorithm);
    EXPECT_EQ(record.error, "");
    EXPECT_EQ(record.wrong, 0);
    EXPECT_EQ(record.ranks, GetParam());
    EXPECT_EQ(record.used.witness, "messages");
    EXPECT_GT(record.used.messages, 0);
    EXPECT_THAT(record.used.algorithms(), Not(IsEmpty()));
    if (call.way.algorithm.empty()) continue;
    EXPECT_THAT(record.used.algorithms(), Contains(what_runs(call, GetParam())));
  }
}

INSTANTIATE_TEST_SUITE_P(Ranks, AllAlgorithmsOfOpenMpi, testing::Values(3, 4),
                         [](const auto& param) { return std::to_string(param.param); });

// What was forced before does not go on: a reduction by a chain, and then an all-reduce that is a
// reduction and a broadcast as Open MPI chooses them, which is not a chain for 4 bytes.
TEST_F(RanksOfOpenMpi, AreForcedInOneCollectiveAlone) {
  const auto workers = ranks_of_mpi(6)();
  ASSERT_TRUE(workers.has_value()) << workers.error().message();
  const auto sent = [&](const Configuration& call) {
    const auto batch = (*workers)->run({call}, core::Duration::from_us(60e6));
    return batch ? batch->seen.sent : std::vector<measure::Sent>();
  };
  const Configuration composed{.call = {.bytes = 4}, .way = {.algorithm = "nonoverlapping"}};
  const auto before = sent(composed);
  ASSERT_THAT(before, Not(IsEmpty()));
  const Configuration chain{.call = {.collective = Collective::Reduce, .bytes = 4},
                            .way = {.algorithm = "pipeline"}};
  EXPECT_THAT(sent(chain), Not(IsEmpty()));
  EXPECT_EQ(sent(composed), before);
}

// From rank 2 to rank 0, and nobody else has a message.
TEST_F(RanksOfOpenMpi, SendToOneAlone) {
  Configuration pair{.call = {.collective = Collective::SendRecv, .bytes = 4000}};
  pair.pair = measure::Pair{2, 0};
  for (const Record& record : measured("mpi", ranks_of_mpi(), {pair})) {
    EXPECT_EQ(record.error, "");
    EXPECT_EQ(record.wrong, 0);
    EXPECT_EQ(record.used.messages, 1);
    EXPECT_THAT(record.used.algorithms(), testing::ElementsAre("sendrecv"));
  }
}

TEST_F(RanksOfOpenMpi, RefuseWhatOpenMpiDoesNotHave) {
  const auto workers = ranks_of_mpi()();
  ASSERT_TRUE(workers.has_value()) << workers.error().message();
  const std::map<std::string, Configuration> asked{
      {"no operation avg", {.call = {.bytes = 8, .op = core::ReduceOp::Avg}}},
      {"'tree'", {.call = {.bytes = 8}, .way = {.algorithm = "tree"}}},
      {"neither protocols nor channels", {.call = {.bytes = 8}, .way = {.protocol = "ll"}}},
      {"all_gather: two_proc with 3 ranks, expected 2",
       {.call = {.collective = Collective::AllGather, .bytes = 8},
        .way = {.algorithm = "two_proc"}}},
  };
  for (const auto& [why, configuration] : asked) {
    const auto batch = (*workers)->run({configuration}, core::Duration::from_us(60e6));
    ASSERT_FALSE(batch.has_value()) << why;
    EXPECT_THAT(batch.error().message(), HasSubstr(why));
  }
  EXPECT_TRUE((*workers)->is_alive());
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
      measured("mpi", harmed_once<Killed>(ranks_of_mpi(), starts),
               {{.call = {.bytes = 1000}}, {.call = {.bytes = 2000}}});
  expect_all_but_the_first(records);
  EXPECT_THAT(records.front().error, HasSubstr("the workers ended: "));
  EXPECT_EQ(starts, 2);
}

TEST_F(RanksOfOpenMpi, GoOnWhenOneHangs) {
  int starts = 0;
  const std::vector<Record> records =
      measured("mpi", harmed_once<Stopped>(ranks_of_mpi(), starts),
               {{.call = {.bytes = 1000}}, {.call = {.bytes = 2000}}});
  expect_all_but_the_first(records);
  EXPECT_THAT(records.front().error, HasSubstr("no answer within 1"));
  EXPECT_EQ(starts, 2);
}

}  // namespace mpi_test
}  // namespace treering::tuner::runners
