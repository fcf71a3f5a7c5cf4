#include "hw/world/anonymise/harmless_words.h"

#include <gtest/gtest.h>

namespace treering::hw::world::anonymise {
namespace harmless_words_test {

TEST(HarmlessWords, FormsTakeAllOfAText) {
  EXPECT_TRUE(has_form("ens1f0np0", "ens#f#np#"));
  EXPECT_TRUE(has_form("SXM4", "sxm#"));
  EXPECT_TRUE(has_form("0x10de", "0x%"));
  EXPECT_FALSE(has_form("ens1f0np0x", "ens#f#np#"));
  EXPECT_FALSE(has_form("ens123456", "ens#"));
  EXPECT_FALSE(has_form("ens", "ens#"));
}

TEST(HarmlessWords, TrustDecidesOverNames) {
  EXPECT_TRUE(is_harmless("Ethernet", Trust::Words));
  EXPECT_FALSE(is_harmless("mlx5_0", Trust::Words));
  EXPECT_TRUE(is_harmless("mlx5_0", Trust::Values));
  EXPECT_FALSE(is_harmless("node3", Trust::Values));
  EXPECT_TRUE(is_harmless("node3", Trust::System));
}

TEST(HarmlessWords, ModelsOfGpus) {
  for (const char* word : {"NVIDIA", "A100", "SXM4", "40GB", "H100", "HBM3e", "4090", "GB200"}) {
    EXPECT_TRUE(is_gpu_model_word(word)) << word;
  }
  for (const char* word : {"login7", "ann", "100000", ""}) EXPECT_FALSE(is_gpu_model_word(word));
}

TEST(HarmlessWords, CallsOfNvml) {
  for (const char* call : {"nvmlInit_v2", "nvmlDeviceGetNvLinkRemotePciInfo",
                           "nvmlDeviceGetGpuFabricInfoV", "nvmlDeviceGetP2PStatus",
                           "nvmlDeviceGetCudaComputeCapability", "nvmlDeviceGetHandleByIndex_v2"}) {
    EXPECT_TRUE(is_nvml_call(call)) << call;
  }
  EXPECT_FALSE(is_nvml_call("nvmlAnn"));
  EXPECT_FALSE(is_nvml_call("nvmlInit_vann"));
}

}  // namespace harmless_words_test
}  // namespace treering::hw::world::anonymise
