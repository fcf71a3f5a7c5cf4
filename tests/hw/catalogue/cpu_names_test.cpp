// CPUs by the names that Linux prints.
#include <string>

#include <gtest/gtest.h>

#include "hw/catalogue/cpus.h"

namespace treering::hw::catalogue {
namespace cpu_names_test {

std::string named(const std::string& text) {
  const auto cpu = cpu_named(text);
  return cpu ? cpu_name(*cpu) : "nothing";
}

TEST(CpuNames, OfServers) {
  EXPECT_EQ(named("AMD EPYC 9575F 64-Core Processor"), "AMD EPYC (Turin)");
  EXPECT_EQ(named("AMD EPYC 9654 96-Core Processor"), "AMD EPYC (Genoa)");
  EXPECT_EQ(named("AMD EPYC 9754 128-Core Processor"), "AMD EPYC (Bergamo or Siena)");
  EXPECT_EQ(named("AMD EPYC 7763 64-Core Processor"), "AMD EPYC (Milan)");
  EXPECT_EQ(named("AMD EPYC 7V12 64-Core Processor"), "AMD EPYC (Rome)");
  EXPECT_EQ(named("AMD EPYC 7R13 Processor"), "AMD EPYC (Milan)");
  EXPECT_EQ(named("AMD EPYC-Rome Processor"), "AMD EPYC (Rome)");
  EXPECT_EQ(named("Intel(R) Xeon(R) Platinum 8480+"), "Intel Xeon (Sapphire Rapids)");
  EXPECT_EQ(named("INTEL(R) XEON(R) PLATINUM 8558"), "Intel Xeon (Emerald Rapids)");
  EXPECT_EQ(named("Intel(R) Xeon(R) Gold 6338 CPU @ 2.00GHz"), "Intel Xeon (Ice Lake)");
  EXPECT_EQ(named("Intel(R) Xeon(R) Platinum 8380H CPU @ 2.90GHz"),
            "Intel Xeon (Skylake, Cascade Lake or Cooper Lake)");
  EXPECT_EQ(named("Intel(R) Xeon(R) Gold 6248R CPU @ 3.00GHz"),
            "Intel Xeon (Skylake, Cascade Lake or Cooper Lake)");
  EXPECT_EQ(named("Intel(R) Xeon(R) CPU E5-2690 v4 @ 2.60GHz"), "Intel Xeon (Broadwell)");
  EXPECT_EQ(named("Intel(R) Xeon(R) 6960P"), "Intel Xeon (Granite Rapids)");
  EXPECT_EQ(named("Intel Xeon Processor (SapphireRapids)"), "Intel Xeon (Sapphire Rapids)");
}

TEST(CpuNames, OfOthersShowTheMakerOrNothing) {
  EXPECT_EQ(named("AMD Ryzen Threadripper PRO 5975WX 32-Cores"), "x86_64 AuthenticAMD");
  EXPECT_EQ(named("AMD EPYC 4564P 16-Core Processor"), "x86_64 AuthenticAMD");
  EXPECT_EQ(named("Intel(R) Xeon(R) CPU @ 2.20GHz"), "x86_64 GenuineIntel");
  EXPECT_EQ(named("13th Gen Intel(R) Core(TM) i9-13900K"), "x86_64 GenuineIntel");
  EXPECT_EQ(named("hello"), "nothing");
}

TEST(CpuNames, OfArmAndPower) {
  for (const char* const name : {"Cortex-X925", "Cortex-A725", "Neoverse-V2", "NVIDIA Grace"}) {
    EXPECT_EQ(named(name), "arm64") << name;
  }
  EXPECT_EQ(named("POWER9 (raw), altivec supported"), "ppc64");
}

}  // namespace cpu_names_test
}  // namespace treering::hw::catalogue
