#include <gtest/gtest.h>

#include "core/topology/topology.h"
#include "sim/nccl/versions/constants_2_28.h"
#include "sim/nccl/versions/graph_constants.h"
#include "sim/nccl/versions/version.h"

namespace treering::sim::nccl::versions {
namespace hardware_constants_test {

const HardwareConstants& kHardware = hardware_2_28();

TEST(HardwareConstants, NvlinkByGeneration) {
  EXPECT_FLOAT_EQ(nvlink_bandwidth(kHardware, 60), 18);
  EXPECT_FLOAT_EQ(nvlink_bandwidth(kHardware, 70), 20);
  EXPECT_FLOAT_EQ(nvlink_bandwidth(kHardware, 75), 20);
  EXPECT_FLOAT_EQ(nvlink_bandwidth(kHardware, 80), 20);
  EXPECT_FLOAT_EQ(nvlink_bandwidth(kHardware, 86), 12);
  EXPECT_FLOAT_EQ(nvlink_bandwidth(kHardware, 89), 20);
  EXPECT_FLOAT_EQ(nvlink_bandwidth(kHardware, 90), 20.6F);
  EXPECT_FLOAT_EQ(nvlink_bandwidth(kHardware, 100), 40.1F);
  EXPECT_FLOAT_EQ(nvlink_bandwidth(kHardware, 120), 40.1F);
  EXPECT_FLOAT_EQ(nvlink_bandwidth(kHardware, 52), 20);  // older than NVLink: the default
}

TEST(HardwareConstants, PcieByGenerationAndWidth) {
  // Lanes times 100 Mbit/s per lane over 80.
  EXPECT_FLOAT_EQ(pci_bandwidth(kHardware, "2.5 GT/s PCIe", 16), 3);
  EXPECT_FLOAT_EQ(pci_bandwidth(kHardware, "5.0 GT/s PCIe", 16), 6);
  EXPECT_FLOAT_EQ(pci_bandwidth(kHardware, "8.0 GT/s PCIe", 16), 12);
  EXPECT_FLOAT_EQ(pci_bandwidth(kHardware, "16.0 GT/s PCIe", 16), 24);
  EXPECT_FLOAT_EQ(pci_bandwidth(kHardware, "32.0 GT/s PCIe", 16), 48);
  EXPECT_FLOAT_EQ(pci_bandwidth(kHardware, "64.0 GT/s PCIe", 16), 96);
  EXPECT_FLOAT_EQ(pci_bandwidth(kHardware, "16.0 GT/s PCIe", 8), 12);
  EXPECT_FLOAT_EQ(pci_bandwidth(kHardware, "8.0 GT/s PCIe", 1), 0.75F);
}

TEST(HardwareConstants, PcieAsOlderKernelsWriteIt) {
  EXPECT_FLOAT_EQ(pci_bandwidth(kHardware, "2.5 GT/s", 16), 3);
  EXPECT_FLOAT_EQ(pci_bandwidth(kHardware, "5 GT/s", 16), 6);
  EXPECT_FLOAT_EQ(pci_bandwidth(kHardware, "8 GT/s", 16), 12);
  EXPECT_FLOAT_EQ(pci_bandwidth(kHardware, "16 GT/s", 16), 24);
  EXPECT_FLOAT_EQ(pci_bandwidth(kHardware, "32 GT/s", 16), 48);
}

TEST(HardwareConstants, UnknownPcieIsSixteenLanesOfGenerationThree) {
  EXPECT_FLOAT_EQ(pci_bandwidth(kHardware, "", 0), 12);
  EXPECT_FLOAT_EQ(pci_bandwidth(kHardware, "Unknown", 16), 12);
  EXPECT_FLOAT_EQ(pci_bandwidth(kHardware, "64 GT/s", 16), 12);  // NCCL knows it with ".0" only
  EXPECT_FLOAT_EQ(pci_bandwidth(kHardware, "32.0 GT/s PCIe", 0), 48);
}

core::Cpu x86(const char* vendor, int family, int model) {
  core::Cpu cpu;
  cpu.arch = "x86_64";
  cpu.vendor = vendor;
  cpu.family = family;
  cpu.model = model;
  return cpu;
}

TEST(HardwareConstants, BetweenIntelSockets) {
  EXPECT_FLOAT_EQ(inter_socket_bandwidth(kHardware, x86("GenuineIntel", 6, 0x4F)), 6);  // Broadwell
  EXPECT_FLOAT_EQ(inter_socket_bandwidth(kHardware, x86("GenuineIntel", 6, 0x55)), 10);  // Skylake
  EXPECT_FLOAT_EQ(inter_socket_bandwidth(kHardware, x86("GenuineIntel", 6, 0x6A)), 10);  // Ice Lake
  EXPECT_FLOAT_EQ(inter_socket_bandwidth(kHardware, x86("GenuineIntel", 6, 0x8F)),
                  22);  // Sapphire Rapids
  EXPECT_FLOAT_EQ(inter_socket_bandwidth(kHardware, x86("GenuineIntel", 6, 0xCF)),
                  40);  // Emerald Rapids
  EXPECT_FLOAT_EQ(inter_socket_bandwidth(kHardware, x86("GenuineIntel", 19, 0xCF)),
                  6);  // unknown family
}

TEST(HardwareConstants, BetweenOtherX86Sockets) {
  EXPECT_FLOAT_EQ(inter_socket_bandwidth(kHardware, x86("AuthenticAMD", 175, 1)), 16);
  EXPECT_FLOAT_EQ(inter_socket_bandwidth(kHardware, x86("CentaurHauls", 7, 0x3B)), 6);
  EXPECT_FLOAT_EQ(inter_socket_bandwidth(kHardware, x86("  Shanghai  ", 7, 0x5B)), 9);  // Yongfeng
  EXPECT_FLOAT_EQ(inter_socket_bandwidth(kHardware, x86("Unheard of", 6, 0x8F)), 5000);
}

TEST(HardwareConstants, BetweenAmdSocketsByFamily) {
  const HardwareConstants& newer = version("2.31.2").hardware;
  EXPECT_FLOAT_EQ(inter_socket_bandwidth(newer, x86("AuthenticAMD", 0x8F, 49)), 16);  // Rome
  EXPECT_FLOAT_EQ(inter_socket_bandwidth(newer, x86("AuthenticAMD", 0xAF, 1)), 24);   // Milan
  EXPECT_FLOAT_EQ(inter_socket_bandwidth(newer, x86("AuthenticAMD", 0xAF, 17)), 24);  // Genoa
  EXPECT_FLOAT_EQ(inter_socket_bandwidth(newer, x86("AuthenticAMD", 0xBF, 2)), 32);   // Turin
}

TEST(HardwareConstants, BetweenOtherSockets) {
  core::Cpu cpu;
  cpu.arch = "ppc64";
  EXPECT_FLOAT_EQ(inter_socket_bandwidth(kHardware, cpu), 32);
  cpu.arch = "ppc64le";
  EXPECT_FLOAT_EQ(inter_socket_bandwidth(kHardware, cpu), 32);
  cpu.arch = "arm64";
  EXPECT_FLOAT_EQ(inter_socket_bandwidth(kHardware, cpu), 6);
  cpu.arch = "riscv64";
  EXPECT_FLOAT_EQ(inter_socket_bandwidth(kHardware, cpu), 5000);
}

}  // namespace hardware_constants_test
}  // namespace treering::sim::nccl::versions
