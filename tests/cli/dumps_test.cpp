// What a newcomer is told of machines from other people's dumps: files made by hand, as hwloc
// writes them.
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/run.h"
#include "tests/hw/formats/hwloc/text.h"
#include "tests/support/temporary_folder.h"

namespace treering::cli {
namespace dumps_test {

using ::testing::HasSubstr;
using ::testing::Not;

std::string file_with(const support::TemporaryFolder& folder, const std::string& text,
                      const std::string& name) {
  std::string path = folder.path() + "/" + name;
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

/// Two GPUs with an adapter each; that of GPU 1 in `state`.
std::string two_adapters(const std::string& state) {
  const auto adapter = [](const std::string& number, const std::string& of_state) {
    return hw::formats::hwloc::pci_device(
        "0000:4" + number + ":00.0", "0207 [15b3:1021]",
        "<object type=\"OSDev\" name=\"mlx5_" + number +
            "\" osdev_type=\"3\"><info name=\"Port1State\" value=\"" + of_state + "\"/></object>");
  };
  return hw::formats::hwloc::hwloc_text(
      hw::formats::hwloc::host_bridge(hw::formats::hwloc::hwloc_gpu(0, "0000:81:00.0") +
                                      adapter("0", "4")) +
      hw::formats::hwloc::host_bridge(hw::formats::hwloc::hwloc_gpu(1, "0000:82:00.0") +
                                      adapter("1", state)));
}

TEST(HwlocDumps, ShowTellsPortsThatAreDown) {
  const support::TemporaryFolder folder;
  const std::string path = file_with(folder, two_adapters("1"), "x.xml");
  EXPECT_THAT(run("show " + path).out, HasSubstr("Not among the devices"));
  const std::string well = file_with(folder, two_adapters("4"), "y.xml");
  EXPECT_THAT(run("show " + well).out, Not(HasSubstr("Not among the devices")));
}

TEST(ShowMarks, AreLeftOutWhereNothingIsAssumed) {
  const support::TemporaryFolder folder;
  const std::string path = file_with(folder, hw::formats::hwloc::hwloc_text(""), "x.xml");
  EXPECT_THAT(run("show " + path).out, Not(HasSubstr("assumed:")));
}

}  // namespace dumps_test
}  // namespace treering::cli
