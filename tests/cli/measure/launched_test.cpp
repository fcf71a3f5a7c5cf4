// Under Open MPI's mpirun and MPICH's mpiexec, and under scripts that set what Slurm's srun and the
// mpirun of Open MPI 5 would (tests/support/launchers).
#include "tests/cli/measure/launched.h"

#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::cli {
namespace launched_test {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

namespace fs = std::filesystem;

/// The words of mpirun before the program; they start two ranks.
const Words kMpirun{"mpirun", "-np", "2", "--oversubscribe", "--bind-to", "none"};

class UnderMpirun : public Launched {
 protected:
  void SetUp() override {
    const Ended ended = run(joined(kMpirun, {"true"}), of_open_mpi());
    if (ended.how != "exit code 0") GTEST_SKIP() << "no mpirun here: " << ended.output;
  }
};

class RunnersUnderMpirun : public UnderMpirun, public ::testing::WithParamInterface<const char*> {};

TEST_P(RunnersUnderMpirun, MeasureWithItsRanks) {
  const std::string runner = GetParam();
  if (!has_program("treering-worker-" + runner)) GTEST_SKIP() << "built without " << runner;
  const Words command = joined(kMpirun, measure(runner, {"--algo", "all"}));
  const Ended ended = run(command, of_open_mpi());
  expect_ended(ended);
  expect_results(runner, 2);
}

/// Runs `words` until there is a result, and interrupts it then.
Words interrupted(const Words& words) {
  return joined({"sh", "-c",
                 "\"$@\" & id=$!; while kill -0 $id 2>/dev/null && ! [ -s runs.jsonl ]; do sleep "
                 "0.1; done; kill -INT $id; wait $id",
                 "sh"},
                words);
}

// mpirun kills what does not end within a second, and nothing of ours stays behind. What is done is
// kept.
TEST_P(RunnersUnderMpirun, LeaveNothingBehindWhereInterrupted) {
  const std::string runner = GetParam();
  if (!has_program("treering-worker-" + runner)) GTEST_SKIP() << "built without " << runner;
  // 3841 sizes: it is interrupted long before its end.
  const Words command =
      joined(kMpirun, {program("treering"), "measure", "--runner", runner, "-b", "1K", "-e", "16K",
                       "--stepbytes", "4", "-o", "runs.jsonl", "--quiet"});
  const Ended ended = run(interrupted(command), of_open_mpi());
  EXPECT_FALSE(records().empty()) << ended.output;
}

INSTANTIATE_TEST_SUITE_P(Runners, RunnersUnderMpirun, ::testing::Values("mpi", "gloo"),
                         [](const auto& one) { return std::string(one.param); });

// A launcher starts its ranks once: what failed for all is not tried anew, and nothing hangs.
TEST_F(UnderMpirun, FreshLaunchesAreRefused) {
  if (!has_program("treering-worker-mpi")) GTEST_SKIP() << "built without Open MPI";
  const Ended ended = run(joined(kMpirun, measure("mpi", {"--launches", "2"})), of_open_mpi());
  EXPECT_THAT(ended.output, HasSubstr("--launches: 2 under a launcher, expected 1"));
}

// The fake GPUs are those of the ranks alone: nothing is preloaded into the launcher.
TEST_F(UnderMpirun, NcclMeasuresOnFakeGpus) {
  const FakeGpus fake;
  const auto gpus = fake.environment();
  if (!gpus) GTEST_SKIP() << gpus.error().message();
  const Words command = joined(joined(kMpirun, {"env"}), joined(*gpus, measure("nccl")));
  const Ended ended = run(command, of_open_mpi());
  expect_ended(ended);
  expect_results("nccl", 2);
}

// --- srun, without PMI

class UnderSrun : public Launched {
 protected:
  void SetUp() override {
    const Ended ended = run(joined(srun_, {"true"}));
    if (ended.how != "exit code 0") GTEST_SKIP() << "no sh for a script: " << ended.output;
  }

