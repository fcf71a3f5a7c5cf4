// NCCL debug logs: lines of any launcher, the system tree of several versions, what the rest of the
// log says of hosts, adapters and how the job was set.
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "core/text/pasted.h"
#include "core/topology/json.h"
#include "hw/formats/format.h"
#include "hw/formats/nccl_log/lines.h"
#include "tests/hw/formats/nccl_log/said.h"
#include "tests/hw/formats/topology_words.h"

namespace treering::hw::formats::nccl_log {
namespace reader_test {

using core::DeviceKind;
using core::LinkKind;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Two GPUs of `nvl` GB/s of NVLink to each other below a switch with an adapter.
std::vector<std::string> tree(const std::string& nvl = "NVL[240.0]") {
  return {"=== System : maxBw 240.0 totalBw 240.0 ===",
          "CPU/0-1 (1/2/-1)",
          "+ PCI[24.0] - PCI/0-19000 (1000c03010000000)",
          "              + PCI[24.0] - NIC/0-1a000",
          "                            + NET[25.0] - NET/0-0 (1/a0420300aacefb80/2/25.000000)",
          "              + PCI[24.0] - GPU/0-1b000 (0)",
          "                            + " + nvl + " - GPU/0-1c000",
          "              + PCI[12.0] - GPU/0-1c000 (1)",
          "                            + " + nvl + " - GPU/0-1b000",
          "=========================================="};
}

TEST(NcclLogLines, AreFoundBehindAnyPrefix) {
  const std::string text =
      "[1,0]<stdout>:gpu-01.site:12:34 [3] NCCL INFO one\n"
      "7: [2025-01-01 10:00:00] a_b:5:6 [0] NCCL INFO two\r\n"
      "x h:1:2 [0] NCCL INFO th: h:1:3 [1] NCCL INFO four\n"
      "h:1:2 [0] misc/socket.cc:50 NCCL WARN five\n"
      "NCCL version 2.18.5+cuda12.2\nsomething else\n";
  std::vector<std::string> seen;
  for_each_nccl_line(text, [&](const Line& line) {
    seen.push_back(std::to_string(line.number) + "|" + std::string(line.thread) + "|" +
                   std::string(line.text));
  });
  EXPECT_THAT(
      seen, ElementsAre("1|gpu-01.site:12:34|one", "2|a_b:5:6|two", "3|h:1:2|th: ", "3|h:1:3|four",
                        "4|h:1:2|five", "5||2.18.5+cuda12.2", "6||something else"));
}

TEST(NcclLog, ReadsTheTree) {
  const LoadedCluster read = loaded(said("n:1:2 [0]", tree()));
  const core::Topology& node = read.cluster.node;
  EXPECT_EQ(name_of(node, node.parent_of(node.of_kind(DeviceKind::Gpu)[0])), "PCI 0000:19:00.0");
  EXPECT_EQ(named(node, "PCI 0000:19:00.0").pci->vendor, "0x1000");
  EXPECT_EQ(named(node, "PCI 0000:19:00.0").pci->device, "0xc030");
  EXPECT_EQ(named(node, "GPU 0").pci->link_speed, "16.0 GT/s PCIe");
  // 12 GB/s is 16 lanes of generation 3.
  EXPECT_EQ(named(node, "GPU 1").pci->link_speed, "8.0 GT/s PCIe");
  // 240 GB/s of 20 a link, more than V100 has.
  EXPECT_THAT(arrows(node, LinkKind::NvLink),
              ElementsAre("GPU 0 -> GPU 1 x12", "GPU 1 -> GPU 0 x12"));
  EXPECT_EQ(std::get<core::Gpu>(named(node, "GPU 0").info).compute_capability, 80);
  const auto& port = std::get<core::NicPort>(named(node, "NET 0").info);
  EXPECT_EQ(port.speed_mbps, 200000);
  EXPECT_EQ(port.port, 2);
  EXPECT_EQ(port.guid, 0xa0420300aacefb80U);
  EXPECT_TRUE(port.in_network_reduction);
  const auto& cpu = std::get<core::Cpu>(named(node, "CPU 1").info);
  EXPECT_EQ(cpu.vendor, "AuthenticAMD");
}

TEST(NcclLog, ReadsTreesOfOldVersions) {
  // 2.8 to 2.13: widths, ids without host, capital letters; 2.5: figures without a point.
  const LoadedCluster read =
      loaded("NCCL version 2.8.4+cuda11.1\n" +
             said("n:1:2 [0]", {"=== System : maxWidth 42.0 totalWidth 252.0 ===", "CPU/0 (1/1/1)",
                                "+ SYS[6] - CPU/FFFFFFFF", "+ PCI[12] - GPU/6000 (0)",
                                "              + NVL[42.0] - NVS/0", "+ PCI[12] - NIC/A1000",
                                "              + NET[12.5] - NET/0 (5/1/12.500000)",
                                "CPU/FFFFFFFF (2/0/0)", "====="}));
  const core::Topology& node = read.cluster.node;
  EXPECT_THAT(arrows(node, LinkKind::NvLink),
              ElementsAre("GPU 0 -> NVSwitch x2", "NVSwitch -> GPU 0 x2"));
  // 21 GB/s a link fits V100 and A100; PCIe is that of V100.
  EXPECT_EQ(std::get<core::Gpu>(named(node, "GPU 0").info).compute_capability, 70);
  EXPECT_THAT(notes_of(read), HasSubstr("compute capability 7.0 is assumed, one that has NVLinks"));
  EXPECT_EQ(named(node, "NIC 0000:a1:00.0").kind(), DeviceKind::Nic);
  EXPECT_EQ(std::get<core::NicPort>(named(node, "NET 0").info).speed_mbps, 100000);
  EXPECT_EQ(std::get<core::Cpu>(named(node, "CPU -1").info).arch, "ppc64");
  EXPECT_EQ(read.host.nccl_version->value, "2.8.4+cuda11.1");
}

TEST(NcclLog, TellsInterleavedRanksApart) {
  const auto lines = tree();
  std::string text;
  for (const std::string& line : lines) {
    text += said("a:1:2 [0]", {line}) + said("a:1:3 [1]", {line}) + "rank says something\n";
  }
  const LoadedCluster read = loaded(text);
  EXPECT_EQ(read.cluster.node, loaded(said("a:1:2 [0]", lines)).cluster.node);
  const std::string coloured = "\x1b[32m" + said("a:1:2 [0]", lines) + "\x1b[0m";
  EXPECT_EQ(loaded(core::unwrapped(coloured)).cluster.node, read.cluster.node);
}

TEST(NcclLog, SaysWhereATreeIsCut) {
  auto lines = tree();
  lines.resize(7);
  const LoadedCluster read = loaded(said("n:1:2 [0]", lines));
  EXPECT_EQ(read.cluster.node.gpu_count(), 1);
  EXPECT_THAT(notes_of(read), HasSubstr("t.log: line 7: the system tree is cut off here"));
  EXPECT_THAT(notes_of(read), HasSubstr("a link to a device that is not in the tree"));
  lines.resize(4);
  EXPECT_THAT(message_of(said("n:1:2 [0]", lines)),
              HasSubstr("t.log: line 4: the system tree ends before its first GPU"));
}

TEST(NcclLog, CountsNodes) {
  const std::string two = said("a:1:2 [0]", tree()) + said("b:1:2 [0]", tree());
  EXPECT_EQ(loaded(two).cluster.node_count, 2);
  // As NCCL counts them, where the log shows one.
  const LoadedCluster named = loaded(
      said("a:1:2 [0]", tree()) +
      said("a:1:2 [0]", {"comm 0x1 rank 0 nRanks 8 nNodes 4 localRanks 2 localRank 0 MNNVL 0"}));
  EXPECT_EQ(named.cluster.node_count, 4);
  EXPECT_THAT(notes_of(named), HasSubstr("the log names 4 nodes and shows 1"));
  // By ranks: 6 of 2 GPUs a node.
  const LoadedCluster counted =
      loaded(said("a:1:2 [0]", tree()) +
             said("a:1:2 [0]", {"comm 0x1 rank 0 nranks 6 cudaDev 0 busId 1b000 - Init COMPLETE"}));
  EXPECT_EQ(counted.cluster.node_count, 3);
}

TEST(NcclLog, TakesTheMostCommonTree) {
  const std::string text =
      said("a:1:2 [0]", tree("NVL[80.0]")) + said("b:1:2 [0]", tree()) + said("c:1:2 [0]", tree());
  const LoadedCluster read = loaded(text);
  EXPECT_EQ(read.cluster.node_count, 3);
  EXPECT_EQ(links_of(read.cluster.node, LinkKind::NvLink)[0].count, 12);
  EXPECT_THAT(notes_of(read), HasSubstr("line 1: the system tree of 'a' differs from that of 'b'"));
}

TEST(NcclLog, CompletesTheTreeFromTheRest) {
  const std::string text =
      "#  Rank  0 Group  0 Pid 1 on n device  0 [0000:1b:00] Tesla V100-SXM2-32GB\n" +
      said("n:1:2 [0]",
           {"NET/IB : Using [0]mlx5_0:1/RoCE [1]mlx5_1:1/RoCE [RO]; OOB eth0:10.0.0.1<0>",
            "NET/IB : GPU Direct RDMA Disabled for HCA 0 'mlx5_0'",
            "comm 0x1 rank 0 nranks 2 cudaDev 0 nvmlDev 4 busId 1b000 - Init START",
            "comm 0x1 rank 1 nranks 2 cudaDev 1 nvmlDev 2 busId 1c000 - Init START"}) +
      said("n:1:2 [0]", tree("NVL[40.0]"));
  const LoadedCluster read = loaded(text);
  const core::Topology& node = read.cluster.node;
  EXPECT_EQ(named(node, "GPU 4").pci->bus_id, "0000:1b:00.0");
  // By its name: two links of 20 GB/s could be A100's.
  EXPECT_EQ(std::get<core::Gpu>(named(node, "GPU 4").info).compute_capability, 70);
  EXPECT_FALSE(std::get<core::NicPort>(named(node, "mlx5_0").info).gpu_direct_rdma);
  ASSERT_EQ(read.host.ports.size(), 2U);
  EXPECT_EQ(read.host.ports[0].link_layer, "Ethernet");
  ASSERT_EQ(read.host.gpus.size(), 1U);
  EXPECT_EQ(read.host.gpus[0].gpu, 4);
  EXPECT_EQ(read.host.gpus[0].model, "Tesla V100-SXM2-32GB");
}

TEST(NcclLog, FindsPortsThatTheTreeOfOneNodeLeavesOut) {
  auto lines = tree();
  lines.erase(lines.begin() + 4);
  const LoadedCluster read = loaded(
      said("n:1:2 [0]", {"NET/IB: [0] mlx5_7:uverbs0:1/IB provider=Mlx5 speed=100000 context=0x1 "
                         "pciPath=/sys/devices/pci0000:18/0000:1a:00.1 ar=0"}) +
      said("n:1:2 [0]", lines));
  const core::Topology& node = read.cluster.node;
  EXPECT_EQ(std::get<core::NicPort>(named(node, "mlx5_7").info).speed_mbps, 100000);
  EXPECT_EQ(name_of(node, std::get<core::NicPort>(named(node, "mlx5_7").info).nic),
            "NIC 0000:1a:00.0");
}

TEST(NcclLog, BuildsWhatIsKnownWithoutTree) {
  std::vector<std::string> lines{"NET/IB : Using [0]mlx5_0:1/IB [1]mlx5_1:1/IB [RO]; OOB e:1<0>",
                                 "Using network IB"};
  for (int i = 0; i < 4; ++i) {
    lines.push_back(fmt::format(
        "comm 0x1 rank {0} nranks 8 cudaDev {0} nvmlDev {0} busId {0}b000 commId 0x1 - Init START",
        i));
  }
  lines.emplace_back("Channel 00/0 : 0[0] -> 1[1] via P2P/IPC/read");
  const LoadedCluster read = loaded(said("n:1:2 [0]", lines) + listed("NVIDIA A100-SXM4-80GB", 4));
  const core::Topology& node = read.cluster.node;
  EXPECT_EQ(node.gpu_count(), 4);
  EXPECT_EQ(read.cluster.node_count, 2);
  EXPECT_EQ(named(node, "GPU 3").pci->bus_id, "0000:3b:00.0");
  EXPECT_EQ(node.of_kind(DeviceKind::NicPort).size(), 2U);
  // A board of four A100 has four links between each two.
  EXPECT_EQ(links_of(node, LinkKind::NvLink)[0].count, 4);
  EXPECT_THAT(notes_of(read), HasSubstr("warning: t.log: the log has no system tree"));
  EXPECT_THAT(notes_of(read), HasSubstr("NCCL_DEBUG_SUBSYS=INIT,GRAPH,ENV"));
  for (const core::Link& link : node.links()) {
    EXPECT_EQ(link.origin.kind, core::Origin::Kind::Assumed);
  }
}

constexpr const char* kOfRccl =
    "t.log: line 1: a log of RCCL, for AMD GPUs, expected one of NCCL, for NVIDIA GPUs; RCCL "
    "chooses by rules of its own, which treering does not model";

TEST(NcclLog, RefusesWithOneSentence) {
  EXPECT_EQ(
      message_of(said("n:1:2 [0]", {"Bootstrap : Using eth0:10.0.0.1<0>"})),
      "t.log: an NCCL log that does not show its machine, expected NCCL's system tree, or channels "
      "that one machine alone has; run the job with NCCL_DEBUG=INFO "
      "NCCL_DEBUG_SUBSYS=INIT,GRAPH,ENV and give all that it prints");
  EXPECT_EQ(message_of("RCCL version 2.18.3+hip6.0\n" + said("n:1:2 [0]", tree())), kOfRccl);
  // In newer versions NCCL's own lines say so.
  EXPECT_EQ(message_of(said("n:1:2 [0]", {"RCCL version : 2.27.7-HEAD:0d2c4fd"}) +
                       said("n:1:2 [0]", tree())),
            kOfRccl);
}

// RCCL calls itself NCCL in most of its lines.
TEST(NcclLog, OfRcclIsRefusedHoweverItShows) {
  for (const char* const line :
       {"NCCL version 2.18.3+hip5.7", "NET/Plugin : Could not find: librccl-net.so",
        "RCCL_MSCCL_ENABLE set by environment to 0.", "comm 0x7f rank 0 arch gfx942:sramecc+",
        "GPU/5000 (0) + XGMI[48.0] - GPU/8000"}) {
    EXPECT_EQ(message_of(said("n:1:2 [0]", {line})), kOfRccl) << line;
  }
  EXPECT_EQ(message_of("NCCL version 2.7.8+hip4.2\n" + said("n:1:2 [0]", tree())), kOfRccl);
  EXPECT_EQ(message_of("HIP version  : 6.4.43484\n" + said("n:1:2 [0]", tree())), kOfRccl);
  EXPECT_EQ(message_of("n:1:2 [0] src/init.cc:99 NCCL WARN HIP failure 'out of memory'\n"),
            kOfRccl);
}

// Dumps of an environment have such keys without a value.
TEST(NcclLog, OfNcclThatNamesAmdOnlyIsRead) {
  EXPECT_EQ(message_of("ROCm version : Could not collect\nHIP version: N/A\n" +
                       said("n:1:2 [0]", tree())),
            "no error");
}

// PyTorch's warning, nvidia-smi -L or its table may stand beside the log.
TEST(NcclLog, GpusAreNamedByOtherPrograms) {
  const std::string log = said("n:1:2 [0]", tree());
  for (const std::string beside :
       {"    Found GPU0 NVIDIA A30 which is of cuda capability 8.0.\n",
        "GPU 0: NVIDIA A30 (UUID: GPU-0)\nGPU 1: NVIDIA A30 (UUID: GPU-1)\n",
        "|   0  NVIDIA A30     On  | 00000000:1B:00.0 Off |   0 |\n"}) {
    const LoadedCluster read = loaded(beside + log);
    EXPECT_FALSE(core::is_assumed(named(read.cluster.node, "GPU 0"), "compute_capability"));
    EXPECT_THAT(notes_of(read), ::testing::Not(HasSubstr("names no GPU model"))) << beside;
  }
}

TEST(NcclLog, GpusAreNamedByWordsOfTheirGeneration) {
  const std::string log = said("n:1:2 [0]", tree());
  const LoadedCluster read = loaded("our node of 2x A100:\n" + log);
  EXPECT_FALSE(core::is_assumed(named(read.cluster.node, "GPU 0"), "compute_capability"));
  EXPECT_THAT(notes_of(read), HasSubstr("the GPUs are 'A100', as words beside the log name them"));
  // Twelve NVLinks of 20 GB/s are no H100's.
  const LoadedCluster other = loaded("slower than an H100:\n" + log);
  EXPECT_TRUE(core::is_assumed(named(other.cluster.node, "GPU 0"), "compute_capability"));
}

TEST(NcclLog, NamesBesideALogWithoutTreeShowItsMachine) {
  const std::string log =
      said("n:9:1 [0]", {"comm 0x7f rank 0 nranks 2 cudaDev 0 busId 100000 - Init COMPLETE"}) +
      said("n:9:2 [1]", {"comm 0x7e rank 1 nranks 2 cudaDev 1 busId 200000 - Init COMPLETE"});
  const LoadedCluster read =
      loaded(log + "GPU 0: NVIDIA L40S (UUID: GPU-0)\nGPU 1: NVIDIA L40S (UUID: GPU-1)\n");
  EXPECT_EQ(read.cluster.node.name(), "2 x NVIDIA L40S");
  // Of two models it is not known which the ranks have.
  EXPECT_THAT(
      message_of(log + "GPU 0: NVIDIA L40S (UUID: GPU-0)\nGPU 1: NVIDIA A30 (UUID: GPU-1)\n"),
      HasSubstr("does not show its machine"));
}

// The other rank's own line is lost; their connection stays within the host.
TEST(NcclLog, RanksThatMeetInSharedMemoryAreOfOneNode) {
  const LoadedCluster read = loaded(
      said("n:97:176 [0]", {"Channel 00 : 0[100000] -> 1[200000] via direct shared memory",
                            "comm 0x7f rank 0 nranks 2 cudaDev 0 busId 100000 - Init COMPLETE"}) +
      listed("NVIDIA A100-PCIE-40GB", 2));
  EXPECT_EQ(read.cluster.node_count, 1);
  EXPECT_EQ(read.cluster.node.gpu_count(), 2);
}

TEST(NcclLog, TellsHowTheJobWasSet) {
  const LoadedCluster read = loaded(
      said("n:1:2 [0]", tree()) +
      said(
          "n:1:2 [0]",
          {"cudaDriverVersion 12040", "NCCL_IB_HCA set by environment to mlx5_0",
           "NCCL_P2P_DISABLE set by environment to 1.", "NCCL_P2P_DISABLE set by environment to 1.",
           "NET/Plugin: Loaded net plugin AWS Libfabric (v8)", "Using network AWS Libfabric",
           "TUNER/Plugin: Using nccl_ofi_tuner (v3)",
           "P2P is disabled between connected GPUs 0 and 1. You can repress this message",
           "Channel 00/0 : 0[0] -> 1[1] via SHM/direct/direct",
           "Channel 00/0 : 0[0] -> 8[0] [send] via NET/AWS Libfabric/0/GDRDMA",
           "Channel 00/0 : 8[0] -> 0[0] [receive] via NET/AWS Libfabric/0/GDRDMA",
           "Channel 01/0 : 8[0] -> 0[0] [receive] via NET/AWS Libfabric/1/GDRDMA",
           "MNNVL busId 0x1b000 fabric UUID 12.ab cliqueId 0x7ffe state 3 healthMask 0x0"}) +
      "n:1:2 [0] misc/ibvwrap.cc:63 NCCL WARN Failed to open libibverbs.so[.1]\n");
  const core::HostState& host = read.host;
  EXPECT_EQ(host.driver_version->value, "CUDA 12.4");
  ASSERT_EQ(host.variables.size(), 2U);
  EXPECT_EQ(host.variables[1].name + "=" + host.variables[1].value, "NCCL_P2P_DISABLE=1");
  EXPECT_EQ(host.variables[1].origin.source, "t.log: line 13");
  ASSERT_EQ(host.plugins.size(), 2U);
  EXPECT_EQ(host.plugins[0].name + " of " + host.plugins[0].provider, "AWS Libfabric of AWS");
  EXPECT_EQ(host.plugins[1].kind + " " + host.plugins[1].provider, "tuner AWS");
  ASSERT_EQ(host.peers.size(), 2U);
  EXPECT_EQ(host.peers[1].access, core::PeerAccess::Refused);
  ASSERT_EQ(host.transports.size(), 2U);
  EXPECT_EQ(host.transports[0].transport, "NET/AWS Libfabric/GDRDMA");
  // One was sent, two were received: each connection has both ends.
  EXPECT_EQ(host.transports[0].connections, 2);
  EXPECT_EQ(host.transports[1].transport, "SHM");
  ASSERT_EQ(host.gpus.size(), 1U);
  EXPECT_EQ(host.gpus[0].fabric_clique, "12.ab/32766");
  EXPECT_THAT(notes_of(read), HasSubstr("NCCL warns: Failed to open libibverbs.so[.1]"));
}

TEST(NcclLog, SurvivesJson) {
  const core::Topology node = loaded(said("n:1:2 [0]", tree())).cluster.node;
  const auto same = core::topology_from_json(core::topology_to_json(node), "t.json");
  ASSERT_TRUE(same) << same.error().message();
  EXPECT_EQ(*same, node);
}

TEST(NcclLog, IsRecognisedBehindOtherOutput) {
  const std::string text =
      "{'a': 1}\n" + std::string(100000, '#') + "\n" + said("n:1:2 [0]", tree());
  ASSERT_NE(recognise(text), nullptr);
  EXPECT_EQ(recognise(text)->name, "nccl-log");
  EXPECT_FALSE(is_nccl_log("{\"description\": \"of an NCCL INFO log\"}"));
}

TEST(NcclLogState, InterfacesOfHosts) {
  const auto run = run_in(
      "a:1:2 [0] NCCL INFO Bootstrap : Using lo:127.0.0.1<0>\n"
      "a:1:2 [0] NCCL INFO Bootstrap: Using lo:127.0.0.1<0>\n"
      "b:1:2 [0] NCCL INFO Bootstrap : Using [0]eth0:10.0.0.2<0> [1]ib0:10.1.0.2"
      "<0>\n");
  ASSERT_TRUE(run);
  const auto& interfaces = run->host.interfaces;
  ASSERT_EQ(interfaces.size(), 2U);
  EXPECT_EQ(interfaces[0].host + " " + interfaces[0].interface, "a lo");
  EXPECT_EQ(interfaces[1].host + " " + interfaces[1].interface, "b eth0");
}

// As in horovod/horovod#789: of the interfaces that carry data the loopback alone matters, since it
// leads to no other host.
TEST(NcclLogState, TheLoopbackAmongInterfacesForData) {
  const auto run = run_in(
      "a:1:2 [0] NCCL INFO NET : Using interface lo:127.0.0.1<0>\n"
      "b:1:2 [0] NCCL INFO NET/Socket : Using [0]ib0:10.1.0.2<0> [1]lo:127.0.0.1<0>\n"
      "c:1:2 [0] NCCL INFO NET/Socket : Using [0]ib0:10.1.0.3<0>\n");
  ASSERT_TRUE(run);
  const auto& interfaces = run->host.interfaces;
  ASSERT_EQ(interfaces.size(), 2U);
  EXPECT_EQ(interfaces[0].host + " " + interfaces[0].interface, "a lo");
  EXPECT_EQ(interfaces[1].host + " " + interfaces[1].interface, "b lo");
}

TEST(NcclLogState, WhyThereIsNoGpuDirect) {
  const auto far = run_in(
      "a:1:2 [0] NCCL INFO GPU Direct RDMA Disabled for GPU 3 / HCA 1 (distance 7 "
      "> 4)\n");
  ASSERT_TRUE(far && far->host.too_far_for_gpu_direct);
  EXPECT_EQ(far->host.too_far_for_gpu_direct->value, "distance 7 > 4");
  EXPECT_FALSE(far->host.has_peermem);
  const auto able =
      run_in("a:1:2 [0] NCCL INFO NET/IB : GPU Direct RDMA Enabled for HCA 0 'mlx5_0'\n");
  EXPECT_TRUE(able && able->host.can_gpu_direct && able->host.can_gpu_direct->value);
}

TEST(NcclLogState, PluginsOfNewerVersions) {
  const auto run = run_in(
      "a:1:2 [0] NCCL INFO Successfully loaded external network plugin "
      "libnccl-net.so\n"
      "a:1:2 [0] NCCL INFO Initialized NET plugin AWS Libfabric\n"
      "a:1:2 [0] NCCL INFO Initialized NET plugin Socket\n");
  ASSERT_TRUE(run);
  ASSERT_EQ(run->host.plugins.size(), 2U);
  EXPECT_EQ(run->host.plugins[1].name, "AWS Libfabric");
}

}  // namespace reader_test
}  // namespace treering::hw::formats::nccl_log
