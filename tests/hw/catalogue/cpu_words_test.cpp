// CPUs in people's words.
#include <string>

#include <gtest/gtest.h>

#include "hw/catalogue/cpus.h"

namespace treering::hw::catalogue {
namespace cpu_words_test {

/// "AMD EPYC 9575F: AMD EPYC (Turin)".
std::string said(const std::string& text) {
  const auto found = cpu_named_in(text);
  return found ? found->name + ": " + cpu_name(found->cpu) : "nothing";
}

TEST(CpuWords, OfAmd) {
  EXPECT_EQ(said("a box with 2x EPYC 9575F and 8 GPUs"), "AMD EPYC 9575F: AMD EPYC (Turin)");
  EXPECT_EQ(said("2xEPYC-7763"), "AMD EPYC 7763: AMD EPYC (Milan)");
  EXPECT_EQ(said("| CPU | dual AMD EPYC 9654 (96 cores) |"), "AMD EPYC 9654: AMD EPYC (Genoa)");
  EXPECT_EQ(said("AMD EPYC 7V12 64-Core Processor"), "AMD EPYC 7V12: AMD EPYC (Rome)");
  EXPECT_EQ(said("two AMD 9575F"), "AMD EPYC 9575F: AMD EPYC (Turin)");
  EXPECT_EQ(said("AMD 2024"), "nothing");
  EXPECT_EQ(said("EPYC Genoa host"), "AMD EPYC Genoa: AMD EPYC (Genoa)");
  EXPECT_EQ(said("our EPYCs of 2024"), "AMD EPYC: x86_64 AuthenticAMD");
  EXPECT_EQ(said("Threadripper PRO 7995WX"),
            "AMD Ryzen Threadripper PRO 7995WX: x86_64 AuthenticAMD");
  EXPECT_EQ(said("Ryzen 9 7950X"), "AMD Ryzen 9 7950X: x86_64 AuthenticAMD");
}

TEST(CpuWords, OfIntel) {
  EXPECT_EQ(said("dual Xeon Platinum 8480"),
            "Intel Xeon Platinum 8480: Intel Xeon (Sapphire Rapids)");
  EXPECT_EQ(said("2 x Intel(R) Xeon(R) Platinum 8480+ CPUs"),
            "Intel Xeon Platinum 8480+: Intel Xeon (Sapphire Rapids)");
  EXPECT_EQ(said("2x Gold 6430"), "Intel Xeon Gold 6430: Intel Xeon (Sapphire Rapids)");
  EXPECT_EQ(said("2x Intel 8480+"), "Intel Xeon Platinum 8480+: Intel Xeon (Sapphire Rapids)");
  EXPECT_EQ(said("Xeon 8380"), "Intel Xeon Platinum 8380: Intel Xeon (Ice Lake)");
  EXPECT_EQ(said("Xeon E5-2690 v4"), "Intel Xeon E5-2690 v4: Intel Xeon (Broadwell)");
  EXPECT_EQ(said("Xeon 6 6960P"), "Intel Xeon 6960P: Intel Xeon (Granite Rapids)");
  EXPECT_EQ(said("Xeon 6960P"), "Intel Xeon 6960P: Intel Xeon (Granite Rapids)");
  EXPECT_EQ(said("Intel Emerald Rapids"), "Intel Xeon Emerald Rapids: Intel Xeon (Emerald Rapids)");
  EXPECT_EQ(said("Xeon w9-3495X"), "Intel Xeon W9-3495X: x86_64 GenuineIntel");
  EXPECT_EQ(said("i9-14900K"), "Intel Core i9-14900K: x86_64 GenuineIntel");
}

// A Xeon without number leaves open what NCCL tells Xeons apart by.
TEST(CpuWords, WhatSaysTooLittleOrTooMuchIsNone) {
  EXPECT_EQ(said("dual Xeon with H100"), "nothing");
  EXPECT_EQ(said("EPYC 9654 against Xeon 8480"), "nothing");
  EXPECT_EQ(said("EPYC 9654 against EPYC 7763"), "nothing");
  EXPECT_EQ(said("silver 1000, gold 5000, Xeon 2024, max 9480"), "nothing");
  EXPECT_EQ(said("00:0f.0 System peripheral: Intel Corporation Sapphire Rapids DSA"), "nothing");
  EXPECT_EQ(said("a grace period on the ice, gold and silver"), "nothing");
}

TEST(CpuWords, AsOftenAsItIsNamed) {
  EXPECT_EQ(said("AMD EPYC: EPYC 9654, EPYC 9554"), "AMD EPYC 9654: AMD EPYC (Genoa)");
  EXPECT_EQ(said("NVIDIA Grace CPU"), "NVIDIA Grace: arm64");
}

}  // namespace cpu_words_test
}  // namespace treering::hw::catalogue
