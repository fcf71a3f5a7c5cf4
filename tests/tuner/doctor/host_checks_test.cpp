#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/load_cluster.h"
#include "tests/support/patients.h"

namespace treering::tuner::doctor {
namespace host_checks_test {

using ::testing::ElementsAre;
using testing::file_origin;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::patient_on;
using testing::texts_of;

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20U;

std::string first_switch(const Patient& patient) {
  const core::Topology& node = patient.condition.cluster.node;
  return node.device(node.of_kind(core::DeviceKind::PciSwitch).front()).pci->bus_id;
}

// github.com/NVIDIA/nccl issue 489 and nccl-tests issue 112: half the bandwidth under ACS.
TEST(HostChecks, AcsHalvesWhatGoesThroughASwitch) {
  Patient patient = patient_on("dgx-a100");
  patient.host.acs = {{first_switch(patient), true, file_origin("config")}};
  const Examination seen = check_acs(patient);
  ASSERT_EQ(seen.symptoms.size(), 1U);
  EXPECT_EQ(seen.symptoms[0].severity, Severity::Fault);
  ASSERT_TRUE(seen.symptoms[0].cost);
  EXPECT_NE(seen.symptoms[0].cost->as_is, seen.symptoms[0].cost->mended);
}

TEST(HostChecks, AcsThatIsOff) {
  Patient patient = patient_on("dgx-a100");
  patient.host.acs = {{first_switch(patient), false, file_origin("config")}};
  EXPECT_THAT(check_acs(patient).symptoms, IsEmpty());
  EXPECT_TRUE(check_acs(patient).unknown.empty());
}

TEST(HostChecks, IommuOfBareMetal) {
  Patient patient = patient_on("dgx-a100");
  patient.host.iommu = {core::IommuMode::Translating, file_origin("/sys/class/iommu")};
  const Examination seen = check_acs(patient);
  EXPECT_EQ(seen.symptoms.size(), 1U);
  EXPECT_FALSE(seen.unknown.empty());  // of ACS itself nothing is known
  patient.host.hypervisor = {"KVM", file_origin("dmi")};
  EXPECT_THAT(check_acs(patient).symptoms, IsEmpty());
  patient.host.hypervisor.reset();
  patient.host.iommu->value = core::IommuMode::PassThrough;
  EXPECT_THAT(check_acs(patient).symptoms, IsEmpty());
}

// github.com/NVIDIA/nccl issue 342: Docker's 64 MB.
TEST(HostChecks, DockersSharedMemory) {
  Patient patient = patient_on("dgx-a100");
  patient.host.shm_bytes = {64 * kMiB, file_origin("/proc/self/mounts")};
  EXPECT_THAT(texts_of(check_memory_limits(patient)),
              ElementsAre(HasSubstr("/dev/shm has only 64 MiB")));
  patient.host.shm_bytes->value = 1024 * kMiB;
  EXPECT_THAT(check_memory_limits(patient).symptoms, IsEmpty());
}

// github.com/NVIDIA/nccl-tests issue 206: ulimit -l of 8192 kB.
TEST(HostChecks, LockedMemoryWhereThereIsRdma) {
  Patient patient = patient_on("dgx-a100");
  patient.host.memlock_bytes = {8 * kMiB, file_origin("/proc/self/limits")};
  EXPECT_THAT(check_memory_limits(patient).symptoms, IsEmpty());
  patient.host.ports.emplace_back();
  EXPECT_EQ(check_memory_limits(patient).symptoms.size(), 1U);
  patient.host.memlock_bytes->value = core::kUnlimited;
  EXPECT_THAT(check_memory_limits(patient).symptoms, IsEmpty());
}

TEST(HostChecks, NumaBalancing) {
  Patient patient = patient_on("dgx-a100");
  patient.host.numa_balancing = {true, file_origin("/proc/sys/kernel/numa_balancing")};
  EXPECT_EQ(check_memory_limits(patient).symptoms.size(), 1U);
  EXPECT_FALSE(check_memory_limits(patient_on("dgx-a100")).unknown.empty());
}

/// Every CPU without a NUMA node, every GPU right below it.
Patient flat_machine(std::vector<std::string> assumed_of_cpu = {}) {
  Patient patient;
  core::TopologyBuilder builder("vm");
  core::Device cpu{"CPU 0", core::Cpu{-1, 0, "x86_64", "", {}, {}, ""}, {}, {}, {}};
  cpu.assumed = std::move(assumed_of_cpu);
  const auto root = builder.add(cpu);
  for (int index = 0; index < 2; ++index) {
    core::PciFunction pci;
    pci.bus_id = "0000:0" + std::to_string(index + 1) + ":00.0";
    const auto id =
        builder.add({"GPU " + std::to_string(index), core::Gpu{index, 80, true}, pci, {}, {}});
    builder.connect_both_ways(
        {core::LinkKind::Pcie, id, root, 16, core::Bandwidth::from_gb_per_s(15.75), {}, {}});
  }
  patient.condition.cluster.node = std::move(builder).build().value();
  return patient;
}

// github.com/Azure/aks-rdma-infiniband pull request 36.
TEST(HostChecks, AVirtualMachineHidesItsTopology) {
  EXPECT_EQ(check_virtual_machine(flat_machine()).symptoms.size(), 1U);
  EXPECT_THAT(check_virtual_machine(
                  testing::with_variable(flat_machine(), "NCCL_TOPO_FILE", "/etc/topo.xml"))
                  .symptoms,
              IsEmpty());
  EXPECT_THAT(check_virtual_machine(patient_on("azure-nd-a100-v4")).symptoms, IsEmpty());
}

// One socket without switches looks so too: it is odd where the host says that it is virtual.
TEST(HostChecks, AFlatMachineMayHaveOneSocket) {
  Patient patient = flat_machine();
  EXPECT_EQ(check_virtual_machine(patient).symptoms.at(0).severity, Severity::Hint);
  EXPECT_THAT(check_virtual_machine(patient).symptoms.at(0).what, HasSubstr("shows no NUMA nodes"));
  patient.host.hypervisor = {"KVM", file_origin("/proc/cpuinfo")};
  EXPECT_EQ(check_virtual_machine(patient).symptoms.at(0).severity, Severity::Warning);
  EXPECT_THAT(check_virtual_machine(patient).symptoms.at(0).what, HasSubstr("KVM hides NUMA"));
}

// A number that treering itself filled in is no evidence, whatever the host is.
TEST(HostChecks, AnAssumedNumaNodeHidesNothing) {
  Patient patient = flat_machine({"numa_id"});
  EXPECT_THAT(check_virtual_machine(patient).symptoms, IsEmpty());
  EXPECT_FALSE(check_virtual_machine(patient).unknown.empty());
  patient.host.hypervisor = {"KVM", file_origin("/proc/cpuinfo")};
  EXPECT_THAT(check_virtual_machine(patient).symptoms, IsEmpty());
}

}  // namespace host_checks_test
}  // namespace treering::tuner::doctor
