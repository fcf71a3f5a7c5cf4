#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/hw/formats/host_texts/facts.h"

namespace treering::hw::formats {
namespace nvbandwidth_test {

using testing::facts_of;
using testing::format_of;
using ::testing::HasSubstr;
using testing::host_of;
using ::testing::IsEmpty;

constexpr const char* kHead =
    "nvbandwidth Version: v0.8\nBuilt from Git version: v0.8\n\nCUDA Runtime Version: 13000\n"
    "CUDA Driver Version: 13000\nDriver Version: 580.65.06\n\n"
    "Device 0: NVIDIA L40S (00000000:3D:00)\nDevice 1: NVIDIA L40S (00000000:5E:00)\n\n";

TEST(Nvbandwidth, IsNoDumpOfAnEnvironment) {
  EXPECT_EQ(format_of(kHead), "nvbandwidth");
  const core::HostState host = host_of(kHead);
  ASSERT_EQ(host.gpus.size(), 2U);
  EXPECT_EQ(host.gpus[1].model, "NVIDIA L40S");
  EXPECT_EQ(host.gpus[1].bus_id, "0000:5e:00.0");
  ASSERT_TRUE(host.driver_version);
  EXPECT_EQ(host.driver_version->value, "580.65.06");
  EXPECT_THAT(host.warnings, IsEmpty());
}

// Of a long output people paste a table, between words of their own.
TEST(Nvbandwidth, ATableWithoutTheHead) {
  const std::string text =
      "we measured this:\n\nmemcpy CE GPU(row) -> GPU(column) bandwidth (GB/s)\n"
      "           0         1\n 0       N/A     24.50\n 1     21.25       N/A\n";
  EXPECT_EQ(format_of(text), "nvbandwidth");
  const HostFacts facts = facts_of(text);
  EXPECT_EQ(facts.host.pair_rates.size(), 2U);
  EXPECT_THAT(facts.read, ::testing::ElementsAre("nvbandwidth with 1 table"));
  EXPECT_EQ(format_of("its memcpy bandwidth (GB/s) is low\n"), "none");
}

TEST(Nvbandwidth, TablesOfCopiesBetweenGpus) {
  const HostFacts facts = facts_of(std::string(kHead) +
                                   "memcpy CE GPU(row) -> GPU(column) bandwidth (GB/s)\n"
                                   "           0         1\n 0       N/A     24.50\n"
                                   " 1     21.25       N/A\n\n"
                                   "SUM device_to_device_memcpy_read_ce 45.75\n");
  const core::HostState& host = facts.host;
  ASSERT_EQ(host.pair_rates.size(), 2U);
  EXPECT_EQ(host.pair_rates[0].from, 0);
  EXPECT_EQ(host.pair_rates[0].to, 1);
  EXPECT_EQ(host.pair_rates[0].value, 24.5);
  EXPECT_EQ(host.pair_rates[1].value, 21.25);
  EXPECT_THAT(facts.read.front(), HasSubstr("nvbandwidth with 1 table"));
}

TEST(Nvbandwidth, DataThatArrivedOtherwise) {
  const core::HostState host =
      host_of(std::string(kHead) + " Invalid value when checking the pattern at 0x7f0000000000\n");
  ASSERT_EQ(host.warnings.size(), 1U);
  EXPECT_THAT(host.warnings[0].text, HasSubstr("Invalid value"));
}

}  // namespace nvbandwidth_test
}  // namespace treering::hw::formats
