#include <gtest/gtest.h>

#include "report/machine_names.h"

namespace treering::report {
namespace device_names_test {

core::Device gpu(int compute_capability) {
  core::Device device;
  device.info = core::Gpu{0, compute_capability, true};
  return device;
}

TEST(GpuName, IsTheModelThatTheSourceNames) {
  core::Device named = gpu(80);
  named.extra.emplace_back("model", "NVIDIA A100-SXM4-80GB");
  EXPECT_EQ(gpu_name(named), "NVIDIA A100-SXM4-80GB");
  EXPECT_FALSE(is_gpu_name_assumed(named));
  named.assumed.emplace_back("compute_capability");
  EXPECT_FALSE(is_gpu_name_assumed(named)) << "the name itself is known";
  named.assumed.emplace_back("extra/model");
  EXPECT_TRUE(is_gpu_name_assumed(named));
}

TEST(GpuName, WithoutAModelIsNoMoreThanIsKnown) {
  core::Device known = gpu(70);
  EXPECT_EQ(gpu_name(known), "Volta (compute capability 7.0)");
  EXPECT_FALSE(is_gpu_name_assumed(known));
  known.assumed.emplace_back("compute_capability");
  EXPECT_EQ(gpu_name(known), "unknown model (compute capability 7.0)");
  EXPECT_TRUE(is_gpu_name_assumed(known));
  EXPECT_EQ(gpu_name(gpu(0)), "unknown model");
}

}  // namespace device_names_test
}  // namespace treering::report
