#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/assembly.h"
#include "tests/support/patients.h"
#include "tuner/doctor/lookup.h"

namespace treering::tuner::doctor {
namespace pcie_checks_test {

using ::testing::ElementsAre;
using testing::file_origin;
using ::testing::IsEmpty;
using testing::patient_on;
using testing::texts_of;

std::string bus_id_of(const Patient& patient, const std::string& name) {
  for (const core::Device& device : patient.condition.cluster.node.devices()) {
    if (device.name == name) return device.pci->bus_id;
  }
  return "";
}

core::DeviceId first_adapter(const Patient& patient) {
  return patient.condition.cluster.node.of_kind(core::DeviceKind::Nic).front();
}

/// The link above a GPU of a DGX H100: both ends can do 32 GT/s over 16 lanes.
Patient with_link(const core::PcieRate& device, const core::PcieRate& port,
                  const core::PcieRate& now) {
  Patient patient = patient_on("dgx-h100");
  patient.host.pcie_links.push_back(
      {bus_id_of(patient, "GPU 3"), device, port, now, file_origin("current_link_width: 8")});
  return patient;
}

const core::PcieRate kGen5{"32.0 GT/s PCIe", 16};
const core::PcieRate kGen4{"16.0 GT/s PCIe", 16};

TEST(PcieChecks, FewerLanesThanBothEndsHave) {
  const Examination seen = check_pcie_links(with_link(kGen5, kGen5, {"32.0 GT/s PCIe", 8}));
  ASSERT_THAT(texts_of(seen),
              ElementsAre(::testing::MatchesRegex(
                  "GPU 3 \\(.*\\) runs at PCIe 32 GT/s x8, where both ends can do 32 GT/s x16")));
  EXPECT_EQ(seen.symptoms[0].severity, Severity::Fault);
  EXPECT_EQ(seen.symptoms[0].evidence, "current_link_width: 8");
}

// GPUs that idle train their links down: that is no fault.
TEST(PcieChecks, AnIdleGpuIsSlow) {
  EXPECT_THAT(check_pcie_links(with_link(kGen5, kGen5, {"2.5 GT/s PCIe", 16})).symptoms, IsEmpty());
}

TEST(PcieChecks, AnAdapterDoesNotIdle) {
  Patient patient = patient_on("dgx-h100");
  const core::DeviceId adapter = first_adapter(patient);
  patient.host.pcie_links.push_back({patient.condition.cluster.node.device(adapter).pci->bus_id,
                                     kGen5,
                                     kGen5,
                                     {"8.0 GT/s PCIe", 16},
                                     file_origin("x")});
  const Examination seen = check_pcie_links(patient);
  ASSERT_EQ(seen.symptoms.size(), 1U);
  // NCCL does not see it; the wire carries a quarter (128b/130b both).
  ASSERT_TRUE(seen.symptoms[0].cost);
  const auto rate = [&](const Condition& condition) {
    return rate_out(condition.cluster.node, adapter, core::LinkKind::Pcie);
  };
  EXPECT_NEAR(rate(seen.symptoms[0].cost->as_is) / rate(seen.symptoms[0].cost->mended), 0.25, 1e-9);
  EXPECT_EQ(seen.symptoms[0].cost->as_is.job.nodes, 2);
}

TEST(PcieChecks, ASlotBelowItsCard) {
  const Examination seen = check_pcie_links(with_link(kGen5, kGen4, kGen4));
  EXPECT_THAT(texts_of(seen),
              ElementsAre("GPU 3 can do PCIe 32 GT/s x16, but the port above only 16 GT/s x16"));
}

TEST(PcieChecks, NothingKnownIsNothingSaid) {
  EXPECT_FALSE(check_pcie_links(patient_on("dgx-h100")).unknown.empty());
  EXPECT_THAT(check_pcie_links(with_link({}, {}, {"", 8})).symptoms, IsEmpty());
}

Patient with_slow_gpu(const std::string& topology, std::size_t which) {
  Patient patient = patient_on(topology);
  const auto gpus = patient.condition.cluster.node.of_kind(core::DeviceKind::Gpu);
  patient.condition = with_links(patient.condition, [&](core::Link& link) {
    const bool is_it = link.from == gpus[which] || link.to == gpus[which];
    if (link.kind == core::LinkKind::Pcie && is_it) link.bandwidth = link.bandwidth * 0.5;
  });
  return patient;
}

TEST(PcieChecks, OneGpuBelowItsEquals) {
  const Examination seen = check_uneven_pcie(with_slow_gpu("pcie-4", 2));
  ASSERT_EQ(seen.symptoms.size(), 1U);
  EXPECT_EQ(texts_of(seen).front().substr(0, 6), "GPU 2:");
  EXPECT_THAT(check_uneven_pcie(patient_on("pcie-4")).symptoms, IsEmpty());
}

// Of one GPU a text shows eight lanes; the others' rate is a default.
TEST(PcieChecks, ADefaultIsNoEqual) {
  Patient patient = with_slow_gpu("pcie-4", 2);
  const auto gpus = patient.condition.cluster.node.of_kind(core::DeviceKind::Gpu);
  patient.condition = with_devices(patient.condition, [&](core::Device& device) {
    if (device.kind() == core::DeviceKind::Gpu && device.name != "GPU 2")
      device.assumed.emplace_back("pci/link_speed");
  });
  patient.condition = with_links(patient.condition, [&](core::Link& link) {
    if (link.from != gpus[2] && link.to != gpus[2]) link.origin = {};
  });
  EXPECT_THAT(check_uneven_pcie(patient).symptoms, IsEmpty());
}

// Cards of some models have eight lanes.
TEST(PcieChecks, AGpuOfAnotherModelIsNoEqual) {
  Patient patient = with_slow_gpu("pcie-4", 2);
  patient.condition = with_devices(patient.condition, [](core::Device& device) {
    if (device.name == "GPU 2") std::get<core::Gpu>(device.info).compute_capability = 75;
  });
  EXPECT_THAT(check_uneven_pcie(patient).symptoms, IsEmpty());
}

// A port of 400 Gbit/s, 50 GB/s, on PCIe 4.0 of 16 lanes, 31.5 GB/s.
TEST(PcieChecks, APortAboveItsPcie) {
  Patient patient = patient_on("dgx-a100");
  patient.condition = with_devices(patient.condition, [](core::Device& device) {
    if (auto* const port = std::get_if<core::NicPort>(&device.info)) port->speed_mbps = 400'000;
  });
  const Examination seen = check_narrow_adapters(patient);
  ASSERT_EQ(seen.symptoms.size(), 1U);
  EXPECT_THAT(texts_of(seen).front(),
              ::testing::EndsWith("ports of 400 Gbit/s on PCIe of only 31.51 GB/s"));
  EXPECT_THAT(check_narrow_adapters(patient_on("dgx-a100")).symptoms, IsEmpty());
}

/// One adapter of eight in a slot of PCIe 3.0: 15.75 GB/s for a port of 400 Gbit/s.
Patient with_narrow_adapter() {
  Patient patient = patient_on("dgx-h100", 2);
  core::PciFunction gen3;
  gen3.link_speed = "8.0 GT/s PCIe";
  gen3.link_width = 16;
  patient.condition = with_pcie_above(patient.condition, first_adapter(patient), 0.25, gen3);
  return patient;
}

TEST(PcieChecks, AnAdapterBelowItsEqualsIsNamedOnce) {
  Patient patient = with_narrow_adapter();
  EXPECT_EQ(check_uneven_pcie(patient).symptoms.size(), 1U);
  EXPECT_THAT(check_narrow_adapters(patient).symptoms, IsEmpty());
}

// As beside the four adapters of an MI300A node: an Ethernet card on one lane is for management.
TEST(PcieChecks, AnAdapterOfAnotherModelIsNoEqual) {
  Patient patient = with_narrow_adapter();
  const core::DeviceId adapter = first_adapter(patient);
  const std::string name = patient.condition.cluster.node.device(adapter).name;
  patient.condition = with_devices(patient.condition, [&](core::Device& device) {
    if (device.name == name) device.pci->device = "0x1533";
  });
  EXPECT_THAT(check_uneven_pcie(patient).symptoms, IsEmpty());
}

TEST(PcieChecks, ASlotThatLimitsIsNamedOnce) {
  Patient patient = with_narrow_adapter();
  const core::PcieRate gen3{"8.0 GT/s PCIe", 16};
  const core::DeviceId adapter = first_adapter(patient);
  patient.host.pcie_links.push_back({patient.condition.cluster.node.device(adapter).pci->bus_id,
                                     kGen5, gen3, gen3, file_origin("x")});
  EXPECT_EQ(check_pcie_links(patient).symptoms.size(), 1U);
  EXPECT_THAT(check_uneven_pcie(patient).symptoms, IsEmpty());
  EXPECT_THAT(check_narrow_adapters(patient).symptoms, IsEmpty());
}

// github.com/NVIDIA/nccl-tests issue 256: a guest whose switches have one lane of 2.5 GT/s.
TEST(PcieChecks, ASwitchThatCarriesLessUp) {
  Patient patient = patient_on("dgx-h100");
  const core::Topology& node = patient.condition.cluster.node;
  const core::DeviceId gpu = gpu_of_index(node, 3);
  const core::DeviceId bridge = node.parent_of(node.parent_of(gpu));
  const core::DeviceId above = node.parent_of(bridge);
  patient.condition = with_links(patient.condition, [&](core::Link& link) {
    const bool is_it = link.from == bridge && link.to == above;
    if (is_it || (link.to == bridge && link.from == above)) link.bandwidth = link.bandwidth / 4;
  });
  const Examination seen = check_pcie_paths(patient);
  ASSERT_EQ(seen.symptoms.size(), 1U);
  EXPECT_THAT(texts_of(seen).front(), ::testing::HasSubstr("15.75 GB/s up, but a device below"));
  EXPECT_EQ(rate_out(seen.symptoms[0].cost->mended.cluster.node, bridge, core::LinkKind::Pcie),
            rate_out(patient_on("dgx-h100").condition.cluster.node, bridge, core::LinkKind::Pcie));
  EXPECT_THAT(check_pcie_paths(patient_on("dgx-h100")).symptoms, IsEmpty());
}

Patient with_rate_above(const char* machine, core::DeviceId bridge, double gb_per_s) {
  Patient patient = patient_on(machine);
  const core::DeviceId above = patient.condition.cluster.node.parent_of(bridge);
  patient.condition = with_links(patient.condition, [&](core::Link& link) {
    const bool is_it = link.from == bridge && link.to == above;
    if (is_it) link.bandwidth = core::Bandwidth::from_gb_per_s(gb_per_s);
  });
  return patient;
}

// GPUs and adapters of PCIe 6.0: below CPUs of 5.0 on DGX B300, below one lane to a Grace, whose
// GPUs have C2C, on GB300. Half of the former is a fault, and so is 5.0 inside ConnectX-8.
TEST(PcieChecks, SwitchesOfPcie6CarryUpWhatCpusCan) {
  for (const char* const machine : {"dgx-b300", "gb300-nvl72"}) {
    const Patient patient = patient_on(machine);
    EXPECT_THAT(check_pcie_paths(patient).symptoms, IsEmpty()) << machine;
    const core::Topology& node = patient.condition.cluster.node;
    const core::DeviceId gpu_side = node.parent_of(gpu_of_index(node, 0));
    EXPECT_EQ(check_pcie_paths(with_rate_above(machine, gpu_side, 63)).symptoms.size(), 1U);
  }
  const Patient patient = patient_on("dgx-b300");
  const core::Topology& node = patient.condition.cluster.node;
  const core::DeviceId top = node.parent_of(node.parent_of(gpu_of_index(node, 0)));
  EXPECT_EQ(check_pcie_paths(with_rate_above("dgx-b300", top, 31.5)).symptoms.size(), 1U);
}

/// A port of 200 Gbit/s on four lanes of `speed`, with a GPU of this compute capability.
Patient on_four_lanes(int compute_capability, const std::string& speed) {
  testing::Assembly assembly("spark");
  const core::DeviceId cpu = assembly.cpu();
  assembly.gpu(cpu, compute_capability);
  const core::DeviceId nic = assembly.pci("NIC", core::Nic{}, cpu, speed[0] == '3' ? 15.75 : 7.88);
  assembly.function(nic).link_speed = speed;
  assembly.function(nic).link_width = 4;
  assembly.port(nic, 200'000);
  Patient patient;
  patient.condition.cluster = {std::move(assembly).build(), 1, {}};
  patient.condition.job.nodes = 1;
  return patient;
}

// The ConnectX-7 of a DGX Spark has two links of four lanes on the board: there is no faster slot.
TEST(PcieChecks, TheHalvesOfASparksAdapterAreRight) {
  EXPECT_THAT(check_narrow_adapters(on_four_lanes(121, "32.0 GT/s PCIe")).symptoms, IsEmpty());
  EXPECT_EQ(check_narrow_adapters(on_four_lanes(121, "16.0 GT/s PCIe")).symptoms.size(), 1U);
  EXPECT_EQ(check_narrow_adapters(on_four_lanes(120, "32.0 GT/s PCIe")).symptoms.size(), 1U);
}

}  // namespace pcie_checks_test
}  // namespace treering::tuner::doctor
