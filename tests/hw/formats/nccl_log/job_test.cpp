// The job of a log of which a part was pasted, with torn lines and ranks that it does not show.
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "hw/formats/nccl_log/host_names.h"
#include "tests/hw/formats/nccl_log/said.h"

namespace treering::hw::formats::nccl_log {
namespace job_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

LoggedRun run_of(const std::string& text) {
  const auto run = run_in(text);
  if (!run) {
    ADD_FAILURE() << "not the log of a run";
    return {};
  }
  return run->logged;
}

LoggedJob job_in(const std::string& text) {
  return run_of(text).job;
}

struct Rank {
  int number = 0;
  int ranks = 0;
  int device = 0;
};

/// Its line, behind `prefix`; GPUs have bus ids by their number.
std::string rank(const std::string& prefix, const Rank& rank) {
  return fmt::format(
      "{} NCCL INFO comm 0x{:x} rank {} nranks {} cudaDev {} nvmlDev {} busId {:x}000 commId 0x7 - "
      "Init COMPLETE\n",
      prefix, 16 + rank.number, rank.number, rank.ranks, rank.device, rank.device,
      0x10 + rank.device);
}

void expect_shape(const LoggedJob& job, int nodes, int gpus) {
  EXPECT_EQ(job.nodes, nodes);
  EXPECT_EQ(job.gpus_per_node, gpus);
}

// Two hosts and two ranks: GPU 2 is the number of the GPU, and no third one.
TEST(NcclLogJob, IsByTheNumberOfRanks) {
  const LoggedJob job =
      job_in(rank("a:1:2 [0]", {0, 2, 2}) + said("b:1:2 [0]", {"Connected all rings"}));
  expect_shape(job, 2, 1);
  EXPECT_EQ(job.ranks, 2);
  EXPECT_EQ(job.ranks_seen, 2);  // of the second a line without its number
}

TEST(NcclLogJob, TakesATornLineForNoHost) {
  const std::string two = rank("w-0:1:2 [0]", {0, 4, 0}) + rank("w-0:3:4 [1]", {1, 4, 1}) +
                          rank("w-1:1:2 [0]", {2, 4, 0});
  const std::string last = rank("w-1:3:4 [1]", {3, 4, 1});
  const std::string more = said("w-1:1:2 [0]", {"Connected all rings", "Connected all trees"});
  // Whole, without its host, with the beginning of it lost, and behind another process's words.
  for (const std::string& torn :
       {last, "859" + last.substr(last.find(" [1]")), last.substr(1), "Loading 5 heads." + last}) {
    const LoggedJob job = job_in(two + more + torn);
    expect_shape(job, 2, 2);
    EXPECT_EQ(job.ranks_seen, 4);
    EXPECT_THAT(job.devices, ElementsAre(0, 1));
  }
}

TEST(NcclLogJob, HasTwoHostsWhereOneGpuHasTwoRanks) {
  // By lines of ranks, and by connections, whose brackets hold NVML's numbers or bus ids.
  expect_shape(job_in(rank("a:1:2 [0]", {0, 8, 0}) + rank("b:1:2 [0]", {4, 8, 0}) +
                      rank("a:3:4 [3]", {3, 8, 3})),
               2, 4);
  expect_shape(job_in(rank("a:1:2 [0]", {0, 4, 0}) +
                      said("a:1:2 [0]", {"Channel 00/0 : 0[0] -> 2[0] [send] via NET/IB/0",
                                         "Channel 00/0 : 0[0] -> 1[1] via P2P/CUMEM"})),
               2, 2);
}

// Ranks 2 and 3 are the first two of their host.
TEST(NcclLogJob, SaysThatRanksAreLeftOut) {
  const LoggedJob job = job_in(rank("b:1:2 [0]", {2, 4, 0}) + rank("b:3:4 [1]", {3, 4, 1}));
  expect_shape(job, 2, 2);
  EXPECT_EQ(job.ranks - job.ranks_seen, 2);
}

// Only lines with numbers are missing: no rank is left out.
TEST(NcclLogJob, ProcessesWithOtherLinesAreSeen) {
  const LoggedJob job =
      job_in(rank("a:1:2 [0]", {0, 4, 0}) + said("a:3:4 [1]", {"Connected all trees"}) +
             said("a:5:6 [2]", {"Channel 00 : 2[12000] -> 3[13000] via P2P/IPC"}) +
             said("a:7:8 [3]", {"Connected all trees"}));
  EXPECT_EQ(job.ranks, 4);
  EXPECT_EQ(job.ranks_seen, 4);
}

// Eight ranks in a row are a host's: of one of 16 it would show others.
TEST(NcclLogJob, TakesEightRanksForANode) {
  std::string text;
  for (int i = 0; i < 8; ++i) text += rank(fmt::format("b:{0}:1{0} [{0}]", i), {32 + i, 64, i});
  expect_shape(job_in(text), 8, 8);
}

// Of four ranks two are seen on one host: the others may be there or elsewhere.
TEST(NcclLogJob, IsUnknownWhereSeveralFit) {
  const LoggedJob job = job_in(rank("a:1:2 [0]", {0, 4, 0}) + rank("a:3:4 [1]", {1, 4, 1}));
  expect_shape(job, 0, 0);
  EXPECT_EQ(job.ranks, 4);
}

TEST(NcclLogJob, IsAsNcclCountsNodes) {
  expect_shape(job_in(rank("a:1:2 [0]", {0, 16, 0}) +
                      said("a:1:2 [0]", {"comm 0x10 rank 0 nRanks 16 nNodes 2 localRanks 8 "
                                         "localRank 0 MNNVL 0"})),
               2, 8);
}

// Launchers may put ranks on the hosts by turns, and hosts may have different numbers of GPUs.
TEST(NcclLogJob, CountsHostsWhereAllRanksAreSeen) {
  expect_shape(job_in(rank("a:1:2 [0]", {0, 4, 0}) + rank("b:1:2 [0]", {1, 4, 0}) +
                      rank("a:3:4 [1]", {2, 4, 1}) + rank("b:3:4 [1]", {3, 4, 1})),
               2, 2);
  expect_shape(job_in(rank("a:1:2 [0]", {0, 3, 0}) + rank("a:3:4 [1]", {1, 3, 1}) +
                      rank("b:1:2 [0]", {2, 3, 0})),
               2, 0);
}

// Containers may have one name on all hosts.
TEST(NcclLogJob, HasTwoHostsOfOneName) {
  const std::string ranks = rank("c:1:2 [0]", {0, 2, 0}) + rank("c:1:2 [0]", {1, 2, 0});
  expect_shape(job_in(ranks), 2, 1);
  // Or a script gave both the same GPU.
  expect_shape(job_in(ranks + "c:1:2 [0] init.cc:9 NCCL WARN Duplicate GPU detected : rank 1 and "
                              "rank 0 both on CUDA device 10000\n"),
               1, 2);
}

// A process may see one GPU alone, which it calls 0.
TEST(NcclLogJob, DoesNotGoByCudasNumbers) {
  std::string text;
  for (int i = 0; i < 4; ++i) {
    text += fmt::format(
        "a:{0}:1{0} [0] NCCL INFO comm 0x1{0} rank {0} nranks 4 cudaDev 0 nvmlDev {0} busId "
        "1{0}000 "
        "commId 0x7 - Init START\n",
        i);
  }
  expect_shape(job_in(text), 1, 4);
}

// A communicator of fewer ranks has ranks of its own numbers.
TEST(NcclLogJob, IsThatOfTheLargestCommunicator) {
  const LoggedRun run = run_of(
      rank("a:1:2 [0]", {0, 2, 0}) + rank("b:1:2 [0]", {1, 2, 0}) +
      said("b:1:2 [0]", {"comm 0x99 rank 0 nranks 1 cudaDev 0 nvmlDev 0 busId 10000 commId 0x8 - "
                         "Init COMPLETE"}));
  expect_shape(run.job, 2, 1);
  EXPECT_FALSE(run.has_one_communicator);
}

// Channels alone: the ring says how many ranks there are.
TEST(NcclLogJob, FollowsFromChannelsAlone) {
  expect_shape(job_in(said("a:1:2 [0]", {"Channel 00/02 : 0 1 2 3", "Channel 01/02 : 0 1 2 3"}) +
                      said("a:1:2 [0]", {"Channel 00/0 : 0[0] -> 1[1] via P2P/CUMEM",
                                         "Channel 00/0 : 1[1] -> 2[0] [send] via NET/IB/0"}) +
                      said("b:1:2 [0]", {"Channel 00/0 : 2[0] -> 3[1] via P2P/CUMEM"})),
               2, 2);
}

// Other lines show a host of which no rank is seen: one node would hold all ranks of both.
TEST(NcclLogJob, HasNoFewerNodesThanHostsWithLines) {
  std::string text;
  for (const int number : {1, 3, 7}) {
    text += rank(fmt::format("b:{0}:1{0} [0]", number), {number, 8, number / 2});
  }
  const LoggedJob job = job_in(text + said("a:1:2 [0]", {"NET/Socket : 1 interfaces found"}));
  EXPECT_EQ(job.ranks, 8);
  EXPECT_EQ(job.nodes, 0);
  EXPECT_EQ(job.gpus_per_node, 0);
}

// One rank of four has a line; the list says where the others are.
TEST(NcclLogJob, FollowsFromTheListOfDevices) {
  const auto device = [](int number, const std::string& host, int index) {
    return fmt::format("#  Rank  {} Group  0 Pid 1 on {} device  {} [0x{}] NVIDIA New\n", number,
                       host, index, 20 + index);
  };
  const std::string own = rank("a.site:1:2 [0]", {0, 4, 0});
  expect_shape(
      job_in(device(0, "a", 0) + device(1, "a", 1) + device(2, "b", 0) + device(3, "b", 1) + own),
      2, 2);
  // Hosts of one name: which ranks are together is unknown.
  expect_shape(
      job_in(device(0, "a", 0) + device(1, "a", 1) + device(2, "a", 0) + device(3, "a", 1) + own),
      0, 0);
}

TEST(NcclLogJob, SaysWhichHostsHaveLines) {
  const LoggedRun run = run_of(said("a:1:2 [0]", {"NCCL version 2.25.1+cuda12.8"}) +
                               said("a:3:4 [1]", {"cudaDriverVersion 12080"}) +
                               said("b:1:2 [0]", {"cudaDriverVersion 12080"}));
  ASSERT_EQ(run.hosts.size(), 2U);
  EXPECT_EQ(run.hosts[0], (LoggedHost{"a", 2}));
  EXPECT_EQ(run.hosts[1], (LoggedHost{"b", 1}));
}

// People leave out "NCCL INFO", and indent by less than NCCL does.
TEST(NcclLogTree, IsReadWithoutTheWordsBeforeIt) {
  const std::string text =
      "This is our machine:\n=== System : maxBw 24.0 totalBw 24.0 ===\nCPU/0 (1/1/2)\n"
      "+ PCI[24.0] - PCI/2000 (0)\n    + PCI[24.0] - GPU/4000 (0)\n"
      "    + PCI[24.0] - NIC/6000\n        + NET[12.5] - NET/0 (0/0/12.500000)\n"
      "+ PCI[24.0] - GPU/8000 (1)\n==========================================\n";
  ASSERT_TRUE(is_nccl_log(text));
  const auto read = cluster_in(read_log_nccl_log({"t.log", text}));
  ASSERT_TRUE(read) << read.error().message();
  const core::Topology& node = read->cluster.node;
  EXPECT_EQ(node.gpu_count(), 2);
  EXPECT_EQ(node.of_kind(core::DeviceKind::NicPort).size(), 1U);
  EXPECT_EQ(node.of_kind(core::DeviceKind::PciSwitch).size(), 1U);
}

TEST(NcclLogHostNames, KeepsHostsWhoseNamesAreLike) {
  const std::string text = said("n1:1:2 [0]", {"x", "y", "z"}) + said("n11:3:4 [0]", {"x"}) +
                           said("node-1:5:6 [0]", {"x", "y", "z"});
  EXPECT_THAT(HostNames(text).hosts(), ElementsAre("n1", "n11", "node-1"));
}

TEST(NcclLogGpuDirect, IsReadByHost) {
  const auto run =
      run_in(said("a:1:2 [0]", {"Channel 00/0 : 0[0] -> 1[0] [send] via NET/IB/0/GDRDMA"}) +
             said("b:1:2 [0]", {"Channel 00/0 : 0[0] -> 1[0] [receive] via NET/IB/0"}));
  ASSERT_TRUE(run);
  ASSERT_EQ(run->host.gpu_direct_uses.size(), 2U);
  EXPECT_TRUE(run->host.gpu_direct_uses[0].is_used);
  EXPECT_EQ(run->host.gpu_direct_uses[1].host, "b");
  EXPECT_FALSE(run->host.gpu_direct_uses[1].is_used);
}

TEST(NcclLogNetworks, AreReadByHost) {
  const auto run =
      run_in(said("a:1:2 [0]", {"NET/Plugin: Loaded net plugin NCCL RDMA Plugin (v8)",
                                "Using network IBext_v8"}) +
             said("b:1:2 [0]", {"NET/Plugin: Could not find: libnccl-net.so. Using internal "
                                "network plugin.",
                                "Using network IB", "Using network IB"}));
  ASSERT_TRUE(run);
  ASSERT_EQ(run->host.networks.size(), 2U);
  EXPECT_EQ(run->host.networks[0].network, "IBext_v8");
  EXPECT_EQ(run->host.networks[1].host, "b");
  EXPECT_EQ(run->host.networks[1].network, "IB");
}

}  // namespace job_test
}  // namespace treering::hw::formats::nccl_log
