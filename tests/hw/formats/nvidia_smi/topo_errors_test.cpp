// Matrices that are cut short, broken or at odds with themselves get one sentence.
#include <string>

#include <gtest/gtest.h>

#include "hw/formats/format.h"

namespace treering::hw::formats::nvidia_smi {
namespace topo_errors_test {

std::string message_of(const std::string& text) {
  const auto read = read_nvidia_smi_topo({"t", text}, {});
  return read ? "no error" : read.error().message();
}

constexpr const char* kWhole = "; give the whole output of nvidia-smi topo -m";

TEST(SmiTopoErrors, NameWhatIsMissing) {
  EXPECT_EQ(message_of("hello"),
            "t: no GPU in a text of nvidia-smi, expected lines like 'GPU 0: NVIDIA H100 80GB HBM3 "
            "(UUID: ...)'");
  EXPECT_EQ(
      message_of("GPU0 GPU1 NIC0 CPU Affinity\nGPU0 X NV2 PIX 0-3\n"),
      std::string("t: line 2: the matrix ends without row GPU1, expected 3 rows, one for each "
                  "column of line 1") +
          kWhole);
  EXPECT_EQ(message_of("GPU0 GPU1 NIC0 CPU Affinity\nGPU0 X NV2 PIX 0-3\nGPU1 NV2 X S"),
            std::string("t: line 3: the matrix ends inside row GPU1, expected 3 rows, one for each "
                        "column of line 1") +
                kWhole);
  // The matrix is symmetric, but NVLink hides which CPUs are near.
  EXPECT_EQ(message_of("GPU0 GPU1 CPU Affinity\nGPU0 X PIX 0-3\nGPU1 PIX"), "no error");
  EXPECT_EQ(message_of("GPU0 GPU1 CPU Affinity\nGPU0 X NV2 0-3\nGPU1 NV2"),
            std::string("t: line 3: the matrix ends inside row GPU1, expected 2 rows, one for each "
                        "column of line 1") +
                kWhole);
  EXPECT_EQ(message_of("\tGPU0\tGPU1\tNIC0\tCPU Affinity\n"),
            std::string("t: line 1: the matrix has its line of headings, with GPU0, GPU1, and no "
                        "row, expected the rows below it, which say what lies between the "
                        "devices") +
                kWhole);
  EXPECT_EQ(
      message_of("GPU0 GPU1 CPU Affinity\nGPU0 X 0-3\nGPU1 PIX X 0-3\n"),
      std::string("t: line 2: row GPU0 has 1 cell, expected 2, one for each column") + kWhole);
  EXPECT_EQ(message_of("GPU0 CPU Affinity\nGPU0 X 0-3\nGPU1 PIX\n"),
            std::string("t: line 3: row 'GPU1' has no column, expected it in the header, line 1") +
                kWhole);
}

TEST(SmiTopoErrors, NameTheCell) {
  EXPECT_EQ(message_of("GPU0 GPU1 CPU Affinity\nGPU0 X QIX 0-3\nGPU1 QIX X 0-3\n"),
            "t: line 2, cell GPU0 GPU1: 'QIX', expected X, NV#, PIX, PXB, PHB, NODE or SYS");
  EXPECT_EQ(message_of("GPU0 GPU1 CPU Affinity\nGPU0 X NV0 0-3\nGPU1 NV0 X 0-3\n"),
            "t: line 2, cell GPU0 GPU1: 'NV0', expected X, NV#, PIX, PXB, PHB, NODE or SYS");
  EXPECT_EQ(message_of("GPU0 GPU1 CPU Affinity\nGPU0 X PIX 0-3\nGPU1 SYS X 0-3\n"),
            "t: line 3, cell GPU1 GPU0: SYS, expected PIX, as cell GPU0 GPU1 of line 2 says");
  EXPECT_EQ(message_of("GPU0 GPU1 CPU Affinity\nGPU0 PIX PIX 0-3\nGPU1 PIX X 0-3\n"),
            "t: line 2, cell GPU0 GPU0: PIX, expected X");
  EXPECT_EQ(message_of("GPU0 GPU1 CPU Affinity\nGPU0 X X 0-3\nGPU1 X X 0-3\n"),
            "t: line 3, cell GPU1 GPU0: X, expected a path: X is a device to itself");
  EXPECT_EQ(message_of("GPU0 NIC0 CPU Affinity\nGPU0 X NV2 0-3\nNIC0 NV2 X\n"),
            "t: line 3, cell NIC0 GPU0: NV2, expected NVLink between GPUs only");
  EXPECT_EQ(message_of("GPU0 GPU1 CPU Affinity\nGPU0 X NV37 0-3\nGPU1 NV37 X 0-3\n"),
            "t: line 3, cell GPU1 GPU0: NV37, expected at most 36 NVLinks, twice what any GPU has");
  EXPECT_EQ(message_of("GPU0 GPU1 CPU Affinity\nGPU0 X NV36 0-3\nGPU1 NV36 X 0-3\n"), "no error");
}

TEST(SmiTopoErrors, NameRowsAndColumnsGivenTwice) {
  EXPECT_EQ(message_of("GPU0 GPU0 CPU Affinity\nGPU0 X X 0-3\n"),
            "t: line 1: column 'GPU0' given twice, expected one for each device");
  EXPECT_EQ(message_of("GPU0 GPU1 CPU Affinity\nGPU0 X PIX 0-3\nGPU0 X PHB 0-3\n"),
            "t: line 3: row GPU0 given twice, expected one, and line 2 has it");
}

TEST(SmiTopoErrors, NameContradictions) {
  // NIC0 shares a switch with both GPUs, so they share it with each other.
  EXPECT_EQ(
      message_of("GPU0 GPU1 NIC0 CPU Affinity\nGPU0 X NODE PIX 0-3\nGPU1 NODE X PIX 0-3\n"
                 "NIC0 PIX PIX X\n"),
      "t: line 3, cell GPU1 GPU0: NODE, expected PIX, as NIC0 is PIX to GPU1 and PIX to GPU0");
  EXPECT_EQ(
      message_of("GPU0 GPU1 NIC0 CPU Affinity\nGPU0 X SYS PIX 0-3\nGPU1 SYS X NODE 0-3\n"
                 "NIC0 PIX NODE X\n"),
      "t: line 3, cell GPU1 GPU0: SYS, expected NODE or nearer, as NIC0 is NODE to GPU1 and PIX "
      "to GPU0");
  EXPECT_EQ(
      message_of("GPU0 GPU1 CPU Affinity NUMA Affinity\nGPU0 X PIX 0-3 0\nGPU1 PIX X 4-7 1\n"),
      "t: line 3: affinity 1 of GPU1, expected 0 as of GPU0: the matrix puts both on one NUMA "
      "node");
  // 20 links of GPU1, which has none to make a switch likely between all.
  EXPECT_EQ(message_of("GPU0 GPU1 GPU2 CPU Affinity\nGPU0 X NV10 SYS 0-3\nGPU1 NV10 X NV10 0-3\n"
                       "GPU2 SYS NV10 X 0-3\n"),
            "t: line 3: 20 NVLinks of GPU1, expected at most 18, or NVLink between all GPUs of a "
            "group as through NVSwitch");
  EXPECT_EQ(
      message_of("GPU0 GPU1 GPU2 CPU Affinity\nGPU0 X NV12 NV18 0-3\nGPU1 NV12 X NV18 0-3\n"
                 "GPU2 NV18 NV18 X 0-3\n"),
      "t: line 3, cell GPU1 GPU0: NV12, expected NV18, which both have to other GPUs: with so "
      "many NVLinks they run through NVSwitch");
}

TEST(SmiTopoErrors, NameWhatIsTooLarge) {
  std::string columns;
  for (int i = 0; i < 600; ++i) columns += " GPU" + std::to_string(i);
  EXPECT_EQ(message_of(columns + " CPU Affinity\n"),
            "t: line 1: 600 columns, expected at most 512");
  EXPECT_EQ(message_of(columns.substr(0, columns.find(" GPU145")) + " CPU Affinity\n"),
            "t: line 1: 145 GPUs in one node, expected at most 144");
}

}  // namespace topo_errors_test
}  // namespace treering::hw::formats::nvidia_smi
