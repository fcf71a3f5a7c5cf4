#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/patients.h"

namespace treering::tuner::doctor {
namespace run_checks_test {

using ::testing::ElementsAre;
using testing::file_origin;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::patient_on;
using testing::texts_of;
using testing::with_variable;

Patient with_transport(const std::string& topology, const std::string& transport) {
  Patient patient = patient_on(topology, 2);
  patient.host.transports = {{transport, 14, file_origin("run.log:80")}};
  return patient;
}

TEST(RunChecks, ATunerPluginChooses) {
  Patient patient = patient_on("aws-p5", 2);
  EXPECT_THAT(check_plugins(patient).symptoms, IsEmpty());
  patient.host.plugins = {{"net", "libnccl-net.so", "AWS", file_origin("run.log:2"), true},
                          {"tuner", "libnccl-ofi-tuner.so", "AWS", file_origin("run.log:3"), true}};
  EXPECT_THAT(texts_of(check_plugins(patient)),
              ElementsAre(HasSubstr("the tuner plugin libnccl-ofi-tuner.so of AWS")));
}

std::vector<std::string> networks_apart(std::vector<core::NetworkUse> uses) {
  Patient patient;
  patient.host.networks = std::move(uses);
  return texts_of(check_plugins(patient));
}

// The plugin lies on one of two hosts.
TEST(RunChecks, HostsWithDifferentNetworksDoNotUnderstandEachOther) {
  const auto origin = file_origin("run.log:4");
  EXPECT_THAT(networks_apart({{"a", "IBext_v8", origin}, {"b", "IB", origin}}),
              ElementsAre(HasSubstr("a uses the network IBext_v8, and b uses IB")));
  EXPECT_THAT(networks_apart({{"a", "IB", origin}, {"b", "IB", origin}, {"c", "Socket", origin}}),
              ElementsAre(HasSubstr("a uses the network IB, and c uses Socket")));
  EXPECT_THAT(networks_apart({{"a", "IB", origin}, {"b", "IB", origin}}), IsEmpty());
  // Two runs of both hosts, one of them without the plugin.
  EXPECT_THAT(networks_apart({{"a", "IBext_v8", origin}, {"a", "IB", origin}, {"b", "IB", origin}}),
              IsEmpty());
  EXPECT_THAT(networks_apart({{"a", "IBext_v8", origin}, {"b", "IBext_v9", origin}}), IsEmpty());
}

// NVIDIA/nccl#229: a plugin that finds no adapter leaves NCCL to sockets.
TEST(RunChecks, APluginThatWasLoadedInVain) {
  Patient patient = with_transport("dgx-h100", "NET/Socket");
  patient.host.plugins = {{"net", "libnccl-net.so", "", file_origin("run.log:2"), true},
                          {"net", "AWS Libfabric", "AWS", file_origin("run.log:3"), true}};
  const Examination seen = check_transports(patient);
  ASSERT_EQ(seen.symptoms.size(), 1U);
  EXPECT_EQ(seen.symptoms[0].severity, Severity::Fault);
  EXPECT_THAT(seen.symptoms[0].what,
              HasSubstr("although the network plugin AWS Libfabric was loaded"));
  EXPECT_THAT(texts_of(check_plugins(patient)), IsEmpty());
}

TEST(RunChecks, APluginInVainShowsWithoutConnections) {
  Patient patient;
  const auto origin = file_origin("run.log:4");
  patient.host.plugins = {{"net", "AWS Libfabric", "AWS", origin, true}};
  patient.host.networks = {{"a", "Socket", origin}, {"b", "Socket", origin}};
  EXPECT_EQ(check_plugins(patient).symptoms.at(0).severity, Severity::Fault);
  patient.host.networks.pop_back();  // one host needs no network
  EXPECT_EQ(check_plugins(patient).symptoms.at(0).severity, Severity::Hint);
  patient.host.interfaces = {{"b", "eth0", origin}};  // a host whose lines on networks are cut
  EXPECT_EQ(check_plugins(patient).symptoms.at(0).severity, Severity::Fault);
  patient.host.networks = {{"a", "AWS Libfabric", origin}};
  EXPECT_THAT(texts_of(check_plugins(patient)), IsEmpty());
}

TEST(RunChecks, OnlyALogReportsTransports) {
  EXPECT_FALSE(check_transports(patient_on("dgx-h100", 2)).unknown.empty());
  EXPECT_THAT(check_transports(with_transport("dgx-h100", "NET/IB/GDRDMA")).symptoms, IsEmpty());
}

core::GpuDirectUse use(const std::string& host, const std::string& gpu, bool is_send,
                       bool is_used) {
  return {host, gpu, is_send, is_used, file_origin("run.log:9")};
}

std::vector<std::string> lacks_of(std::vector<core::GpuDirectUse> uses) {
  Patient patient = with_transport("dgx-h100", "NET/IB/GDRDMA");
  patient.host.gpu_direct_uses = std::move(uses);
  return texts_of(check_transports(patient));
}

TEST(RunChecks, GpuDirectOnOneOfTwoHostsIsAFault) {
  EXPECT_THAT(lacks_of({use("a", "0", true, true), use("b", "0", false, false)}),
              ElementsAre(HasSubstr("b receives without GPUDirect RDMA, through host memory, where "
                                    "a sends with it")));
  EXPECT_THAT(lacks_of({use("a", "0", true, true), use("b", "0", true, true)}), IsEmpty());
  // Sending may be ruled out where receiving is not, and far GPUs where near ones are not.
  EXPECT_THAT(lacks_of({use("a", "0", false, true), use("b", "0", true, false)}), IsEmpty());
  EXPECT_THAT(
      lacks_of({use("a", "0", true, true), use("a", "6", true, false), use("b", "4", true, false)}),
      IsEmpty());
  // Other GPUs, where one host always has it and the other never.
  EXPECT_THAT(lacks_of({use("a", "1a000", true, true), use("b", "6b000", false, false)}),
              ElementsAre(HasSubstr("b receives without")));
  EXPECT_THAT(
      lacks_of({use("a", "0", true, true), use("b", "0", true, false), use("b", "4", true, true)}),
      IsEmpty());
}

TEST(RunChecks, SocketsAreAFaultWhereThereIsRdma) {
  Patient patient = with_transport("dgx-h100", "NET/Socket");
  const Examination seen = check_transports(patient);
  ASSERT_EQ(seen.symptoms.size(), 1U);
  EXPECT_EQ(seen.symptoms[0].severity, Severity::Fault);
  EXPECT_EQ(seen.symptoms[0].what,
            "14 connections between nodes used TCP sockets, although RDMA adapters exist");
  EXPECT_THAT(seen.symptoms[0].fix, HasSubstr("NCCL_IB_DISABLE"));
  patient.host.ports = {{.device = "mlx5_0", .state = "DOWN"}};
  EXPECT_EQ(check_transports(patient).symptoms[0].severity, Severity::Warning);
  const Examination efa = check_transports(with_transport("aws-p5", "NET/Socket"));
  ASSERT_EQ(efa.symptoms.size(), 1U);
  EXPECT_THAT(efa.symptoms[0].fix, HasSubstr("aws-ofi-nccl"));
}

TEST(RunChecks, HostMemoryBetweenGpusWithNvlinkIsAWarning) {
  const Examination seen = check_transports(with_transport("dgx-h100", "SHM/direct/direct"));
  ASSERT_EQ(seen.symptoms.size(), 1U);
  EXPECT_EQ(seen.symptoms[0].severity, Severity::Warning);
  ASSERT_TRUE(seen.symptoms[0].cost);
  EXPECT_EQ(check_transports(with_transport("pcie-4", "SHM")).symptoms[0].severity, Severity::Hint);
}

TEST(RunChecks, HostMemoryThatAVariableAsksFor) {
  Patient patient =
      with_variable(with_transport("pcie-4", "SHM/direct/direct"), "NCCL_P2P_LEVEL", "PIX");
  const Symptom symptom = check_transports(patient).symptoms.at(0);
  EXPECT_THAT(symptom.what, HasSubstr("through host memory, as NCCL_P2P_LEVEL=PIX requires"));
  EXPECT_THAT(symptom.fix, HasSubstr("unset NCCL_P2P_LEVEL"));
  patient = with_variable(patient, "NCCL_P2P_DISABLE", "1");
  EXPECT_THAT(check_transports(patient).symptoms.at(0).what, HasSubstr("NCCL_P2P_DISABLE=1"));
}

}  // namespace run_checks_test
}  // namespace treering::tuner::doctor
