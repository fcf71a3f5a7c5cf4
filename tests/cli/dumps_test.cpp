// What a newcomer is told of machines from other people's dumps: files made by hand, as hwloc
// writes them.
#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/run.h"
#include "tests/hw/formats/hwloc/text.h"
#include "tests/support/temporary_folder.h"

namespace treering::cli {
namespace dumps_test {

using ::testing::ContainsRegex;
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
  const std::string said = "Not among the devices, as NCCL uses active ports only: mlx5_1 (DOWN)";
  EXPECT_THAT(run("show " + path).out, HasSubstr(said));
  EXPECT_THAT(run("show --tree " + path).out, HasSubstr(said));
  const std::string well = file_with(folder, two_adapters("4"), "y.xml");
  EXPECT_THAT(run("show " + well).out, Not(HasSubstr("Not among the devices")));
}

TEST(HwlocDumps, DoctorFindsPortsThatAreDown) {
  const support::TemporaryFolder folder;
  const std::string path = file_with(folder, two_adapters("2"), "x.xml");
  const Outcome outcome = run("doctor " + path);
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.out, HasSubstr("fault: port 1 of mlx5_1 is INIT"));
  EXPECT_THAT(outcome.out, HasSubstr("Port1State"));
}

TEST(LogDumps, ShowMarksWhatIsAssumed) {
  const support::TemporaryFolder folder;
  const std::string path = file_with(
      folder,
      "n:1:2 [0] NCCL INFO NET/IB : Using [0]mlx5_0:1/IB [1]mlx5_1:1/IB [RO]; OOB e:1<0>\n"
      "n:1:2 [0] NCCL INFO NET/IB : GPU Direct RDMA Enabled for HCA 1 'mlx5_1'\n"
      "n:1:2 [0] NCCL INFO comm 0x1 rank 0 nranks 1 cudaDev 0 nvmlDev 0 busId 17000 - Init START\n",
      "x.log");
  const std::string shown = run("show " + path).out;
  EXPECT_THAT(shown, HasSubstr("mlx5_0 NET/0, 100 Gbit/s (12.5 GB/s)*,"));
  EXPECT_THAT(shown, HasSubstr("mlx5_1 NET/1, 100 Gbit/s (12.5 GB/s)*,"));
  EXPECT_THAT(shown, HasSubstr("17:00.0, "));
  EXPECT_THAT(shown, HasSubstr("* assumed: the source does not say it\n"));
}

// Figures of a specification are told.
TEST(Dumps, ShowNamesGpusAsTheDumpDoesOrMarksThem) {
  const std::string corpus = "tests/fuzz/corpus/";
  EXPECT_THAT(run("show " + corpus + "smi_topo/list_and_peers").out,
              ContainsRegex("GPU 0 .*, NVIDIA RTX A6000,"));
  EXPECT_THAT(run("show " + corpus + "smi_topo/old_driver").out,
              ContainsRegex("GPU 0 .*, V100 SXM2\\*,"));
  EXPECT_THAT(run("show " + corpus + "nccl_log/old").out,
              HasSubstr("unknown model (compute capability 7.0)*"));
  EXPECT_THAT(run("show " + corpus + "nccl_log/ranks").out,
              ContainsRegex("GPU 0 .*, NVIDIA A100-SXM4-80GB,"));
}

TEST(ShowMarks, AreLeftOutWhereNothingIsAssumed) {
  const support::TemporaryFolder folder;
  const std::string path = file_with(folder, hw::formats::hwloc::hwloc_text(""), "x.xml");
  EXPECT_THAT(run("show " + path).out, Not(HasSubstr("assumed:")));
}

}  // namespace dumps_test
}  // namespace treering::cli
