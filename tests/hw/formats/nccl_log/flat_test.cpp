// Logs without a system tree, or with one that is cut off before its first GPU: what they show all
// the same, and what is assumed and marked.
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "tests/hw/formats/nccl_log/said.h"
#include "tests/hw/formats/topology_words.h"

namespace treering::hw::formats::nccl_log {
namespace flat_test {

using core::DeviceKind;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

std::vector<std::string> joined(std::vector<std::string> lines,
                                const std::vector<std::string>& more) {
  lines.insert(lines.end(), more.begin(), more.end());
  return lines;
}

std::string rank(int number, const std::string& bus_id) {
  return fmt::format(
      "comm 0x1 rank {0} nranks 2 cudaDev {0} nvmlDev {0} busId {1} commId 0x1 - Init START",
      number, bus_id);
}

const std::vector<std::string> kTwoRanks{
    "NET/IB : Using [0]mlx5_0:1/IB [1]mlx5_1:1/IB [RO]; OOB e:1<0>", "Using network IB",
    rank(0, "17000"), rank(1, "65000")};

/// Without the names of its GPUs nothing is assumed of a machine.
const std::string kCards = listed("NVIDIA A100-PCIE-40GB", 2);

LoadedCluster two_cards(const std::vector<std::string>& lines) {
  return loaded(said("n:1:2 [0]", lines) + kCards);
}

core::Topology machine(const std::vector<std::string>& more) {
  return two_cards(joined(kTwoRanks, more)).cluster.node;
}

bool has_gpu_direct(const core::Topology& node, const std::string& port) {
  return std::get<core::NicPort>(named(node, port).info).gpu_direct_rdma;
}

TEST(NcclLogWithoutTree, MarksWhatItAssumesOfPorts) {
  const core::Topology node = machine({});
  EXPECT_THAT(named(node, "mlx5_0").assumed, Contains("gpu_direct_rdma"));
  EXPECT_THAT(named(node, "mlx5_0").assumed, Contains("speed_mbps"));
  EXPECT_THAT(named(node, "GPU 0").assumed, Not(Contains("compute_capability")));
}

// Jean Zay: A100 beside adapters that are older than they.
TEST(NcclLogWithoutTree, TakesTheRateOfOmniPathFromItsName) {
  const LoadedCluster read = two_cards({"NET/IB : Using [0]hfi1_0:1/IB ; OOB e:1<0>",
                                        "Using network IB", rank(0, "17000"), rank(1, "65000")});
  const core::Device& port = named(read.cluster.node, "hfi1_0");
  EXPECT_EQ(std::get<core::NicPort>(port.info).speed_mbps, 100'000);
  EXPECT_THAT(port.assumed, Not(Contains("speed_mbps")));
  EXPECT_THAT(notes_of(read), Not(HasSubstr("NIC ports for")));
}

TEST(NcclLogWithoutTree, TakesGpuDirectFromWhatNcclSaysOfAdapters) {
  const core::Topology node = machine({"NET/IB : GPU Direct RDMA Disabled for HCA 0 'mlx5_0'",
                                       "NET/IB : GPU Direct RDMA Enabled for HCA 1 'mlx5_1'"});
  EXPECT_FALSE(has_gpu_direct(node, "mlx5_0"));
  EXPECT_TRUE(has_gpu_direct(node, "mlx5_1"));
  for (const char* port : {"mlx5_0", "mlx5_1"}) {
    EXPECT_THAT(named(node, port).assumed, Not(Contains("gpu_direct_rdma")));
  }
}

TEST(NcclLogWithoutTree, TakesGpuDirectFromConnections) {
  const core::Topology node = machine({"Channel 00/0 : 0[0] -> 2[0] [send] via NET/IB/0",
                                       "Channel 00/0 : 1[1] -> 3[1] [send] via NET/IB/1/GDRDMA",
                                       "Channel 01/0 : 1[1] -> 3[1] [send] via NET/IB/1"});
  EXPECT_FALSE(has_gpu_direct(node, "mlx5_0"));
  EXPECT_TRUE(has_gpu_direct(node, "mlx5_1"));
  EXPECT_THAT(named(node, "mlx5_1").assumed, Not(Contains("gpu_direct_rdma")));
  // Its GPU may be too far for it.
  EXPECT_THAT(named(node, "mlx5_0").assumed, Contains("gpu_direct_rdma"));
}

TEST(NcclLogWithoutTree, TakesOtherAdaptersForThoseThatAreUsed) {
  const core::Topology node = machine({"Channel 00/0 : 0[0] -> 2[0] [send] via NET/IB/0"});
  EXPECT_FALSE(has_gpu_direct(node, "mlx5_1"));
  EXPECT_THAT(named(node, "mlx5_1").assumed, Contains("gpu_direct_rdma"));
}

// GPUDirect RDMA is what adapters with verbs do.
TEST(NcclLogWithoutTree, GivesSocketsNoGpuDirect) {
  const core::Topology node =
      two_cards({"NET/Socket : Using [0]eth0:10.0.0.1<0>", "Using network Socket", rank(0, "17000"),
                 rank(1, "65000")})
          .cluster.node;
  EXPECT_FALSE(has_gpu_direct(node, "eth0"));
  EXPECT_THAT(named(node, "eth0").assumed, Not(Contains("gpu_direct_rdma")));
}

// NCCL's default for a socket, 10 Gbit/s, is no rate that the log names.
TEST(NcclLogWithoutTree, MarksTheRateOfSockets) {
  const LoadedCluster read =
      two_cards({"NET/Socket : Using [0]eth0:10.0.0.1<0>", "Using network Socket", rank(0, "17000"),
                 rank(1, "65000")});
  const core::Device& port = named(read.cluster.node, "eth0");
  EXPECT_EQ(std::get<core::NicPort>(port.info).speed_mbps, 10'000);
  EXPECT_THAT(port.assumed, Contains("speed_mbps"));
  EXPECT_THAT(notes_of(read), HasSubstr("NIC ports for 10 Gbit/s"));
}

// Which CPU a device is near is assumed with its NUMA node.
TEST(NcclLogWithoutTree, MarksPlacesAsAssumed) {
  EXPECT_TRUE(core::is_place_assumed(machine({})));
}

TEST(NcclLogWithoutTree, NamesTheProviderOfLibfabricThatIsNotAmazons) {
  const auto port_with = [](const std::string& provider) {
    const core::Topology node =
        two_cards({"NET/OFI Selected " + provider, "Using network AWS Libfabric", rank(0, "17000"),
                   rank(1, "65000"), "Channel 00/0 : 0[0] -> 2[0] [send] via NET/AWS Libfabric/0"})
            .cluster.node;
    return node.device(node.of_kind(DeviceKind::NicPort).front()).name;
  };
  EXPECT_EQ(port_with("Provider is cxi (found 4 nics)"), "AWS Libfabric (cxi) 0");
  EXPECT_EQ(port_with("provider is cxi, fabric is cxi (found 1 nics)"), "AWS Libfabric (cxi) 0");
  EXPECT_EQ(port_with("Provider is efa;ofi_rxr"), "AWS Libfabric 0");
}

/// A tree that ends before its first GPU, as one that was cut when it was pasted.
const std::vector<std::string> kCutTree{
    "=== System : maxBw 10.0 totalBw 48.0 ===", "CPU/0-0 (1/1/2)",
    "+ PCI[48.0] - PCI/0-14000 (1000c0301000ffff)", "              + PCI[48.0] - NIC/0-16000",
    "                            + NET[25.0] - NET/0-1 (1/a0420300aacefb80/1/25.000000)"};

TEST(NcclLogWithCutTree, SaysThatItIsCut) {
  const LoadedCluster read = two_cards(joined(kTwoRanks, kCutTree));
  EXPECT_THAT(notes_of(read), HasSubstr("the system tree is cut off at line 9, before its first "
                                        "GPU: what is between GPUs, adapters and CPUs is assumed"));
  EXPECT_THAT(notes_of(read), HasSubstr("give the whole log"));
  EXPECT_THAT(notes_of(read), Not(HasSubstr("the log has no system tree")));
  EXPECT_EQ(read.cluster.node.gpu_count(), 2);
}

TEST(NcclLogWithCutTree, KeepsWhatItTold) {
  const LoadedCluster read = two_cards(joined(kTwoRanks, kCutTree));
  const core::Topology& node = read.cluster.node;
  const core::Device& cpu = node.device(node.of_kind(DeviceKind::Cpu)[0]);
  // Intel of NCCL's second generation: Skylake, which stands for its like.
  EXPECT_EQ(std::get<core::Cpu>(cpu.info).model, 0x55);
  EXPECT_THAT(cpu.assumed, ElementsAre("numa_id", "family", "model"));
  EXPECT_THAT(node.description(), Not(HasSubstr("the CPU is")));
  const auto& port = std::get<core::NicPort>(named(node, "mlx5_1").info);
  EXPECT_EQ(port.speed_mbps, 200'000);
  EXPECT_EQ(node.device(port.nic).pci->bus_id, "0000:16:00.0");
  EXPECT_THAT(named(node, "mlx5_1").assumed, Not(Contains("speed_mbps")));
  EXPECT_THAT(named(node, "mlx5_0").assumed, Contains("speed_mbps"));
}

/// One that is cut off behind the first of two GPUs.
const std::vector<std::string> kHalfTree{
    "=== System : maxBw 10.0 totalBw 48.0 ===", "CPU/0-0 (1/2/-1)",
    "+ PCI[24.0] - PCI/0-14000 (1000c03010000000)", "              + PCI[24.0] - GPU/0-17000 (0)",
    "                            + NVL[240.0] - NVS/0-0"};

TEST(NcclLogWithCutTree, CompletesItsGpusByRanks) {
  const LoadedCluster read = loaded(said("n:1:2 [0]", joined(kTwoRanks, kHalfTree)));
  const core::Topology& node = read.cluster.node;
  // Two ranks are the two GPUs of one node, though the tree has one.
  EXPECT_EQ(read.cluster.node_count, 1);
  ASSERT_EQ(node.gpu_count(), 2);
  EXPECT_EQ(node.device(node.parent_of(node.of_kind(DeviceKind::Gpu)[0])).name, "PCI 0000:14:00.0");
  const core::Device& added = named(node, "GPU 1");
  EXPECT_EQ(added.pci->bus_id, "0000:65:00.0");
  EXPECT_EQ(added.pci->link_speed, "16.0 GT/s PCIe");
  EXPECT_THAT(arrows(node, core::LinkKind::NvLink), Contains("GPU 1 -> NVSwitch x12"));
  for (const core::Link& link : node.links()) {
    const std::string& from = node.device(link.from).name;
    if (!from.starts_with("GPU")) continue;
    EXPECT_EQ(link.origin.kind,
              from == "GPU 1" ? core::Origin::Kind::Assumed : core::Origin::Kind::File);
  }
  EXPECT_THAT(notes_of(read), HasSubstr("line 9: the system tree is cut off here: the machine "
                                        "lacks the rest, but for 1 GPU that ranks name"));
}

TEST(NcclLogWithCutTree, HasNoGpuOfALineThatIsCut) {
  std::string text = said("n:1:2 [0]", joined(kTwoRanks, kHalfTree));
  // "65" of 65000, where the paste ends.
  text += said("n:1:2 [0]", {"              + PCI[24.0] - GPU/0-65"});
  const core::Topology node = loaded(text).cluster.node;
  ASSERT_EQ(node.gpu_count(), 2);
  EXPECT_EQ(named(node, "GPU 1").pci->bus_id, "0000:65:00.0");
}

TEST(NcclLogWithCutTree, MayBeginInside) {
  const std::vector<std::string> tail{"+ PCI[24.0] - GPU/0-17000 (0)", "CPU/0-1 (1/2/-1)",
                                      "+ PCI[24.0] - PCI/0-14000 (1000c03010000000)",
                                      "              + PCI[24.0] - GPU/0-65000 (1)",
                                      "=========================================="};
  const LoadedCluster read = loaded(said("n:1:2 [0]", joined(kTwoRanks, tail)));
  EXPECT_EQ(read.cluster.node.gpu_count(), 2);
  EXPECT_EQ(read.cluster.node_count, 1);
  EXPECT_EQ(named(read.cluster.node, "PCI 0000:14:00.0").kind(), DeviceKind::PciSwitch);
  EXPECT_THAT(notes_of(read), HasSubstr("the system tree has lost its lines above here"));
}

/// The NUMA node, by the order of CPUs, of each GPU of a tray of GB200.
std::vector<std::string> cpus_of_tray(const std::vector<std::string>& affinities) {
  std::vector<std::string> lines;
  const std::vector<std::string> bus_ids{"801000", "901000", "1801000", "1901000"};
  for (std::size_t i = 0; i < bus_ids.size(); ++i) {
    lines.push_back("MNNVL busId 0x" + bus_ids[i] + " fabric UUID 1.2 cliqueId 0x1 state 3 health");
    lines.push_back(
        fmt::format("comm 0x1 rank {0} nranks 4 cudaDev {0} nvmlDev {0} busId {1} "
                    "commId 0x1 - Init START",
                    i, bus_ids[i]));
    lines.push_back(fmt::format("Setting affinity for GPU {} to {}", i, affinities[i]));
    if (affinities[i].empty()) lines.pop_back();
  }
  std::string text;
  int thread = -1;
  for (const std::string& line : lines) {
    if (line.starts_with("MNNVL")) ++thread;
    text += said(fmt::format("n:{0}:{0} [{1}]", 10 + thread, thread), {line});
  }
  const core::Topology node = loaded(text + listed("NVIDIA GB200", 4)).cluster.node;
  std::vector<std::string> cpus;
  for (const core::DeviceId gpu : node.of_kind(DeviceKind::Gpu)) {
    cpus.push_back(node.device(node.cpu_of(gpu)).name);
  }
  return cpus;
}

TEST(NcclLogWithoutTree, IsNoMachineWithoutTheNamesOfGpus) {
  EXPECT_THAT(message_of(said("n:1:2 [0]", kTwoRanks)),
              HasSubstr("an NCCL log that does not show its machine"));
}

TEST(NcclLogWithoutTree, PutsGpusWithoutAffinityToTheNearestByBusId) {
  const std::string first = "ff,ffffffff,ffffffff";
  const std::string second = "ffff,ffffffff,ffffff00,00000000,00000000";
  EXPECT_THAT(cpus_of_tray({"", first, "", second}),
              ElementsAre("CPU 0", "CPU 0", "CPU 1", "CPU 1"));
  EXPECT_THAT(cpus_of_tray({first, "", second, ""}),
              ElementsAre("CPU 0", "CPU 0", "CPU 1", "CPU 1"));
}

// The affinity of one GPU says nothing of the others.
TEST(NcclLogWithoutTree, SaysThatALoneAffinityIsAssumedOfAllGpus) {
  const auto read_with = [](const std::vector<std::string>& affinities) {
    std::string text;
    for (std::size_t i = 0; i < affinities.size(); ++i) {
      const int number = static_cast<int>(i);
      std::vector<std::string> lines{rank(number, number == 0 ? "17000" : "65000")};
      if (!affinities[i].empty()) {
        lines.push_back(fmt::format("Setting affinity for GPU {} to {}", i, affinities[i]));
      }
      text += said(fmt::format("n:{0}:{0} [{1}]", 10 + i, i), lines);
    }
    return loaded(text + kCards);
  };
  const auto affinity_of = [](const LoadedCluster& read) {
    return std::get<core::Cpu>(named(read.cluster.node, "CPU 0").info).affinity;
  };
  const LoadedCluster lone = read_with({"", "ff,ffffffff"});
  EXPECT_EQ(affinity_of(lone), "000000ff,ffffffff");
  EXPECT_THAT(notes_of(lone),
              HasSubstr("the log shows the CPUs near 1 of the 2 GPUs, 0-39: which "
                        "are near the others is unknown, and the same are assumed"));
  const LoadedCluster both = read_with({"ff,ffffffff", "ff,ffffffff"});
  EXPECT_EQ(affinity_of(both), "000000ff,ffffffff");
  EXPECT_THAT(notes_of(both), Not(HasSubstr("the log shows the CPUs near")));
}

// Doctor tells how to keep NCCL from using them.
TEST(NcclLogWithoutTree, SaysWhichInterfacesSoftwareMade) {
  const LoadedCluster read =
      two_cards({"NET/IB : No device found.",
                 "NET/Socket : Using [0]eno1np0:10.0.0.1<0> [1]br-3c276cd5dbc3:172.28.0.1<0> "
                 "[2]veth268d912:fe80::5c%veth268d912<0> [3]br-ex:10.0.1.1<0>",
                 "Using network Socket", rank(0, "17000"), rank(1, "65000")});
  EXPECT_EQ(read.cluster.node.of_kind(DeviceKind::NicPort).size(), 4U);
  EXPECT_THAT(notes_of(read),
              HasSubstr("2 of the 4 interfaces that NCCL found, br-3c276cd5dbc3 for one, are made "
                        "by software and no adapters of the machine: NCCL uses them all the same, "
                        "and so they count here"));
}

/// Of two cards that a bridge joins, below one switch with an adapter.
constexpr const char* kMatrix =
    "\tGPU0\tGPU1\tmlx5_0\tCPU Affinity\tNUMA Affinity\n"
    "GPU0\t X \tNV12\tPIX\t0-31\t0\n"
    "GPU1\tNV12\t X \tPIX\t0-31\t0\n"
    "mlx5_0\tPIX\tPIX\t X \n";

// The list of devices alone leaves the NVLinks of cards open.
TEST(NcclLogFlat, AMatrixBesideTheLogShowsTheMachine) {
  const LoadedCluster alone = loaded(kCards + said("n:1:2 [0]", kTwoRanks));
  EXPECT_TRUE(alone.run);
  EXPECT_EQ(alone.matrix, "");
  const LoadedCluster both = loaded(kCards + said("n:1:2 [0]", kTwoRanks) + kMatrix);
  EXPECT_EQ(both.matrix, "nvidia-smi topo -m");
  EXPECT_FALSE(both.run);
  EXPECT_FALSE(both.host.nvlinks_unknown);
  EXPECT_EQ(both.cluster.node.name(), "2 x NVIDIA A100-PCIE-40GB");
  const auto& links = both.cluster.node.links();
  EXPECT_TRUE(std::ranges::any_of(links, [](const core::Link& link) {
    return link.kind == core::LinkKind::NvLink && link.count == 12;
  }));
}

// A run of two on a host is not on one with a single GPU.
TEST(NcclLogFlat, AMatrixOfFewerGpusIsOfAnotherMachine) {
  const LoadedCluster read = loaded(kCards + said("n:1:2 [0]", kTwoRanks) +
                                    "\tGPU0\tCPU Affinity\tNUMA Affinity\nGPU0\t X \t0-31\t0\n");
  EXPECT_EQ(read.matrix, "");
}

// The log has lines of one rank of four: the matrix shows two on each node.
TEST(NcclLogFlat, AMatrixBesideTheLogShowsTheSizeOfANode) {
  const LoadedCluster read =
      loaded(said("n:1:2 [0]", {"comm 0x1 rank 0 nranks 4 cudaDev 0 nvmlDev 0 busId 17000 commId "
                                "0x1 - Init START"}) +
             kMatrix);
  EXPECT_EQ(read.matrix, "nvidia-smi topo -m");
  EXPECT_EQ(read.cluster.node.gpu_count(), 2);
  EXPECT_EQ(read.cluster.node_count, 2);
}

}  // namespace flat_test
}  // namespace treering::hw::formats::nccl_log
