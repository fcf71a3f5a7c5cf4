#include "sim/smi_matrix.h"

#include <gtest/gtest.h>

#include "tests/support/small_machines.h"

namespace treering::sim {
namespace {

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
  // PXB. The two ports of nic0 never leave the NIC: PIX. nic1 hangs off CPU 1 beside switch B and
  // the CPU is a Sapphire Rapids with a host bridge per slot: NODE. Other sockets: SYS.
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
  EXPECT_EQ(cpu_list("00000001,80000000"), "31-32");  // runs go over the words' ends
  EXPECT_EQ(cpu_list("F0"), "4-7");
  EXPECT_EQ(cpu_list(""), "");
  EXPECT_EQ(cpu_list("0-3"), "");
}

}  // namespace
}  // namespace treering::sim
