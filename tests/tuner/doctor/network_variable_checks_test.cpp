#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/assembly.h"
#include "tests/support/patients.h"
#include "tuner/doctor/doctor.h"
#include "tuner/doctor/inner_ports.h"
#include "tuner/doctor/loss.h"
#include "tuner/doctor/symptom.h"
#include "tuner/profiles.h"

namespace treering::tuner::doctor {
namespace network_variable_checks_test {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::patient_on;
using testing::texts_of;
using testing::with_variable;

std::vector<std::string> said_of(const Patient& patient) {
  return texts_of(check_network_variables(patient));
}

std::vector<std::string> said_of(const std::string& name, const std::string& value) {
  return said_of(with_variable(patient_on("dgx-h100", 2), name, value));
}

TEST(NetworkVariableChecks, AdaptersLeftOut) {
  EXPECT_THAT(said_of("NCCL_IB_HCA", "=mlx5_0,mlx5_3"), Contains(HasSubstr("leaves out mlx5_4")));
  EXPECT_THAT(said_of("NCCL_IB_HCA", "^mlx5_0"), Contains(HasSubstr("leaves out mlx5_0")));
  EXPECT_THAT(said_of("NCCL_IB_HCA", "^=mlx5"), IsEmpty());
  EXPECT_THAT(said_of("NCCL_IB_HCA", "mlx5"), IsEmpty());
  EXPECT_THAT(said_of("NCCL_IB_HCA", "mlx5:1"), IsEmpty());
  EXPECT_THAT(said_of("NCCL_IB_HCA", "bnxt_re0"),
              Contains(HasSubstr("no adapter of this machine")));
}

// OCI's setting for trays of GB200 and GB300; NCCL calls the latter's ports mlx5_0_dma and so on.
TEST(NetworkVariableChecks, AdaptersOfARackAreKnownByTheNamesOfTheirHost) {
  for (const char* const rack : {"gb200-nvl72", "gb300-nvl72"}) {
    const auto said = [rack](const std::string& value) {
      return said_of(with_variable(patient_on(rack), "NCCL_IB_HCA", value));
    };
    EXPECT_THAT(said("=mlx5_0,mlx5_1,mlx5_3,mlx5_4"), IsEmpty()) << rack;
    EXPECT_THAT(said("=mlx5_0,mlx5_1,mlx5_3"), Contains(HasSubstr("leaves out mlx5_4"))) << rack;
  }
}

// NCCL takes a list without names for all; with "^" that excludes all.
TEST(NetworkVariableChecks, AListIsReadAsNcclReadsIt) {
  EXPECT_THAT(said_of("NCCL_IB_HCA", "="), IsEmpty());
  EXPECT_THAT(said_of("NCCL_IB_HCA", "^"), Contains(HasSubstr("no adapter of this machine")));
  EXPECT_THAT(said_of("NCCL_IB_HCA", "mlx5:01"), IsEmpty()) << "ports are numbers";
  EXPECT_THAT(said_of(with_variable(patient_on("aws-p5", 2), "NCCL_IB_HCA", "mlx5")), IsEmpty())
      << "EFA has a plugin of its own";
}

// Four of eight ports: what all share takes twice as long.
// NCCL deals the four adapters that are left unevenly: of messages between pairs one carries all
// for its own GPU, and half of those for four others.
TEST(NetworkVariableChecks, AdaptersLeftOutCostTheirShare) {
  LossMeter meter(shipped_profile(), "");
  const Examination seen = check_network_variables(
      with_variable(patient_on("dgx-h100", 2), "NCCL_IB_HCA", "=mlx5_0,mlx5_4,mlx5_6,mlx5_10"));
  ASSERT_EQ(seen.symptoms.size(), 1U);
  EXPECT_NEAR(meter.losses(*seen.symptoms[0].cost).front().factor(), 3, .3);
}

TEST(NetworkVariableChecks, RdmaSwitchedOff) {
  Patient patient = patient_on("dgx-h100", 2);
  patient.host.ports.emplace_back();
  const auto texts =
      texts_of(check_network_variables(with_variable(patient, "NCCL_IB_DISABLE", "1")));
  EXPECT_THAT(texts, Contains(HasSubstr("TCP sockets between nodes")));
  EXPECT_THAT(texts_of(check_network_variables(with_variable(patient, "NCCL_NET", "Socket"))),
              Contains(HasSubstr("TCP sockets between nodes")));
  EXPECT_THAT(check_network_variables(with_variable(patient, "NCCL_IB_DISABLE", "0")).symptoms,
              IsEmpty());
}

// EFA and Slingshot go by a plugin, which does not read it.
TEST(NetworkVariableChecks, PluginsDoNotReadNcclIbDisable) {
  for (const char* const machine : {"aws-p4d", "aws-p5", "alps"}) {
    Patient patient = with_variable(patient_on(machine, 2), "NCCL_IB_DISABLE", "1");
    EXPECT_THAT(said_of(patient), IsEmpty()) << machine;
    patient = with_variable(std::move(patient), "NCCL_NET", "Socket");
    EXPECT_THAT(said_of(patient), Contains(HasSubstr("NCCL_NET=Socket: TCP sockets"))) << machine;
  }
}

// The model knows sockets: a GB/s for each channel where adapters carry 25 (profiles/priors.json).
TEST(NetworkVariableChecks, WhatSocketsCost) {
  Patient patient = patient_on("dgx-a100", 2);
  patient.host.ports.emplace_back();
  LossMeter meter(shipped_profile(), "");
  for (const char* const name : {"NCCL_IB_DISABLE", "NCCL_NET", "NCCL_IB_HCA"}) {
    const std::string value = name == std::string("NCCL_NET") ? "Socket" : "1";
    const Examination seen = check_network_variables(with_variable(patient, name, value));
    ASSERT_EQ(seen.symptoms.size(), 1U) << name;
    ASSERT_TRUE(seen.symptoms[0].cost) << name;
    EXPECT_GT(meter.losses(*seen.symptoms[0].cost).front().factor(), 4) << name;
  }
}

TEST(NetworkVariableChecks, InterfacesThatDoNotLeave) {
  EXPECT_THAT(said_of("NCCL_SOCKET_IFNAME", "docker0"), Contains(HasSubstr("does not leave")));
  EXPECT_THAT(said_of("NCCL_SOCKET_IFNAME", "=lo"), Contains(HasSubstr("does not leave")));
  EXPECT_THAT(said_of("NCCL_SOCKET_IFNAME", "^lo,docker0"), IsEmpty());
  EXPECT_THAT(said_of("NCCL_SOCKET_IFNAME", "eth0"), IsEmpty());
}

/// Ports of 10 Gbit/s with these names behind no adapter's PCI, beside eno1 of 1 Gbit/s.
Patient with_interfaces(const std::vector<std::string>& names) {
  testing::Assembly assembly("desk");
  const core::DeviceId cpu = assembly.cpu();
  assembly.gpu(cpu);
  assembly.gpu(assembly.cpu());
  assembly.device(assembly.port(assembly.nic(cpu), 1000)).name = "eno1";
  const core::DeviceId nic = assembly.virtual_nic(cpu);
  for (const std::string& name : names) assembly.device(assembly.port(nic, 10'000)).name = name;
  Patient patient;
  patient.condition.cluster = {std::move(assembly).build(), 1, {}};
  patient.condition.job.nodes = 1;
  return patient;
}

// NCCL takes bridges for networks; they are neither rails nor faster ports.
TEST(NetworkVariableChecks, InterfacesThatNcclWouldTake) {
  const Patient given = with_interfaces({"lxcbr0", "br-d774142ed332", "veth268d912"});
  const Patient patient = without_inner_ports(given);
  EXPECT_EQ(patient.condition.cluster.node.of_kind(core::DeviceKind::NicPort).size(), 1U);
  const Examination seen = check_network_variables(patient);
  ASSERT_EQ(seen.symptoms.size(), 1U);
  EXPECT_EQ(seen.symptoms[0].what,
            "NCCL would use lxcbr0, br-d774142ed332 and veth268d912 between nodes, which do not "
            "leave the machine");
  EXPECT_EQ(seen.symptoms[0].fix, "set NCCL_SOCKET_IFNAME=eno1");
  EXPECT_THAT(said_of(with_variable(patient, "NCCL_SOCKET_IFNAME", "eno1")), IsEmpty());
  const Diagnosis diagnosis = diagnose(given, shipped_profile(), "");
  ASSERT_EQ(diagnosis.findings.size(), 2U);  // and GPU 1 is far from eno1
  for (const Finding& finding : diagnosis.findings) EXPECT_NE(finding.check, "rails");
}

TEST(NetworkVariableChecks, InterfacesThatLeave) {
  const Patient patient = without_inner_ports(with_interfaces({"bond0", "br0", "ens3f0np0"}));
  EXPECT_THAT(patient.inner_ports, IsEmpty());
  EXPECT_EQ(patient.condition.cluster.node.of_kind(core::DeviceKind::NicPort).size(), 4U);
}

// NVIDIA/nccl#286: the loopback cannot be used between two nodes.
TEST(NetworkVariableChecks, TheLoopbackLeadsToNoOtherHost) {
  Patient patient;
  const auto origin = testing::file_origin("run.log:3");
  patient.host.interfaces = {{"a", "lo", origin}, {"b", "eth0", origin}};
  const Examination seen = check_network_variables(patient);
  ASSERT_EQ(seen.symptoms.size(), 1U);
  EXPECT_EQ(seen.symptoms[0].severity, Severity::Fault);
  EXPECT_THAT(seen.symptoms[0].what, HasSubstr("a uses the loopback interface lo,"));
  patient.host.variables = {{"NCCL_SOCKET_IFNAME", "lo", origin}};
  EXPECT_THAT(check_network_variables(patient).symptoms.at(0).what,
              HasSubstr("as NCCL_SOCKET_IFNAME=lo says"));
  // Of one host nothing has to leave.
  patient.host.interfaces.pop_back();
  patient.host.variables.clear();
  EXPECT_THAT(check_network_variables(patient).symptoms, IsEmpty());
}

TEST(NetworkVariableChecks, NetworksThatNobodyHas) {
  EXPECT_THAT(said_of("NCCL_NET", "foo"), Contains(HasSubstr("NCCL makes no communicator")));
  EXPECT_THAT(said_of("NCCL_NET", "ib"), IsEmpty());
  Patient patient = with_variable(patient_on("aws-p5", 2), "NCCL_NET", "AWS Libfabric");
  EXPECT_THAT(said_of(patient), Contains(HasSubstr("without a plugin for it")));
  patient.host.plugins.push_back({"net", "libnccl-net.so", "AWS", {}, true});
  EXPECT_THAT(said_of(patient), IsEmpty());
  patient.host.plugins.back().is_found = false;
  EXPECT_THAT(said_of(patient), Contains(HasSubstr("without a plugin for it")));
}

TEST(NetworkVariableChecks, RacksThatAreSplit) {
  const auto said_on = [](const std::string& machine, const std::string& value) {
    return said_of(with_variable(patient_on(machine), "NCCL_MNNVL_ENABLE", value));
  };
  EXPECT_THAT(said_on("gb200-nvl72", "0"), Contains(HasSubstr("hosts of one NVLink domain")));
  EXPECT_THAT(said_on("gb200-nvl72", "1"), IsEmpty());
  EXPECT_THAT(said_on("dgx-h100", "0"), IsEmpty());
  Patient tray = with_variable(patient_on("hgx-h100-4"), "NCCL_MNNVL_ENABLE", "0");
  tray.host.gpus.push_back({.gpu = 0, .fabric_clique = "1f/0"});
  EXPECT_THAT(said_of(tray), Contains(HasSubstr("hosts of one NVLink domain")));
}

}  // namespace network_variable_checks_test
}  // namespace treering::tuner::doctor
