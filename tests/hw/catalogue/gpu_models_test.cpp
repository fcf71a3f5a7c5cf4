#include "hw/catalogue/gpu_models.h"

#include <gtest/gtest.h>

#include "hw/builtin.h"
#include "hw/formats/nvidia_smi/gpu_names.h"
#include "tests/core/small_topology.h"

namespace treering::hw::catalogue {
namespace {

core::Device gpu(std::string vendor, std::string device) {
  core::Device result;
  result.info = core::Gpu{};
  result.pci.emplace();
  result.pci->vendor = std::move(vendor);
  result.pci->device = std::move(device);
  return result;
}

std::optional<int> of_all(std::string_view name) {
  const core::Topology node = load_builtin(name).value();
  return multiprocessors_of(node, node.of_kind(core::DeviceKind::Gpu));
}

TEST(GpuModels, AreKnownByTheirPciIds) {
  EXPECT_EQ(multiprocessors_of(gpu("0x10de", "0x2330")), 132);
  EXPECT_EQ(multiprocessors_of(gpu("0x10DE", "0x20B0")), 108);
  EXPECT_EQ(multiprocessors_of(gpu("0x10de", "0xffff")), std::nullopt);
  EXPECT_EQ(multiprocessors_of(gpu("0x1002", "0x2330")), std::nullopt);
  EXPECT_EQ(multiprocessors_of(core::Device{}), std::nullopt);
}

TEST(GpuModels, HaveACapabilityAndPerhapsNvlinks) {
  EXPECT_EQ(compute_capability_of(gpu("0x10de", "0x2330")), 90);
  EXPECT_EQ(compute_capability_of(gpu("0x10de", "0x1eb8")), 75);
  EXPECT_EQ(compute_capability_of(gpu("0x10de", "0xffff")), std::nullopt);
  EXPECT_EQ(has_nvlink(gpu("0x10de", "0x20b0")), true);
  EXPECT_EQ(has_nvlink(gpu("0x10de", "0x1eb8")), false);
  EXPECT_EQ(has_nvlink(gpu("0x10de", "0xffff")), std::nullopt);
}

TEST(GpuModels, OfBoardsWithNvSwitches) {
  EXPECT_EQ(nvlinks_of_board(gpu("0x10de", "0x2330")), 18);
  EXPECT_EQ(nvlinks_of_board(gpu("0x10de", "0x2324")), 8);
  EXPECT_EQ(nvlinks_of_board(gpu("0x10de", "0x3182")), 18);
  for (const char* const other : {"0x2331", "0x2342", "0x31c2", "0x1db1", "0xffff"}) {
    EXPECT_EQ(nvlinks_of_board(gpu("0x10de", other)), 0) << other;
  }
  EXPECT_EQ(formats::nvidia_smi::nvlinks_of_board("NVIDIA H100 80GB HBM3"), 18);
  EXPECT_EQ(formats::nvidia_smi::nvlinks_of_board("NVIDIA A100-SXM4-80GB"), 12);
  EXPECT_EQ(formats::nvidia_smi::nvlinks_of_board("NVIDIA B300 SXM6 AC"), 18);
  for (const char* const other : {"NVIDIA H100 PCIe", "NVIDIA H100 NVL", "NVIDIA GH200 480GB",
                                  "Tesla V100-SXM2-32GB", "NVIDIA L40S", ""}) {
    EXPECT_EQ(formats::nvidia_smi::nvlinks_of_board(other), 0) << other;
  }
}

TEST(GpuModels, OfBuiltinMachinesAgreeWithTheirFiles) {
  for (const std::string_view name : builtin_names()) {
    const core::Topology node = load_builtin(std::string(name)).value();
    for (const core::DeviceId id : node.of_kind(core::DeviceKind::Gpu)) {
      const core::Device& device = node.device(id);
      const auto known = compute_capability_of(device);
      if (!known) continue;
      EXPECT_EQ(*known, std::get<core::Gpu>(device.info).compute_capability) << name;
    }
  }
}

TEST(GpuModels, AreNotTakenFromAnIdThatIsAssumed) {
  core::Device device = gpu("0x10de", "0x20b0");
  device.assumed = {"pci/device"};
  EXPECT_EQ(multiprocessors_of(device), std::nullopt);
}

TEST(GpuModels, OfBuiltinMachines) {
  EXPECT_EQ(of_all("dgx-1v"), 80);
  EXPECT_EQ(of_all("dgx-a100"), 108);
  EXPECT_EQ(of_all("dgx-h100"), 132);
  EXPECT_EQ(of_all("dgx-b200"), 148);
  EXPECT_EQ(of_all("dgx-b300"), 148);
  EXPECT_EQ(of_all("gb300-nvl72"), 152);
  // Its A100 are of a kind of their own, whose id is assumed.
  EXPECT_EQ(of_all("leonardo"), std::nullopt);
}

TEST(GpuModels, HaveNoCommonNumberWhereTheyDiffer) {
  const auto common = [](const std::string& first, const std::string& second) {
    core::TopologyBuilder builder = core::small_machine();
    for (const core::DeviceId id : {2, 3}) builder.device(id).pci->vendor = "0x10de";
    builder.device(2).pci->device = first;
    builder.device(3).pci->device = second;
    return multiprocessors_of(core::built(std::move(builder)), {2, 3});
  };
  EXPECT_EQ(common("0x2330", "0x2335"), 132);  // H100 and H200
  EXPECT_EQ(common("0x2330", "0x20b0"), std::nullopt);
  EXPECT_EQ(common("0x2330", "0xffff"), std::nullopt);
}

TEST(GpuModels, HaveTheComputeCapabilityOfTheirPciIdOrElseOfTheirName) {
  EXPECT_EQ(compute_capability_of("0x2330", ""), 90);
  EXPECT_EQ(compute_capability_of("0x15F9", "Tesla V100-SXM2-16GB"), 60);
  EXPECT_EQ(compute_capability_of("0xffff", "Tesla V100-SXM2-16GB"), 70);
  EXPECT_EQ(compute_capability_of("", "NVIDIA L40S"), 89);
  for (const char* const ultra : {"NVIDIA GB300", "NVIDIA B300 SXM6 AC"}) {
    EXPECT_EQ(compute_capability_of("", ultra), 103) << ultra;
  }
  EXPECT_EQ(compute_capability_of("0x3182", ""), 103);
  EXPECT_EQ(compute_capability_of("0x31C2", ""), 103);
  // Neither an L4 nor an L40.
  EXPECT_EQ(compute_capability_of("", "NVIDIA L400"), std::nullopt);
  EXPECT_EQ(compute_capability_of("0xffff", ""), std::nullopt);
}

}  // namespace
}  // namespace treering::hw::catalogue
