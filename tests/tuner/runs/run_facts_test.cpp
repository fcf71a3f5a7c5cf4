#include "tuner/runs/run_facts.h"

#include <gtest/gtest.h>

#include "tuner/runs/log_lines.h"

namespace treering::tuner::runs {
namespace run_facts_test {

Measurement applied(const RunFacts& facts) {
  Measurement row;
  apply_facts(facts, row);
  return row;
}

TEST(RunFacts, ADeviceLineNamesRankHostAndGpu) {
  RunFacts facts;
  // The form since 2.13, that since 2.17 (the whole PCI address), that of 2.4, with a prefix.
  EXPECT_TRUE(
      read_device_line("#  Rank  0 Group  0 Pid  80 on  left device  0 [0x1b] NVIDIA H100", facts));
  EXPECT_TRUE(read_device_line(
      "[1,0]<stdout>:#  Rank  1 Group  0 Pid  81 on  left device  1 [0000:1c:00] NVIDIA H100",
      facts));
  EXPECT_TRUE(read_device_line("#   Rank  2 Pid  80 on right device  0 [0x1b] NVIDIA H100", facts));
  EXPECT_TRUE(read_device_line("0: #   Rank  3 on right device  1 [0x1c] NVIDIA  H100", facts));
  EXPECT_FALSE(read_device_line("Rank of a device on a host", facts));
  EXPECT_EQ(facts.devices[3], (RunDevice{3, 0, "right", "NVIDIA H100", 1, "0x1c"}));
  const Measurement row = applied(facts);
  EXPECT_EQ(row.ranks, 4);
  EXPECT_EQ(row.nodes, 2);
  EXPECT_EQ(row.gpus_per_node, 2);
  EXPECT_EQ(row.gpu, "NVIDIA H100");
}

TEST(RunFacts, AListWithGapsGivesRanksOnly) {
  RunFacts facts;
  facts.devices = {{0, 0, "a", "G"}, {15, 0, "b", "G"}};
  const Measurement row = applied(facts);
  EXPECT_EQ(row.ranks, 16);
  EXPECT_EQ(row.nodes, 0);
}

TEST(RunFacts, UnevenNodesAndMixedGpusAreNotOne) {
  RunFacts facts;
  facts.devices = {{0, 0, "a", "G"}, {1, 0, "a", "G"}, {2, 0, "b", "H"}};
  const Measurement row = applied(facts);
  EXPECT_EQ(row.nodes, 2);
  EXPECT_EQ(row.gpus_per_node, 0);
  EXPECT_EQ(row.gpu, "");
}

// NCCL_TESTS_SPLIT: each group is a communicator; the figures are those of one.
TEST(RunFacts, AGroupIsACommunicator) {
  RunFacts facts;
  facts.devices = {{0, 0, "a", "G"}, {1, 1, "a", "G"}, {2, 0, "b", "G"}, {3, 1, "b", "G"}};
  const Measurement row = applied(facts);
  EXPECT_EQ(row.ranks, 2);
  EXPECT_EQ(row.nodes, 2);
  EXPECT_EQ(row.gpus_per_node, 1);
}

TEST(RunFacts, ProcessesWithoutMpiAreAlone) {
  RunFacts facts;
  facts.devices = {{0, 0, "a", "G"}, {0, 0, "b", "G"}};
  const LoneProcesses alone = lone_processes(facts);
  EXPECT_EQ(alone.processes, 2);
  EXPECT_EQ(alone.ranks_each, 1);
  const Measurement row = applied(facts);
  EXPECT_EQ(row.ranks, 1);
  EXPECT_EQ(row.nodes, 1);
}

// The heading of each job stands there, which rank 0 prints, and the rows of each. Two headings
// alone may be the beginnings of two runs.
TEST(RunFacts, TwoHeadingsWithTheRowsOfEachAreTwoJobs) {
  RunFacts facts;
  read_run_line("# nThread 1 nGpus 8 minBytes 8 maxBytes 1024 step: 2(factor) warmup", facts);
  EXPECT_EQ(lone_processes(facts).processes, 0);
  read_run_line("# nThread 1 nGpus 8 minBytes 8 maxBytes 1024 step: 2(factor) warmup", facts);
  EXPECT_EQ(lone_processes(facts).processes, 0);
  facts.equal_sizes = 2;
  EXPECT_EQ(lone_processes(facts).processes, 2);
  EXPECT_EQ(lone_processes(facts).ranks_each, 8);
  // All ranks of one job are listed: somebody pasted the heading twice.
  for (int rank = 0; rank < 16; ++rank) {
    facts.devices.push_back({rank, 0, rank < 8 ? "a" : "b", "G", rank % 8, ""});
  }
  EXPECT_EQ(lone_processes(facts).processes, 0);
}

// The list of one process that was pasted twice, as its number shows.
TEST(RunFacts, AListOfOneProcessTwiceIsAPaste) {
  RunFacts facts;
  facts.devices = {{0, 0, "a", "G", 0, "", 880}, {0, 0, "a", "G", 0, "", 880}};
  EXPECT_EQ(lone_processes(facts).processes, 0);
  facts.devices[1].pid = 881;
  EXPECT_EQ(lone_processes(facts).processes, 2);
}

TEST(RunFacts, AJobWithTheRanksOfOneProcessWasMeantLarger) {
  RunFacts facts;
  EXPECT_TRUE(read_command_line("mpirun -np 2 -H a,b ./all_reduce_perf -g 8", facts));
  for (int rank = 0; rank < 8; ++rank) facts.devices.push_back({rank, 0, "a", "G", rank, ""});
  EXPECT_EQ(lone_processes(facts).processes, 2);
  EXPECT_EQ(applied(facts).ranks, 8);
  EXPECT_EQ(applied(facts).nodes, 1);
  // NCCL_TESTS_SPLIT makes groups on purpose.
  for (int rank = 8; rank < 16; ++rank) facts.devices.push_back({rank, 1, "b", "G", rank - 8, ""});
  EXPECT_EQ(lone_processes(facts).processes, 0);
}

// busbw is 0 of one rank alone. Two tables run into each other: each size stands there twice.
TEST(RunFacts, NoBusbwAndEqualSizesAreLoneProcesses) {
  RunFacts facts;
  facts.bandwidth_ranks = 1;
  facts.equal_sizes = 1;
  EXPECT_EQ(lone_processes(facts).processes, 0);
  facts.equal_sizes = 16;
  EXPECT_EQ(lone_processes(facts).processes, 16);
  EXPECT_EQ(applied(facts).ranks, 1);
}

// Two of the four hosts that a job of 2 GPUs each was meant for.
TEST(RunFacts, ARank0OnEachHostIsAJobOfEach) {
  RunFacts facts;
  facts.communicator = {{"left", 0, 2}, {"left", 1, 2}, {"right", 0, 2}, {"right", 1, 2}};
  EXPECT_EQ(lone_processes(facts).processes, 2);
  EXPECT_EQ(lone_processes(facts).ranks_each, 2);
  EXPECT_EQ(applied(facts).nodes, 1);
  facts.variables["NCCL_TESTS_SPLIT"] = "DIV2";
  EXPECT_EQ(lone_processes(facts).processes, 0);
}

TEST(RunFacts, TheHostsOfACommunicatorAreNodes) {
  RunFacts facts;
  facts.communicator = {{"left", 0, 2}, {"right", 1, 2}};
  const Measurement row = applied(facts);
  EXPECT_EQ(row.ranks, 2);
  EXPECT_EQ(row.nodes, 2);
  EXPECT_EQ(row.gpus_per_node, 1);
}

// busbw over algbw says 16 ranks: two outputs were pasted, or a list is cut.
TEST(RunFacts, TheBandwidthsDisproveThatProcessesWereAlone) {
  RunFacts facts;
  facts.devices = {{0, 0, "a", "G"}, {0, 0, "b", "G"}};
  facts.bandwidth_ranks = 16;
  facts.possible_ranks = {16, 16};
  EXPECT_EQ(lone_processes(facts).processes, 0);
  EXPECT_EQ(applied(facts).ranks, 16);
  EXPECT_EQ(applied(facts).nodes, 0);
  facts.devices = {{0, 0, "a", "G"}};
  EXPECT_EQ(applied(facts).ranks, 16);
}

// Several numbers fit: none of them is that of the command, whose launcher is not shown.
TEST(RunFacts, ACommandThatTheBandwidthsDisproveSaysNoRanks) {
  RunFacts facts;
  EXPECT_TRUE(read_command_line("./all_reduce_perf -g 8", facts));
  facts.possible_ranks = {9, 23};
  EXPECT_EQ(applied(facts).ranks, 0);
  facts.possible_ranks = {7, 23};
  EXPECT_EQ(applied(facts).ranks, 8);
}

TEST(RunFacts, TheCommandAndTheBandwidthsSayTheRanks) {
  RunFacts facts;
  facts.bandwidth_ranks = 16;
  facts.bandwidth_factor = 1.875;
  Measurement row;
  EXPECT_FALSE(apply_facts(facts, row).empty());
  EXPECT_EQ(row.ranks, 16);
  EXPECT_EQ(row.nodes, 0);
  EXPECT_TRUE(read_command_line("mpirun -np 16 -N 8 ./all_reduce_perf -g 1", facts));
  EXPECT_FALSE(apply_facts(facts, row).empty());
  EXPECT_EQ(row.nodes, 2);
  EXPECT_EQ(row.gpus_per_node, 8);
  // NCCL's lines are no conclusion.
  facts.logged_ranks = 16;
  facts.logged_nodes = 4;
  EXPECT_EQ(apply_facts(facts, row), "");
  EXPECT_EQ(row.nodes, 4);
}

TEST(RunFacts, RunsThatAreNotWholeAreNamed) {
  RunFacts facts;
  read_run_line("# nThread 1 nGpus 8 minBytes 8 maxBytes 1024 step: 2(factor) warmup", facts);
  const auto what = [&](std::uint64_t last) {
    const auto faults = faults_of(facts, "run.log:1", last);
    return faults.empty() ? std::optional<RunFault::What>() : faults.front().what;
  };
  EXPECT_EQ(what(0), RunFault::What::NoRow);
  EXPECT_EQ(what(512), RunFault::What::Cut);
  EXPECT_EQ(what(1024), std::nullopt);
  // Ranks cannot share 1024 bytes: 1008 is the last size.
  EXPECT_EQ(what(1008), std::nullopt);
  facts.has_end = true;
  EXPECT_EQ(what(512), std::nullopt);
  read_run_line("# error: remote process exited", facts);
  EXPECT_EQ(what(512), RunFault::What::Failed);
}

TEST(RunFacts, DebugLinesSayVersionSettingsAndShape) {
  RunFacts facts;
  read_debug_line("NCCL INFO NCCL version 2.27.7+cuda13.0", facts);
  read_debug_line("NCCL INFO NCCL_ALGO set by environment to RING", facts);
  read_debug_line("NCCL INFO NET/OFI Setting NCCL_PROTO to \"simple\"", facts);
  read_debug_line("NCCL INFO comm 0x1 rank 0 nRanks 16 nNodes 2 localRanks 8 localRank 0", facts);
  const Measurement row = applied(facts);
  EXPECT_EQ(row.nccl_version, "2.27.7");
  EXPECT_EQ(row.way.algorithm, "Ring");
  EXPECT_EQ(row.way.protocol, "Simple");
  EXPECT_EQ(row.ranks, 16);
  EXPECT_EQ(row.gpus_per_node, 8);
}

// Four trays of a rack: nccl-tests lists four hosts, NCCL counts one node.
TEST(RunFacts, HostsOfOneNvlinkDomainAreOneNode) {
  RunFacts facts;
  for (int rank = 0; rank < 16; ++rank) {
    facts.devices.push_back({rank, 0, "tray" + std::to_string(rank / 4), "NVIDIA GB300"});
  }
  EXPECT_EQ(applied(facts).nodes, 4);
  read_debug_line("NCCL INFO comm 0x1 rank 0 nRanks 16 nNodes 1 localRanks 16 localRank 0 MNNVL 1",
                  facts);
  const Measurement row = applied(facts);
  EXPECT_EQ(row.nodes, 1);
  EXPECT_EQ(row.gpus_per_node, 16);
  // Of another communicator.
  facts.logged_ranks = 8;
  EXPECT_EQ(applied(facts).nodes, 4);
}

TEST(RunFacts, CommandLinesForceChoices) {
  RunFacts facts;
  EXPECT_TRUE(read_command_line(
      "$ mpirun -x NCCL_ALGO=\"tree\" -x 'NCCL_PROTO=LL' ./build/all_reduce_perf -b 8", facts));
  EXPECT_EQ(facts.program, "all_reduce");
  EXPECT_EQ(facts.way.algorithm, "Tree");
  EXPECT_EQ(facts.way.protocol, "LL");
  EXPECT_FALSE(read_command_line("nvcc -o build/all_reduce_perf -lnccl", facts));
  EXPECT_FALSE(read_command_line("about all_reduce_perf and others", facts));
}

TEST(RunFacts, LinesOfTheProgramSayTheRest) {
  RunFacts facts;
  read_run_line("# nccl-tests version 2.19.6 nccl-headers=22809 nccl-library=22809", facts);
  read_run_line("# Collective test starting: all_gather_perf_mpi", facts);
  read_run_line("# Out of bounds values : 3 FAILED", facts);
  EXPECT_EQ(facts.nccl_version, "2.28.9");
  EXPECT_EQ(facts.program, "all_gather");
  EXPECT_TRUE(facts.has_failed_values);
}

}  // namespace run_facts_test
}  // namespace treering::tuner::runs
