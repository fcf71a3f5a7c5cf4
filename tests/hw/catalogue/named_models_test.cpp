#include "hw/catalogue/named_models.h"

#include <string_view>

#include <gtest/gtest.h>

#include "hw/builtin.h"

namespace treering::hw::catalogue {
namespace named_models_test {

/// Of a name that means one model alone.
std::string_view only(std::string_view name) {
  const auto models = models_named(name);
  return models.size() == 1 ? models.front()->name : "";
}

TEST(NamedModels, ADriverNamesOne) {
  EXPECT_EQ(only("NVIDIA H100 80GB HBM3"), "H100 SXM5");
  EXPECT_EQ(only("NVIDIA A100-SXM4-80GB"), "A100 SXM4");
  EXPECT_EQ(only("NVIDIA A100-PCIE-40GB"), "A100 PCIe");
  EXPECT_EQ(only("NVIDIA H800"), "H800 SXM5");
  EXPECT_EQ(only("NVIDIA L40S"), "L40S");
  EXPECT_EQ(only("NVIDIA GB300"), "GB300");
}

TEST(NamedModels, APersonMayMeanAnyForm) {
  EXPECT_GE(models_named("A100").size(), 2U);
  EXPECT_TRUE(models_named("accelerator").empty());
}

// H800 has 8 NVLinks, H100 and H200 have 18.
TEST(NamedModels, GpusWithOtherLinksAreOthers) {
  const auto node = load_builtin("dgx-h100");
  ASSERT_TRUE(node);
  EXPECT_TRUE(are_other_gpus("NVIDIA H800", *node));
  EXPECT_TRUE(are_other_gpus("NVIDIA H100 PCIe", *node));
  EXPECT_FALSE(are_other_gpus("NVIDIA H100 80GB HBM3", *node));
  EXPECT_FALSE(are_other_gpus("NVIDIA H200", *node));
  EXPECT_FALSE(are_other_gpus("", *node));
  EXPECT_FALSE(are_other_gpus("H100 (new)", *node));
  EXPECT_FALSE(are_other_gpus("A100", load_builtin("dgx-a100").value()));
  EXPECT_FALSE(are_other_gpus("NVIDIA A100", load_builtin("dgx-a100").value()));
}

}  // namespace named_models_test
}  // namespace treering::hw::catalogue
