// Several texts in one paste: one shows the machine, all others say facts of it.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/load_cluster.h"
#include "tests/hw/formats/host_texts/facts.h"
#include "tests/support/fake_files.h"

namespace treering::hw::formats {
namespace joined_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

LoadedCluster machine_of(const std::string& text) {
  const support::FakeFiles files({{"paste.txt", text}});
  auto loaded = load_cluster("paste.txt", files);
  if (!loaded) {
    ADD_FAILURE() << loaded.error().message();
    return {};
  }
  return *std::move(loaded);
}

constexpr const char* kMatrix =
    "\tGPU0\tGPU1\tCPU Affinity\tNUMA Affinity\n"
    "GPU0\t X \tNV18\t0-31\t0\n"
    "GPU1\tNV18\t X \t0-31\t0\n";

TEST(Joined, ThePortsOfIbstatBesideTheMatrix) {
  const auto machine = machine_of(std::string(kMatrix) +
                                  "CA 'mlx5_0'\n\tPort 1:\n\t\tState: Down\n"
                                  "\t\tPhysical state: Polling\n");
  EXPECT_EQ(machine.cluster.node.gpu_count(), 2);
  EXPECT_EQ(machine.format, "nvidia-smi-topo");
  ASSERT_EQ(machine.host.ports.size(), 1U);
  EXPECT_EQ(machine.host.ports[0].state, "DOWN");
}

// A matrix lists adapters whatever their state; MT4129 at 200 Gbit/s.
TEST(Joined, PortsThatAreDownAreLeftOutOfTheMachine) {
  const auto machine = machine_of(
      "\tGPU0\tmlx5_0\tmlx5_1\tCPU Affinity\n"
      "GPU0\t X \tPIX\tNODE\t0-31\n"
      "mlx5_0\tPIX\t X \tNODE\t\n"
      "mlx5_1\tNODE\tNODE\t X \t\n"
      "CA 'mlx5_0'\n\tCA type: MT4129\n\tPort 1:\n\t\tState: Down\n"
      "CA 'mlx5_1'\n\tCA type: MT4129\n\tPort 1:\n\t\tState: Active\n\t\tRate: 200\n");
  const core::Topology& node = machine.cluster.node;
  const auto ports = node.of_kind(core::DeviceKind::NicPort);
  ASSERT_EQ(ports.size(), 1U);
  EXPECT_EQ(node.device(ports[0]).name, "mlx5_1");
  EXPECT_EQ(std::get<core::NicPort>(node.device(ports[0]).info).speed_mbps, 200'000);
  EXPECT_FALSE(core::is_assumed(node.device(ports[0]), "speed_mbps"));
  EXPECT_EQ(machine.host.ports.size(), 2U);
}

TEST(Joined, TheQueryNamesTheGpusOfTheMatrix) {
  const auto machine = machine_of(std::string(kMatrix) +
                                  "GPU 00000000:1B:00.0\n"
                                  "    Product Name : NVIDIA H100 80GB HBM3\n"
                                  "GPU 00000000:43:00.0\n"
                                  "    Product Name : NVIDIA H100 80GB HBM3\n");
  const core::Topology& node = machine.cluster.node;
  EXPECT_EQ(node.name(), "2 x NVIDIA H100 80GB HBM3");
  EXPECT_EQ(node.device(node.of_kind(core::DeviceKind::Gpu)[1]).pci->bus_id, "0000:43:00.0");
}

// CUDA numbers the faster card first, nvidia-smi by bus id: here the other way round.
// A query of three GPUs is not of a matrix of two.
TEST(Joined, GpusOfAnotherMachineDoNotNameThoseOfTheMatrix) {
  std::string text = kMatrix;
  for (const char* const bus : {"1B", "43", "52"}) {
    text += std::string("GPU 00000000:") + bus + ":00.0\n    Product Name : NVIDIA A10\n";
  }
  const auto machine = machine_of(text);
  ASSERT_EQ(machine.cluster.node.gpu_count(), 2);
  for (const core::GpuState& gpu : machine.host.gpus) EXPECT_NE(gpu.model, "NVIDIA A10");
}

TEST(Joined, GpusAreMatchedByBusId) {
  const auto machine =
      machine_of(std::string(kMatrix) +
                 "GPU 00000000:1B:00.0\n    Product Name : NVIDIA H100 80GB HBM3\n"
                 "GPU 00000000:43:00.0\n    Product Name : NVIDIA H100 80GB HBM3\n"
                 "Device: 0, NVIDIA H100 80GB HBM3, pciBusID: 43, pciDeviceID: 0, pciDomainID:0\n"
                 "Device: 1, NVIDIA H100 80GB HBM3, pciBusID: 1b, pciDeviceID: 0, pciDomainID:0\n"
                 "Unidirectional P2P=Enabled Bandwidth (P2P Writes) Matrix (GB/s)\n"
                 "   D\\D     0      1\n     0 671.00  52.75\n     1  50.00 672.00\n");
  ASSERT_EQ(machine.host.pair_rates.size(), 4U);
  // From device 0, at 43:00.0, which is GPU 1.
  EXPECT_EQ(machine.host.pair_rates[1].from, 1);
  EXPECT_EQ(machine.host.pair_rates[1].to, 0);
  EXPECT_EQ(machine.host.gpus.size(), 2U);
}

// An idle link is slow, and may have its lanes: it counts by what both ends can do.
TEST(Joined, LinksOfPcieAreThoseThatAQueryShows) {
  const auto machine = machine_of(
      "Attached GPUs                             : 1\n"
      "GPU 00000000:1E:00.0\n"
      "    Product Name                          : NVIDIA A10G\n"
      "    PCI\n"
      "        GPU Link Info\n"
      "            PCIe Generation\n"
      "                Max                       : 4\n"
      "                Current                   : 1\n"
      "            Link Width\n"
      "                Max                       : 16x\n"
      "                Current                   : 8x\n");
  const core::Topology& node = machine.cluster.node;
  const core::Device& gpu = node.device(node.of_kind(core::DeviceKind::Gpu).front());
  ASSERT_TRUE(gpu.pci);
  EXPECT_EQ(gpu.pci->link_width, 8);
  EXPECT_EQ(gpu.pci->link_speed, "16.0 GT/s PCIe");
  EXPECT_FALSE(core::is_assumed(gpu, "pci/link_width"));
  EXPECT_TRUE(core::is_place_assumed(node));  // the query does not say below which CPU it is
  for (const core::Link& link : node.links()) {
    if (link.kind != core::LinkKind::Pcie) continue;
    EXPECT_EQ(link.count, 8);
    EXPECT_EQ(link.origin.kind, core::Origin::Kind::File);
  }
}

TEST(Joined, TextsWithoutAMachineAreFactsOfTheHost) {
  const std::string text =
      "[ 1.000000] NVRM: Xid (PCI:0000:1b:00): 79, pid=1, GPU has fallen off the bus.\n"
      "> CA 'mlx5_0'\n> \tPort 1:\n> \t\tState: Active\n";
  EXPECT_FALSE(load_cluster("paste.txt", support::FakeFiles({{"paste.txt", text}})));
  LoadedRun run;
  run.read = {"the log of a run"};
  join(testing::facts_of(text), run);
  EXPECT_EQ(run.host.kernel_events.size(), 1U);
  EXPECT_EQ(run.host.ports.size(), 1U);
  EXPECT_THAT(run.read, ElementsAre("the log of a run", "ibstat of 1 port",
                                    "a kernel log with 1 line about errors of hardware"));
}

// Four lanes of 100 Gbit/s. Each text has what the other lacks; a port that a text has twice is
// one.
TEST(Joined, APortOfTwoTextsIsOne) {
  const std::string ibstat =
      "CA 'mlx5_0'\n\tPort 1:\n\t\tState: Active\n\t\tLink layer: InfiniBand\n";
  const auto facts = testing::facts_of(ibstat + ibstat +
                                       "hca_id:\tmlx5_0\n\t\tport:\t1\n"
                                       "\t\t\tstate:\t\t\tPORT_ACTIVE (4)\n"
                                       "\t\t\tactive_width:\t\t4X (2)\n"
                                       "\t\t\tactive_speed:\t\t100.0 Gbps (128)\n");
  ASSERT_EQ(facts.host.ports.size(), 1U);
  EXPECT_EQ(facts.host.ports[0].link_layer, "InfiniBand");
  EXPECT_EQ(facts.host.ports[0].rate_mbps, 400'000);
}

TEST(Joined, DocumentsHoldNoOtherTexts) {
  EXPECT_FALSE(may_be_joined("  <system version=\"1\">\n"));
  EXPECT_FALSE(may_be_joined("{\"a\": 1}"));
  EXPECT_TRUE(may_be_joined("\tGPU0\n"));
}

constexpr const char* kAdapter =
    "\tPort 1:\n\t\tState: Active\n\t\tPhysical state: LinkUp\n\t\tRate: 400\n";

std::string notes_in(const std::vector<core::Diagnostic>& notes) {
  std::string all;
  for (const core::Diagnostic& note : notes) all += note.message() + "\n";
  return all;
}

/// The rates between `gpus` GPUs.
std::string pairs_of(int gpus) {
  std::string text = "Unidirectional P2P=Enabled Bandwidth (P2P Writes) Matrix (GB/s)\n   D\\D";
  for (int to = 0; to < gpus; ++to) text += "     " + std::to_string(to);
  for (int from = 0; from < gpus; ++from) {
    text += "\n     " + std::to_string(from);
    for (int to = 0; to < gpus; ++to) text += " 24.50";
  }
  return text + "\n";
}

TEST(Joined, ATestOfOtherNumbersOfGpusIsOfAnotherMachine) {
  const auto other = machine_of(kMatrix + pairs_of(3));
  EXPECT_TRUE(other.host.pair_rates.empty());
  EXPECT_THAT(notes_in(other.notes),
              HasSubstr("p2pBandwidthLatencyTest with 1 table is of other GPUs than the machine's "
                        "and is left out: it shows 3 GPUs, and the machine has 2"));
  EXPECT_EQ(machine_of(kMatrix + pairs_of(2)).host.pair_rates.size(), 4U);
}

TEST(Joined, ATestOfAnotherModelIsOfAnotherMachine) {
  const std::string names =
      "GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-1)\nGPU 1: NVIDIA H100 80GB HBM3 (UUID: GPU-2)\n";
  const auto with_devices = [&](const std::string& model) {
    return machine_of(names + kMatrix + "Device: 0, " + model +
                      ", pciBusID: 31, pciDeviceID: 0, pciDomainID:0\nDevice: 1, " + model +
                      ", pciBusID: 4b, pciDeviceID: 0, pciDomainID:0\n" + pairs_of(2));
  };
  const auto other = with_devices("NVIDIA L4");
  EXPECT_TRUE(other.host.pair_rates.empty());
  EXPECT_THAT(notes_in(other.notes), HasSubstr("it names 'NVIDIA L4', and the machine has 'NVIDIA "
                                               "H100 80GB HBM3'"));
  for (const core::GpuState& gpu : other.host.gpus) EXPECT_NE(gpu.model, "NVIDIA L4");
  EXPECT_EQ(with_devices("NVIDIA H100 80GB HBM3").host.pair_rates.size(), 4U);
}

TEST(Joined, BusIdsShowAnotherMachine) {
  const std::string query =
      "GPU 00000000:1B:00.0\n    Product Name : NVIDIA A40\n"
      "GPU 00000000:43:00.0\n    Product Name : NVIDIA A40\n";
  const std::string text = query + kMatrix +
                           "Device: 0, NVIDIA A40, pciBusID: 31, pciDeviceID: 0, pciDomainID:0\n"
                           "Device: 1, NVIDIA A40, pciBusID: 4b, pciDeviceID: 0, pciDomainID:0\n" +
                           pairs_of(2);
  const auto machine = machine_of(text);
  EXPECT_TRUE(machine.host.pair_rates.empty());
  EXPECT_THAT(notes_in(machine.notes),
              HasSubstr("no GPU of the machine has one of its bus ids, such as 0000:31:00.0"));
}

TEST(Joined, PortsBelowThePromptOfAnotherHostAreNotAddedUp) {
  const auto facts = testing::facts_of(std::string("a@n1:~$ ibstat\nCA 'mlx5_0'\n") + kAdapter +
                                       "a@n2:~$ ibstat\nCA 'mlx5_1'\n" + kAdapter);
  ASSERT_EQ(facts.host.ports.size(), 1U);
  EXPECT_EQ(facts.host.ports[0].device, "mlx5_0");
  EXPECT_THAT(facts.read, ElementsAre("ibstat of 1 port"));
  EXPECT_THAT(notes_in(facts.notes),
              HasSubstr("by their prompts: 'n1' counts; of 'n2' is left out: ibstat of 1 port"));
  // Of one host asked twice nothing is left out.
  const auto twice = testing::facts_of(std::string("a@n1:~$ ibstat\nCA 'mlx5_0'\n") + kAdapter +
                                       "a@n1:~$ ibstat\nCA 'mlx5_1'\n" + kAdapter);
  EXPECT_EQ(twice.host.ports.size(), 2U);
  EXPECT_TRUE(twice.notes.empty());
}

// A container that is named by its id may be on any host.
TEST(Joined, TheIdOfAContainerIsNoHost) {
  const auto facts = testing::facts_of(std::string("a@n1:~$ ibstat\nCA 'mlx5_0'\n") + kAdapter +
                                       "root@4f2a1b9c0d3e:/# ibstat\nCA 'mlx5_1'\n" + kAdapter);
  EXPECT_EQ(facts.host.ports.size(), 2U);
}

// The host of the matrix counts, wherever it stands.
TEST(Joined, TextsOfAnotherHostThanTheMachineAreLeftOut) {
  const auto machine = machine_of(std::string("a@n1:~$ ibstat\nCA 'mlx5_0'\n") + kAdapter +
                                  "a@n2:~$ nvidia-smi topo -m\n" + kMatrix);
  EXPECT_TRUE(machine.host.ports.empty());
  EXPECT_THAT(notes_in(machine.notes), HasSubstr("'n2' counts; of 'n1' is left out"));
}

TEST(Joined, PortsOfAnotherCardAreOfAnotherHost) {
  const std::string ibstat =
      std::string("CA 'mlx5_0'\n\tSystem image GUID: 0xa088c20300120000\n") + kAdapter;
  const auto with_card = [&](const std::string& guid) {
    return testing::facts_of(ibstat + "hca_id:\tmlx5_0\n\tsys_image_guid:\t" + guid +
                             "\n\t\tport:\t1\n\t\t\tstate:\tPORT_ACTIVE (4)\n"
                             "\t\t\tlink_layer:\tInfiniBand\n");
  };
  const auto other = with_card("b83f:d203:0044:0000");
  EXPECT_EQ(other.host.ports.at(0).link_layer, "");
  EXPECT_THAT(notes_in(other.notes), HasSubstr("is of another host than the ports above"));
  EXPECT_EQ(with_card("a088:c203:0012:0000").host.ports.at(0).link_layer, "InfiniBand");
}

}  // namespace joined_test
}  // namespace treering::hw::formats
