#include "hw/catalogue/cpus.h"

#include <gtest/gtest.h>

namespace treering::hw::catalogue {
namespace cpus_test {

TEST(Cpus, FamiliesAreNumberedAsNcclDoes) {
  EXPECT_EQ(nccl_family(6), 6);
  EXPECT_EQ(nccl_family(15), 15);
  EXPECT_EQ(nccl_family(23), 143);  // 15 and 8: 15 + (8 << 4)
  EXPECT_EQ(nccl_family(25), 175);
}

TEST(Cpus, FamiliesAreShownAsLinuxNumbersThem) {
  for (const int family : {6, 15, 23, 25, 26}) EXPECT_EQ(linux_family(nccl_family(family)), family);
  EXPECT_EQ(linux_family(144), 144);
  EXPECT_EQ(cpu_name({.arch = "x86_64", .vendor = "AuthenticAMD", .family = 175, .model = 97}),
            "x86_64 AuthenticAMD (family 25, model 97)");
}

TEST(Cpus, HaveNames) {
  EXPECT_EQ(cpu_model_name("GenuineIntel", 6, 143), "Intel Xeon (Sapphire Rapids)");
  EXPECT_EQ(cpu_model_name("GenuineIntel", 6, 85),
            "Intel Xeon (Skylake, Cascade Lake or Cooper Lake)");
  EXPECT_EQ(cpu_model_name("AuthenticAMD", nccl_family(23), 49), "AMD EPYC (Rome)");
  EXPECT_EQ(cpu_model_name("AuthenticAMD", nccl_family(25), 1), "AMD EPYC (Milan)");
  EXPECT_EQ(cpu_model_name("AuthenticAMD", nccl_family(25), 17), "AMD EPYC (Genoa)");
  EXPECT_EQ(cpu_model_name("AuthenticAMD", nccl_family(25), 0xA0), "AMD EPYC (Bergamo or Siena)");
  EXPECT_EQ(cpu_model_name("AuthenticAMD", nccl_family(26), 2), "AMD EPYC (Turin)");
  EXPECT_EQ(cpu_model_name("AuthenticAMD", nccl_family(26), 17), "AMD EPYC (Turin)");
  EXPECT_EQ(cpu_model_name("  Shanghai  ", 7, 0x5B), "Zhaoxin (Yongfeng)");
}

TEST(Cpus, OthersHaveNoName) {
  EXPECT_EQ(cpu_model_name("GenuineIntel", 6, 94), "");  // a desktop's Skylake
  EXPECT_EQ(cpu_model_name("GenuineIntel", 15, 143), "");
  EXPECT_EQ(cpu_model_name("AuthenticAMD", nccl_family(25), 33), "");  // Ryzen 5000
  EXPECT_EQ(cpu_model_name("AuthenticAMD", nccl_family(25), 8), "");   // Threadripper 5000
  EXPECT_EQ(cpu_model_name("AuthenticAMD", nccl_family(25), 24), "");  // Threadripper 7000
  EXPECT_EQ(cpu_model_name("AuthenticAMD", nccl_family(23), 8), "");   // Ryzen 2000
  EXPECT_EQ(cpu_model_name("", 0, 0), "");
}

}  // namespace cpus_test
}  // namespace treering::hw::catalogue
