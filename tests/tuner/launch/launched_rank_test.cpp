#include "tuner/launch/launched_rank.h"

#include <map>
#include <string>

#include <gtest/gtest.h>

namespace treering::tuner::launch {
namespace launched_rank_test {

using Values = std::map<std::string, std::string>;

std::optional<LaunchedRank> seen(const Values& values) {
  return launched_rank([&](const char* name) {
    const auto found = values.find(name);
    return found == values.end() ? nullptr : found->second.c_str();
  });
}

/// As srun without PMI has it, with more or other values.
Values step_of_slurm(const Values& more) {
  Values all{{"SLURM_PROCID", "5"},         {"SLURM_NTASKS", "8"},
             {"SLURM_STEP_NUM_TASKS", "8"}, {"SLURM_STEP_TASKS_PER_NODE", "4(x2)"},
             {"SLURM_LOCALID", "1"},        {"SLURM_NODEID", "1"}};
  for (const auto& [name, value] : more) all[name] = value;
  return all;
}

// With what else Open MPI 4.1 sets.
TEST(LaunchedRank, KnowsOpenMpi) {
  EXPECT_EQ(seen({{"OMPI_COMM_WORLD_RANK", "5"},
                  {"OMPI_COMM_WORLD_SIZE", "8"},
                  {"OMPI_COMM_WORLD_LOCAL_RANK", "1"},
                  {"OMPI_COMM_WORLD_LOCAL_SIZE", "4"},
                  {"PMIX_RANK", "5"}}),
            (LaunchedRank{5, 8, 1, 4}));
}

// The environments of real jobs, with names and numbers of their own.
TEST(LaunchedRank, HasTheJobOfItsLauncher) {
  const Values open_mpi{{"OMPI_COMM_WORLD_RANK", "1"},
                        {"OMPI_COMM_WORLD_SIZE", "2"},
                        {"OMPI_COMM_WORLD_LOCAL_RANK", "1"},
                        {"OMPI_COMM_WORLD_LOCAL_SIZE", "2"},
                        {"PMIX_RANK", "1"}};
  const auto job_of = [](Values values, const Values& more) {
    values.insert(more.begin(), more.end());
    const auto found = seen(values);
    return found ? found->job : "no rank";
  };
  EXPECT_EQ(job_of(open_mpi, {{"OMPI_MCA_orte_precondition_transports", "7c5e-11b2"},
                              {"PMIX_NAMESPACE", "1886191617"}}),
            "OMPI_MCA_orte_precondition_transports=7c5e-11b2 PMIX_NAMESPACE=1886191617");
  EXPECT_EQ(job_of(open_mpi, {{"PMIX_NAMESPACE", "prterun-node1-4711@1"}}),
            "PMIX_NAMESPACE=prterun-node1-4711@1");
  EXPECT_EQ(job_of(step_of_slurm({}), {{"SLURM_JOB_ID", "7"}, {"SLURM_STEP_ID", "0"}}),
            "SLURM_JOB_ID=7 SLURM_STEP_ID=0");
  EXPECT_EQ(job_of({}, {{"PMI_RANK", "0"}, {"PMI_SIZE", "2"}, {"PMI_JOBID", "12.0"}}),
            "PMI_JOBID=12.0");
}

// Whoever starts MPICH's mpiexec in a step of Slurm, or with a variable of his own, starts several
// jobs with the same variables.
TEST(LaunchedRank, OfMpichHasNoJobByVariables) {
  const auto own = seen({{"PMI_RANK", "0"},
                         {"PMI_SIZE", "4"},
                         {"MPI_LOCALRANKID", "0"},
                         {"MPI_LOCALNRANKS", "4"},
                         {"PMI_JOBID", "/../../important"},
                         {"SLURM_JOB_ID", "7"},
                         {"SLURM_STEP_ID", "0"}});
  ASSERT_TRUE(own);
  EXPECT_EQ(own->job, "");
}

TEST(LaunchedRank, KnowsMpich) {
  EXPECT_EQ(seen({{"PMI_RANK", "0"},
                  {"PMI_SIZE", "4"},
                  {"MPI_LOCALRANKID", "0"},
                  {"MPI_LOCALNRANKS", "4"}}),
            (LaunchedRank{0, 4, 0, 4}));
}

TEST(LaunchedRank, KnowsSlurmWithAndWithoutPmi) {
  const LaunchedRank expected{5, 8, 1, 4};
  EXPECT_EQ(seen(step_of_slurm({})), expected);
  EXPECT_EQ(seen(step_of_slurm({{"PMI_RANK", "5"}, {"PMI_SIZE", "8"}})), expected);
  EXPECT_EQ(seen(step_of_slurm({{"PMIX_RANK", "5"}})), expected);
}

TEST(LaunchedRank, ReadsSlurmsTasksOfEachNode) {
  const auto local_ranks = [](const char* list, const char* node) {
    const auto found =
        seen(step_of_slurm({{"SLURM_STEP_TASKS_PER_NODE", list}, {"SLURM_NODEID", node}}));
    return found ? found->local_ranks.value_or(-1) : -2;
  };
  EXPECT_EQ(local_ranks("2,6", "0"), 2);
  EXPECT_EQ(local_ranks("2,6", "1"), 6);
  EXPECT_EQ(local_ranks("1(x2),3(x2)", "1"), 1);
  EXPECT_EQ(local_ranks("1(x2),3(x2)", "2"), 3);
  EXPECT_EQ(local_ranks("8", "1"), -1);  // no such node
  EXPECT_EQ(local_ranks("four", "0"), -1);
}

// Open MPI's mpirun inside of an allocation of Slurm, or of a step of it.
TEST(LaunchedRank, IsThatOfTheNearestLauncher) {
  EXPECT_EQ(seen(step_of_slurm({{"OMPI_COMM_WORLD_RANK", "2"},
                                {"OMPI_COMM_WORLD_SIZE", "3"},
                                {"OMPI_COMM_WORLD_LOCAL_RANK", "0"},
                                {"OMPI_COMM_WORLD_LOCAL_SIZE", "1"}})),
            (LaunchedRank{2, 3, 0, 1}));
  EXPECT_EQ(seen(step_of_slurm({{"PMI_RANK", "2"},
                                {"PMI_SIZE", "3"},
                                {"MPI_LOCALRANKID", "0"},
                                {"MPI_LOCALNRANKS", "1"}})),
            (LaunchedRank{2, 3, 0, 1}));
}

TEST(LaunchedRank, KnowsOthersWithPmiOrPmix) {
  EXPECT_EQ(seen({{"PMI_RANK", "3"}, {"PMI_SIZE", "4"}}), (LaunchedRank{3, 4, {}, {}}));
  EXPECT_EQ(seen({{"PMIX_RANK", "3"}}), (LaunchedRank{3, {}, {}, {}}));
}

TEST(LaunchedRank, IsNoneInAShell) {
  EXPECT_EQ(seen({}), std::nullopt);
  // A batch script on the first of its nodes.
  EXPECT_EQ(seen({{"SLURM_JOB_ID", "7"},
                  {"SLURM_PROCID", "0"},
                  {"SLURM_LOCALID", "0"},
                  {"SLURM_NODEID", "0"},
                  {"SLURM_NTASKS", "8"}}),
            std::nullopt);
  // srun --pty bash
  EXPECT_EQ(seen(step_of_slurm({{"SLURM_PROCID", "0"},
                                {"SLURM_STEP_NUM_TASKS", "1"},
                                {"SLURM_LOCALID", "0"},
                                {"PMI_RANK", "0"},
                                {"PMI_SIZE", "1"}})),
            std::nullopt);
}

TEST(LaunchedRank, HeedsNoNonsense) {
  EXPECT_EQ(seen(step_of_slurm({{"SLURM_PROCID", "8"}})), std::nullopt);
  EXPECT_EQ(seen(step_of_slurm({{"SLURM_PROCID", "-1"}})), std::nullopt);
  EXPECT_EQ(seen(step_of_slurm({{"SLURM_STEP_NUM_TASKS", ""}})), std::nullopt);
  EXPECT_EQ(seen({{"PMIX_RANK", "first"}}), std::nullopt);
}

}  // namespace launched_rank_test
}  // namespace treering::tuner::launch
