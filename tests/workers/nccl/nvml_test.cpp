#include "workers/nccl/nvml.h"

#include <cstdio>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tuner/measure/conditions.h"

namespace treering::workers::nccl {
namespace nvml_test {

using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;
using tuner::measure::kGpuSharedFact;
using tuner::measure::kGpuThrottledFact;

/// What the driver of a fake GPU says now.
struct Driver {
  unsigned sm_mhz = 345;
  unsigned memory_mhz = 2619;
  unsigned celsius = 31;
  unsigned milliwatts = 70'450;
  unsigned long long slowdowns = 0x01;  // idle
  std::uint64_t heat_ns = 5'000'000;
  unsigned processes = 1;
};

Driver& driver() {
  static Driver one;
  return one;
}

Nvml fake_nvml() {
  driver() = {};
  Nvml nvml;
  nvml.init = [] { return 0; };
  nvml.find = [](const char* address, NvmlDevice* device) {
    if (std::strcmp(address, "0000:1b:00.0") != 0) return 6;  // NVML_ERROR_NOT_FOUND
    *device = &driver();
    return 0;
  };
  nvml.clock = [](NvmlDevice /*device*/, int domain, unsigned* mhz) {
    *mhz = domain == 1 ? driver().sm_mhz : driver().memory_mhz;
    return 0;
  };
  nvml.temperature = [](NvmlDevice /*device*/, int /*sensor*/, unsigned* celsius) {
    return *celsius = driver().celsius, 0;
  };
  nvml.power = [](NvmlDevice /*device*/, unsigned* milliwatts) {
    return *milliwatts = driver().milliwatts, 0;
  };
  nvml.power_limit = [](NvmlDevice /*device*/, unsigned* milliwatts) {
    return *milliwatts = 700'000, 0;
  };
  nvml.slowdowns = [](NvmlDevice /*device*/, unsigned long long* bits) {
    return *bits = driver().slowdowns, 0;
  };
  nvml.fields = [](NvmlDevice /*device*/, int count, NvmlField* fields) {
    for (int i = 0; i < count; ++i) {
      fields[i].result = fields[i].field == 269 ? 0 : 3;  // NVML_ERROR_NOT_SUPPORTED
      fields[i].value = driver().heat_ns;
    }
    return 0;
  };
  nvml.processes = [](NvmlDevice /*device*/, unsigned* count, void* /*room*/) {
    *count = driver().processes;
    return driver().processes > 0 ? 7 : 0;  // NVML_ERROR_INSUFFICIENT_SIZE
  };
  return nvml;
}

TEST(GpuWatch, SaysHowTheGpuWasBeforeAndAfter) {
  GpuWatch watch(fake_nvml(), "0000:1b:00.0");
  watch.start();
  driver().sm_mhz = 1980;
  driver().celsius = 54;
  driver().milliwatts = 410'000;
  driver().slowdowns = 0;
  EXPECT_THAT(
      watch.stop(),
      UnorderedElementsAre(Pair("gpu_sm_mhz_before", "345"), Pair("gpu_sm_mhz_after", "1980"),
                           Pair("gpu_memory_mhz_before", "2619"),
                           Pair("gpu_memory_mhz_after", "2619"), Pair("gpu_celsius_before", "31"),
                           Pair("gpu_celsius_after", "54"), Pair("gpu_watts_before", "70.5"),
                           Pair("gpu_watts_after", "410.0"), Pair("gpu_slowdowns_before", "none"),
                           Pair("gpu_slowdowns_after", "none"), Pair("gpu_most_watts", "700.0")));
}

TEST(GpuWatch, NamesTheGpu) {
  Nvml nvml = fake_nvml();
  nvml.name = [](NvmlDevice /*device*/, char* text, unsigned size) {
    std::snprintf(text, size, "NVIDIA H100 80GB HBM3");
    return 0;
  };
  GpuWatch watch(nvml, "0000:1b:00.0");
  watch.start();
  EXPECT_EQ(watch.stop().at("gpu_name"), "NVIDIA H100 80GB HBM3");
}

// 3 ms more by the counter of heat, which the driver no longer applies; the power cap is on now.
TEST(GpuWatch, SaysWhatSlowedTheGpuDown) {
  GpuWatch watch(fake_nvml(), "0000:1b:00.0");
  watch.start();
  driver().heat_ns += 3'000'000;
  driver().slowdowns = 0x04;
  const auto facts = watch.stop();
  EXPECT_EQ(facts.at(kGpuThrottledFact), "power cap, heat 3.0 ms");
  EXPECT_EQ(facts.at("gpu_slowdowns_after"), "power cap");
}

// It may be a mere change of clocks, and has no counter.
TEST(GpuWatch, DoesNotCallAnUnexplainedSlowdownThrottling) {
  GpuWatch watch(fake_nvml(), "0000:1b:00.0");
  watch.start();
  driver().slowdowns = 0x08;
  EXPECT_EQ(watch.stop().count(kGpuThrottledFact), 0);
}

TEST(GpuWatch, CountsOtherProcesses) {
  GpuWatch watch(fake_nvml(), "0000:1b:00.0");
  watch.start();
  EXPECT_EQ(watch.stop().count(kGpuSharedFact), 0);
  driver().processes = 3;
  EXPECT_EQ(watch.stop().at(kGpuSharedFact), "2");
}

TEST(GpuWatch, IsSilentAboutWhatTheDriverDoesNotSay) {
  Nvml nvml = fake_nvml();
  nvml.power = [](NvmlDevice /*device*/, unsigned* /*milliwatts*/) { return 3; };
  nvml.power_limit = nullptr;
  nvml.fields = nullptr;
  GpuWatch watch(nvml, "0000:1b:00.0");
  watch.start();
  const auto facts = watch.stop();
  EXPECT_EQ(facts.count("gpu_watts_after"), 0);
  EXPECT_EQ(facts.count("gpu_most_watts"), 0);
  EXPECT_EQ(facts.at("gpu_celsius_after"), "31");
}

TEST(GpuWatch, IsSilentWithoutTheLibraryOrTheGpu) {
  for (GpuWatch watch : {GpuWatch(Nvml(), "0000:1b:00.0"), GpuWatch(fake_nvml(), "0000:ff:00.0")}) {
    watch.start();
    EXPECT_THAT(watch.stop(), IsEmpty());
  }
}

TEST(FactsOfGpus, AreJoinedByRank) {
  EXPECT_THAT(joined_by_rank({{{"gpu_celsius_after", "54"}, {kGpuThrottledFact, "heat"}},
                              {{"gpu_celsius_after", "51"}},
                              {}}),
              UnorderedElementsAre(Pair("gpu_celsius_after", "54;51;unknown"),
                                   Pair(kGpuThrottledFact, "heat;no;no")));
  EXPECT_THAT(joined_by_rank({{}, {}}), IsEmpty());
}

}  // namespace nvml_test
}  // namespace treering::workers::nccl
