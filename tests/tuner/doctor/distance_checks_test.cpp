#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/patients.h"

namespace treering::tuner::doctor {
namespace distance_checks_test {

using ::testing::ElementsAre;
using testing::file_origin;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::patient_on;
using ::testing::StartsWith;
using testing::texts_of;
using testing::with_variable;

Patient with_modules(bool has_peermem, bool has_dmabuf) {
  Patient patient = patient_on("dgx-h100");
  patient.host.has_peermem = {has_peermem, file_origin("/sys/module/nvidia_peermem: absent")};
  patient.host.has_dmabuf = {has_dmabuf, file_origin("Linux 4.18")};
  return patient;
}

// github.com/NVIDIA/nccl issue 1412: 33 GB/s without the module, 93 with it.
TEST(DistanceChecks, NeitherPeermemNorDmabuf) {
  const Examination seen = check_gpu_direct(with_modules(false, false));
  ASSERT_EQ(seen.symptoms.size(), 1U);
  EXPECT_EQ(seen.symptoms[0].severity, Severity::Fault);
  EXPECT_EQ(seen.symptoms[0].evidence, "/sys/module/nvidia_peermem: absent; Linux 4.18");
  ASSERT_TRUE(seen.symptoms[0].cost);
}

TEST(DistanceChecks, OneOfThemWillDo) {
  EXPECT_THAT(check_gpu_direct(with_modules(true, false)).symptoms, IsEmpty());
  EXPECT_THAT(check_gpu_direct(with_modules(false, true)).symptoms, IsEmpty());
}

TEST(DistanceChecks, ConnectionsWithoutGdrdma) {
  Patient patient = patient_on("dgx-h100", 2);
  patient.host.transports = {{"P2P/CUMEM", 16, file_origin("run.log:80")},
                             {"NET/IB", 8, file_origin("run.log:90")}};
  EXPECT_THAT(check_gpu_direct(patient).symptoms.at(0).evidence, HasSubstr("run.log:90"));
  patient.host.transports.push_back({"NET/IB/GDRDMA", 8, file_origin("run.log:91")});
  EXPECT_THAT(check_gpu_direct(patient).symptoms, IsEmpty());
}

// A log of connections alone: no machine, no line about adapters.
TEST(DistanceChecks, ConnectionsAloneShowThatThereIsNoGpuDirect) {
  Patient patient;
  patient.host.transports = {{"NET/IB", 8, file_origin("run.log:90")}};
  const Examination seen = check_gpu_direct(patient);
  ASSERT_EQ(seen.symptoms.size(), 1U);
  EXPECT_EQ(seen.symptoms[0].severity, Severity::Warning);
  EXPECT_THAT(seen.symptoms[0].fix, HasSubstr("does not say whether it is impossible"));
  patient.host.transports = {{"NET/Socket", 8, file_origin("run.log:90")}};
  EXPECT_FALSE(check_gpu_direct(patient).unknown.empty());
}

TEST(DistanceChecks, NotPossibleIsNotTooFar) {
  Patient patient;
  patient.host.transports = {{"NET/IB", 8, file_origin("run.log:90")}};
  patient.host.has_peermem = {false, file_origin("run.log:9")};
  EXPECT_THAT(check_gpu_direct(patient).symptoms.at(0).fix, ::testing::StartsWith("modprobe"));
  patient.host.has_peermem.reset();
  patient.host.too_far_for_gpu_direct = {"distance 7 > 4", file_origin("run.log:12")};
  const Symptom far = check_gpu_direct(patient).symptoms.at(0);
  EXPECT_THAT(far.what, HasSubstr("too far from the GPUs (distance 7 > 4)"));
  EXPECT_THAT(far.fix, HasSubstr("NCCL_NET_GDR_LEVEL=SYS"));
  EXPECT_THAT(far.fix, ::testing::Not(HasSubstr("modprobe")));
  EXPECT_EQ(far.evidence, "run.log:12: distance 7 > 4");
}

// Soft-RoCE moves data by the CPU: no module changes that.
// As in NVIDIA/nccl#1537 and #1676: the module may well be loaded, and dma-buf may stand in.
TEST(DistanceChecks, ALogThatSaysDisabledAloneLeavesTheReasonOpen) {
  Patient patient;
  patient.host.ports.push_back({.device = "mlx5_0"});
  patient.host.has_peermem = {false, file_origin("run.log:5")};
  const Examination seen = check_gpu_direct(patient);
  ASSERT_EQ(seen.symptoms.size(), 1U);
  EXPECT_EQ(seen.symptoms[0].severity, Severity::Warning);
  EXPECT_THAT(seen.symptoms[0].what, HasSubstr("unless it uses dma-buf"));
  EXPECT_THAT(seen.symptoms[0].fix, HasSubstr("/sys/kernel/mm/memory_peers"));
  // NCCL says so when it uses dma-buf.
  patient.host.can_gpu_direct = {true, file_origin("run.log:6")};
  EXPECT_THAT(check_gpu_direct(patient).symptoms, IsEmpty());
}

TEST(DistanceChecks, SoftwareRdmaHasNoGpuDirect) {
  Patient patient = with_modules(false, false);
  patient.condition = with_devices(patient.condition, [](core::Device& device) {
    if (device.kind() == core::DeviceKind::NicPort) device.name = "rxe" + device.name;
  });
  EXPECT_THAT(check_gpu_direct(patient).symptoms, IsEmpty());
}

// Plugins' networks are RDMA too; sockets and what stays in the machine say nothing of it.
TEST(DistanceChecks, ConnectionsOfPluginsWithoutGdrdma) {
  Patient patient = patient_on("aws-p4d", 2);
  patient.condition = with_devices(patient.condition, [](core::Device& device) {
    device.assumed.emplace_back("gpu_direct_rdma");
  });
  for (const char* const other : {"P2P/CUMEM", "SHM", "NET/Socket"}) {
    patient.host.transports = {{other, 8, file_origin("run.log:80")}};
    EXPECT_FALSE(check_gpu_direct(patient).unknown.empty()) << other;
  }
  patient.host.transports.push_back({"NET/AWS Libfabric", 8, file_origin("run.log:90")});
  const Examination seen = check_gpu_direct(patient);
  ASSERT_EQ(seen.symptoms.size(), 1U);
  EXPECT_EQ(seen.symptoms[0].severity, Severity::Fault);
  EXPECT_EQ(seen.symptoms[0].evidence, "run.log:90: NET/AWS Libfabric without GDRDMA");
  EXPECT_THAT(seen.symptoms[0].fix, HasSubstr("in the plugin's log"));
  patient.host.transports.back().transport += "/GDRDMA";
  EXPECT_THAT(check_gpu_direct(patient).symptoms, IsEmpty());
}

// EFA reads the memory of GPUs on P4d and newer P instances only.
TEST(DistanceChecks, InstancesWithoutGpuDirect) {
  Patient patient = patient_on("aws-p3dn", 2);
  patient.host.transports = {{"NET/AWS Libfabric", 8, file_origin("run.log:90")}};
  EXPECT_THAT(check_gpu_direct(patient).symptoms, IsEmpty());
}

// Behind a host bridge NCCL would not use it: no fault.
TEST(DistanceChecks, WhereItWouldNotBeUsed) {
  Patient patient = patient_on("hgx-a100-4");
  patient.host.has_peermem = {false, file_origin("a")};
  patient.host.has_dmabuf = {false, file_origin("b")};
  EXPECT_EQ(check_gpu_direct(patient).symptoms.at(0).severity, Severity::Hint);
}

/// With GPUs of another PCI id and compute capability, without GPUDirect RDMA, and no module for
/// it.
Patient with_gpus(Patient patient, const std::string& pci_device, int compute_capability) {
  patient.condition = with_devices(patient.condition, [&](core::Device& device) {
    auto* const gpu = std::get_if<core::Gpu>(&device.info);
    if (gpu == nullptr) return;
    gpu->gpu_direct_rdma = false;
    gpu->compute_capability = compute_capability;
    device.pci->device = pci_device;
    device.extra.clear();
    std::erase(device.assumed, "gpu_direct_rdma");
  });
  patient.host.has_peermem = {false, file_origin("a")};
  patient.host.has_dmabuf = {false, file_origin("b")};
  return patient;
}

// No driver gives it to GeForce cards, and GB10 shares its memory with the CPU.
TEST(DistanceChecks, ModelsThatHaveNone) {
  const Patient data_center = with_gpus(patient_on("dgx-a100", 2), "0x20b0", 80);
  EXPECT_EQ(check_gpu_direct(data_center).symptoms.size(), 1U);
  for (const auto& [device, capability] :
       {std::pair("0x2204", 86), std::pair("0x2684", 89), std::pair("", 121)}) {
    const Patient patient = with_gpus(patient_on("dgx-a100", 2), device, capability);
    const Examination seen = check_gpu_direct(patient);
    EXPECT_THAT(seen.symptoms, IsEmpty()) << device;
    EXPECT_EQ(seen.unknown, "") << device;
    EXPECT_THAT(check_adapter_distance(patient).symptoms, IsEmpty()) << device;
  }
}

TEST(DistanceChecks, NothingKnown) {
  Patient patient = patient_on("dgx-h100");
  patient.condition = with_devices(patient.condition, [](core::Device& device) {
    if (device.kind() == core::DeviceKind::NicPort) {
      device.assumed.emplace_back("gpu_direct_rdma");
    }
  });
  EXPECT_FALSE(check_gpu_direct(patient).unknown.empty());
}

TEST(DistanceChecks, AdaptersWhosePlaceIsUnknown) {
  Patient patient = patient_on("aws-p3dn");
  patient.condition = with_devices(patient.condition, [](core::Device& device) {
    if (device.kind() == core::DeviceKind::Cpu) core::mark_unknown_place(device);
  });
  EXPECT_THAT(texts_of(check_adapter_distance(patient)),
              ::testing::Contains("GPU 4, GPU 5, GPU 6 and GPU 7: the place of every adapter is "
                                  "unknown, and NCCL takes it to be behind another NUMA node"));
}

TEST(DistanceChecks, AdaptersOfOneSocketOnly) {
  Patient patient = patient_on("aws-p3dn");
  EXPECT_THAT(texts_of(check_adapter_distance(patient)),
              ::testing::Contains(
                  "GPU 4, GPU 5, GPU 6 and GPU 7: every adapter is behind another NUMA node"));
  EXPECT_THAT(check_adapter_distance(patient).symptoms[0].fix, StartsWith("put an adapter into"));
  patient.host.ports = {{.device = "mlx5_7", .state = "DOWN"}};
  EXPECT_THAT(check_adapter_distance(patient).symptoms[0].fix,
              StartsWith("bring up the port that is down on mlx5_7, if it is nearer; else put an"));
  patient.host.ports.push_back({.device = "mlx5_8", .state = "DOWN"});
  EXPECT_THAT(
      check_adapter_distance(patient).symptoms[0].fix,
      StartsWith(
          "bring up the ports that are down on mlx5_7 and mlx5_8, if one is nearer; else put an"));
}

TEST(DistanceChecks, AdaptersBesideEveryGpu) {
  EXPECT_THAT(check_adapter_distance(patient_on("dgx-h100")).symptoms, IsEmpty());
}

TEST(DistanceChecks, AdaptersThatAVariableLeavesOutAreThereAllTheSame) {
  const Patient patient = with_variable(patient_on("dgx-h100", 2), "NCCL_IB_HCA", "=mlx5_0");
  EXPECT_THAT(check_adapter_distance(patient).symptoms, IsEmpty());
}

TEST(DistanceChecks, AHostBridgeBetweenCountsWhereItCosts) {
  for (const Symptom& symptom : check_adapter_distance(patient_on("hgx-a100-4")).symptoms) {
    EXPECT_TRUE(symptom.is_only_its_cost);
    EXPECT_THAT(symptom.fix, HasSubstr("NCCL_NET_GDR_LEVEL=PHB"));
  }
}

}  // namespace distance_checks_test
}  // namespace treering::tuner::doctor
