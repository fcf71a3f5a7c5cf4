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
    const std::string out = run(command + matrix()).out;
    EXPECT_LT(out.find("# Which GPUs"), out.find("\n#\n")) << out;
    EXPECT_EQ(guesses_of(command + matrix()), nlohmann::json({"gpus"}));
  }
}

TEST_F(Guesses, NoAdviceForGpusWithoutNames) {
  EXPECT_THAT(run("predict " + matrix()).out, Not(HasSubstr("Leave NCCL_ALGO")));
  const Outcome outcome = run("export --to tuner-csv " + matrix());
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.out, "");
}

TEST_F(Guesses, NamedGpusAreNone) {
  const std::string path = matrix(kNames);
  EXPECT_EQ(guesses_of("predict " + path), nlohmann::json::array());
  // Where nothing is gained a table is refused, too: NCCL's own choices are pinned.
  EXPECT_EQ(run("export --to tuner-csv --model nccl " + path).exit_code, 0);
}

TEST_F(Guesses, RatesOfPortsCountOnSeveralNodes) {
  const std::string line = "predict " + matrix(kNames) + " --nodes 2";
  EXPECT_EQ(guesses_of(line), nlohmann::json({"port_rates", "cpu"}));
  EXPECT_EQ(guesses_of(line + " --nic-rate 200"), nlohmann::json({"cpu"}));
}

TEST_F(Guesses, OutliveConvert) {
  for (const char* name : {"/m.xml", "/m.json"}) {
    const std::string path = folder_.path() + name;
    ASSERT_EQ(run("convert " + matrix() + " " + path).exit_code, 0);
    EXPECT_EQ(guesses_of("predict " + path + " --nodes 2"),
              nlohmann::json({"gpus", "port_rates", "cpu"}));
  }
}

// NCCL finds rings with a Xeon and none with an EPYC: both stand, and neither is advised.
TEST_F(Guesses, TheCpuThatDecidesMakesNoHeadline) {
  const std::string path = " tests/data/pages/eight-5090.txt ";
  const nlohmann::json json =
      nlohmann::json::parse(run("predict" + path + "-b 1G -e 1G --format json").out);
  EXPECT_EQ(json["guesses"], nlohmann::json({"cpu"}));
  const auto& answers = json["variants"][0]["answers"];
  ASSERT_GE(answers.size(), 2U);
  EXPECT_EQ(answers[0]["values"][0], "AMD EPYC (Genoa)");
  EXPECT_TRUE(answers[0]["search_failed"]);
  EXPECT_FALSE(answers[1]["search_failed"]);
  const std::string text = run("predict" + path).out;
  EXPECT_THAT(text, Not(HasSubstr("Leave NCCL_ALGO")));
  EXPECT_THAT(text, HasSubstr("with AMD EPYC (Genoa), as assumed here"));
  EXPECT_THAT(text, HasSubstr("with Intel Xeon (Sapphire Rapids)"));
  EXPECT_EQ(run("export --to tuner-csv" + path).exit_code, 1);
  EXPECT_EQ(guesses_of("explain" + path), nlohmann::json({"cpu"}));
  EXPECT_THAT(run("doctor" + path).out, HasSubstr("in place of AMD EPYC (Genoa)"));
}

TEST_F(Guesses, OfCpuAndSlotsOutliveConvert) {
  const std::string names =
      "GPU 0: NVIDIA L40S (UUID: GPU-00000000-0000-0000-0000-000000000000)\n"
      "GPU 1: NVIDIA L40S (UUID: GPU-00000000-0000-0000-0000-000000000001)\n";
  const std::string text = folder_.path() + "/cards.txt";
  std::ofstream(text, std::ios::binary)
      << names << "\tGPU0\tGPU1\nGPU0\t X \tPIX\nGPU1\tPIX\t X \n";
  for (const char* name : {"/m.xml", "/m.json"}) {
    const std::string path = folder_.path() + name;
    ASSERT_EQ(run("convert tests/data/pages/eight-5090.txt " + path).exit_code, 0);
    EXPECT_EQ(guesses_of("predict " + path + " -b 1G -e 1G"), nlohmann::json({"cpu"}));
    ASSERT_EQ(run("convert " + text + " " + path).exit_code, 0);
    EXPECT_EQ(guesses_of("predict " + path + " -b 1G -e 1G"),
              guesses_of("predict " + text + " -b 1G -e 1G"));
  }
}

TEST_F(Guesses, CheckFindsNoFaultInGpusWithoutNames) {
  const Outcome outcome = run("check " + log("") + " --topology " + matrix());
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
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
  EXPECT_THAT(run("predict " + path).out, Not(HasSubstr("nvidia-smi -L")));
}

