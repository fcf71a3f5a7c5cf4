#include "hw/world/anonymise.h"

#include <gtest/gtest.h>

#include "tests/support/pci_config.h"

namespace treering::hw {
namespace {

std::string anonymised_text(const std::string& path, const std::string& text,
                            std::string_view host = "") {
  Recording recording;
  recording.texts[path] = text;
  return anonymised(recording, host).texts.at(path);
}

TEST(Anonymise, EqualGuidsStayEqual) {
  Recording recording;
  recording.texts["/a/node_guid"] = "b8ce:f603:00a1:0001\n";
  recording.texts["/a/sys_image_guid"] = "b8ce:f603:00a1:0001\n";
  recording.texts["/b/node_guid"] = "B8CE:F603:00A1:0002\n";
  recording.texts["/b/zero"] = "0000:0000:0000:0000\n";
  const Recording clean = anonymised(recording, "");
  EXPECT_EQ(clean.texts.at("/a/node_guid"), "0000:0000:0000:0001\n");
  EXPECT_EQ(clean.texts.at("/a/sys_image_guid"), "0000:0000:0000:0001\n");
  EXPECT_EQ(clean.texts.at("/b/node_guid"), "0000:0000:0000:0002\n");
  EXPECT_EQ(clean.texts.at("/b/zero"), "0000:0000:0000:0000\n");
}

TEST(Anonymise, GidsHardwareAddressesAndNumbers) {
  EXPECT_EQ(anonymised_text("/gid", "fe80:0000:0000:0000:b8ce:f603:00a1:0001"),
            "fe80:0000:0000:0000:0000:0000:0000:0001");
  EXPECT_EQ(anonymised_text("/mac", "at 0c:42:a1:00:00:01."), "at 00:00:00:00:00:01.");
  EXPECT_EQ(anonymised_text("/guid", "guid=0xb8cef60300a10001"), "guid=0x0000000000000001");
}

TEST(Anonymise, Uuids) {
  EXPECT_EQ(anonymised_text("/information", "GPU-0c42a1b2-00c3-4d5e-8f60-718293a4b5c6\n"),
            "GPU-00000000-0000-0000-0000-000000000001\n");
  const std::string longer = "0c42a1b2-00c3-4d5e-8f60-718293a4b5c6f";
  EXPECT_EQ(anonymised_text("/text", longer), longer);
}

TEST(Anonymise, ClustersOfNvmlStayEqual) {
  Recording recording;
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
  const Recording clean = anonymised(recording, "");
  ASSERT_TRUE(clean.nvml);
  EXPECT_EQ(clean.nvml->gpus[0].fabric->cluster_uuid, "00000000-0000-0000-0000-000000000001");
  EXPECT_EQ(clean.nvml->gpus[1], clean.nvml->gpus[0]);
  EXPECT_EQ(clean.nvml->gpus[2], answers.gpus[2]);
}

TEST(Anonymise, BusIdsAndFiguresStay) {
  const std::string text = "0000:17:00.0 0x10de 16.0 GT/s PCIe ffffffff,ffffffff 10000:e1:00.0";
  EXPECT_EQ(anonymised_text("/sys/text", text), text);
}

TEST(Anonymise, NamesWithHardwareAddresses) {
  Recording recording;
  recording.links["/sys/class/net/enx0c42a1000001"] = "/sys/devices/d/net/enx0c42a1000001";
  recording.folders = {"/sys/devices/d/net/enx0c42a1000001"};
  const Recording clean = anonymised(recording, "");
  const std::string folder = "/sys/devices/d/net/enx000000000001";
  EXPECT_EQ(clean.links.at("/sys/class/net/enx000000000001"), folder);
  EXPECT_TRUE(clean.folders.contains(folder));
}

TEST(Anonymise, HostNamesAndSerials) {
  EXPECT_EQ(anonymised_text("/node_desc", "gpu-17 mlx5_0, not gpu-170", "gpu-17"),
            "host mlx5_0, not gpu-170");
  EXPECT_EQ(anonymised_text("/sys/class/dmi/id/product_serial", "ABC\n"), "anonymised 1\n");
  EXPECT_EQ(anonymised_text("/proc/cpuinfo", "model : 1\nSerial\t\t: 00ab\n"),
            "model : 1\nSerial\t\t: 1\n");
}

TEST(Anonymise, OfSomeFilesLittleIsKept) {
  EXPECT_EQ(anonymised_text("/proc/mounts",
                            "nas:/home /home nfs rw,addr=10.0.0.1 0 0\n"
                            "nas:/root / nfs rw 0 0\n"
                            "shm /dev/shm tmpfs rw,size=65536k 0 0\n"),
            "device / nfs rw 0 0\ndevice /dev/shm tmpfs rw,size=65536k 0 0\n");
  EXPECT_EQ(anonymised_text("/proc/cmdline",
                            "BOOT_IMAGE=/vmlinuz root=UUID=18e645be iommu=pt "
                            "pci=realloc ip=10.0.0.1 intel_iommu=on quiet\n"),
            "iommu=pt pci=realloc intel_iommu=on\n");
  EXPECT_EQ(anonymised_text("/proc/1/cgroup", "0::/docker/0123456789abcdef\n"),
            "0::/docker/0000000000000000\n");
  EXPECT_EQ(anonymised_text("/etc/nccl.conf",
                            "# by ann\nSECRET=1\nNCCL_COMM_ID=10.0.0.1:1\n"
                            "NCCL_TOPO_FILE=/home/ann/topo.xml\n"),
            "NCCL_COMM_ID=anonymised\nNCCL_TOPO_FILE=/anonymised\n");
}

TEST(Anonymise, SerialNumbersInPciConfiguration) {
  std::string config = support::pci_config({{0x0003, 0x11223344}, {0x000d, 0x00040000}});
  const std::string clean = anonymised_text("/sys/bus/pci/devices/0000:02:00.0/config", config);
  EXPECT_EQ(clean.substr(0x104, 8), std::string(8, '\0'));
  config.replace(0x104, 8, std::string(8, '\0'));
  EXPECT_EQ(clean, config);
}

TEST(Anonymise, Variables) {
  Recording recording;
  recording.variables = {{"LD_LIBRARY_PATH", "/home/ann/lib:/opt/lib"},
                         {"NCCL_HOSTID", "login7"},
                         {"NCCL_DEBUG_FILE", "/scratch/ann/login7.log"},
                         {"NCCL_TUNER_PLUGIN", "/opt/login7/libnccl-tuner.so"},
                         {"NCCL_TOPO_FILE", "/data/login7/topo.xml"}};
  const auto clean = anonymised(recording, "login7").variables;
  EXPECT_EQ(clean.at("LD_LIBRARY_PATH"), "/home/user/lib:/opt/lib");
  EXPECT_EQ(clean.at("NCCL_HOSTID"), "anonymised");
  EXPECT_EQ(clean.at("NCCL_DEBUG_FILE"), "/anonymised");
  EXPECT_EQ(clean.at("NCCL_TUNER_PLUGIN"), "/opt/host/libnccl-tuner.so");
  EXPECT_EQ(clean.at("NCCL_TOPO_FILE"), "/anonymised");
}

}  // namespace
}  // namespace treering::hw
