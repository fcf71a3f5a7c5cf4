#include "tuner/measure/environment.h"

#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"

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
  EXPECT_FALSE(throttle_events(root()).has_value());
}

TEST_F(Environment, CountsThrottlingOfAllCores) {
  write("/sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count", "3\n");
  write("/sys/devices/system/cpu/cpu1/thermal_throttle/core_throttle_count", "4\n");
  write("/sys/devices/system/cpu/cpuidle/current_driver", "none\n");
  EXPECT_EQ(throttle_events(root()), 7U);
}

}  // namespace environment_test
}  // namespace treering::tuner::measure
