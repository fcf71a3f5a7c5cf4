// Checks of facts that texts say of a host, with and without its machine.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/patients.h"
#include "tuner/doctor/checks.h"
#include "tuner/doctor/doctor.h"

namespace treering::tuner::doctor {
namespace host_facts_checks_test {

using core::KernelEventKind;
using core::PairFigure;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using testing::file_origin;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::patient_on;
using testing::texts_of;

core::KernelEvent xid(int code, const std::string& bus_id, const std::string& text) {
  return {.kind = KernelEventKind::Xid,
          .code = code,
          .bus_id = bus_id,
          .text = text,
          .origin = file_origin("t.txt: line 1")};
}

Severity worst_of(const Examination& seen) {
  Severity worst = Severity::Hint;
  for (const Symptom& symptom : seen.symptoms) worst = std::min(worst, symptom.severity);
  return worst;
}

TEST(KernelChecks, AGpuThatFellOffTheBus) {
  Patient patient;
  patient.host.kernel_events = {xid(79, "0000:44:00.0", "79, GPU has fallen off the bus.")};
  const auto seen = check_kernel_events(patient);
  ASSERT_EQ(seen.symptoms.size(), 1U);
  EXPECT_THAT(seen.symptoms[0].what,
              AllOf(HasSubstr("GPU 0000:44:00.0 fell off the bus"), HasSubstr("(Xid 79)")));
  EXPECT_EQ(seen.symptoms[0].severity, Severity::Fault);
  EXPECT_THAT(seen.symptoms[0].fix, AllOf(HasSubstr("power"), HasSubstr("cooling"),
                                          HasSubstr("slot"), HasSubstr("drain")));
}

Severity severity_of_xid(int code, const std::string& text = "") {
  Patient patient;
  patient.host.kernel_events = {xid(code, "0000:44:00.0", text)};
  return worst_of(check_kernel_events(patient));
}

// NVIDIA's catalogue of Xid errors, by what it says to do at once: to ignore 43, 108, 121, 137; to
// start the program again, as a rule for its own fault 13, 31, 69; to reset or restart 46, 62, 64,
// 79, 95, 109, 110, 119, 120, 136, 140, 143, 155, 158; by its workflows 45, 48, 74, 144 to 150.
TEST(KernelChecks, ProgramsFaultsAreNoHardware) {
  for (const int code : {13, 31, 43, 45, 69, 108, 121, 137}) {
    EXPECT_EQ(severity_of_xid(code), Severity::Hint) << code;
  }
  for (const int code : {46,  48,  54,  61,  62,  64,  74,  79,  95,  109, 110, 119,
                         120, 136, 140, 143, 144, 145, 146, 149, 150, 155, 158}) {
    EXPECT_EQ(severity_of_xid(code), Severity::Fault) << code;
  }
  for (const int code : {32, 39, 63, 92, 94, 999}) {
    EXPECT_EQ(severity_of_xid(code), Severity::Warning) << code;
  }
}

// NVIDIA's table of Xids 144 to 150: what it calls Non-fatal is to be ignored, and the driver's
// line has that word; of 147 and 148 it has nothing else.
TEST(KernelChecks, NvlinksSurviveSomeErrors) {
  EXPECT_EQ(severity_of_xid(149, "149, NETIR_BER_EVENT Nonfatal XC0 i0 Link 03"), Severity::Hint);
  EXPECT_EQ(severity_of_xid(149, "149, NETIR_LINK_EVT Fatal XC0 i0 Link 03"), Severity::Fault);
  EXPECT_EQ(severity_of_xid(148), Severity::Hint);
}

TEST(KernelChecks, AGpuThatFailsFirstIsNamedWhereItsPeersReportNvlinks) {
  Patient patient;
  patient.host.kernel_events = {xid(74, "0000:44:00.0", "")};
  EXPECT_THAT(check_kernel_events(patient).symptoms.at(0).fix,
              HasSubstr("another Xid of a GPU or an SXid of an NVSwitch before it"));
}

TEST(KernelChecks, TestsOfTheBoardAreNoErrors) {
  Patient patient;
  patient.host.kernel_events = {xid(106, "0000:44:00.0", "")};
  EXPECT_THAT(check_kernel_events(patient).symptoms, IsEmpty());
}

TEST(KernelChecks, OneErrorOfSeveralGpusIsSaidOnce) {
  Patient patient;
  patient.host.kernel_events = {xid(74, "0000:44:00.0", ""), xid(74, "0000:5e:00.0", "")};
  EXPECT_THAT(texts_of(check_kernel_events(patient)),
              ElementsAre(HasSubstr("GPU 0000:44:00.0 and GPU 0000:5e:00.0")));
}

// The topology, or nvidia-smi -q, knows the number.
TEST(KernelChecks, NamesTheGpuByItsNumberWhereThatIsKnown) {
  Patient patient;
  patient.host.gpus = {{.gpu = 3, .bus_id = "0000:44:00.0"}};
  patient.host.kernel_events = {xid(79, "0000:44:00.0", "")};
  EXPECT_THAT(texts_of(check_kernel_events(patient)),
              ElementsAre(HasSubstr("GPU 3 (0000:44:00.0) fell")));
}

TEST(KernelChecks, WhatTheDriverAsksFor) {
  Patient patient;
  patient.host.kernel_events = {
      xid(154, "0000:44:00.0",
          "154, GPU recovery action changed from 0x0 (None) to 0x1 (GPU Reset Required)")};
  EXPECT_THAT(texts_of(check_kernel_events(patient)), ElementsAre(HasSubstr("GPU Reset Required")));
  patient.host.kernel_events = {
      xid(154, "0000:44:00.0",
          "154, GPU recovery action changed from 0x1 (GPU Reset Required) to 0x0 (None)")};
  EXPECT_THAT(check_kernel_events(patient).symptoms, IsEmpty());
  patient.host.kernel_events.push_back(
      xid(154, "0000:5e:00.0",
          "154, GPU recovery action changed from 0x0 (None) to 0x2 (Node Reboot Required)"));
  const auto seen = check_kernel_events(patient);
  EXPECT_THAT(texts_of(seen), ElementsAre(HasSubstr("GPU 0000:5e:00.0: the driver asks for")));
  EXPECT_THAT(seen.symptoms[0].fix, HasSubstr("restart"));
}

TEST(KernelChecks, ErrorsOfPcieOfOtherDevicesAreNotSaid) {
  Patient patient;
  core::KernelEvent event{.kind = KernelEventKind::PcieError, .bus_id = "0000:00:1c.0"};
  event.text = "iwlwifi 0000:00:1c.0: PCIe Bus Error: severity=Corrected";
  patient.host.kernel_events = {event};
  EXPECT_THAT(check_kernel_events(patient).symptoms, IsEmpty());
  event.text = "nvidia 0000:44:00.0: PCIe Bus Error: severity=Uncorrected (Fatal)";
  event.is_fatal = true;
  patient.host.kernel_events = {event};
  EXPECT_EQ(worst_of(check_kernel_events(patient)), Severity::Fault);
}

// Of other devices it says nothing of NCCL.
TEST(KernelChecks, AnIommuThatRefusesGpusIsAFault) {
  Patient patient;
  core::KernelEvent event{.kind = KernelEventKind::IommuFault, .bus_id = "0000:44:00.0"};
  event.text = "AMD-Vi: Event logged [IO_PAGE_FAULT device=44:00.0";
  patient.host.kernel_events = {event};
  EXPECT_THAT(check_kernel_events(patient).symptoms, IsEmpty());
  patient.host.gpus = {{.gpu = 3, .bus_id = "0000:44:00.0"}};
  const auto seen = check_kernel_events(patient);
  ASSERT_EQ(seen.symptoms.size(), 1U);
  EXPECT_EQ(seen.symptoms[0].severity, Severity::Fault);
  EXPECT_THAT(seen.symptoms[0].fix, HasSubstr("iommu=pt"));
}

TEST(KernelChecks, AProgramsXidMayFollowFromAnotherOfItsGpu) {
  Patient patient;
  patient.host.kernel_events = {xid(145, "0000:44:00.0", "145, RLW_REMAP Fatal XC0 i0 Link 04"),
                                xid(137, "0000:44:00.0", "")};
  const auto seen = check_kernel_events(patient);
  ASSERT_EQ(seen.symptoms.size(), 2U);
  EXPECT_THAT(seen.symptoms[1].fix, HasSubstr("other Xid of this GPU first"));
}

Examination health_of(const std::string& field, const std::string& value) {
  Patient patient;
  patient.host.gpu_readings = {{1, field, value, "0000:44:00.0", file_origin("t.txt: line 9")}};
  return check_gpu_health(patient);
}

TEST(GpuHealth, FieldsThatAreAsTheyShouldBe) {
  for (const auto& [field, value] : std::vector<std::pair<std::string, std::string>>{
           {"GPU Recovery Action", "None"},
           {"HW Thermal Slowdown", "Not Active"},
           {"HW Slowdown", "Not Active"},
           {"Volatile/DRAM Uncorrectable", "0"},
           {"Remapped Rows/Pending", "No"},
           {"Fabric/Health/Bandwidth", "Full"},
           {"Fabric/Health/Route Unhealthy", "False"},
           {"Fabric/Health/Incorrect Configuration", "None"}}) {
    EXPECT_THAT(health_of(field, value).symptoms, IsEmpty()) << field;
  }
}

TEST(GpuHealth, FieldsThatAreNot) {
  for (const auto& [field, value] : std::vector<std::pair<std::string, std::string>>{
           {"GPU Recovery Action", "Drain and Reset"},
           {"HW Thermal Slowdown", "Active"},
           {"Volatile/DRAM Uncorrectable", "2"},
           {"Remapping Failure Occurred", "Yes"},
           {"Fabric/Health/Bandwidth", "Degraded"},
           {"Fabric/Health/Incorrect Configuration", "No Partition"},
           {"Device Handle", "GPU is lost"}}) {
    const auto seen = health_of(field, value);
    ASSERT_EQ(seen.symptoms.size(), 1U) << field;
    EXPECT_EQ(seen.symptoms[0].severity, Severity::Fault) << field;
    EXPECT_THAT(seen.symptoms[0].what, HasSubstr("GPU 1 (0000:44:00.0)"));
  }
}

TEST(GpuHealth, NvidiaSmiThatDoesNotAnswer) {
  Patient patient;
  patient.host.gpu_readings = {
      {.gpu = -1, .field = "nvidia-smi", .value = "Driver/library version mismatch"}};
  EXPECT_THAT(texts_of(check_gpu_health(patient)), ElementsAre(HasSubstr("different versions")));
}

TEST(NvlinkErrors, RecoveriesAreWorseThanReplays) {
  Patient patient;
  EXPECT_FALSE(check_nvlink_errors(patient).unknown.empty());
  patient.host.nvlink_errors = {{1, 5, "Replay Errors", 12, file_origin("t.txt: line 3")}};
  auto seen = check_nvlink_errors(patient);
  ASSERT_EQ(seen.symptoms.size(), 1U);
  EXPECT_EQ(seen.symptoms[0].severity, Severity::Warning);
  patient.host.nvlink_errors.push_back({1, 6, "Recovery Errors", 1, {}});
  seen = check_nvlink_errors(patient);
  ASSERT_EQ(seen.symptoms.size(), 1U);
  EXPECT_EQ(seen.symptoms[0].severity, Severity::Fault);
  EXPECT_THAT(seen.symptoms[0].what, HasSubstr("NVLinks 5 and 6"));
}

/// All pairs of `count` GPUs at `rate`, their own memories at 1000.
std::vector<core::PairRate> even_pairs(int count, double rate, PairFigure figure) {
  std::vector<core::PairRate> pairs;
  for (int from = 0; from < count; ++from) {
    for (int to = 0; to < count; ++to) {
      pairs.push_back({from, to, figure, from == to ? 1000 : rate, {}});
    }
  }
  return pairs;
}

constexpr const char* kBoardGpu = "NVIDIA H100 80GB HBM3";

Patient with_pairs(std::vector<core::PairRate> pairs, const std::string& model = "NVIDIA A40") {
  Patient patient;
  for (const auto& pair : pairs) {
    if (pair.from == pair.to) patient.host.gpus.push_back({.gpu = pair.from, .model = model});
  }
  patient.host.pair_rates = std::move(pairs);
  return patient;
}

TEST(PairRates, EvenPairsAreWell) {
  EXPECT_THAT(check_pair_rates(with_pairs(even_pairs(8, 375, PairFigure::OneWayDirect))).symptoms,
              IsEmpty());
  EXPECT_FALSE(check_pair_rates(Patient()).unknown.empty());
}

TEST(PairRates, AGpuSlowerThanItsEquals) {
  auto pairs = even_pairs(4, 25, PairFigure::OneWayDirect);
  for (auto& pair : pairs) {
    if (pair.from != pair.to && (pair.from == 2 || pair.to == 2)) pair.value = 6;
  }
  // The slot may have fewer lanes.
  auto seen = check_pair_rates(with_pairs(pairs));
  ASSERT_EQ(seen.symptoms.size(), 1U);
  EXPECT_THAT(seen.symptoms[0].what,
              AllOf(HasSubstr("GPU 2 "), HasSubstr("6 GB/s"), HasSubstr("25")));
  EXPECT_EQ(seen.symptoms[0].severity, Severity::Warning);
  // 6 of the 450 / 3 GB/s of an H100 among four.
  seen = check_pair_rates(with_pairs(pairs, kBoardGpu));
  ASSERT_EQ(seen.symptoms.size(), 1U);
  EXPECT_EQ(seen.symptoms[0].severity, Severity::Fault);
}

// Two RTX 3090 have a bridge, the third does not: nobody can tell whether it should.
TEST(PairRates, ACardWithoutABridgeIsNoFault) {
  auto pairs = even_pairs(3, 50, PairFigure::OneWayDirect);
  for (auto& pair : pairs) {
    if (pair.from != pair.to && (pair.from == 2 || pair.to == 2)) pair.value = 20;
  }
  auto patient = with_pairs(pairs, "NVIDIA GeForce RTX 3090");
  const auto seen = check_pair_rates(patient);
  ASSERT_EQ(seen.symptoms.size(), 1U);
  EXPECT_EQ(seen.symptoms[0].severity, Severity::Warning);
  EXPECT_THAT(seen.symptoms[0].fix, HasSubstr("without a bridge"));
}

TEST(PairRates, GpusOfDifferentModelsAreNotCompared) {
  auto pairs = even_pairs(3, 26, PairFigure::OneWayDirect);
  for (auto& pair : pairs) {
    if (pair.from != pair.to && (pair.from == 2 || pair.to == 2)) pair.value = 6;
  }
  auto patient = with_pairs(pairs);
  patient.host.gpus = {{.gpu = 0, .model = "NVIDIA RTX A6000"},
                       {.gpu = 1, .model = "NVIDIA RTX A6000"},
                       {.gpu = 2, .model = "NVIDIA GeForce GTX 1080"}};
  EXPECT_THAT(check_pair_rates(patient).symptoms, IsEmpty());
}

// Eight GPUs, two below each PCIe switch, without access to each other: data between the two
// crosses their switch's link twice.
TEST(PairRates, NeighboursWithoutAccessReachHalf) {
  auto pairs = even_pairs(8, 19, PairFigure::OneWay);
  for (auto& pair : pairs) {
    if (pair.from != pair.to && pair.from / 2 == pair.to / 2) pair.value = 10.7;
  }
  EXPECT_THAT(check_pair_rates(with_pairs(pairs)).symptoms, IsEmpty());
  // P2P=Enabled changes nothing where there is no access.
  auto patient = with_pairs(pairs);
  for (auto& pair : patient.host.pair_rates) {
    pair.figure = PairFigure::OneWayDirect;
    patient.host.peers.push_back({pair.from, pair.to, core::PeerAccess::Unknown, {}});
  }
  EXPECT_THAT(check_pair_rates(patient).symptoms, IsEmpty());
}

// A DGX H100: 18 NVLinks of 25 GB/s for each GPU. Public outputs reach 371 to 377 GB/s.
TEST(PairRates, AllPairsFarBelowTheirLinks) {
  auto patient = patient_on("dgx-h100");
  patient.host.pair_rates = even_pairs(8, 371, PairFigure::OneWayDirect);
  EXPECT_THAT(check_pair_rates(patient).symptoms, IsEmpty());
  patient.host.pair_rates = even_pairs(8, 200, PairFigure::OneWayDirect);
  const auto seen = check_pair_rates(patient);
  ASSERT_EQ(seen.symptoms.size(), 1U);
  EXPECT_THAT(seen.symptoms[0].what, AllOf(HasSubstr("56 of 56 pairs"), HasSubstr("200 of 450")));
  EXPECT_EQ(seen.symptoms[0].severity, Severity::Fault);
}

// A card for PCIe 4.0 x16, perhaps in a slot of 3.0 (15.75 GB/s): 26 GB/s with access, 10.7
// without, and 9.6 between CPUs are usual.
TEST(PairRates, CardsByTheirSlots) {
  const auto with_rate = [](double rate, PairFigure figure) {
    return check_pair_rates(with_pairs(even_pairs(4, rate, figure))).symptoms;
  };
  EXPECT_THAT(with_rate(26, PairFigure::OneWayDirect), IsEmpty());
  EXPECT_THAT(with_rate(9.6, PairFigure::OneWayDirect), IsEmpty());
  EXPECT_THAT(with_rate(10.7, PairFigure::OneWay), IsEmpty());
  const auto low = with_rate(3, PairFigure::OneWayDirect);
  ASSERT_EQ(low.size(), 1U);
  EXPECT_EQ(low[0].severity, Severity::Warning);
}

TEST(PairRates, APairSlowerThanItsEquals) {
  auto pairs = even_pairs(8, 375, PairFigure::OneWayDirect);
  for (auto& pair : pairs) {
    if (pair.from == 2 && pair.to == 5) pair.value = 180;
  }
  EXPECT_THAT(texts_of(check_pair_rates(with_pairs(pairs, kBoardGpu))),
              ElementsAre(HasSubstr("from GPU 2 to GPU 5: 180 GB/s")));
}

// Two pairs of four GPUs have a bridge: the others are no slower than they are made.
TEST(PairRates, PairsOfAnotherKindAreNoFault) {
  auto pairs = even_pairs(4, 20, PairFigure::OneWayDirect);
  for (auto& pair : pairs) {
    if (pair.from != pair.to && pair.from / 2 == pair.to / 2) pair.value = 280;
  }
  EXPECT_THAT(check_pair_rates(with_pairs(pairs)).symptoms, IsEmpty());
}

// NVIDIA/nccl#814: 9.9 GB/s with direct access, 22 without.
TEST(PairRates, DirectAccessSlowerThanNone) {
  auto pairs = even_pairs(6, 9.9, PairFigure::OneWayDirect);
  std::ranges::move(even_pairs(6, 22, PairFigure::OneWay), std::back_inserter(pairs));
  const auto seen = check_pair_rates(with_pairs(pairs));
  ASSERT_EQ(seen.symptoms.size(), 1U);
  EXPECT_THAT(seen.symptoms[0].what, HasSubstr("30 of 30 pairs"));
  EXPECT_THAT(seen.symptoms[0].fix, AllOf(HasSubstr("ACS"), HasSubstr("IOMMU")));
  // Pairs without access copy through the host either way.
  Patient without = with_pairs(pairs);
  for (const auto& pair : pairs) {
    without.host.peers.push_back({pair.from, pair.to, core::PeerAccess::Unknown, {}});
  }
  EXPECT_THAT(check_pair_rates(without).symptoms, IsEmpty());
}

TEST(PairRates, DirectAccessThatHangs) {
  auto pairs = even_pairs(2, 25, PairFigure::OneWayDirect);
  std::ranges::move(even_pairs(2, 49'000, PairFigure::LatencyDirect), std::back_inserter(pairs));
  EXPECT_THAT(texts_of(check_pair_rates(with_pairs(pairs))), Contains(HasSubstr("does not work")));
}

core::AdapterPortState port(const std::string& device, const std::string& state,
                            std::int64_t model_mbps) {
  return {.device = device,
          .state = state,
          .link_layer = "InfiniBand",
          .model_rate_mbps = model_mbps,
          .origin = file_origin("t.txt")};
}

// Without GPUs and adapters in the topology: the fastest adapters are those of the GPUs.
TEST(PortsAlone, AllOfTheFastestKindDown) {
  Patient patient;
  patient.host.ports = {port("mlx5_0", "DOWN", 800'000), port("mlx5_1", "DOWN", 800'000),
                        port("mlx5_2", "ACTIVE", 400'000)};
  const auto seen = check_rails(patient);
  ASSERT_EQ(seen.symptoms.size(), 1U);
  EXPECT_EQ(seen.symptoms[0].severity, Severity::Fault);
  EXPECT_THAT(seen.symptoms[0].what,
              AllOf(HasSubstr("port 1 of mlx5_0 and port 1 of mlx5_1 are DOWN"),
                    HasSubstr("only port 1 of mlx5_2 works, of another kind")));
}

TEST(PortsAlone, OneOfEightDown) {
  Patient patient;
  for (int i = 0; i < 8; ++i) {
    patient.host.ports.push_back(
        port("mlx5_" + std::to_string(i), i == 3 ? "DOWN" : "ACTIVE", 400'000));
  }
  EXPECT_EQ(worst_of(check_rails(patient)), Severity::Fault);
}

// As of adapters with two ports of which one has a cable, and of slower ones for management.
TEST(PortsAlone, WhatMayBeMeantToBeDown) {
  Patient patient;
  for (int i = 0; i < 4; ++i) {
    patient.host.ports.push_back(
        port("mlx5_" + std::to_string(i), i % 2 == 0 ? "ACTIVE" : "DOWN", 400'000));
  }
  patient.host.ports.push_back(port("mlx5_9", "DOWN", 25'000));
  EXPECT_EQ(worst_of(check_rails(patient)), Severity::Hint);
  patient.host.ports = {port("mlx5_0", "DOWN", 100'000)};
  EXPECT_EQ(worst_of(check_rails(patient)), Severity::Hint);
}

// MT4129 is a chip of cards with 400 and with 200 Gbit/s.
TEST(PortsAlone, ARateBelowTheChipsIsAWarningBesideAFasterEqual) {
  Patient patient;
  core::AdapterPortState slow = port("mlx5_0", "ACTIVE", 400'000);
  slow.rate_mbps = 200'000;
  slow.origin.kind = core::Origin::Kind::File;
  patient.host.ports = {slow};
  EXPECT_EQ(worst_of(check_port_rates(patient)), Severity::Hint);
  core::AdapterPortState fast = port("mlx5_1", "ACTIVE", 400'000);
  fast.rate_mbps = 400'000;
  patient.host.ports.push_back(fast);
  EXPECT_EQ(worst_of(check_port_rates(patient)), Severity::Warning);
}

core::PcieLinkState gpu_link(const std::string& bus_id, int lanes) {
  core::PcieLinkState link{.bus_id = bus_id, .device = {"32.0 GT/s PCIe", 16}};
  link.now = {"32.0 GT/s PCIe", lanes};
  link.kind = core::PcieDevice::Gpu;
  link.origin = file_origin("t.txt: line 4");
  return link;
}

// Where the slot is not known, most of the GPUs tell what the slots have.
TEST(LinksAlone, AGpuWithFewerLanesThanItsEquals) {
  Patient patient;
  patient.host.pcie_links = {gpu_link("0000:17:00.0", 16), gpu_link("0000:18:00.0", 8),
                             gpu_link("0000:19:00.0", 16)};
  const auto seen = check_pcie_links(patient);
  ASSERT_EQ(seen.symptoms.size(), 1U);
  EXPECT_EQ(seen.symptoms[0].severity, Severity::Fault);
  EXPECT_THAT(seen.symptoms[0].what, HasSubstr("GPU 0000:18:00.0 runs at PCIe 32 GT/s x8"));
  patient.host.pcie_links = {gpu_link("0000:17:00.0", 8), gpu_link("0000:18:00.0", 8)};
  EXPECT_EQ(worst_of(check_pcie_links(patient)), Severity::Hint);
}

TEST(FactsAlone, AreExaminedWithoutAMachine) {
  core::HostState host;
  host.gpus = {{.gpu = 0,
                .in_fabric = false,
                .bus_id = "0008:01:00.0",
                .fabric_fault = "Insufficient Resources"}};
  host.nvlinks = {
      {0, 0, true, 2, {}}, {1, 0, true, 2, {}}, {0, 1, true, 2, {}}, {1, 1, false, 0, {}}};
  const Diagnosis diagnosis = diagnose_run(host);
  ASSERT_EQ(diagnosis.findings.size(), 2U);
  std::vector<std::string> texts;
  for (const Finding& finding : diagnosis.findings) {
    EXPECT_EQ(finding.symptom.severity, Severity::Fault);
    texts.push_back(finding.symptom.what);
  }
  EXPECT_THAT(texts, Contains(HasSubstr("GPU 1: 1 of 2 NVLinks are down")));
  EXPECT_THAT(texts, Contains(AllOf(HasSubstr("GPU 0 (0008:01:00.0)"),
                                    HasSubstr("\"Insufficient Resources\""))));
  EXPECT_FALSE(diagnosis.not_looked_at.empty());
}

}  // namespace host_facts_checks_test
}  // namespace treering::tuner::doctor
