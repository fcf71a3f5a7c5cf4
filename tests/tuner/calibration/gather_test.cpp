#include "tuner/calibration/gather.h"

#include <gtest/gtest.h>

#include "tests/support/simulated_runs.h"
#include "tests/support/small_machines.h"
#include "tuner/calibration/systems.h"
#include "tuner/profiles.h"

namespace treering::tuner::calibration {
namespace gather_test {

using core::Collective;

constexpr const char* kTable =
    "id,cluster,topology,nodes,gpus_per_node,devices,gpus_per_process,network,stratum,remarks\n"
    "good-*,mine,box,2,,,4,,RDMA,\n"
    "vague,,,,,,,,,server is not said\n"
    "broken,,absent,1,,,,,,\n";

Measurement named(const std::string& id, int ranks = 0) {
  Measurement row = testing::row_of(Collective::AllReduce, 1024);
  row.id = id;
  row.ranks = ranks;
  return row;
}

Gathered gathered(const std::vector<Measurement>& rows) {
  const auto systems = read_systems(kTable, "table.csv");
  EXPECT_TRUE(systems);
  const auto bench_of =
      [](const System& system,
         const std::string& nccl_version) -> core::Result<std::shared_ptr<const Bench>> {
    if (system.topology == "absent") return core::bad_input("absent", "no such file");
    return testing::bench_of(testing::nvswitch_box({}), system.nodes, nccl_version);
  };
  return gather(rows, *systems, bench_of, shipped_profile());
}

TEST(Gather, RowsFindTheirMachines) {
  const Gathered all = gathered({named("good-1"), named("good-2", 16)});
  EXPECT_TRUE(all.skipped.empty());
  ASSERT_EQ(all.observations.size(), 2U);
  const Observation& second = all.observations[1];
  EXPECT_EQ(second.row, 1U);
  EXPECT_EQ(second.id, "good-2");
  EXPECT_EQ(second.system, "mine");
  EXPECT_EQ(second.stratum, "RDMA");
  EXPECT_EQ(second.ranks, 16);
  EXPECT_FALSE(second.choice_version.empty());  // NCCL chose
}

TEST(Gather, EachRowHasTheNearestOfTheKnownVersions) {
  std::vector<Measurement> rows;
  for (const char* const release : {"", "2.18.6", "2.32.3", "2.4", "2.x"}) {
    rows.push_back(named("good-1"));
    rows.back().nccl_version = release;
  }
  const Gathered all = gathered(rows);
  std::vector<std::string> taken;
  for (const Observation& seen : all.observations) taken.push_back(seen.choice_version);
  EXPECT_EQ(taken, (std::vector<std::string>{"2.28.9", "2.18.3", "2.31.2", "2.12.7", "2.28.9"}));
}

TEST(Gather, OthersAreCountedWithTheReason) {
  const Gathered all =
      gathered({named("who"), named("who"), named("vague"), named("broken"), named("good-1", 8)});
  EXPECT_TRUE(all.observations.empty());
  ASSERT_EQ(all.skipped.size(), 4U);
  EXPECT_EQ(all.skipped[0].rows, 2U);
  EXPECT_EQ(all.skipped[0].reason, "the table of systems does not have this id");
  EXPECT_EQ(all.skipped[1].reason, "no topology: server is not said");
  EXPECT_EQ(all.skipped[2].reason, "absent: no such file");
  EXPECT_EQ(all.skipped[3].reason, "a run of 8 ranks, the job has 16");
}

// The job has two nodes of 8 GPUs. As many ranks on other nodes are another job.
TEST(Gather, RowsOfOtherNodesAreOfAnotherJob) {
  std::vector<Measurement> rows(5, named("good-1", 16));
  rows[0].nodes = 2;
  rows[1].gpus_per_node = 8;
  rows[2].nodes = 4;
  rows[3].gpus_per_node = 4;
  rows[4].nodes = 2;
  rows[4].gpus_per_node = 4;
  const Gathered all = gathered(rows);
  EXPECT_EQ(all.observations.size(), 2U);
  ASSERT_EQ(all.skipped.size(), 2U);
  EXPECT_EQ(all.skipped[0].reason, "a run on 4 nodes, the job is on 2");
  EXPECT_EQ(all.skipped[1].reason, "a run with 4 GPUs of each node, the job has 8");
  EXPECT_EQ(all.skipped[1].rows, 2U);
}

/// What is wrong with a table of this row, its third line.
std::string problem_of(const std::string& row) {
  const auto systems = read_systems(
      "id,topology,nodes,gpus_per_node,devices,gpus_per_process\na,box,1,,,\n" + row, "table.csv");
  return systems ? "" : systems.error().message();
}

TEST(Systems, RowsThatCannotBeAreNamedByLineAndColumn) {
  EXPECT_EQ(problem_of("b,box,0,8,,"),
            "table.csv:3, column 'nodes': '0', expected a whole number from 1 to 262144");
  EXPECT_EQ(problem_of("b,box,two,8,,"),
            "table.csv:3, column 'nodes': 'two', expected a whole number from 1 to 262144");
  EXPECT_EQ(problem_of("b,box,99999999999,,,"),
            "table.csv:3, column 'nodes': '99999999999', expected a whole number from 1 to 262144");
  EXPECT_EQ(problem_of("b,box,1,-1,,"),
            "table.csv:3, column 'gpus_per_node': '-1', expected a whole number from 1 to 262144");
  EXPECT_EQ(problem_of("b,box,1,,,4x"),
            "table.csv:3, column 'gpus_per_process': '4x', expected a whole number from 1 to "
            "262144");
  EXPECT_EQ(problem_of("b,box,1,,\"0,x\","),
            "table.csv:3, column 'devices': 'x', expected numbers of GPUs with commas between");
  EXPECT_EQ(problem_of("b,box,2,8,\"0, 2,4\",4"), "");
  EXPECT_EQ(problem_of("b,,,,,"), "");  // a machine that is not known
}

TEST(Systems, AJobHasVariables) {
  const auto read = [](const std::string& env) {
    return read_systems("id,topology,nodes,env\na,box,2," + env + "\nb,box,2\n", "table.csv");
  };
  const auto systems = read("NCCL_CROSS_NIC=1  NCCL_PROTO=^LL128");
  ASSERT_TRUE(systems);
  using Variables = std::vector<sim::job::Assignment>;
  EXPECT_EQ(systems->front().environment,
            (Variables{{"NCCL_CROSS_NIC", "1"}, {"NCCL_PROTO", "^LL128"}}));
  EXPECT_EQ(systems->back().environment, Variables{});
  for (const char* const word : {"NCCL_CROSS_NIC", "=1"}) {
    const auto wrong = read(word);
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.error().message(), "table.csv:2, column 'env': '" + std::string(word) +
                                           "', expected NAME=VALUE with spaces between");
  }
}

TEST(Gather, ForcedChoicesAreNotNcclsOwn) {
  Measurement row = named("good-1");
  row.way.algorithm = "Ring";
  const Gathered all = gathered({row});
  ASSERT_EQ(all.observations.size(), 1U);
  EXPECT_EQ(all.observations[0].way.algorithm, "Ring");
  EXPECT_TRUE(all.observations[0].choice_version.empty());
  EXPECT_GT(all.observations[0].way.channels, 0);
}

TEST(Gather, SlowNetworksAndBrokenRunsStandApart) {
  Observation one;
  EXPECT_FALSE(is_apart(one));
  for (const char* const stratum : {"TCP", "known broken"}) {
    one.stratum = stratum;
    EXPECT_TRUE(is_apart(one));
  }
}

}  // namespace gather_test
}  // namespace treering::tuner::calibration
