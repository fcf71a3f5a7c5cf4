#include "sim/smi_matrix.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "tests/support/small_machines.h"

namespace treering::sim {
namespace smi_matrix_test {

std::string text(const SmiMatrix& matrix) {
  std::string result;
  for (std::size_t row = 0; row < matrix.rows.size(); ++row) {
    result += matrix.rows[row].name;
    for (std::size_t column = 0; column < matrix.rows.size(); ++column) {
      result += " " + text_of(matrix.cell(row, column));
    }
    result += "\n";
  }
  return result;
}

TEST(SmiMatrix, ClassesPciePathsByWhatTheyCross) {
  // GPU 0 and 1 share switch A: PIX. GPU 2 is below switches C and B, GPU 3 below B: two switches,
  // PXB. The two ports of nic0 never leave the NIC: PIX. nic1 and switch B are on CPU 1, a Sapphire
  // Rapids with a host bridge per slot: NODE. Other sockets: SYS.
  EXPECT_EQ(text(smi_matrix(testing::two_sockets())),
            "GPU0 X PIX SYS SYS PIX PIX SYS\n"
            "GPU1 PIX X SYS SYS PIX PIX SYS\n"
            "GPU2 SYS SYS X PXB SYS SYS NODE\n"
            "GPU3 SYS SYS PXB X SYS SYS NODE\n"
            "NIC0 PIX PIX SYS SYS X PIX SYS\n"
            "NIC1 PIX PIX SYS SYS PIX X SYS\n"
            "NIC2 SYS SYS NODE NODE SYS SYS X\n");
}

TEST(SmiMatrix, CountsNvLinksThroughTheSwitch) {
  // 4 links from each GPU; each GPU shares a PCIe switch with its own NIC only.
  EXPECT_EQ(text(smi_matrix(testing::nvswitch_machine(2, 90))),
            "GPU0 X NV4 PIX NODE\n"
            "GPU1 NV4 X NODE PIX\n"
            "NIC0 PIX NODE X NODE\n"
            "NIC1 NODE PIX NODE X\n");
}

TEST(SmiMatrix, BelievesHostBridgesWhereTheyAreKnown) {
  // By its model, a Sapphire Rapids would have NODE throughout. GPU 0 and 1 are on one host bridge,
  // GPU 2 on another; that of GPU 3 is unknown.
  core::TopologyBuilder builder("bridges");
  core::Device cpu{.name = "CPU 0"};
  cpu.info = core::Cpu{.arch = "x86_64", .vendor = "GenuineIntel", .family = 6, .model = 143};
  const core::DeviceId root = builder.add(std::move(cpu));
  constexpr std::array<std::optional<int>, 4> kBridges{0, 0, 1, std::nullopt};
  for (int i = 0; i < 4; ++i) {
    core::Device gpu{.name = "GPU " + std::to_string(i), .info = core::Gpu{i, 80, true}};
    gpu.pci = core::PciFunction{.bus_id = "0000:0" + std::to_string(i) + ":00.0",
                                .host_bridge = kBridges.at(static_cast<std::size_t>(i))};
    const core::DeviceId id = builder.add(std::move(gpu));
    builder.connect_both_ways(
        {core::LinkKind::Pcie, id, root, 16, core::Bandwidth::from_gb_per_s(20), {}, {}});
  }
  const auto node = std::move(builder).build();
  ASSERT_TRUE(node) << node.error().message();
  EXPECT_EQ(text(smi_matrix(*node)),
            "GPU0 X PHB NODE NODE\n"
            "GPU1 PHB X NODE NODE\n"
            "GPU2 NODE NODE X NODE\n"
            "GPU3 NODE NODE NODE X\n");
}

TEST(SmiMatrix, GivesAffinityOfGpusOnly) {
  const SmiMatrix matrix = smi_matrix(testing::two_sockets());
  // Cpumaps 0x33 and 0xcc: bits 0, 1, 4, 5 and 2, 3, 6, 7.
  EXPECT_EQ(matrix.rows[0].cpu_affinity, "0-1,4-5");
  EXPECT_EQ(matrix.rows[0].numa_affinity, "0");
  EXPECT_EQ(matrix.rows[2].cpu_affinity, "2-3,6-7");
  EXPECT_EQ(matrix.rows[2].numa_affinity, "1");
  EXPECT_EQ(matrix.rows[4].name, "NIC0");
  EXPECT_EQ(matrix.rows[4].cpu_affinity, "");
}

TEST(SmiMatrix, ReadsCpumaps) {
  EXPECT_EQ(cpu_list("00000000,0000000b"), "0-1,3");
  EXPECT_EQ(cpu_list("00000001,80000000"), "31-32");  // ranges continue across words
  EXPECT_EQ(cpu_list("F0"), "4-7");
  EXPECT_EQ(cpu_list(""), "");
  EXPECT_EQ(cpu_list("0-3"), "");
}

}  // namespace smi_matrix_test
}  // namespace treering::sim
