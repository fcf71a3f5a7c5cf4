#include "hw/world/anonymise/anonymise.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/world/pci_config.h"
#include "tests/support/pci_config.h"

namespace treering::hw::world::anonymise {
namespace anonymise_test {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;

std::string anonymised_text(const std::string& path, const std::string& text) {
  recording::Recording recording;
  recording.texts[path] = text;
  return anonymised(recording).texts.at(path);
}

TEST(Anonymise, EqualGuidsStayEqual) {
  recording::Recording recording;
  const std::string folder = "/sys/class/infiniband/";
  recording.texts[folder + "mlx5_0/node_guid"] = "b8ce:f603:00a1:0001\n";
  recording.texts[folder + "mlx5_0/sys_image_guid"] = "b8ce:f603:00a1:0001\n";
  recording.texts[folder + "mlx5_1/node_guid"] = "B8CE:F603:00A1:0002\n";
  recording.texts[folder + "mlx5_2/node_guid"] = "0000:0000:0000:0000\n";
  const recording::Recording clean = anonymised(recording);
  EXPECT_EQ(clean.texts.at(folder + "mlx5_0/node_guid"), "0000:0000:0000:0001\n");
  EXPECT_EQ(clean.texts.at(folder + "mlx5_0/sys_image_guid"), "0000:0000:0000:0001\n");
  EXPECT_EQ(clean.texts.at(folder + "mlx5_1/node_guid"), "0000:0000:0000:0002\n");
  EXPECT_EQ(clean.texts.at(folder + "mlx5_2/node_guid"), "0000:0000:0000:0000\n");
}

TEST(Anonymise, ClustersOfNvmlStayEqual) {
  recording::Recording recording;
  const auto gpu_of = [](const char* uuid) {
    NvmlGpu gpu;
    gpu.bus_id = "0008:01:00.0";
    gpu.fabric = NvmlFabric{NvmlFabricState::Completed, "", uuid, 7};
    return gpu;
  };
  NvmlAnswers answers;
  answers.gpus = {gpu_of("0c42a1b2-00c3-4d5e-8f60-718293a4b5c6"),
                  gpu_of("0c42a1b2-00c3-4d5e-8f60-718293a4b5c6"),
                  gpu_of("00000000-0000-0000-0000-000000000000")};
  recording.nvml = answers;
  const recording::Recording clean = anonymised(recording);
  ASSERT_TRUE(clean.nvml);
  EXPECT_EQ(clean.nvml->gpus[0].fabric->cluster_uuid, "00000000-0000-0000-0000-000000000001");
  EXPECT_EQ(clean.nvml->gpus[1], clean.nvml->gpus[0]);
  EXPECT_EQ(clean.nvml->gpus[2], answers.gpus[2]);
}

TEST(Anonymise, WhatNvmlSaysOfAFaultKeepsItsWords) {
  recording::Recording recording;
  NvmlAnswers answers;
  answers.faults = {{"nvmlDeviceGetMigMode", 0, "unknown error"},
                    {"nvmlDeviceGetName", 1, "gpu is lost on login7, 10.0.0.1"}};
  recording.nvml = answers;
  const recording::Recording clean = anonymised(recording);
  EXPECT_EQ(clean.nvml->faults[0], answers.faults[0]);
  EXPECT_EQ(clean.nvml->faults[1].call, "nvmlDeviceGetName");
  EXPECT_THAT(clean.nvml->faults[1].text,
              MatchesRegex("gpu is lost on anon[a-z]+[0-9]+, 198\\.18\\.0\\.[0-9]+"));
}

TEST(Anonymise, OneSecretIsTheSameEverywhere) {
  recording::Recording recording;
  recording.variables = {{"NCCL_TUNER_PLUGIN", "/projects/login7/libnccl-tuner.so"},
                         {"LD_LIBRARY_PATH", "/usr/lib:/projects/login7"},
                         {"NCCL_HOSTID", "login7"}};
  recording.folders = {"/projects/login7/libnccl-tuner.so"};
  const recording::Recording clean = anonymised(recording);
  const std::string path = clean.variables.at("NCCL_TUNER_PLUGIN");
  EXPECT_THAT(path, MatchesRegex("/anon[a-z]+/anon[a-z]+[0-9]+/libnccl-tuner.so"));
  EXPECT_TRUE(clean.folders.contains(path));
  const std::string folder = path.substr(0, path.rfind('/'));
  EXPECT_EQ(clean.variables.at("LD_LIBRARY_PATH"), "/usr/lib:" + folder);
  EXPECT_EQ(clean.variables.at("NCCL_HOSTID"), folder.substr(folder.rfind('/') + 1));
}

TEST(Anonymise, PlaceholdersKeepTheOrderOfNames) {
  recording::Recording recording;
  for (const char* name : {"abc2", "abc10", "abd1"}) {
    recording.links[std::string("/sys/class/net/") + name] =
        std::string("../../devices/pci0000:00/0000:00:01.0/net/") + name;
  }
  recording.variables["NCCL_SOCKET_IFNAME"] = "abc";
  const recording::Recording clean = anonymised(recording);
  std::vector<std::string> names;
  for (const auto& [path, target] : clean.links) {
    names.push_back(path.substr(path.rfind('/') + 1));
    EXPECT_EQ(target, "../../devices/pci0000:00/0000:00:01.0/net/" + names.back());
  }
  // As texts, "abc10" stands before "abc2"; the numbers are of one width behind it.
  const std::string start = clean.variables.at("NCCL_SOCKET_IFNAME");
  ASSERT_EQ(names.size(), 3U);
  EXPECT_THAT(names,
              ::testing::ElementsAre(::testing::StartsWith(start), ::testing::StartsWith(start),
                                     Not(::testing::StartsWith(start))));
}

TEST(Anonymise, NamesWithHardwareAddresses) {
  recording::Recording recording;
  recording.links["/sys/class/net/enx0c42a1000001"] = "/sys/devices/d/net/enx0c42a1000001";
  const recording::Recording clean = anonymised(recording);
  EXPECT_EQ(clean.links.at("/sys/class/net/enx000000000001"), "/sys/devices/d/net/enx000000000001");
}

TEST(Anonymise, OfSomeFilesLittleIsKept) {
  EXPECT_EQ(anonymised_text("/proc/mounts",
                            "nas:/home /home nfs rw,addr=10.0.0.1 0 0\n"
                            "nas:/root / nfs rw,addr=10.0.0.1,lowerdir=/var/ann 0 0\n"
                            "shm /dev/shm tmpfs rw,size=65536k,uid=4711 0 0\n"),
            "device / nfs rw 0 0\ndevice /dev/shm tmpfs rw,size=65536k 0 0\n");
  EXPECT_EQ(anonymised_text("/proc/cmdline",
                            "BOOT_IMAGE=/vmlinuz root=UUID=18e645be iommu=pt pci=realloc "
                            "pci=resource_alignment=20@0000:17:00.0 ip=10.0.0.1 intel_iommu=on\n"),
            "iommu=pt pci=realloc intel_iommu=on\n");
  EXPECT_THAT(anonymised_text("/proc/1/cgroup", "0::/docker/0123456789abcdef\n"),
              MatchesRegex("0::/docker/anon[a-z]+\n"));
  EXPECT_EQ(anonymised_text("/proc/meminfo", "MemTotal: 536870912 kB\nMemFree: 7 kB\n"),
            "MemTotal: 536870912 kB\n");
  EXPECT_THAT(anonymised_text("/sys/class/dmi/id/product_serial", "ABC\n"),
              MatchesRegex("anon[a-z]+\n"));
  EXPECT_EQ(anonymised_text("/proc/cpuinfo",
                            "processor\t: 0\nvendor_id\t: GenuineIntel\nmodel\t\t: 143\n"
                            "model name\t: some\nSerial\t\t: 00ab\n\nprocessor\t: 1\n"),
            "processor\t: 0\nvendor_id\t: GenuineIntel\nmodel\t\t: 143\n\nprocessor\t: 1\n");
  EXPECT_EQ(anonymised_text("/proc/driver/nvidia/version",
                            "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  550.54.15  "
                            "Release Build  (ann@login7)\nGCC version: 11\n"),
            "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64 550.54.15\n");
}

TEST(Anonymise, OfPciConfigurationWhatItRedirects) {
  const auto clean = [](const std::string& config) {
    return anonymised_text("/sys/bus/pci/devices/0000:02:00.0/config", config);
  };
  // A serial number, then access control that redirects requests (bit 2 of the upper half).
  const std::string config = support::pci_config({{0x0003, 0x11223344}, {0x000d, 0x0004005f}});
  EXPECT_EQ(is_redirecting(clean(config)), true);
  EXPECT_EQ(clean(config).find("\x44\x33\x22\x11"), std::string::npos);
  EXPECT_EQ(is_redirecting(clean(support::pci_config({{0x000d, 0x0001005f}}))), false);
  EXPECT_EQ(is_redirecting(clean(support::pci_config({{0x0003, 7}}))), false);
  // Cut off before and within it, and of a device that is off.
  for (const std::size_t size : {0U, 64U, 256U, 0x114U}) {
    EXPECT_EQ(clean(config.substr(0, size)).size(), size);
    EXPECT_FALSE(is_redirecting(clean(config.substr(0, size)))) << size;
  }
  EXPECT_FALSE(is_redirecting(clean(std::string(4096, '\xff'))));
}

TEST(Anonymise, LinesOfNcclConfKeepTheirPlaces) {
  const std::string text = anonymised_text(
      "/etc/nccl.conf", "# by ann\nSECRET=1\n\nNCCL_IB_HCA=mlx5_0:1\nNCCL_COMM_ID=10.0.0.1:1\n");
  EXPECT_THAT(text, MatchesRegex("#\n#\n\nNCCL_IB_HCA=mlx5_0:1\nNCCL_COMM_ID=198[0-9.]+:[0-9]+\n"));
  EXPECT_THAT(text, Not(HasSubstr(":1\nNCCL_COMM_ID=10.")));
}

// A partition is its tenant's.
TEST(Anonymise, PartitionKeysAreSecret) {
  for (const char* const key : {"0x8aa5", "35493"}) {
    recording::Recording recording;
    recording.variables = {{"NCCL_IB_PKEY", key}};
    const auto clean = anonymised(recording).variables;
    ASSERT_TRUE(clean.contains("NCCL_IB_PKEY"));
    EXPECT_NE(clean.at("NCCL_IB_PKEY"), key);
  }
}

TEST(Anonymise, ValuesThatAreKnownStay) {
  recording::Recording recording;
  recording.variables = {{"NCCL_ALGO", "^NVLSTree;allreduce:tree,ring"},
                         {"NCCL_BUFFSIZE", "8388608"},
                         {"NCCL_CONF_FILE", "/etc/nccl.conf"},
                         {"NCCL_DEBUG_SUBSYS", "INIT,GRAPH"},
                         {"NCCL_IB_HCA", "^=mlx5_0:1,mlx5_bond_0"},
                         {"NCCL_NET", "Socket"},
                         {"NCCL_NET_GDR_LEVEL", "PHB"},
                         {"NCCL_P2P_LEVEL", "-2"},
                         {"NCCL_PROTO", "LL128"},
                         {"NCCL_SOCKET_IFNAME", "=eth0,ens1f0np0,^docker0"},
                         {"NVIDIA_VISIBLE_DEVICES", "all"}};
  EXPECT_EQ(anonymised(recording).variables, recording.variables);
}

}  // namespace anonymise_test
}  // namespace treering::hw::world::anonymise
