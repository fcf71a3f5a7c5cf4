#include "hw/builtin.h"

#include <algorithm>
#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/topology/json.h"
#include "core/topology/names.h"

namespace treering::hw {
namespace builtin_test {

using core::DeviceId;
using core::DeviceKind;
using core::LinkKind;
using core::Topology;

Topology load(std::string_view name) {
  const auto topology = load_builtin(name);
  EXPECT_TRUE(topology) << topology.error().message();
  return topology.value_or(Topology());
}

int count(const Topology& topology, DeviceKind kind) {
  return static_cast<int>(topology.of_kind(kind).size());
}

/// What all links of `kind` out of a device carry together.
double out_of(const Topology& topology, DeviceId device, LinkKind kind) {
  double gb_per_s = 0;
  for (const core::Link& link : topology.links()) {
    if (link.from == device && link.kind == kind) gb_per_s += link.bandwidth.in_gb_per_s();
  }
  return gb_per_s;
}

TEST(Builtin, ListsThoseOfTheIndex) {
  EXPECT_THAT(builtin_names(),
              ::testing::ElementsAre(
                  "dgx-1v", "dgx-2", "dgx-a100", "dgx-h100", "dgx-h200", "dgx-b200", "gb200-nvl72",
                  "dgx-b300", "gb300-nvl72", "dgx-spark", "hgx-a100-4", "hgx-a800", "hgx-h100-4",
                  "hgx-h100-8-4nic", "hgx-h800", "hgx-h20", "h100-nvl-2", "pcie-4",
                  "pcie-8-nvbridge", "l40s-8", "rtx-4090-8", "rtx-pro-6000-8", "aws-p3dn",
                  "aws-p4d", "aws-p5", "azure-nd-a100-v4", "gcp-a4", "oci-h100", "summit",
                  "perlmutter", "polaris", "leonardo", "marenostrum5", "alps"));
  const auto summaries = summarise_builtins();
  ASSERT_EQ(summaries.size(), builtin_names().size());
  EXPECT_EQ(summaries[0].text,
            "NVIDIA DGX-1 with 8 Tesla V100 SXM2 (NVLink 2 hybrid cube mesh), 2 Xeon E5-2698 v4, "
            "4 ConnectX-4 EDR");
}

TEST(Builtin, SuggestsTheNameThatWasMeant) {
  EXPECT_TRUE(is_builtin("DGX_H100"));
  EXPECT_FALSE(is_builtin("dgx-h10"));
  const auto topology = load_builtin("dgx-h10");
  ASSERT_FALSE(topology);
  EXPECT_THAT(topology.error().message(),
              ::testing::StartsWith("topology: found 'dgx-h10', expected one of dgx-1v, dgx-2, "));
  EXPECT_THAT(topology.error().message(), ::testing::EndsWith("; did you mean 'dgx-h100'"));
}

class EveryBuiltin : public ::testing::TestWithParam<std::string_view> {};

TEST_P(EveryBuiltin, IsNamedAndDescribed) {
  const Topology topology = load(GetParam());
  EXPECT_EQ(topology.name(), GetParam());
  EXPECT_FALSE(topology.description().empty());
}

TEST_P(EveryBuiltin, HasASourceForEachLink) {
  const Topology topology = load(GetParam());
  ASSERT_FALSE(topology.links().empty());
  for (const core::Link& link : topology.links()) {
    EXPECT_GT(link.origin.source.size(), 20U) << topology.device(link.from).name;
    EXPECT_NE(link.origin.kind, core::Origin::Kind::File) << topology.device(link.from).name;
  }
}

// What NCCL needs of a GPU and a port, and no hole in the tree.
TEST_P(EveryBuiltin, IsComplete) {
  const Topology topology = load(GetParam());
  for (const DeviceId id : topology.of_kind(DeviceKind::Gpu)) {
    const core::Device& device = topology.device(id);
    EXPECT_GE(std::get<core::Gpu>(device.info).compute_capability, 70) << device.name;
    EXPECT_NE(topology.cpu_of(id), core::kNoDevice) << device.name;
    EXPECT_THAT(device.pci->class_code, ::testing::StartsWith("0x03")) << device.name;
    EXPECT_FALSE(device.pci->link_speed.empty()) << device.name;
  }
  for (const DeviceId id : topology.of_kind(DeviceKind::NicPort)) {
    EXPECT_NE(topology.cpu_of(id), core::kNoDevice) << topology.device(id).name;
  }
}

TEST_P(EveryBuiltin, SurvivesBeingWritten) {
  const Topology topology = load(GetParam());
  const auto again = core::topology_from_json(core::topology_to_json(topology), "again.json");
  ASSERT_TRUE(again) << again.error().message();
  EXPECT_EQ(*again, topology);
}

INSTANTIATE_TEST_SUITE_P(Index, EveryBuiltin, ::testing::ValuesIn(builtin_names()),
                         [](const auto& tested) {
                           std::string name(tested.param);
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

struct Machine {
  std::string_view name;
  int cpus, gpus, nets, nvswitches;
  double nvlink_gb_per_s;  // out of each GPU, from the data sheets
  double ports_gb_per_s;   // out of the node
};

class KnownMachine : public ::testing::TestWithParam<Machine> {};

TEST_P(KnownMachine, HasThePeakFigures) {
  const Machine& machine = GetParam();
  const Topology topology = load(machine.name);
  EXPECT_EQ(count(topology, DeviceKind::Cpu), machine.cpus);
  EXPECT_EQ(count(topology, DeviceKind::Gpu), machine.gpus);
  EXPECT_EQ(count(topology, DeviceKind::NicPort), machine.nets);
  EXPECT_EQ(count(topology, DeviceKind::NvSwitch), machine.nvswitches);
  for (const DeviceId gpu : topology.of_kind(DeviceKind::Gpu)) {
    EXPECT_DOUBLE_EQ(out_of(topology, gpu, LinkKind::NvLink), machine.nvlink_gb_per_s);
  }
  double ports = 0;
  for (const DeviceId id : topology.of_kind(DeviceKind::NicPort)) {
    const auto& port = std::get<core::NicPort>(topology.device(id).info);
    ports += static_cast<double>(port.speed_mbps) / 8000;  // Mbit/s to GB/s
  }
  EXPECT_DOUBLE_EQ(ports, machine.ports_gb_per_s);
}

// NVLinks of a GPU x GB/s of one; adapters x Gbit/s / 8:
//   V100 6 x 25, 4 x 100; A100 12 x 25, 8 x 200; H100 18 x 25, 8 x 400; B200 18 x 50, 8 x 400;
//   V100 of DGX-2 6 x 25, 8 x 100; a V100 of Summit 3 x 2 x 25, 2 x 100;
//   4 A100 all joined 3 x 4 x 25; 4 H100 or GH200 all joined 3 x 6 x 25; bridged A100 12 x 25;
//   GB200 18 x 50, 18 x 4 x 400; B300 18 x 50, 8 x 800; GB300 18 x 50, 18 x 4 x 800;
//   Polaris 2 x 200, Perlmutter and Alps 4 x 200; Leonardo 4 x 100, MareNostrum 5 4 x 200; p3dn
//   100, p4d 4 x 100, p5 8 x 4 x 100, OCI 16 x 200; A800 and H800 8 x 25; H20 18 x 25; H100 NVL
//   12 x 25; DGX Spark 2 x 100.
INSTANTIATE_TEST_SUITE_P(
    DataSheets, KnownMachine,
    ::testing::Values(
        Machine{"dgx-1v", 2, 8, 4, 0, 150, 50}, Machine{"dgx-2", 2, 16, 8, 12, 150, 100},
        Machine{"dgx-a100", 4, 8, 8, 6, 300, 200}, Machine{"dgx-h100", 2, 8, 8, 4, 450, 400},
        Machine{"dgx-h200", 2, 8, 8, 4, 450, 400}, Machine{"dgx-b200", 2, 8, 8, 2, 900, 400},
        Machine{"gb200-nvl72", 36, 72, 72, 18, 900, 3600},
        Machine{"dgx-b300", 2, 8, 8, 2, 900, 800},
        Machine{"gb300-nvl72", 36, 72, 72, 18, 900, 7200}, Machine{"dgx-spark", 1, 1, 2, 0, 0, 25},
        Machine{"hgx-a100-4", 2, 4, 2, 0, 300, 50}, Machine{"hgx-a800", 2, 8, 8, 6, 200, 200},
        Machine{"hgx-h100-4", 2, 4, 4, 0, 450, 200},
        Machine{"hgx-h100-8-4nic", 2, 8, 4, 4, 450, 200}, Machine{"hgx-h800", 2, 8, 8, 4, 200, 400},
        Machine{"hgx-h20", 2, 8, 8, 4, 450, 400}, Machine{"h100-nvl-2", 1, 2, 1, 0, 300, 25},
        Machine{"pcie-4", 1, 4, 1, 0, 0, 12.5}, Machine{"pcie-8-nvbridge", 2, 8, 2, 0, 300, 50},
        Machine{"l40s-8", 2, 8, 2, 0, 0, 50}, Machine{"rtx-4090-8", 2, 8, 1, 0, 0, 12.5},
        Machine{"rtx-pro-6000-8", 2, 8, 4, 0, 0, 200}, Machine{"aws-p3dn", 2, 8, 1, 0, 150, 12.5},
        Machine{"aws-p4d", 2, 8, 4, 6, 300, 50}, Machine{"aws-p5", 2, 8, 8, 4, 450, 400},
        Machine{"azure-nd-a100-v4", 4, 8, 8, 6, 300, 200}, Machine{"gcp-a4", 2, 8, 8, 2, 900, 400},
        Machine{"oci-h100", 2, 8, 16, 4, 450, 400}, Machine{"summit", 2, 6, 2, 0, 150, 25},
        Machine{"perlmutter", 4, 4, 4, 0, 300, 100}, Machine{"polaris", 4, 4, 2, 0, 300, 50},
        Machine{"leonardo", 1, 4, 4, 0, 300, 50}, Machine{"marenostrum5", 2, 4, 4, 0, 450, 100},
        Machine{"alps", 4, 4, 4, 0, 450, 100}));

// A test above would pass without them.
TEST(Builtin, PeakFiguresAreKnownOfAll) {
  const auto* suite = ::testing::UnitTest::GetInstance();
  int tests = 0;
  for (int i = 0; i < suite->total_test_suite_count(); ++i) {
    if (suite->GetTestSuite(i)->name() == std::string_view("DataSheets/KnownMachine")) {
      tests = suite->GetTestSuite(i)->total_test_count();
    }
  }
  EXPECT_EQ(tests, static_cast<int>(builtin_names().size()));
}

// The 18 trays of a rack are hosts of their own, with 4 GPUs each.
TEST(Builtin, RacksHaveAHostForEachTray) {
  for (const char* const name : {"gb200-nvl72", "gb300-nvl72"}) {
    const Topology topology = load(name);
    std::map<int, int> gpus;
    for (const DeviceId id : topology.of_kind(DeviceKind::Gpu)) ++gpus[core::host_of(topology, id)];
    ASSERT_EQ(gpus.size(), 18U) << name;
    for (const auto& [host, count] : gpus) EXPECT_EQ(count, 4) << name << host;
  }
}

// 16 lanes of PCIe 6.0: 64 GT/s x 242/256 of a flit x 16 / 8 bits = 121 GB/s.
TEST(Builtin, ConnectX8AndItsGpuAreOnPcie6) {
  for (const char* const name : {"dgx-b300", "gb300-nvl72"}) {
    const Topology topology = load(name);
    for (const DeviceKind kind : {DeviceKind::Gpu, DeviceKind::Nic}) {
      for (const DeviceId id : topology.of_kind(kind)) {
        EXPECT_DOUBLE_EQ(out_of(topology, id, LinkKind::Pcie), 64 * 242.0 / 256 * 16 / 8);
        EXPECT_EQ(topology.device(id).pci->link_speed, "64.0 GT/s PCIe");
      }
    }
  }
}

// 8 GPUs with 12 links each over 6 switches: 16 links of 25 GB/s at each.
TEST(Builtin, NvSwitchesShareTheLinksEvenly) {
  const Topology topology = load("dgx-a100");
  for (const DeviceId id : topology.of_kind(DeviceKind::NvSwitch)) {
    EXPECT_DOUBLE_EQ(out_of(topology, id, LinkKind::NvLink), 16 * 25);
  }
}

}  // namespace builtin_test
}  // namespace treering::hw
