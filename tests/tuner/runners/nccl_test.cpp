// The real libnccl on fake GPUs (tests/support/emulated_gpus.h).
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/emulated_gpus.h"
#include "tests/support/sanitized.h"
#include "tests/tuner/runners/killed_rank.h"
#include "tests/tuner/runners/measured.h"
#include "tuner/measure/journal.h"
#include "tuner/runners/runner.h"

namespace treering::tuner::runners {
namespace nccl_test {

using core::Collective;
using measure::Configuration;
using measure::Record;
using testing::ElementsAre;
using testing::HasSubstr;

namespace fs = std::filesystem;

using Values = std::map<std::string, std::string>;

measure::StartWorkers ranks_of(const char* runner, int ranks) {
  const auto found = find_runner(runner);
  auto start = (*found)->starter({.ranks = ranks});
  EXPECT_TRUE(start.has_value());
  return *start;
}

std::string text_of(const Configuration& call) {
  return std::string(name_of(call.call.collective)) + " " + call.way.algorithm + " " +
         call.way.protocol + (call.is_in_place ? " in place" : "");
}

/// With fake GPUs for the programs that a test starts, and the mark that says so.
class RunnerOfNccl : public testing::Test {
 protected:
  void SetUp() override {
    if (!worker_program("treering-worker-nccl")) GTEST_SKIP() << "without the worker of NCCL";
    if (test::kIsSanitized) GTEST_SKIP() << "a sanitizer lets nothing else be preloaded";
    void* const library = dlopen("libnccl.so.2", RTLD_LAZY);
    if (library == nullptr) GTEST_SKIP() << "without libnccl";
    dlclose(library);
    const fs::path tests = fs::read_symlink("/proc/self/exe").parent_path();
    auto emulated = support::emulated_gpus(tests.parent_path() / "emulator",
                                           tests / "libtreering_patient_sockets.so");
    if (!emulated) GTEST_SKIP() << emulated.error().message();
    (*emulated)["TREERING_FAKE_GPUS"] = "1";
    variables_.emplace(*emulated);
  }

