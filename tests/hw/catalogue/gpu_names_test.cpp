#include "hw/catalogue/gpu_names.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace treering::hw::catalogue {
namespace gpu_names_test {

std::optional<int> capability_of(std::string_view text) {
  return gpu_named(text).compute_capability;
}

/// Of a name that means one model alone.
std::string_view only_model(std::string_view name) {
  const auto models = gpu_named(name).models();
  return models.size() == 1 ? models.front()->name : "";
}

TEST(GpuNames, AreFoundInAnySpelling) {
  EXPECT_EQ(capability_of("NVIDIA H100 80GB HBM3"), 90);
  EXPECT_EQ(capability_of("h20"), 90);
  EXPECT_EQ(capability_of("unknown (A100-80GB class)"), 80);
  EXPECT_EQ(capability_of("Tesla V100-SXM2-32GB"), 70);
  EXPECT_EQ(capability_of("NVIDIA RTX A6000"), 86);
}

TEST(GpuNames, SeriesStandForTheirModels) {
  EXPECT_EQ(capability_of("GeForce RTX 3060"), 86);
  EXPECT_EQ(capability_of("RTX 6000 Ada Generation"), 89);
  EXPECT_EQ(capability_of("RTX PRO 6000 Blackwell"), 120);
  EXPECT_EQ(capability_of("L20"), 89);
}

// developer.nvidia.com/cuda-gpus and cuda-legacy-gpus.
TEST(GpuNames, GenerationsThatShareANumberAreToldApart) {
  const std::vector<std::pair<std::string_view, int>> names{
      {"Quadro RTX 3000", 75},
      {"Quadro RTX 4000", 75},
      {"Quadro RTX 5000", 75},
      {"Quadro RTX 6000", 75},
      {"Quadro RTX 8000", 75},
      {"RTX 8000", 75},
      {"RTX 2000 Ada", 89},
      {"NVIDIA RTX 4000 SFF Ada Generation", 89},
      {"RTX 4000 Ada", 89},
      {"RTX 4500 Ada", 89},
      {"RTX 5000 Ada", 89},
      {"NVIDIA RTX 5880 Ada Generation", 89},
      {"RTX 6000 Ada", 89},
      {"RTX A2000", 86},
      {"NVIDIA RTX A3000", 86},
      {"RTX A5000", 86},
      {"RTX A6000", 86},
      {"4x A4000", 86},
      {"A1000", 86},
      {"A30", 80},
      {"GeForce RTX 2080 Ti", 75},
      {"RTX 3060Ti", 86},
      {"rtx3090", 86},
      {"RTX 4070 Ti SUPER", 89},
      {"RTX 5090", 120},
      {"RTX 50 series", 120},
      {"RTX PRO 4000", 120},
  };
  for (const auto& [name, capability] : names) {
    EXPECT_EQ(capability_of(name), capability) << name;
  }
}

TEST(GpuNames, SmallAndOldCardsForWorkstationsAreKnown) {
  const std::vector<std::pair<std::string_view, int>> names{
      {"NVIDIA RTX A400", 86}, {"RTX A500 Laptop GPU", 86}, {"NVIDIA A2", 86}, {"a2", 86},
      {"NVIDIA T1200", 75},    {"Quadro P5000", 61},        {"P6000", 61},     {"Quadro M6000", 52},
      {"Quadro K6000", 35},    {"GTX1080Ti", 61},           {"GTX 980 Ti", 52}};
  for (const auto& [name, capability] : names) {
    EXPECT_EQ(capability_of(name), capability) << name;
  }
}

TEST(GpuNames, MayStandBehindTheirNumber) {
  EXPECT_EQ(capability_of("8xH100"), 90);
  EXPECT_EQ(capability_of("8xA100"), 80);
  EXPECT_EQ(capability_of("node with 16xV100"), 70);
  EXPECT_EQ(capability_of("b8xH100"), std::nullopt);
  EXPECT_EQ(capability_of("xH100"), std::nullopt);
}

TEST(GpuNames, TitansAreOfManyGenerations) {
  EXPECT_EQ(capability_of("TITAN RTX"), 75);
  EXPECT_EQ(capability_of("NVIDIA TITAN V"), 70);
  EXPECT_EQ(capability_of("TITAN Xp"), 61);
  EXPECT_EQ(capability_of("TITAN X (Pascal)"), 61);
  EXPECT_EQ(capability_of("GeForce GTX TITAN X (Pascal)"), 61);
  EXPECT_EQ(capability_of("TITAN X"), 61);
  EXPECT_EQ(capability_of("GeForce GTX TITAN X"), 52);
  EXPECT_EQ(capability_of("Titan, 18688 nodes"), std::nullopt);
}

TEST(GpuNames, OlderThanVoltaOnlyAsWholeWords) {
  EXPECT_EQ(capability_of("Tesla P100-PCIE-16GB"), 60);
  EXPECT_EQ(capability_of("Tesla P40"), 61);
  EXPECT_EQ(capability_of("nvidia-tesla-p4"), 61);
  EXPECT_EQ(capability_of("Tesla M60"), 52);
  EXPECT_EQ(capability_of("K80"), 37);
  EXPECT_EQ(capability_of("Tesla K20X"), 35);
  EXPECT_EQ(capability_of("GTX 1080 Ti"), 61);
  EXPECT_EQ(capability_of("p4de, A100"), 80);
  EXPECT_EQ(capability_of("m60x"), std::nullopt);
}

TEST(GpuNames, WhatSaysTooLittleNamesNone) {
  for (const char* const text : {"", "8 GPUs per node", "MI300X", "XA100", "3090", "p4d.24xlarge",
                                 "RTX 6000", "RTX 5000", "a2-highgpu-8g", "TITAN"}) {
    EXPECT_EQ(capability_of(text), std::nullopt) << text;
  }
}

// One that names itself is found as itself, not as a model whose word begins its own.
TEST(GpuNames, EveryModelOfTheCatalogueSinceVoltaHasItsName) {
  for (const GpuModel& model : gpu_models()) {
    if (model.compute_capability < 70) continue;
    EXPECT_EQ(capability_of(model.name).value_or(0) / 10, model.compute_capability / 10)
        << model.name;
  }
}

TEST(GpuNames, ADriverNamesOneForm) {
  EXPECT_EQ(only_model("NVIDIA H100 80GB HBM3"), "H100 SXM5");
  EXPECT_EQ(only_model("NVIDIA A100-SXM4-80GB"), "A100 SXM4");
  EXPECT_EQ(only_model("NVIDIA A100-PCIE-40GB"), "A100 PCIe");
  EXPECT_EQ(only_model("NVIDIA H800"), "H800 SXM5");
  EXPECT_EQ(only_model("NVIDIA L40S"), "L40S");
  EXPECT_EQ(only_model("NVIDIA GB300"), "GB300");
}

// The driver has no name "NVIDIA A100": each of its names has a mark.
TEST(GpuNames, APersonMayMeanAnyForm) {
  EXPECT_GE(gpu_named("A100").models().size(), 2U);
  EXPECT_GE(gpu_named("NVIDIA A100").models().size(), 2U);
  EXPECT_TRUE(gpu_named("accelerator").models().empty());
}

// A series has a generation and no model.
TEST(GpuNames, ASeriesIsNoModel) {
  EXPECT_EQ(gpu_named("RTX 50 series").model, nullptr);
  EXPECT_TRUE(gpu_named("RTX 50 series").models().empty());
}

TEST(GpuNames, OfNvidiaSmisTableMayBeCut) {
  EXPECT_TRUE(is_cut_name("NVIDIA GeForce ..."));
  EXPECT_FALSE(is_cut_name("NVIDIA H100 80GB HBM3"));
  EXPECT_FALSE(is_cut_name("..."));
}

}  // namespace gpu_names_test
}  // namespace treering::hw::catalogue
