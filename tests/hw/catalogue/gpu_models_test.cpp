#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "hw/catalogue/gpu_names.h"
#include "hw/catalogue/links.h"

namespace treering::hw::catalogue {
namespace gpu_models_test {

struct Known {
  std::string_view text;
  std::string_view name;
  int capability;
  int multiprocessors;
};

// Names as nvidia-smi, PyTorch and nccl-tests print them; SMs: data sheets (CUDA cores by 128, by
// 64 on GP100, Volta, GA100 and Turing).
TEST(GpuModels, AreKnownByTheNamesOfDrivers) {
  const std::vector<Known> all{
      {"NVIDIA H100 80GB HBM3", "H100 SXM5", 90, 132},
      {"NVIDIA H100", "H100 SXM5", 90, 132},
      {"NVIDIA H100 PCIe", "H100 PCIe", 90, 114},
      {"NVIDIA H100 NVL", "H100 NVL", 90, 132},
      {"NVIDIA H800", "H800 SXM5", 90, 132},
      {"NVIDIA H20", "H20", 90, 78},
      {"NVIDIA H20-3e", "H20-3e", 90, 78},
      {"NVIDIA H200", "H200 SXM5", 90, 132},
      {"NVIDIA H200 NVL", "H200 NVL", 90, 132},
      {"NVIDIA GH200 480GB", "GH200", 90, 132},
      {"NVIDIA GB200", "GB200", 100, 152},
      {"NVIDIA GB300", "GB300", 103, 152},
      {"NVIDIA B200", "B200", 100, 148},
      {"NVIDIA B300 SXM6 AC", "B300 SXM6", 103, 148},
      {"NVIDIA A100-SXM4-80GB", "A100 SXM4", 80, 108},
      {"A100 SXM", "A100 SXM4", 80, 108},
      {"NVIDIA A100-PCIE-40GB", "A100 PCIe", 80, 108},
      {"NVIDIA A100 80GB PCIe", "A100 PCIe", 80, 108},
      {"NVIDIA A800-SXM4-80GB", "A800 SXM4", 80, 108},
      {"NVIDIA A800 40GB Active", "A800 40GB Active", 80, 108},
      {"NVIDIA A30", "A30", 80, 56},
      {"NVIDIA A40", "A40", 86, 84},
      {"NVIDIA A10", "A10", 86, 72},
      {"NVIDIA A10G", "A10G", 86, 80},
      {"NVIDIA A16", "A16", 86, 10},
      {"NVIDIA A2", "A2", 86, 10},
      {"NVIDIA L40S", "L40S", 89, 142},
      {"NVIDIA L20", "L20", 89, 92},
      {"NVIDIA L4", "L4", 89, 58},
      {"NVIDIA L2", "L2", 89, 0},
      {"Tesla T4", "T4", 75, 40},
      {"Tesla T10", "T10", 75, 0},
      {"Tesla V100-SXM2-32GB", "V100 SXM2", 70, 80},
      {"Tesla V100-SXM3-32GB", "V100 SXM3", 70, 80},
      {"Tesla V100-PCIE-16GB", "V100 PCIe", 70, 80},
      {"Tesla V100S-PCIE-32GB", "V100S", 70, 80},
      {"Tesla P100-SXM2-16GB", "P100 SXM2", 60, 56},
      {"Tesla P100-PCIE-16GB", "P100 PCIe", 60, 56},
      {"Tesla P40", "P40", 61, 30},
      {"Tesla P4", "P4", 61, 20},
      {"NVIDIA RTX PRO 6000 Blackwell Server Edition", "RTX PRO 6000 Server", 120, 188},
      {"NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition", "RTX PRO 6000 Max-Q", 120, 188},
      {"NVIDIA RTX PRO 6000 Blackwell Workstation Edition", "RTX PRO 6000 Blackwell Workstation",
       120, 188},
      {"NVIDIA RTX PRO 5000 Blackwell", "RTX PRO 5000", 120, 110},
      {"NVIDIA RTX PRO 4500 Blackwell", "RTX PRO 4500", 120, 82},
      {"NVIDIA RTX PRO 4000 Blackwell SFF Edition", "RTX PRO 4000 SFF", 120, 70},
      {"NVIDIA RTX 6000D", "RTX 6000D", 120, 0},
      {"NVIDIA RTX 6000 Ada Generation", "RTX 6000 Ada", 89, 142},
      {"NVIDIA RTX 5000 Ada Generation", "RTX 5000 Ada", 89, 100},
      {"NVIDIA RTX 4500 Ada Generation", "RTX 4500 Ada", 89, 60},
      {"NVIDIA RTX 4000 SFF Ada Generation", "RTX 4000 SFF Ada", 89, 48},
      {"NVIDIA RTX A6000", "RTX A6000", 86, 84},
      {"NVIDIA RTX A5500", "RTX A5500", 86, 80},
      {"NVIDIA RTX A4000", "RTX A4000", 86, 48},
      {"NVIDIA RTX A5000 Laptop GPU", "RTX A5000 Laptop", 86, 48},
      {"Quadro RTX 8000", "Quadro RTX 8000", 75, 72},
      {"Quadro RTX 6000", "Quadro RTX 6000", 75, 72},
      {"NVIDIA T1000 8GB", "T1000", 75, 14},
      {"Quadro GV100", "Quadro GV100", 70, 80},
      {"Quadro P6000", "Quadro P6000", 61, 30},
      {"NVIDIA TITAN V", "TITAN V", 70, 80},
      {"TITAN RTX", "TITAN RTX", 75, 72},
      {"NVIDIA TITAN Xp", "TITAN Xp", 61, 30},
      {"NVIDIA GB10", "GB10", 121, 48},
      {"NVIDIA Thor", "Jetson Thor", 110, 20},
      {"Orin", "Jetson Orin", 87, 0},
      {"NVIDIA GeForce RTX 5090", "GeForce RTX 5090", 120, 170},
      {"NVIDIA GeForce RTX 5090 D", "GeForce RTX 5090 D", 120, 170},
      {"NVIDIA GeForce RTX 4090", "GeForce RTX 4090", 89, 128},
      {"NVIDIA GeForce RTX 4090 D", "GeForce RTX 4090 D", 89, 114},
      {"NVIDIA GeForce RTX 4090 Laptop GPU", "GeForce RTX 4090 Laptop", 89, 76},
      {"NVIDIA GeForce RTX 4070 Ti SUPER", "GeForce RTX 4070 Ti SUPER", 89, 66},
      {"NVIDIA GeForce RTX 3090", "GeForce RTX 3090", 86, 82},
      {"NVIDIA GeForce RTX 3050 Ti Laptop GPU", "GeForce RTX 3050 Ti Laptop", 86, 20},
      {"NVIDIA GeForce RTX 3090 Ti", "GeForce RTX 3090 Ti", 86, 84},
      {"GeForce RTX 2080 Ti", "GeForce RTX 2080 Ti", 75, 68},
      {"GeForce GTX 1660 Ti", "GeForce GTX 1660 Ti", 75, 24},
      {"GeForce GTX 1080 Ti", "GeForce GTX 1080 Ti", 61, 28},
  };
  for (const Known& known : all) {
    const GpuModel* model = gpu_named(known.text).model;
    ASSERT_NE(model, nullptr) << known.text;
    EXPECT_EQ(model->name, known.name) << known.text;
    EXPECT_EQ(model->compute_capability, known.capability) << known.text;
    EXPECT_EQ(model->multiprocessors, known.multiprocessors) << known.text;
  }
}

TEST(GpuModels, OtherNamesAreNoModel) {
  for (const char* const text :
       {"", "NVIDIA L400", "NVIDIA Graphics Device", "AMD Instinct MI300X", "RTX 6000", "3090",
        "a2-highgpu-8g", "GeForce GTX TITAN X", "NVIDIA GB100", "p4d.24xlarge"}) {
    EXPECT_EQ(gpu_named(text).model, nullptr) << text;
  }
}

// x8: data sheets of A2, RTX 4060 Ti, RTX PRO 2000.
TEST(GpuModels, HaveTheirSlot) {
  EXPECT_EQ(gpu_named("NVIDIA A2").model->slot.lanes, 8);
  EXPECT_EQ(gpu_named("NVIDIA GeForce RTX 4060 Ti").model->slot.lanes, 8);
  EXPECT_EQ(gpu_named("NVIDIA L40S").model->slot.generation, 4);
  EXPECT_EQ(gpu_named("NVIDIA RTX PRO 6000 Blackwell Server Edition").model->slot.generation, 5);
  EXPECT_EQ(gpu_named("NVIDIA GB10").model->slot.generation, 0);
}

TEST(GpuModels, HaveAGenerationOfNvlink) {
  EXPECT_EQ(nvlink_generation(90), 4);
  EXPECT_EQ(nvlink_generation(86), 3);
  EXPECT_EQ(nvlink_generation(60), 1);
  EXPECT_EQ(nvlink_generation(0), 0);
}

}  // namespace gpu_models_test
}  // namespace treering::hw::catalogue