  std::optional<support::Variables> variables_;
};

class RanksOfNccl : public RunnerOfNccl,
                    public testing::WithParamInterface<std::pair<const char*, int>> {};

// Each of NCCL's two algorithms that need no switch, with each protocol.
TEST_P(RanksOfNccl, RunWhatTheyAreForcedTo) {
  const auto [runner, ranks] = GetParam();
  std::vector<Configuration> asked;
  for (const char* const algorithm : {"ring", "tree"}) {
    for (const char* const protocol : {"ll", "ll128", "simple"}) {
      asked.push_back(
          {.call = {.bytes = 40000}, .way = {.algorithm = algorithm, .protocol = protocol}});
    }
  }
  const auto records = measured(runner, ranks_of(runner, ranks), asked);
  EXPECT_GE(records.size(), asked.size());
  for (const Record& record : records) {
    const Configuration& call = record.trial.configuration;
    SCOPED_TRACE(text_of(call));
    EXPECT_EQ(record.error, "");
    EXPECT_EQ(record.wrong, 0);
    EXPECT_EQ(record.ranks, ranks);
    EXPECT_EQ(record.samples_us.size(), 2);
    EXPECT_TRUE(record.average_us.has_value());
    EXPECT_EQ(record.used.witness, measure::kLogWitness);
    EXPECT_THAT(record.used.algorithms(), ElementsAre(call.way.algorithm));
    EXPECT_EQ(record.used.ways.front().protocol, call.way.protocol);
    EXPECT_GE(record.used.ways.front().channels, 1);
    EXPECT_TRUE(is_emulated(record));
  }
}

// In place where NCCL can, and out of place. 40004 bytes are 10001 elements, which no number of
// ranks here divides.
TEST_P(RanksOfNccl, KnowAllCollectives) {
  const auto [runner, ranks] = GetParam();
  std::vector<Configuration> asked;
  Configuration pair{.call = {.collective = Collective::SendRecv, .bytes = 40004}};
  pair.pair = measure::Pair{1, 0};
  asked.push_back(pair);
  for (const Collective collective : core::all_collectives()) {
    asked.push_back({.call = {.collective = collective, .bytes = 40004}});
    if (collective == Collective::AllToAll || collective == Collective::SendRecv) continue;
    asked.push_back({.call = {.collective = collective, .bytes = 40004}, .is_in_place = true});
  }
  for (const Record& record : measured(runner, ranks_of(runner, ranks), asked)) {
    SCOPED_TRACE(text_of(record.trial.configuration));
    EXPECT_EQ(record.error, "");
    EXPECT_EQ(record.wrong, 0);
  }
}

INSTANTIATE_TEST_SUITE_P(FakeGpus, RanksOfNccl,
                         testing::Values(std::pair("nccl", 2), std::pair("nccl-threads", 8)),
                         [](const auto& param) { return std::to_string(param.param.second); });

// 4 MiB are enough for NCCL to use all channels that it has.
TEST_F(RunnerOfNccl, ForcesChannels) {
  constexpr std::uint64_t kBytes = std::uint64_t{4} << 20U;
  for (const Record& record :
       measured("nccl", ranks_of("nccl", 2),
                {{.call = {.bytes = kBytes},
                .way = {.algorithm = "ring", .protocol = "simple", .channels = 3}},
                 {.call = {.bytes = kBytes},
                 .way = {.algorithm = "ring", .protocol = "simple", .channels = 7}}})) {
    EXPECT_EQ(record.error, "");
    EXPECT_EQ(record.used.ways.front().channels, record.trial.configuration.way.channels);
  }
}

TEST_F(RunnerOfNccl, KnowsTypesAndOperations) {
  using core::DataType;
  using core::ReduceOp;
  std::vector<Configuration> asked;
  for (const ReduceOp op : core::all_reduce_ops()) {
    asked.push_back({.call = {.bytes = 800, .type = DataType::Float, .op = op}});
  }
  for (const DataType type : core::all_data_types()) {
    asked.push_back({.call = {.bytes = 800, .type = type}});
  }
  for (const DataType type : {DataType::Int8, DataType::Half, DataType::F8e4m3, DataType::F8e5m2}) {
    asked.push_back({.call = {.bytes = 800, .type = type, .op = ReduceOp::MulSum}});
    asked.push_back({.call = {.bytes = 800, .type = type, .op = ReduceOp::Avg}});
  }
  for (const Record& record : measured("nccl", ranks_of("nccl", 2), asked)) {
    SCOPED_TRACE(name_of(record.trial.configuration.call.type));
    SCOPED_TRACE(name_of(record.trial.configuration.call.op));
    EXPECT_EQ(record.error, "");
    EXPECT_EQ(record.wrong, 0);
  }
}

// The GPUs' addresses are those of another machine: ranks stay unbound, and say near what.
TEST_F(RunnerOfNccl, SaysWhoFillsAndWhereRanksAre) {
  for (const Record& record : measured("nccl", ranks_of("nccl", 2),
                                       {{.call = {.bytes = 800}, .way = {.algorithm = "ring"}}})) {
    EXPECT_EQ(record.error, "");
    EXPECT_EQ(record.environment.at("contents"), "host: kernels: the GPUs are fake");
    EXPECT_NE(record.environment.at("forced_by"), "");
    EXPECT_THAT(record.environment.at("binding"), HasSubstr("none: "));
  }
}

TEST_F(RunnerOfNccl, SaysWhatItCannotDo) {
  const std::map<std::string, Configuration> asked{
      {"all_reduce: no algorithm 'pat', have ring, tree",
       {.call = {.bytes = 8}, .way = {.algorithm = "pat"}}},
      {"no protocol 'rdma', have ll, ll128, simple",
       {.call = {.bytes = 8}, .way = {.protocol = "rdma"}}},
      {"NCCL makes it of sends and receives",
       {.call = {.collective = Collective::AllToAll, .bytes = 8}, .way = {.algorithm = "ring"}}},
      {"NCCL cannot do it in place",
       {.call = {.collective = Collective::SendRecv, .bytes = 8}, .is_in_place = true}},
      // Its own refusal: NVLS has no such protocol.
      {"NCCL: ", {.call = {.bytes = 8}, .way = {.algorithm = "nvls", .protocol = "ll"}}},
  };
  const auto workers = ranks_of("nccl", 2)();
  ASSERT_TRUE(workers.has_value()) << workers.error().message();
  for (const auto& [why, configuration] : asked) {
    const auto batch = (*workers)->run({configuration}, core::Duration::from_us(60e6));
    ASSERT_FALSE(batch.has_value()) << why;
    EXPECT_THAT(batch.error().message(), HasSubstr(why));
  }
  EXPECT_TRUE((*workers)->is_alive());
}

// The emulator moves no data: a call that does nothing is found.
TEST_F(RunnerOfNccl, FindsWrongResults) {
  const support::Variables broken(Values{{"EMU_BREAK", "1"}});
  for (const Record& record : measured("nccl", ranks_of("nccl", 2), {{.call = {.bytes = 4000}}})) {
    EXPECT_GT(record.wrong, 0);
    EXPECT_THAT(record.error, HasSubstr("wrong elements"));
  }
}

TEST_F(RunnerOfNccl, RefusesFakeGpusThatNobodyMarked) {
  const support::Variables unmarked(Values{{"TREERING_FAKE_GPUS", "0"}});
  for (const char* const runner : {"nccl", "nccl-threads"}) {
    const auto workers = ranks_of(runner, 2)();
    ASSERT_FALSE(workers.has_value());
    EXPECT_THAT(workers.error().message(), HasSubstr("the CUDA runtime works without a driver"));
    EXPECT_THAT(workers.error().message(), HasSubstr("no measurements"));
  }
}

TEST_F(RunnerOfNccl, KnowsHowManyGpusThereAre) {
  const auto workers = ranks_of("nccl-threads", 9)();
  ASSERT_FALSE(workers.has_value());
  EXPECT_THAT(workers.error().message(), HasSubstr("9 ranks, but this machine has 8 GPUs"));
}

// No words of drivers and error codes where there is nothing that they could speak of.
TEST(RunnerWithoutGpus, SaysThatThereIsNone) {
  if (!worker_program("treering-worker-nccl")) GTEST_SKIP() << "without the worker of NCCL";
  for (const char* const file : {"/dev/nvidiactl", "/dev/nvidia0", "/proc/driver/nvidia"}) {
    if (fs::exists(file)) GTEST_SKIP() << "with a GPU";
  }
  const support::Variables real(Values{{"TREERING_FAKE_GPUS", "0"}});
  const auto workers = ranks_of("nccl", 2)();
  ASSERT_FALSE(workers.has_value());
  EXPECT_EQ(workers.error().message(),
            "GPU: none on this machine, expected NVIDIA GPUs with their driver; run it where they "
            "are; ⟨runner⟩ mpi or gloo measures CPUs");
}

std::vector<Record> measured_with_one_killed(const char* runner) {
  int starts = 0;
  auto records = measured(runner, harmed_once<Killed>(ranks_of(runner, 2), starts),
                          {{.call = {.bytes = 1000}}, {.call = {.bytes = 2000}}});
  EXPECT_EQ(starts, 2);
  return records;
}

TEST_F(RunnerOfNccl, GoesOnWhenARankIsKilled) {
  const auto records = measured_with_one_killed("nccl");
  ASSERT_EQ(records.size(), 4);  // with the sentinel, twice
  EXPECT_THAT(records[0].error, HasSubstr("was killed by signal 9 (Killed)"));
  for (std::size_t i = 1; i < records.size(); ++i) EXPECT_EQ(records[i].error, "");
}

TEST_F(RunnerOfNccl, GoesOnWhenTheProcessOfAllThreadsIsKilled) {
  const auto records = measured_with_one_killed("nccl-threads");
  ASSERT_EQ(records.size(), 4);
  EXPECT_THAT(records[0].error, HasSubstr("killed by signal 9 (Killed)"));
  for (std::size_t i = 1; i < records.size(); ++i) EXPECT_EQ(records[i].error, "");
}

}  // namespace nccl_test
}  // namespace treering::tuner::runners
