// Whether a machine shows a GPU, by what its kernel shows.
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/emulated_gpus.h"
#include "tests/support/temporary_folder.h"
#include "tuner/measure/messages.h"
#include "workers/nccl/device.h"

namespace treering::workers::nccl {
namespace emulation_test {

namespace fs = std::filesystem;

using Values = std::map<std::string, std::string>;

void write(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path) << text << "\n";
}

TEST(HasGpu, ByDeviceFileDriverOrPciBus) {
  const support::TemporaryFolder none;
  write(none.path() + "/dev/null", "");
  write(none.path() + "/sys/bus/pci/devices/0000:00:02.0/vendor", "0x8086");
  write(none.path() + "/sys/bus/pci/devices/0000:00:02.0/class", "0x030000");
  write(none.path() + "/sys/bus/pci/devices/0000:01:00.1/vendor", "0x10de");
  write(none.path() + "/sys/bus/pci/devices/0000:01:00.1/class", "0x040300");  // its sound
  EXPECT_FALSE(has_gpu(none.path()));
  const support::TemporaryFolder file;
  write(file.path() + "/dev/nvidia0", "");
  EXPECT_TRUE(has_gpu(file.path()));
  const support::TemporaryFolder driver;
  write(driver.path() + "/proc/driver/nvidia/version", "NVRM version");
  EXPECT_TRUE(has_gpu(driver.path()));
  const support::TemporaryFolder bus;
  write(bus.path() + "/sys/bus/pci/devices/0000:01:00.0/vendor", "0x10de");
  write(bus.path() + "/sys/bus/pci/devices/0000:01:00.0/class", "0x030200");
  EXPECT_TRUE(has_gpu(bus.path()));
}

// Whoever asks for fake GPUs wants to know what these lack.
TEST(HasGpu, SaysWhyThereIsNone) {
  const support::Variables fake(Values{{kFakeVariable, "1"}});
  EXPECT_EQ(why_no_gpus("no library"), "no library");
  const support::Variables real(Values{{kFakeVariable, "0"}});
  EXPECT_EQ(why_no_gpus("no library"),
            has_gpu() ? "no library" : std::string(tuner::measure::kNoGpu) + ": no library");
}

}  // namespace emulation_test
}  // namespace treering::workers::nccl
