#include "hw/catalogue/gpus.h"

#include <set>

#include <gtest/gtest.h>

#include "hw/builtin.h"
#include "hw/catalogue/gpu_names.h"
#include "hw/catalogue/links.h"
#include "tests/core/small_topology.h"

namespace treering::hw::catalogue {
namespace gpus_test {

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
  EXPECT_EQ(nvlinks_of_board("NVIDIA H100 80GB HBM3"), 18);
  EXPECT_EQ(nvlinks_of_board("NVIDIA A100-SXM4-80GB"), 12);
  EXPECT_EQ(nvlinks_of_board("NVIDIA B300 SXM6 AC"), 18);
  for (const char* const other : {"NVIDIA H100 PCIe", "NVIDIA H100 NVL", "NVIDIA GH200 480GB",
                                  "Tesla V100-SXM2-32GB", "NVIDIA L40S", ""}) {
    EXPECT_EQ(nvlinks_of_board(other), 0) << other;
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

TEST(GpuModels, HaveNames) {
  EXPECT_EQ(gpu_model_name(gpu("0x10de", "0x2330")), "H100 SXM5");
  EXPECT_EQ(gpu_model_name(gpu("0x10de", "0x1db6")), "V100 PCIe");
  EXPECT_EQ(gpu_model_name(gpu("0x10de", "0xffff")), "");
  EXPECT_EQ(gpu_model_name(gpu("0x1002", "0x2330")), "");
  EXPECT_EQ(gpu_architecture(90), "Hopper");
  EXPECT_EQ(gpu_architecture(86), "Ampere");
  EXPECT_EQ(gpu_architecture(103), "Blackwell Ultra");
  EXPECT_EQ(gpu_architecture(121), "Blackwell");
  EXPECT_EQ(gpu_architecture(130), "");  // none yet
  EXPECT_EQ(gpu_architecture(0), "");
}

TEST(GpuModels, HaveOneLineEach) {
  std::set<std::string_view> names;
  std::set<std::string_view> ids;
  for (const GpuModel& model : gpu_models()) {
    EXPECT_TRUE(names.insert(model.name).second) << model.name;
    EXPECT_FALSE(gpu_architecture(model.compute_capability).empty()) << model.name;
    EXPECT_EQ(model.joining == GpuJoining::None, model.nvlinks == 0) << model.name;
    EXPECT_LE(model.nvlinks, most_nvlinks(model.compute_capability)) << model.name;
    for (const std::string_view id : model.pci_ids) {
      if (id.empty()) continue;
      EXPECT_TRUE(ids.insert(id).second) << model.name;
      EXPECT_EQ(compute_capability_of(id, ""), model.compute_capability) << model.name;
    }
    // By the name that the driver gives, the model or one with the same capability.
    EXPECT_EQ(compute_capability_of("", model.word), model.compute_capability) << model.name;
    // For people, it names itself.
    EXPECT_EQ(gpu_named(model.name).model, &model) << model.name;
    // 16 lanes at most, in slots of generations 3 to 6; a chip with its CPU has none.
    EXPECT_EQ(model.slot.generation == 0, model.form == GpuModel::Form::OnChip) << model.name;
    EXPECT_LE(model.slot.lanes, 16) << model.name;
  }
}

// A board that has NVLinks in the same number is the same to NCCL: H20 and H100.
TEST(GpuModels, OfOneBoardHaveTheSameLinks) {
  const GpuModel& h20 = *gpu_named("NVIDIA H20").model;
  const GpuModel& h100 = *gpu_named("NVIDIA H100 80GB HBM3").model;
  EXPECT_EQ(h20.nvlinks, h100.nvlinks);
  EXPECT_EQ(h20.joining, h100.joining);
  EXPECT_EQ(h20.slot.generation, h100.slot.generation);
  EXPECT_EQ(h20.slot.lanes, h100.slot.lanes);
  EXPECT_EQ(nvlinks_of_board("NVIDIA H20"), nvlinks_of_board("NVIDIA H100 80GB HBM3"));
}

// By PCI id, by the driver's name, or, of GB10, by the compute capability.
TEST(GpuModels, GeForceAndGb10HaveNoGpuDirect) {
  for (const char* const id :
       {"0x2203", "0x2204", "0x2206", "0x2684", "0x2704", "0x2b85", "0x2c02"}) {
    EXPECT_FALSE(has_gpu_direct(gpu("0x10de", id))) << id;
  }
  EXPECT_TRUE(has_gpu_direct(gpu("0x10de", "0x2330")));
  EXPECT_TRUE(has_gpu_direct(gpu("0x10de", "0x2230")));
  EXPECT_TRUE(has_gpu_direct(gpu("0x10de", "0xffff")));
  EXPECT_FALSE(has_gpu_direct("NVIDIA GeForce GTX 1080 Ti"));
  EXPECT_FALSE(has_gpu_direct("NVIDIA GB10"));
  EXPECT_TRUE(has_gpu_direct("NVIDIA GB100"));
  EXPECT_TRUE(has_gpu_direct("NVIDIA RTX A6000"));
  core::Device spark;
  spark.info = core::Gpu{0, kGb10, false};
  EXPECT_FALSE(has_gpu_direct(spark));
  core::Device named;
  named.info = core::Gpu{0, 86, true};
  named.extra = {{"model", "NVIDIA GeForce RTX 3070"}};
  EXPECT_FALSE(has_gpu_direct(named));
}

// NVIDIA/nccl-tests issue 117: 2080 Ti; NVIDIA/nccl issue 1127: 4090. GTX 1080 Ti had it.
TEST(GpuModels, GeForceSinceTuringHasNoPeersOverPcie) {
  for (const char* const name : {"NVIDIA GeForce RTX 4090", "NVIDIA GeForce RTX 5090",
                                 "GeForce RTX 2080 Ti", "NVIDIA GeForce RTX 3090"}) {
    EXPECT_FALSE(has_pcie_peer_access(name)) << name;
  }
  for (const char* const name :
       {"GeForce GTX 1080 Ti", "NVIDIA RTX PRO 6000 Blackwell Server Edition", "NVIDIA L40S",
        "NVIDIA RTX A6000", "NVIDIA H100 NVL", ""}) {
    EXPECT_TRUE(has_pcie_peer_access(name)) << name;
  }
  EXPECT_FALSE(has_pcie_peer_access(gpu("0x10de", "0x2684")));
  EXPECT_TRUE(has_pcie_peer_access(gpu("0x10de", "0xffff")));
}

TEST(GpuModels, AreJoinedAsTheirFormIs) {
  EXPECT_EQ(joining_of("NVIDIA A100-SXM4-80GB"), GpuJoining::NvSwitch);
  EXPECT_EQ(joining_of("NVIDIA A100-PCIE-40GB"), GpuJoining::Bridge);
  EXPECT_EQ(joining_of("Tesla V100-SXM2-16GB"), GpuJoining::Mesh);
  EXPECT_EQ(joining_of("Tesla V100-PCIE-16GB"), GpuJoining::None);
  EXPECT_EQ(joining_of("NVIDIA GB300 NVL72"), GpuJoining::NvSwitch);
  EXPECT_EQ(nvlink_model_of("NVIDIA H200")->name, "H200 SXM5");
  EXPECT_EQ(nvlink_model_of("NVIDIA H200 NVL")->name, "H200 NVL");
  EXPECT_EQ(nvlink_model_of("NVIDIA L40S"), nullptr);
  EXPECT_EQ(nvlink_model_of("NVIDIA H100 NVL")->nvlinks, 12);
  EXPECT_EQ(nvlink_model_of("NVIDIA H800")->nvlinks, 8);
  EXPECT_EQ(joining_of("NVIDIA H100 80GB HBM3 with NVLink"), GpuJoining::NvSwitch);
}

TEST(GpuModels, HaveTheirTimesPcieAndAdapters) {
  EXPECT_EQ(pcie_generation_of(0), 3);
  EXPECT_EQ(pcie_generation_of(70), 3);
  EXPECT_EQ(pcie_generation_of(89), 4);
  EXPECT_EQ(pcie_generation_of(100), 5);
  EXPECT_EQ(pcie_generation_of(103), 6);
  EXPECT_EQ(pcie_generation_of(120), 5);
  EXPECT_EQ(usual_adapter_mbps(103, true), 800'000);
  EXPECT_EQ(usual_adapter_mbps(90, true), 400'000);
  EXPECT_EQ(usual_adapter_mbps(90, false), 100'000);
}

// H800 has 8 NVLinks, H100 and H200 have 18.
TEST(GpuModels, WithOtherLinksAreOthers) {
  const auto node = load_builtin("dgx-h100");
  ASSERT_TRUE(node);
  EXPECT_TRUE(are_other_gpus("NVIDIA H800", *node));
  EXPECT_TRUE(are_other_gpus("NVIDIA H100 PCIe", *node));
  EXPECT_FALSE(are_other_gpus("NVIDIA H100 80GB HBM3", *node));
  EXPECT_FALSE(are_other_gpus("NVIDIA H200", *node));
  EXPECT_FALSE(are_other_gpus("", *node));
  EXPECT_FALSE(are_other_gpus("H100 (new)", *node));
  EXPECT_FALSE(are_other_gpus("A100", load_builtin("dgx-a100").value()));
  EXPECT_FALSE(are_other_gpus("NVIDIA A100", load_builtin("dgx-a100").value()));
}

}  // namespace gpus_test
}  // namespace treering::hw::catalogue