  const Words srun_{fs::absolute("tests/support/launchers/srun"), "-n", "2"};
};

TEST_F(UnderSrun, GlooMeasuresWithItsRanks) {
  if (!has_program("treering-worker-gloo")) GTEST_SKIP() << "built without Gloo";
  const Ended ended = run(joined(srun_, measure("gloo", {"--algo", "all"})));
  expect_ended(ended);
  expect_results("gloo", 2);
}

TEST_F(UnderSrun, NcclMeasuresOnFakeGpus) {
  const FakeGpus fake;
  const auto gpus = fake.environment();
  if (!gpus) GTEST_SKIP() << gpus.error().message();
  const Ended ended = run(joined(joined(srun_, {"env"}), joined(*gpus, measure("nccl"))));
  expect_ended(ended);
  expect_results("nccl", 2);
}

// MPI does not hear of the other rank: what each would measure alone is no result.
TEST_F(UnderSrun, OpenMpiIsRefusedWithoutPmi) {
  if (!has_program("treering-worker-mpi")) GTEST_SKIP() << "built without Open MPI";
  const Ended ended = run(joined(srun_, measure("mpi")), of_open_mpi());
  EXPECT_EQ(ended.how, "exit code 4") << ended.output;
  EXPECT_THAT(records(), IsEmpty());
}

// --- MPICH's mpiexec, which names its job in no variable

class UnderHydra : public Launched {
 protected:
  void SetUp() override {
    if (!has_program("treering-worker-gloo")) GTEST_SKIP() << "built without Gloo";
    const Ended ended = run(joined(hydra_, {"true"}));
    if (ended.how != "exit code 0") GTEST_SKIP() << "no mpiexec.hydra here: " << ended.output;
  }

  const Words hydra_{"mpiexec.hydra", "-n", "2"};
};

TEST_F(UnderHydra, GlooMeasuresWithItsRanks) {
  const Ended ended = run(joined(hydra_, measure("gloo", {"--algo", "all"})));
  expect_ended(ended);
  expect_results("gloo", 2);
}

TEST_F(UnderHydra, NcclMeasuresOnFakeGpus) {
  const FakeGpus fake;
  const auto gpus = fake.environment();
  if (!gpus) GTEST_SKIP() << gpus.error().message();
  const Ended ended = run(joined(joined(hydra_, {"env"}), joined(*gpus, measure("nccl"))));
  expect_ended(ended);
  expect_results("nccl", 2);
}

// Ranks once met in ".treering" and what the environment had to add, and removed all that was
// there.
TEST_F(UnderHydra, NothingOfTheUserIsTouched) {
  const std::string work = folder() + "/log.work";
  for (const std::string& name : {work + "/.treering", folder() + "/log.important"}) {
    fs::create_directories(name);
    std::ofstream(name + "/thesis") << "words";
  }
  const Words here{"env", "-C", work};
  for (const Words& environment : {Words{}, Words{"PMI_JOBID=/../../log.important"}}) {
    const Ended ended = run(joined(here, joined(hydra_, measure("gloo"))), environment);
    expect_ended(ended);
    EXPECT_TRUE(fs::exists(work + "/.treering/thesis"));
    EXPECT_TRUE(fs::exists(folder() + "/log.important/thesis"));
    EXPECT_EQ(std::distance(fs::directory_iterator(work), {}), 1) << "nothing new stays";
  }
}

TEST_F(UnderHydra, TwoJobsMeetInOneFolder) {
  const Words both{
      "sh", "-c",
      "\"$@\" -o log.one & first=$!; \"$@\" -o log.other; code=$?; wait $first && exit "
      "$code",
      "sh"};
  const Words command = joined(hydra_, {program("treering"), "measure", "--runner", "gloo", "-b",
                                        "1K", "-e", "1K", "--samples", "2", "--quiet"});
  const Ended ended = run(joined(both, command));
  EXPECT_EQ(ended.how, "exit code 0") << ended.output;
  for (const std::string name : {"/log.one", "/log.other"}) {
    std::ifstream file(folder() + name);
    std::string line;
    EXPECT_TRUE(std::getline(file, line)) << name << ": " << ended.output;
  }
}

// --- Open MPI 5, whose mpirun is prterun

TEST_F(Launched, GlooMeasuresUnderPrterun) {
  if (!has_program("treering-worker-gloo")) GTEST_SKIP() << "built without Gloo";
  const Words prterun{fs::absolute("tests/support/launchers/prterun"), "-n", "2"};
  const Ended ended = run(joined(prterun, measure("gloo", {"--algo", "all"})));
  expect_ended(ended);
  expect_results("gloo", 2);
}

// In a batch script on the first of its nodes treering starts the ranks itself.
TEST_F(Launched, ABatchScriptIsNoRank) {
  if (!has_program("treering-worker-gloo")) GTEST_SKIP() << "built without Gloo";
  const Words batch{"SLURM_JOB_ID=7", "SLURM_PROCID=0", "SLURM_LOCALID=0", "SLURM_NODEID=0",
                    "SLURM_NTASKS=8"};
  const Ended ended = run(measure("gloo", {"--ranks", "2"}), batch);
  expect_ended(ended);
  expect_results("gloo", 2);
}

}  // namespace launched_test
}  // namespace treering::cli