// Two cards that a bridge may join.
TEST_F(Guesses, NvlinksThatATextDoesNotShow) {
  const std::string path = folder_.path() + "/p2p.txt";
  std::ofstream(path, std::ios::binary)
      << "GPU 0: NVIDIA A100-PCIE-40GB (UUID: GPU-00000000-0000-0000-0000-000000000000)\n"
         "GPU 1: NVIDIA A100-PCIE-40GB (UUID: GPU-00000000-0000-0000-0000-000000000001)\n"
         "\tGPU0\tGPU1\nGPU0\tX\tOK\nGPU1\tOK\tX\n\n"
         "Legend:\n\n  X    = Self\n  OK   = Status Ok\n";
  // A card of PCIe 4.0 may be in a slot of 3.0: twice the time.
  EXPECT_EQ(guesses_of("predict " + path), nlohmann::json({"nvlinks", "pcie_rate"}));
  EXPECT_EQ(run("export --to tuner-csv " + path).exit_code, 1);
}

// The GPUs are taken for cards without NVLinks.
TEST_F(Guesses, NvlinksOfGpusWithoutNames) {
  const std::string path = folder_.path() + "/p2p.txt";
  std::ofstream(path, std::ios::binary)
      << "\tGPU0\tGPU1\nGPU0\tX\tOK\nGPU1\tOK\tX\n\nLegend:\n\n  X    = Self\n  OK   = Status "
         "Ok\n";
  EXPECT_EQ(guesses_of("predict " + path), nlohmann::json({"nvlinks", "gpus"}));
}

TEST_F(Guesses, ALogMayNameTheGpus) {
  const Outcome outcome = run("check " + log("NVIDIA H100 80GB HBM3") + " --topology " + matrix());
  EXPECT_EQ(outcome.exit_code, 1) << outcome.out;
  EXPECT_THAT(outcome.out, HasSubstr("too slow"));
}

TEST_F(Guesses, AreThoseOfTheLossesOfDoctor) {
  const std::string line = "doctor " + matrix(kNames);
  EXPECT_EQ(guesses_of(line), nlohmann::json::array());
  // Between nodes, whatever the job is.
  EXPECT_EQ(guesses_of(line + " --env NCCL_IB_DISABLE=1"), nlohmann::json({"port_rates"}));
  EXPECT_EQ(guesses_of("doctor " + matrix()), nlohmann::json({"gpus"}));
}

TEST_F(Guesses, StandInTheHeadingOfDoctor) {
  const std::string text = run("doctor " + matrix()).out;
  EXPECT_LT(text.find("# Which GPUs"), text.find("# found:"));
}

// Their rates count between nodes.
// As NCCL_TOPO_FILE may be: NCCL asks NVML for the GPUs, and treering takes none for them.
TEST_F(Guesses, WhereNothingIsTakenNothingIsAssumed) {
  const std::string path = folder_.path() + "/ndv4.xml";
  const std::string gpu = R"(<pci busid="000%:00:00.0" class="0x030200" link_speed="16 GT/s" )"
                          R"(link_width="16"/>)";
  std::string text = R"(<system version="1"><cpu numaid="0" affinity="ff" arch="x86_64" )"
                     R"(vendor="AuthenticAMD" familyid="23" modelid="49">)";
  for (const char number : {'1', '2'}) {
    text += gpu;
    text.replace(text.rfind('%'), 1, 1, number);
  }
  std::ofstream(path, std::ios::binary) << text << "</cpu></system>\n";
  for (const std::string& line :
       {"doctor " + path, "diff " + path + " hgx-a100-4", "show " + path}) {
    const std::string out = run(line).out;
    EXPECT_THAT(out, Not(HasSubstr("compute capability 0.0"))) << line;
    EXPECT_THAT(out, Not(HasSubstr("losses are a guess"))) << line;
    EXPECT_THAT(out, Not(HasSubstr("times on A are"))) << line;
  }
}

// No times are printed, so none is a guess.
TEST_F(Guesses, OfDiffWithoutTimes) {
  EXPECT_THAT(run("diff " + matrix() + " " + matrix()).out, Not(HasSubstr("a guess")));
}

TEST_F(Guesses, StandBesideTheLossesOfDoctor) {
  EXPECT_THAT(run("doctor " + matrix() + " --env NCCL_ALGO=Tree").out, HasSubstr("is unknown"));
  EXPECT_THAT(run("doctor " + matrix(kNames) + " --env NCCL_ALGO=Tree").out,
              Not(HasSubstr("is unknown")));
}

}  // namespace guesses_test
}  // namespace treering::cli
