#include "hw/catalogue/gpu_names.h"

#include <string>

#include <gtest/gtest.h>

#include "hw/catalogue/gpus.h"

namespace treering::hw::catalogue {
namespace gpu_names_test {

TEST(GpuNames, AreFoundInAnySpelling) {
  EXPECT_EQ(compute_capability_named("NVIDIA H100 80GB HBM3"), 90);
  EXPECT_EQ(compute_capability_named("h20"), 90);
  EXPECT_EQ(compute_capability_named("unknown (A100-80GB class)"), 80);
  EXPECT_EQ(compute_capability_named("Tesla V100-SXM2-32GB"), 70);
  EXPECT_EQ(compute_capability_named("NVIDIA RTX A6000"), 86);
}

TEST(GpuNames, SeriesStandForTheirModels) {
  EXPECT_EQ(compute_capability_named("GeForce RTX 3060"), 86);
  EXPECT_EQ(compute_capability_named("RTX 6000 Ada Generation"), 89);
  EXPECT_EQ(compute_capability_named("RTX PRO 6000 Blackwell"), 120);
  EXPECT_EQ(compute_capability_named("L20"), 89);
}

TEST(GpuNames, WhatSaysTooLittleNamesNone) {
  for (const char* const text :
       {"", "8 GPUs per node", "MI300X", "XA100", "3090", "p4d.24xlarge"}) {
    EXPECT_EQ(compute_capability_named(text), std::nullopt) << text;
  }
}

// One that names itself is found as itself, not as a model whose word begins its own.
TEST(GpuNames, EveryModelOfTheCatalogueSinceVoltaHasItsName) {
  for (const GpuModel& model : gpu_models()) {
    if (model.compute_capability < 70) continue;
    EXPECT_EQ(compute_capability_named(model.name).value_or(0) / 10, model.compute_capability / 10)
        << model.name;
  }
}

}  // namespace gpu_names_test
}  // namespace treering::hw::catalogue
