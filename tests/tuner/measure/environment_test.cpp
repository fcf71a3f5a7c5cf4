#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"
#include "tuner/measure/conditions.h"

namespace treering::tuner::measure {
namespace environment_test {

using testing::Contains;
using testing::Key;
using testing::Not;
using testing::Pair;

/// A machine of files.
class Environment : public testing::Test {
 protected:
  void write(const std::string& path, const std::string& text) const {
    const std::filesystem::path file = root() + path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }
  std::string root() const { return folder_.path(); }

 private:
  support::TemporaryFolder folder_;
};

TEST_F(Environment, HasWhatMayExplainAResult) {
  write("/proc/cpuinfo", "processor\t: 0\nmodel name\t: Some CPU\ncpu MHz\t\t: 2500.5\n");
  write("/proc/loadavg", "1.25 0.50 0.10 2/345 6789\n");
  write("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n");
  write("/sys/class/thermal/thermal_zone0/temp", "71000\n");
  const auto all = environment_now(root());
  EXPECT_THAT(all, Contains(Pair("cpu", "Some CPU")));
  EXPECT_THAT(all, Contains(Pair("clock", "2500.5 MHz")));
  EXPECT_THAT(all, Contains(Pair("load_1min", "1.25")));
  EXPECT_THAT(all, Contains(Pair("governor", "powersave")));
  EXPECT_THAT(all, Contains(Pair("temperature", "71000 mC")));
}

TEST_F(Environment, LacksWhatCannotBeRead) {
  const auto all = environment_now(root());
  EXPECT_THAT(all, Not(Contains(Key("cpu"))));
  EXPECT_THAT(all, Not(Contains(Key("governor"))));
  const Strain strain = strain_now(root());
  EXPECT_FALSE(strain.throttled || strain.waited_us || strain.stolen_ticks);
  EXPECT_TRUE(strain_between(strain, strain).empty());
}

TEST_F(Environment, CountsThrottlingOfAllCores) {
  write("/sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count", "3\n");
  write("/sys/devices/system/cpu/cpu1/thermal_throttle/core_throttle_count", "4\n");
  write("/sys/devices/system/cpu/cpuidle/current_driver", "none\n");
  EXPECT_EQ(strain_now(root()).throttled, 7U);
}

// Stolen: the eighth of user, nice, system, idle, iowait, irq, softirq and steal.
TEST_F(Environment, CountsWhatOthersTook) {
  write("/proc/pressure/cpu",
        "some avg10=1.00 avg60=2.00 avg300=3.00 total=123456\nfull avg10=0.00 total=9\n");
  write("/proc/stat", "cpu  100 0 50 800 10 1 2 37 5 0\ncpu0 1 2 3\n");
  const Strain strain = strain_now(root());
  EXPECT_EQ(strain.waited_us, 123456U);
  EXPECT_EQ(strain.stolen_ticks, 37U);
  EXPECT_EQ(strain.processor_ticks, 1000U);
}

TEST(Strain, IsWhatHappenedMeanwhile) {
  const Strain before{
      .at_us = 1000, .throttled = 3, .waited_us = 500, .stolen_ticks = 10, .processor_ticks = 1000};
  Strain after{
      .at_us = 3000, .throttled = 5, .waited_us = 740, .stolen_ticks = 40, .processor_ticks = 1200};
  EXPECT_THAT(strain_between(before, after),
              testing::UnorderedElementsAre(Pair(kThrottledFact, "2"), Pair(kWaitedFact, "12 %"),
                                            Pair(kStolenFact, "15 %")));
  // Nothing happened: only that nobody waited is worth a word.
  after = before;
  after.at_us = 3000;
  EXPECT_THAT(strain_between(before, after), testing::ElementsAre(Pair(kWaitedFact, "0 %")));
  EXPECT_THAT(strain_between({}, {.at_us = 5}), testing::IsEmpty());
}

}  // namespace environment_test
}  // namespace treering::tuner::measure
