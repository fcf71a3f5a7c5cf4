#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/topology/part.h"
#include "hw/formats/format.h"
#include "tests/support/patients.h"
#include "tuner/doctor/lookup.h"

namespace treering::tuner::doctor {
namespace gpu_checks_test {

using core::PeerAccess;
using ::testing::ElementsAre;
using testing::file_origin;
using ::testing::IsEmpty;
using testing::patient_on;
using testing::texts_of;

/// `down` of 18 links of GPU 0, the others of all GPUs up.
Patient with_nvlinks_down(int down) {
  Patient patient = patient_on("dgx-h100");
  for (int gpu = 0; gpu < 8; ++gpu) {
    for (int link = 0; link < 18; ++link) {
      const bool is_active = gpu > 0 || link >= down;
      patient.host.nvlinks.push_back({gpu, link, is_active, 4, file_origin("NVML")});
    }
  }
  return patient;
}

TEST(GpuChecks, NvLinksOfOneGpuAreDown) {
  const Examination seen = check_nvlinks(with_nvlinks_down(9));
  ASSERT_THAT(texts_of(seen), ElementsAre("GPU 0: 9 of 18 NVLinks are down"));
  EXPECT_EQ(seen.symptoms[0].severity, Severity::Fault);
  EXPECT_THAT(check_nvlinks(with_nvlinks_down(0)).symptoms, IsEmpty());
}

// Bridges of two cards use 12 of 18 links of each (NVIDIA H100 PCIe product brief).
TEST(GpuChecks, AsManyDownOnEveryGpuIsHowItWasBuilt) {
  Patient patient = patient_on("pcie-8-nvbridge");
  for (int gpu = 0; gpu < 8; ++gpu) {
    for (int link = 0; link < 18; ++link) {
      patient.host.nvlinks.push_back({gpu, link, link < 12, 4, file_origin("NVML")});
    }
  }
  for (const Symptom& symptom : check_nvlinks(patient).symptoms) {
    EXPECT_EQ(symptom.severity, Severity::Hint);
  }
}

// NVSwitches take all links of a GPU: one that is off leaves every GPU with as many fewer.
TEST(GpuChecks, AsManyDownOnEveryGpuOfNvSwitchesIsAFault) {
  const auto down_everywhere = [](int active) {
    Patient patient = patient_on("dgx-h100");
    for (int gpu = 0; gpu < 8; ++gpu) {
      for (int link = 0; link < 18; ++link) {
        patient.host.nvlinks.push_back({gpu, link, link < active, 4, file_origin("NVML")});
      }
    }
    return check_nvlinks(patient).symptoms.at(0).severity;
  };
  EXPECT_EQ(down_everywhere(13), Severity::Fault);
  EXPECT_EQ(down_everywhere(8), Severity::Hint);  // H800
}

Patient with_nvlinks_on_each(int per_switch) {
  Patient patient = patient_on("dgx-a100");
  patient.condition = with_links(patient.condition, [&](core::Link& link) {
    if (link.kind != core::LinkKind::NvLink) return;
    link.bandwidth = link.bandwidth * (static_cast<double>(per_switch) / link.count);
    link.count = per_switch;
  });
  return patient;
}

// A DGX A100 has 2 links from each GPU to each of 6 NVSwitches.
TEST(GpuChecks, FewerThanTheGenerationOnEveryGpu) {
  EXPECT_THAT(check_nvlinks(with_nvlinks_on_each(2)).symptoms, IsEmpty());
  const Examination seen = check_nvlinks(with_nvlinks_on_each(1));
  ASSERT_THAT(
      texts_of(seen),
      ElementsAre("every GPU has 6 NVLinks to its NVSwitches; its generation has up to 12"));
  ASSERT_TRUE(seen.symptoms[0].cost);
  const core::Topology& mended = seen.symptoms[0].cost->mended.cluster.node;
  EXPECT_DOUBLE_EQ(rate_out(mended, gpu_of_index(mended, 0), core::LinkKind::NvLink), 300);
}

/// `active` of 18 links of each GPU, of GPU 1 as many fewer as `lost`.
Patient bridged_cards(int active, int lost) {
  Patient patient = patient_on("pcie-8-nvbridge");
  for (int gpu = 0; gpu < 8; ++gpu) {
    for (int link = 0; link < 18; ++link) {
      const bool is_active = link < active - (gpu == 1 ? lost : 0);
      patient.host.nvlinks.push_back({gpu, link, is_active, 4, file_origin("NVML")});
    }
  }
  return patient;
}

// What bridges leave free costs nothing; what one of them lost is counted without it.
TEST(GpuChecks, LinksThatNoBridgeTakesAreNoLoss) {
  const Examination whole = check_nvlinks(bridged_cards(12, 0));
  ASSERT_THAT(texts_of(whole), ElementsAre("6 of 18 NVLinks are down on every GPU"));
  EXPECT_EQ(whole.symptoms[0].severity, Severity::Hint);
  EXPECT_FALSE(whole.symptoms[0].cost);
  const Examination less = check_nvlinks(bridged_cards(12, 4));
  ASSERT_THAT(texts_of(less), ElementsAre("GPU 1: 4 of 12 NVLinks are down",
                                          "6 of 18 NVLinks are down on every GPU"));
  EXPECT_EQ(less.symptoms[0].severity, Severity::Fault);
}

TEST(GpuChecks, SlowerNvLinksThanItsEquals) {
  Patient patient = with_nvlinks_down(0);
  EXPECT_THAT(check_nvlinks(patient).symptoms, IsEmpty());
  for (core::NvLinkState& link : patient.host.nvlinks) {
    link.gb_per_s = link.gpu == 2 ? 13.281 : 26.562;
  }
  const core::DeviceId gpu = gpu_of_index(patient.condition.cluster.node, 2);
  patient.condition = with_links(patient.condition, [&](core::Link& link) {
    const bool is_it = link.kind == core::LinkKind::NvLink && (link.from == gpu || link.to == gpu);
    if (is_it) link.bandwidth = link.bandwidth / 2;
  });
  const Examination seen = check_nvlinks(patient);
  ASSERT_THAT(texts_of(seen), ElementsAre("GPU 2: 18 NVLinks at 13.281 GB/s, where most NVLinks "
                                          "run at 26.562"));
  ASSERT_TRUE(seen.symptoms[0].cost);
  const auto rate = [&](const Condition& condition) {
    return rate_out(condition.cluster.node, gpu, core::LinkKind::NvLink);
  };
  EXPECT_DOUBLE_EQ(rate(seen.symptoms[0].cost->as_is), 225);
  EXPECT_DOUBLE_EQ(rate(seen.symptoms[0].cost->mended), 450);
}

Patient without_nvlinks(const std::string& topology) {
  Patient patient = patient_on(topology);
  core::TopologyBuilder builder("none");
  for (const core::Device& device : patient.condition.cluster.node.devices()) builder.add(device);
  for (const core::Link& link : patient.condition.cluster.node.links()) {
    if (link.kind != core::LinkKind::NvLink) builder.connect(link);
  }
  patient.condition.cluster.node = std::move(builder).build().value();
  return patient;
}

TEST(GpuChecks, NoNvLinkOfABoardIsUp) {
  Patient patient = without_nvlinks("dgx-h100");
  for (int gpu = 0; gpu < 8; ++gpu) {
    patient.host.nvlinks.push_back({gpu, 0, false, 0, file_origin("nvidia-smi")});
  }
  const Examination seen = check_nvlinks(patient);
  ASSERT_THAT(texts_of(seen), ElementsAre("no NVLink of 8 GPUs is up"));
  EXPECT_EQ(seen.symptoms[0].severity, Severity::Fault);
  ASSERT_TRUE(seen.symptoms[0].cost);
  const core::Topology& mended = seen.symptoms[0].cost->mended.cluster.node;
  EXPECT_DOUBLE_EQ(rate_out(mended, gpu_of_index(mended, 0), core::LinkKind::NvLink), 450);
}

TEST(GpuChecks, ModelsOfBoardsAreKnownByNameToo) {
  Patient patient = without_nvlinks("pcie-4");
  for (int gpu = 0; gpu < 4; ++gpu) {
    patient.host.gpus.push_back({.gpu = gpu, .model = "NVIDIA H100 80GB HBM3"});
  }
  ASSERT_THAT(texts_of(check_nvlinks(patient)),
              ElementsAre("no GPU has an NVLink, though boards with this model have 18 each"));
  for (core::GpuState& gpu : patient.host.gpus) gpu.model = "NVIDIA H100 PCIe";
  EXPECT_EQ(check_nvlinks(patient).symptoms.at(0).severity, Severity::Hint);
}

TEST(GpuChecks, NvLinksThatTheSourceCannotReport) {
  Patient patient = without_nvlinks("dgx-h100");
  patient.host.nvlinks_unknown = {"only NVML reports them", file_origin("NVML")};
  const Examination seen = check_nvlinks(patient);
  EXPECT_EQ(seen.unknown, "they are unknown: only NVML reports them");
  EXPECT_THAT(seen.symptoms, IsEmpty());
}

TEST(GpuChecks, NoNvLinkIsUpAnywhere) {
  Patient patient = patient_on("pcie-4");
  patient.host.nvlinks.push_back({0, 0, false, 4, file_origin("NVML")});
  patient.host.nvlinks.push_back({1, 0, false, 4, file_origin("NVML")});
  EXPECT_THAT(texts_of(check_nvlinks(patient)), ElementsAre("no NVLink of 2 GPUs is up"));
}

TEST(GpuChecks, FewerNvLinksInTheTopology) {
  Patient patient = patient_on("dgx-h100");
  const core::DeviceId gpu = gpu_of_index(patient.condition.cluster.node, 5);
  patient.condition = with_links(patient.condition, [&](core::Link& link) {
    if (link.kind != core::LinkKind::NvLink || (link.from != gpu && link.to != gpu)) return;
    link.bandwidth = link.bandwidth / link.count;
    link.count = 1;
  });
  const Examination seen = check_nvlinks(patient);
  ASSERT_THAT(texts_of(seen), ElementsAre("GPU 5 has 4 NVLinks, where most GPUs have 18"));
  EXPECT_TRUE(seen.symptoms[0].cost);
}

Patient with_nvlinks(const std::string& topology, int index, int count) {
  Patient patient = patient_on(topology);
  const core::DeviceId gpu = gpu_of_index(patient.condition.cluster.node, index);
  core::TopologyBuilder builder("less");
  for (const core::Device& device : patient.condition.cluster.node.devices()) builder.add(device);
  for (core::Link link : patient.condition.cluster.node.links()) {
    const bool is_it = link.kind == core::LinkKind::NvLink && (link.from == gpu || link.to == gpu);
    if (is_it && count == 0) continue;
    if (is_it) link.count = count;
    builder.connect(link);
  }
  patient.condition.cluster.node = std::move(builder).build().value();
  return patient;
}

// What the GPU lost is what its equals have, also where nothing is left of it.
TEST(GpuChecks, AGpuWithoutNvLinksIsMendedLikeItsEquals) {
  const Examination seen = check_nvlinks(with_nvlinks("dgx-h100", 0, 0));
  ASSERT_THAT(texts_of(seen), ElementsAre("GPU 0 has 0 NVLinks, where most GPUs have 18"));
  ASSERT_TRUE(seen.symptoms[0].cost);
  const auto rate = [](const core::Topology& node) {
    return rate_out(node, gpu_of_index(node, 0), core::LinkKind::NvLink);
  };
  EXPECT_EQ(rate(seen.symptoms[0].cost->mended.cluster.node),
            rate(patient_on("dgx-h100").condition.cluster.node));
}

// Their PCI ids are those of boards with NVSwitches.
TEST(GpuChecks, NoGpuHasAny) {
  const Examination seen = check_nvlinks(without_nvlinks("dgx-a100"));
  ASSERT_EQ(seen.symptoms.size(), 1U);
  EXPECT_EQ(seen.symptoms[0].severity, Severity::Fault);
  EXPECT_TRUE(seen.symptoms[0].cost);
  // A mesh is not always whole, as where a guest has a part of it.
  EXPECT_EQ(check_nvlinks(without_nvlinks("dgx-1v")).symptoms.at(0).severity, Severity::Hint);
}

TEST(GpuChecks, BuiltInMachinesAreWhole) {
  for (const char* const name : {"dgx-1v", "dgx-2", "dgx-a100", "summit", "gb200-nvl72"}) {
    EXPECT_THAT(check_nvlinks(patient_on(name)).symptoms, IsEmpty()) << name;
  }
}

// github.com/NVIDIA/nccl-tests issue 264.
TEST(GpuChecks, TheFabricManagerDoesNotRun) {
  Patient patient = patient_on("dgx-h100");
  core::GpuState gpu;
  gpu.gpu = 2;
  gpu.in_fabric = false;
  patient.host.gpus.push_back(gpu);
  EXPECT_THAT(texts_of(check_gpu_fabric(patient)),
              ElementsAre("GPU 2 is not registered with its NVLink fabric"));
}

TEST(GpuChecks, MigParts) {
  Patient patient = patient_on("dgx-a100");
  core::GpuState gpu;
  gpu.has_mig = true;
  patient.host.gpus.push_back(gpu);
  EXPECT_EQ(check_gpu_fabric(patient).symptoms.size(), 1U);
}

TEST(GpuChecks, Cliques) {
  Patient patient = patient_on("dgx-h100");
  for (int index = 0; index < 3; ++index) {
    core::GpuState gpu;
    gpu.gpu = index;
    gpu.in_fabric = true;
    gpu.fabric_clique = index < 2 ? "u/1" : "u/2";
    patient.host.gpus.push_back(gpu);
  }
  EXPECT_THAT(
      texts_of(check_gpu_fabric(patient)),
      ElementsAre(
          "the GPUs belong to 2 NVLink cliques; GPU 2 cannot reach the others over NVLink"));
}

Patient with_peers(PeerAccess access) {
  Patient patient = patient_on("pcie-4");
  patient.host.peers = {{0, 1, access, file_origin("NVML")}, {1, 0, access, file_origin("NVML")}};
  return patient;
}

TEST(GpuChecks, PeersThatTheChipsetKeepsApart) {
  const Examination seen = check_peer_access(with_peers(PeerAccess::Chipset));
  ASSERT_EQ(seen.symptoms.size(), 1U);
  EXPECT_EQ(seen.symptoms[0].severity, Severity::Warning);
  ASSERT_TRUE(seen.symptoms[0].cost);
  EXPECT_EQ(seen.symptoms[0].cost->as_is.job.settings.paths.peer_to_peer_reach,
            sim::nccl::PathType::Loc);
}

TEST(GpuChecks, PeersThatAreNotMadeForIt) {
  EXPECT_EQ(check_peer_access(with_peers(PeerAccess::Gpu)).symptoms.at(0).severity, Severity::Hint);
  EXPECT_THAT(check_peer_access(with_peers(PeerAccess::Ok)).symptoms, IsEmpty());
  EXPECT_FALSE(check_peer_access(patient_on("pcie-4")).unknown.empty());
}

TEST(GpuChecks, NcclSaysOnlyThatPeersAreRefused) {
  const Examination seen = check_peer_access(with_peers(PeerAccess::Refused));
  ASSERT_EQ(seen.symptoms.size(), 1U);
  EXPECT_EQ(seen.symptoms[0].severity, Severity::Warning);
  EXPECT_EQ(seen.symptoms[0].fix.find("NVreg"), std::string::npos);
}

// p2pBandwidthLatencyTest: "Device=0 CANNOT Access Peer Device=1".
TEST(GpuChecks, CudaSaysOnlyThatPeersAreRefused) {
  Patient patient = with_peers(PeerAccess::Cuda);
  const Examination seen = check_peer_access(patient);
  ASSERT_EQ(seen.symptoms.size(), 1U);
  EXPECT_EQ(seen.symptoms[0].severity, Severity::Warning);
  EXPECT_THAT(seen.symptoms[0].what, ::testing::HasSubstr("1 of 1 pairs of GPUs cannot reach"));
}

// GPUs 0 and 1 are equal and reach each other; neither reaches GPU 2 of another model.
TEST(GpuChecks, GpusOfOtherModelsReachNoPeersByDesign) {
  Patient patient;
  for (int gpu = 0; gpu < 3; ++gpu) {
    core::GpuState state{.gpu = gpu, .model = gpu < 2 ? "NVIDIA RTX A6000" : "NVIDIA L40S"};
    state.origin = file_origin("t.txt: line 2");
    patient.host.gpus.push_back(state);
  }
  patient.host.peers = {{0, 1, PeerAccess::Ok, file_origin("t.txt: line 4")},
                        {0, 2, PeerAccess::Cuda, file_origin("t.txt: line 5")},
                        {1, 2, PeerAccess::Cuda, file_origin("t.txt: line 6")}};
  const Examination seen = check_peer_access(patient);
  ASSERT_EQ(seen.symptoms.size(), 1U);
  EXPECT_EQ(seen.symptoms[0].severity, Severity::Hint);
  EXPECT_THAT(seen.symptoms[0].what,
              ::testing::HasSubstr("2 of 3 pairs of GPUs cannot reach each other's memory, such as "
                                   "GPU 0 and GPU 2: they are of different models"));
}

// Their driver refuses it, whatever the source says of the reason; patched drivers do not.
TEST(GpuChecks, GeForceCardsReachNoPeersByDesign) {
  Patient patient = patient_on("rtx-4090-8");
  for (const bool is_reported : {false, true}) {
    if (is_reported) patient.host.peers = {{0, 1, PeerAccess::Refused, file_origin("a log")}};
    const Examination seen = check_peer_access(patient);
    ASSERT_EQ(seen.symptoms.size(), 1U);
    EXPECT_EQ(seen.symptoms[0].severity, Severity::Hint);
    EXPECT_EQ(seen.symptoms[0].fix.find("NVreg"), std::string::npos);
    EXPECT_EQ(seen.symptoms[0].cost->mended.job.settings.paths.peer_to_peer_reach,
              sim::nccl::PathType::Sys);
  }
  patient.host.peers = {{0, 1, PeerAccess::Ok, file_origin("NVML")}};
  EXPECT_THAT(check_peer_access(patient).symptoms, IsEmpty());
}

Patient with_cards(const std::string& matrix) {
  std::string text;
  for (const std::string number : {"0", "1"}) {
    text += "GPU " + number + ": NVIDIA GeForce RTX 3090 (UUID: GPU-" + number + ")\n";
  }
  Patient patient;
  patient.condition.cluster =
      hw::formats::read_nvidia_smi_topo({"t.txt", text + matrix}, {}).value().cluster;
  return patient;
}

// Their bridge gives them what the driver refuses over PCIe.
TEST(GpuChecks, GeForceCardsWithABridgeReachEachOther) {
  const std::string head = "GPU0 GPU1 CPU Affinity NUMA Affinity\n";
  const Patient bridged = with_cards(head + "GPU0 X NV4 0-23 0\nGPU1 NV4 X 0-23 0\n");
  EXPECT_THAT(check_peer_access(bridged).symptoms, IsEmpty());
  const Patient apart = with_cards(head + "GPU0 X PHB 0-23 0\nGPU1 PHB X 0-23 0\n");
  EXPECT_EQ(check_peer_access(apart).symptoms.size(), 1U);
}

Patient without_gpus(const std::string& name, int count) {
  Patient patient = patient_on(name);
  const core::Topology& node = patient.condition.cluster.node;
  const auto gpus = node.of_kind(core::DeviceKind::Gpu);
  const std::set<core::DeviceId> removed(gpus.end() - count, gpus.end());
  std::vector<core::DeviceId> new_ids;
  patient.condition.cluster.node =
      core::without_devices(node, {node.devices(), node.links()}, removed, new_ids).value();
  return patient;
}

// HGX boards have 4 or 8 GPUs; guests get 1, 2, 4 or 8.
TEST(GpuChecks, ABoardOfEightThatShowsSeven) {
  const Examination seen = check_board_gpus(without_gpus("dgx-h100", 1));
  EXPECT_THAT(texts_of(seen), ElementsAre("7 H100 SXM5, where boards with this model have 4 or 8"));
  for (const int missing : {0, 4, 6, 7}) {
    EXPECT_THAT(check_board_gpus(without_gpus("dgx-h100", missing)).symptoms, IsEmpty()) << missing;
  }
  EXPECT_FALSE(check_board_gpus(patient_on("l40s-8")).unknown.empty());
  Patient of_run = without_gpus("dgx-h100", 1);
  of_run.host.nccl_version = {"2.28.9", file_origin("a log")};
  EXPECT_EQ(check_board_gpus(of_run).symptoms.at(0).severity, Severity::Hint);
}

}  // namespace gpu_checks_test
}  // namespace treering::tuner::doctor
