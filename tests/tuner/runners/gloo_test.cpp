// Real ranks of Gloo on this machine.
#include <map>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tuner/runners/killed_rank.h"
#include "tests/tuner/runners/measured.h"
#include "tuner/runners/runner.h"

namespace treering::tuner::runners {
namespace gloo_test {

using core::Collective;
using measure::Configuration;
using measure::Record;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

bool is_built() {
  return worker_program("treering-worker-gloo").has_value();
}

constexpr const char* kNotBuilt = "built without Gloo";

measure::StartWorkers ranks_of_gloo(int ranks) {
  const auto runner = find_runner("gloo");
  auto start = (*runner)->starter({.ranks = ranks});
  EXPECT_TRUE(start.has_value());
  return *start;
}

/// Of each collective every algorithm, and the library's own choice.
std::vector<Configuration> every_algorithm(const measure::StartWorkers& start, int ranks,
                                           std::vector<std::uint64_t> sizes) {
  std::map<std::string, std::vector<std::string>> algorithms;
  if (const auto workers = start()) algorithms = (*workers)->hello().algorithms;
  std::vector<Configuration> all;
  for (const Collective collective : core::all_collectives()) {
    for (const std::string& algorithm : algorithms[std::string(name_of(collective))]) {
      if (algorithm == "bcube_old" && ranks == 3) continue;  // refused, see below
      for (const std::uint64_t bytes : sizes) {
        all.push_back(
            {.call = {.collective = collective, .bytes = bytes}, .way = {.algorithm = algorithm}});
      }
    }
    all.push_back({.call = {.collective = collective, .bytes = sizes.back()}});
  }
  return all;
}

class RanksOfGloo : public testing::TestWithParam<int> {};

// 4 bytes are one element, fewer than ranks; 40012 bytes are 10003, which neither 3 nor 4 divide.
TEST_P(RanksOfGloo, RunWhatTheyAreAskedFor) {
  if (!is_built()) GTEST_SKIP() << kNotBuilt;
  const auto start = ranks_of_gloo(GetParam());
  const auto asked = every_algorithm(start, GetParam(), {4, 40012});
  ASSERT_THAT(asked, Not(IsEmpty()));
  const std::vector<Record> records = measured("gloo", start, asked);
  EXPECT_GE(records.size(), asked.size());
  for (const Record& record : records) {
    const Configuration& call = record.trial.configuration;
    SCOPED_TRACE(std::string(name_of(call.call.collective)) + " " + call.way.algorithm + " " +
                 std::to_string(call.call.bytes));
    EXPECT_EQ(record.error, "");
    EXPECT_EQ(record.wrong, 0);
    EXPECT_EQ(record.ranks, GetParam());
    EXPECT_EQ(record.used.witness, "bytes");
    EXPECT_EQ(record.samples_us.size(), 2);
    EXPECT_THAT(record.used.algorithms(), Not(IsEmpty()));
    if (call.way.algorithm.empty()) continue;
    EXPECT_THAT(record.used.algorithms(), Contains(call.way.algorithm));
  }
}

INSTANTIATE_TEST_SUITE_P(Gloo, RanksOfGloo, testing::Values(3, 4),
                         [](const auto& param) { return std::to_string(param.param); });

TEST(RunnerOfGloo, KnowsTypesAndOperations) {
  if (!is_built()) GTEST_SKIP() << kNotBuilt;
  using core::DataType;
  using core::ReduceOp;
  std::vector<Configuration> asked;
  for (const std::string algorithm : {"ring", "halving_doubling"}) {
    for (const DataType type : {DataType::Int8, DataType::Uint64, DataType::Double}) {
      for (const ReduceOp op : {ReduceOp::Prod, ReduceOp::Max, ReduceOp::Min}) {
        asked.push_back({.call = {.bytes = 800, .type = type, .op = op},
                         .way = {.algorithm = algorithm},
                         .is_in_place = type == DataType::Double});
      }
    }
  }
  for (const Record& record : measured("gloo", ranks_of_gloo(2), asked)) {
    EXPECT_EQ(record.error, "") << name_of(record.trial.configuration.call.type);
    EXPECT_EQ(record.wrong, 0);
  }
}

TEST(RunnerOfGloo, SaysWhatItCannotDo) {
  if (!is_built()) GTEST_SKIP() << kNotBuilt;
  const std::map<std::string, Configuration> asked{
      {"Gloo has no operation avg", {.call = {.bytes = 8, .op = core::ReduceOp::Avg}}},
      {"no type half on this host", {.call = {.bytes = 8, .type = core::DataType::Half}}},
      {"no algorithm 'tree', have ring, bcube",
       {.call = {.bytes = 8}, .way = {.algorithm = "tree"}}},
      {"bcube_old with 3 ranks, expected a power of two",
       {.call = {.bytes = 8}, .way = {.algorithm = "bcube_old"}}},
      {"Gloo has neither protocols nor channels",
       {.call = {.bytes = 8}, .way = {.protocol = "ll"}}},
      {"Gloo cannot do it in place",
       {.call = {.collective = Collective::Scatter, .bytes = 8}, .is_in_place = true}},
  };
  const auto workers = ranks_of_gloo(3)();
  ASSERT_TRUE(workers.has_value()) << workers.error().message();
  for (const auto& [why, configuration] : asked) {
    const auto batch = (*workers)->run({configuration}, core::Duration::from_us(60e6));
    ASSERT_FALSE(batch.has_value()) << why;
    EXPECT_THAT(batch.error().message(), HasSubstr(why));
  }
  EXPECT_TRUE((*workers)->is_alive());
}

// --- a rank that dies

TEST(RunnerOfGloo, GoesOnWhenARankIsKilled) {
  if (!is_built()) GTEST_SKIP() << kNotBuilt;
  int starts = 0;
  const std::vector<Record> records =
      measured("gloo", harmed_once<Killed>(ranks_of_gloo(3), starts),
               {{.call = {.bytes = 1000}}, {.call = {.bytes = 2000}}});  // and the sentinel, twice
  ASSERT_EQ(records.size(), 4);
  EXPECT_THAT(records[0].error, HasSubstr("the workers ended: exit code 1"));
  EXPECT_THAT(records[0].error, HasSubstr("rank 2 was killed by signal 9 (Killed)"));
  for (std::size_t i = 1; i < records.size(); ++i) {
    EXPECT_EQ(records[i].error, "");
    EXPECT_EQ(records[i].wrong, 0);
  }
  EXPECT_EQ(starts, 2);
}

}  // namespace gloo_test
}  // namespace treering::tuner::runners
