#include "tuner/runners/mpi_command.h"

#include <cstdlib>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::tuner::runners {
namespace mpi_command_test {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

const Programs kPrograms{"lib/worker", "lib/shape"};

TEST(MpiCommand, StartsRanksHere) {
  LaunchRequest job;
  job.ranks = 2;
  const launch::Command command = mpi_command(job, kPrograms);
  EXPECT_THAT(command.words, ElementsAre("mpirun", "-np", "2", "--oversubscribe", "--bind-to",
                                         "none", "lib/worker", "{socket}"));
  EXPECT_THAT(command.environment, Contains("TREERING_BIND=auto"));
}

TEST(MpiCommand, RanksBindThemselvesAsAsked) {
  LaunchRequest job;
  job.ranks = 2;
  job.binding = launch::Binding::Compact;
  EXPECT_THAT(mpi_command(job, kPrograms).environment, Contains("TREERING_BIND=compact"));
  job.launcher = Launcher::Conductor;
  EXPECT_THAT(mpi_command(job, kPrograms).environment, Contains("TREERING_BIND=compact"));
}

TEST(MpiCommand, LaunchersBindUnlessAskedOtherwise) {
  LaunchRequest job;
  job.ranks = 2;
  job.launcher = Launcher::Conductor;
  EXPECT_THAT(mpi_command(job, kPrograms).environment, Contains("TREERING_BIND=none"));
}

TEST(MpiCommand, UnderALauncherIsTheWorkerAlone) {
  LaunchRequest job;
  job.ranks = 2;
  job.launcher = Launcher::Conductor;
  EXPECT_THAT(mpi_command(job, kPrograms).words, ElementsAre("lib/worker", "{socket}"));
}

TEST(MpiCommand, ShapedRanksAreHostsOfTheirOwn) {
  LaunchRequest job;
  job.ranks = 3;
  job.shaped_gbit = {0.1, 0.1, 0.02};
  const launch::Command command = mpi_command(job, kPrograms);
  EXPECT_THAT(command.words,
              ElementsAre("lib/shape", "--rates", "0.1,0.1,0.02", "--",                 //
                          "mpirun", "-np", "3", "-H", "r0,r1,r2", "--bind-to", "none",  //
                          "--mca", "mpi_yield_when_idle", "1",                          //
                          "--mca", "plm_rsh_agent", "treering-shape --agent",           //
                          "--mca", "plm_rsh_no_tree_spawn", "1",                        //
                          "--mca", "oob_tcp_if_include", "10.77.0.0/24",                //
                          "--mca", "btl_tcp_if_include", "10.77.0.0/24",                //
                          "--mca", "btl", "tcp,self", "--mca", "pml", "^ucx,cm",        //
                          "lib/worker", "{socket}"));
  EXPECT_THAT(command.environment, Contains("OMPI_MCA_pml_monitoring_enable=1"));
  EXPECT_THAT(command.environment, Contains("OMPI_ALLOW_RUN_AS_ROOT=1"));
  EXPECT_THAT(command.environment, Contains("TREERING_BIND=none"));
}

constexpr const char* kForced = "OMPI_MCA_coll_tuned_allreduce_algorithm";
constexpr const char* kSwitch = "OMPI_MCA_coll_tuned_use_dynamic_rules";

/// Variables of this process until the end of a test.
class Set {
 public:
  Set(const char* name, const char* value) : name_(name) { setenv(name, value, 1); }
  ~Set() { unsetenv(name_); }
  Set(const Set&) = delete;
  Set& operator=(const Set&) = delete;

 private:
  const char* name_;
};

// Open MPI would not heed it either; with our switch it would.
TEST(MpiCommand, TakesOutWhatOpenMpiDoesNotHeed) {
  LaunchRequest job;
  job.ranks = 2;
  const Set forced(kForced, "1");
  EXPECT_THAT(mpi_command(job, kPrograms).environment, Contains(kForced));
  const Set ours(kSwitch, "true");
  EXPECT_THAT(mpi_command(job, kPrograms).environment, Not(Contains(kForced)));
}

TEST(TunedVariables, AreUnheededWithoutTheSwitch) {
  const std::string tuned = "OMPI_MCA_coll_tuned_";
  const std::vector<std::string> user{"PATH=/bin", tuned + "bcast_algorithm=2",
                                      tuned + "bcast_algorithm_segmentsize=64",
                                      tuned + "dynamic_rules_filename=a=b", tuned + "priority=90"};
  const auto with_switch = [&](const std::string& value) {
    auto all = user;
    all.push_back(tuned + "use_dynamic_rules=" + value);
    return unheeded_variables(all);
  };
  const auto unheeded =
      ElementsAre(tuned + "bcast_algorithm", tuned + "bcast_algorithm_segmentsize",
                  tuned + "dynamic_rules_filename");
  EXPECT_THAT(unheeded_variables(user), unheeded);
  for (const char* const no : {"0", "00", "false", "no", ""}) {
    EXPECT_THAT(with_switch(no), unheeded) << no;
  }
  for (const char* const yes : {"1", "10", "true", "t", "yes", "y", "enabled"}) {
    EXPECT_THAT(with_switch(yes), IsEmpty()) << yes;
  }
}

TEST(MpiCommand, ShapedRanksAreNotBound) {
  LaunchRequest job;
  job.ranks = 1;
  job.shaped_gbit = {0.1};
  job.binding = launch::Binding::Spread;
  EXPECT_EQ(programs_for(job, "treering-worker-mpi").error().message(),
            "⟨bind⟩: spread in a shaped cluster, expected none: its ranks share all cores");
}

TEST(MpiCommand, AShapedJobHasARateForEachRankAndNoLauncher) {
  LaunchRequest job;
  job.ranks = 3;
  job.shaped_gbit = {0.1};
  EXPECT_EQ(programs_for(job, "treering-worker-mpi").error().message(),
            "⟨shaped⟩: 1 rate, expected one for each of 3 ranks");
  job.ranks = 1;
  job.launcher = Launcher::Conductor;
  EXPECT_EQ(programs_for(job, "treering-worker-mpi").error().message(),
            "⟨shaped⟩: a launcher has started the ranks, expected ranks that treering starts; "
            "run it without mpirun or srun");
}

}  // namespace mpi_command_test
}  // namespace treering::tuner::runners
