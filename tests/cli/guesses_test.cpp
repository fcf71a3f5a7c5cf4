// Where the GPUs of a machine or the rates of its ports are assumed, every answer begins with that
// and none gives advice.
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/run.h"
#include "tests/support/temporary_folder.h"

namespace treering::cli {
namespace guesses_test {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kNames =
    "GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-00000000-0000-0000-0000-000000000000)\n"
    "GPU 1: NVIDIA H100 80GB HBM3 (UUID: GPU-00000000-0000-0000-0000-000000000001)\n";

class Guesses : public ::testing::Test {
 protected:
  /// Two GPUs and a port, below `before`.
  std::string matrix(const std::string& before = "") const {
    std::string path = folder_.path() + "/topo.txt";
    std::ofstream(path, std::ios::binary)
        << before
        << "\tGPU0\tGPU1\tmlx5_0\nGPU0\t X \tNV18\tPIX\nGPU1\tNV18\t X \tSYS\nmlx5_0\tPIX\tSYS\t X "
           "\n";
    return path;
  }

  std::string log(const std::string& gpu) const {
    std::string path = folder_.path() + "/runs.csv";
    // Some hundred times what two H100 take.
    std::ofstream(path, std::ios::binary) << "collective,size_bytes,nodes,ranks,time_us_oop,gpu\n"
                                          << "all_reduce,536870912,1,2,200000," << gpu
                                          << "\nall_reduce,1073741824,1,2,400000," << gpu << "\n";
    return path;
  }

  support::TemporaryFolder folder_;
};

nlohmann::json guesses_of(const std::string& line) {
  return nlohmann::json::parse(run(line + " --format json").out)["guesses"];
}

TEST_F(Guesses, GpusWithoutNamesComeFirst) {
  for (const char* command : {"predict ", "explain "}) {
    const Outcome outcome = run(command + matrix());
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out,
                HasSubstr("# Which GPUs these are is unknown: no model of GPU 0 is named. "
                          "H100 SXM is assumed"));
    EXPECT_THAT(outcome.out, HasSubstr("nvidia-smi -L"));
    EXPECT_EQ(guesses_of(command + matrix()), nlohmann::json({"gpus"}));
  }
}

TEST_F(Guesses, NoAdviceForGpusWithoutNames) {
  EXPECT_THAT(run("predict " + matrix()).out, Not(HasSubstr("Leave NCCL_ALGO")));
  const Outcome outcome = run("export --to tuner-csv " + matrix());
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, HasSubstr("make NCCL slower. Which GPUs these are is unknown"));
}

TEST_F(Guesses, NamedGpusAreNone) {
  const std::string path = matrix(kNames);
  EXPECT_EQ(guesses_of("predict " + path), nlohmann::json::array());
  EXPECT_EQ(run("export --to tuner-csv " + path).exit_code, 0);
}

TEST_F(Guesses, RatesOfPortsCountOnSeveralNodes) {
  const std::string line = "predict " + matrix(kNames) + " --nodes 2";
  EXPECT_EQ(guesses_of(line), nlohmann::json({"port_rates"}));
  EXPECT_THAT(run(line).out, HasSubstr("The rate of port mlx5_0 is unknown. 400 Gbit/s"));
  EXPECT_EQ(guesses_of(line + " --nic-rate 200"), nlohmann::json::array());
}

TEST_F(Guesses, OutliveConvert) {
  for (const char* name : {"/m.xml", "/m.json"}) {
    const std::string path = folder_.path() + name;
    ASSERT_EQ(run("convert " + matrix() + " " + path).exit_code, 0);
    EXPECT_EQ(guesses_of("predict " + path + " --nodes 2"), nlohmann::json({"gpus", "port_rates"}));
  }
}

TEST_F(Guesses, CheckFindsNoFaultInGpusWithoutNames) {
  const Outcome outcome = run("check " + log("") + " --topology " + matrix());
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  EXPECT_THAT(outcome.out, HasSubstr("none: what these times are compared with is a guess"));
}

TEST_F(Guesses, OtherGpusOfTheGenerationConfirmNothing) {
  const Outcome outcome = run("check " + log("NVIDIA H100 PCIe") + " --topology " + matrix());
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  EXPECT_THAT(outcome.out, HasSubstr("is a guess"));
}

TEST_F(Guesses, UnknownNamesAreNotCalledAssumed) {
  const std::string path = matrix(
      "GPU 0: NVIDIA Zeta 9 (UUID: GPU-00000000-0000-0000-0000-000000000000)\n"
      "GPU 1: NVIDIA Zeta 9 (UUID: GPU-00000000-0000-0000-0000-000000000001)\n");
  const Outcome outcome = run("predict " + path);
  EXPECT_THAT(outcome.out, HasSubstr("# treering does not know the GPU model NVIDIA Zeta 9. Hopper "
                                     "(compute capability"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("nvidia-smi -L")));
}

TEST_F(Guesses, ExportNamesAllAtOnce) {
  const std::string why = run("export --to tuner-csv --nodes 2 " + matrix()).err;
  EXPECT_THAT(why, HasSubstr("Which GPUs these are is unknown"));
  EXPECT_THAT(why, HasSubstr("The rate of port mlx5_0 is unknown"));
}

// Two cards that a bridge may join.
TEST_F(Guesses, NvlinksThatATextDoesNotShow) {
  const std::string path = folder_.path() + "/p2p.txt";
  std::ofstream(path, std::ios::binary)
      << "GPU 0: NVIDIA A100-PCIE-40GB (UUID: GPU-00000000-0000-0000-0000-000000000000)\n"
         "GPU 1: NVIDIA A100-PCIE-40GB (UUID: GPU-00000000-0000-0000-0000-000000000001)\n"
         "\tGPU0\tGPU1\nGPU0\tX\tOK\nGPU1\tOK\tX\n\n"
         "Legend:\n\n  X    = Self\n  OK   = Status Ok\n";
  EXPECT_EQ(guesses_of("predict " + path), nlohmann::json({"nvlinks"}));
  EXPECT_EQ(run("export --to tuner-csv " + path).exit_code, 1);
}

TEST_F(Guesses, ALogMayNameTheGpus) {
  const Outcome outcome = run("check " + log("NVIDIA H100 80GB HBM3") + " --topology " + matrix());
  EXPECT_EQ(outcome.exit_code, 1) << outcome.out;
  EXPECT_THAT(outcome.out, HasSubstr("too slow"));
}

TEST_F(Guesses, StandBesideTheLossesOfDoctor) {
  const Outcome outcome = run("doctor " + matrix() + " --env NCCL_ALGO=Tree");
  EXPECT_THAT(outcome.out, HasSubstr("Losses are by the cost model"));
  EXPECT_THAT(outcome.out, HasSubstr("# Which GPUs these are is unknown"));
  EXPECT_THAT(run("doctor " + matrix(kNames) + " --env NCCL_ALGO=Tree").out,
              Not(HasSubstr("is unknown")));
}

}  // namespace guesses_test
}  // namespace treering::cli
