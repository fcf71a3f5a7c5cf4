#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/run.h"
#include "tests/support/temporary_folder.h"

namespace treering::cli {
namespace check_test {

namespace fs = std::filesystem;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

class CheckCommand : public ::testing::Test {
 protected:
  /// A log with the times that `predict` gives for NCCL's own choices, multiplied.
  /// \param large that of the two largest sizes besides
  std::string log(const std::string& job, double factor, int ranks, double large = 1) const {
    const Outcome outcome = run("predict " + job + " --model cost -b 1M -e 1G -f 8 --format json");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    std::string path = (folder_ / "run.log").string();
    std::ofstream file(path);
    file << "# nccl-tests version 2.13.9 nccl-headers=22800 nccl-library=22809\n"
         << "# Collective test starting: all_reduce_perf\n";
    for (int rank = 0; rank < ranks; ++rank) {
      file << fmt::format("#  Rank {:2} Group  0 Pid 1 on node{} device {:2} [0x1b] NVIDIA H100\n",
                          rank, rank / 8, rank % 8);
    }
    file << "#  size count type redop root time algbw busbw #wrong time algbw busbw #wrong\n";
    const auto predicted = nlohmann::json::parse(outcome.out);
    for (const auto& row : predicted["results"]) {
      if (!row["nccl_default"].get<bool>()) continue;
      const bool is_large = row["bytes"].get<std::uint64_t>() >= (64U << 20U);
      const double us = row["time_us"].get<double>() * factor * (is_large ? large : 1);
      const double algbw = row["bytes"].get<double>() / us / 1e3;
      const std::string side =
          fmt::format("{:.2f} {:.2f} {:.2f} 0", us, algbw, algbw * 2 * (ranks - 1) / ranks);
      file << fmt::format("{} {} float sum -1 {} {}\n", row["bytes"].get<std::uint64_t>(),
                          row["bytes"].get<std::uint64_t>() / 4, side, side);
    }
    return path;
  }

  support::TemporaryFolder kept_;
  fs::path folder_ = kept_.path();
};

TEST_F(CheckCommand, ExpectedTimesAreInside) {
  const Outcome outcome =
      run("check -c all_reduce --topology dgx-h100 " + log("dgx-h100 --nodes 2", 1, 16));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  // The log says on how many nodes it ran.
  EXPECT_THAT(outcome.out, HasSubstr(" 2 nodes x 8 GPUs = 16 ranks"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("slow")));
}

TEST_F(CheckCommand, SlowTimesEndWithExitCodeOne) {
  const std::string line =
      "check -c all_reduce --topology dgx-h100 " + log("dgx-h100 --nodes 2", 2.5, 16);
  const Outcome outcome = run(line);
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(outcome.out, ContainsRegex("factor[\n# ]+of[\n# ]+2.50"));
  EXPECT_THAT(run(line + " --quiet").out, Not(HasSubstr("#")));
  EXPECT_EQ(run(line + " --quiet").exit_code, 1);
}

// Two of four rows are no alarm, but not as fast as expected either.
TEST_F(CheckCommand, TheLargestSizesAreSlowTogether) {
  const std::string line =
      "check -c all_reduce --topology dgx-h100 " + log("dgx-h100 --nodes 2", 1, 16, 1.4);
  const Outcome outcome = run(line);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto json = nlohmann::json::parse(run(line + " --format json").out);
  EXPECT_EQ(json["slow_end"]["end"].get<std::string>(), "large");
  EXPECT_EQ(json["slow_end"]["rows"].get<int>(), 2);
  EXPECT_EQ(json["slow_end"]["from_bytes"].get<std::uint64_t>(), 64U << 20U);
  EXPECT_NEAR(json["slow_end"]["least_share_reached"].get<double>(), 1 / 1.4, 0.01);
  EXPECT_NEAR(json["slow_end"]["chance"].get<double>(), 0.02, 1e-9);
}

// 2 x 2 H100 NVL as in NVIDIA/nccl issue 2441: Ring/LL of 500 kB is what NCCL takes.
TEST_F(CheckCommand, AChoiceThatIsBadIsNamedWithItsSettingAndRisk) {
  const Outcome predicted =
      run("predict h100-nvl-2 --nodes 2 -c all_reduce -b 500000 -e 500000 --format json");
  ASSERT_EQ(predicted.exit_code, 0) << predicted.err;
  double usual_us = 0;
  double best_us = 0;
  const auto answer = nlohmann::json::parse(predicted.out);
  for (const auto& row : answer["results"]) {
    if (row["nccl_default"].get<bool>()) usual_us = row["time_us"].get<double>();
    if (row["best"].get<bool>()) best_us = row["time_us"].get<double>();
  }
  ASSERT_GT(usual_us, 3 * best_us) << "the model knows no bad choice here: take another call";
  const auto log_of = [&](double us, const std::string& forced) {
    const std::string path = (folder_ / "bad.csv").string();
    std::ofstream(path) << "id,collective,size_bytes,nodes,ranks,time_us_oop,algo_forced\n"
                        << fmt::format("x,all_reduce,500000,2,4,{:.2f},{}\n", us, forced);
    return path;
  };
  const std::string line = "check --topology h100-nvl-2 " + log_of(usual_us, "");
  const Outcome outcome = run(line);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("as expected, and NCCL's choice is bad"));
  EXPECT_THAT(outcome.out, HasSubstr("Risk:"));
  EXPECT_THAT(run(line + " --format markdown").out, HasSubstr("Risk:"));
  const auto json = nlohmann::json::parse(run(line + " --format json").out);
  EXPECT_THAT(json["verdict"].get<std::string>(),
              ::testing::StartsWith("as expected, and NCCL's choice is bad: all_reduce of "));
  ASSERT_EQ(json["bad_choices"].size(), 1U);
  EXPECT_NEAR(json["bad_choices"][0]["expected_us"].get<double>(), best_us, 0.01);
  EXPECT_GT(json["bad_choices"][0]["gain_low"].get<double>(), 1.5);
  // What was forced says nothing of NCCL's choice, and slow rows come first.
  for (const std::string& path : {log_of(usual_us, "Ring"), log_of(4 * usual_us, "")}) {
    const Outcome other = run("check --topology h100-nvl-2 --format json " + path);
    EXPECT_TRUE(nlohmann::json::parse(other.out)["bad_choices"].empty());
  }
}

// A third of the speed at all large sizes fits no single cause.
TEST_F(CheckCommand, LargeSizesThatLoseAlikeAreSaidAsAPlateau) {
  const Outcome predicted =
      run("predict dgx-a100 --nodes 2 -c all_reduce -b 256M -e 4G --format json");
  ASSERT_EQ(predicted.exit_code, 0) << predicted.err;
  const std::string path = (folder_ / "level.csv").string();
  {
    std::ofstream file(path);
    file << "id,collective,size_bytes,nodes,ranks,time_us_oop\n";
    const auto answer = nlohmann::json::parse(predicted.out);
    for (const auto& row : answer["results"]) {
      if (!row["nccl_default"].get<bool>()) continue;
      file << fmt::format("x,all_reduce,{},2,16,{:.2f}\n", row["bytes"].get<std::uint64_t>(),
                          3 * row["time_us"].get<double>());
    }
  }
  const std::string line = "check --topology dgx-a100 " + path;
  const Outcome outcome = run(line);
  EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("all large sizes, 256 MiB to 4 GiB"));
  EXPECT_THAT(outcome.out, HasSubstr("of 25 GB/s a port"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("NCCL used the protocol")));
  const auto json = nlohmann::json::parse(run(line + " --format json").out);
  EXPECT_EQ(json["plateau"]["kind"].get<std::string>(), "every-port");
  EXPECT_EQ(json["plateau"]["ports"].get<int>(), 8);
  EXPECT_NEAR(json["plateau"]["least_share_reached"].get<double>(), 1.0 / 3, 1e-3);
  EXPECT_TRUE(json["nearest_cause"].is_null());
}

TEST_F(CheckCommand, FasterThanTheLinksEndsWithExitCodeOne) {
  const std::string line =
      "check -c all_reduce --topology dgx-h100 " + log("dgx-h100 --nodes 2", 1.0 / 9, 16);
  const Outcome outcome = run(line);
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.err, "");
  const auto other = nlohmann::json::parse(run(line + " --format json").out)["other_machine"];
  EXPECT_GT(other["rows_faster_than_links"].get<int>(), 0);
  EXPECT_EQ(other["rows_far_faster_than_expected"].get<int>(), 4);
  EXPECT_LT(other["worst_row"]["measured_us"].get<double>(),
            other["worst_row"]["bound_us"].get<double>());
  EXPECT_EQ(other["links"].get<std::string>(), "the network ports of each node");
  EXPECT_EQ(other["links_GBps"].get<double>(), 400);
  EXPECT_EQ(other["log_says"].get<std::string>(),
            "2 nodes, 8 GPUs per node, 16 ranks, NVIDIA H100");
}

TEST_F(CheckCommand, SmallCallsTooFastAreAnotherMachineToo) {
  const std::string path = (folder_ / "runs.csv").string();
  std::ofstream(path) << "collective,size_bytes,nodes,ranks,time_us_oop\n"
                         "all_reduce,1024,2,16,0.9\nall_reduce,8192,2,16,0.9\n";
  const Outcome outcome = run("check --topology dgx-h100 " + path);
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.out, Not(HasSubstr("the links")));
}

TEST_F(CheckCommand, SomewhatFasterRowsAreNoFault) {
  const std::string path = (folder_ / "runs.csv").string();
  std::ofstream(path) << "collective,size_bytes,nodes,ranks,time_us_oop\n"
                         "all_reduce,1048576,2,16,41\nall_reduce,8388608,2,16,65\n"
                         "all_reduce,67108864,2,16,220\n";
  const Outcome outcome = run("check --topology dgx-h100 " + path);
  EXPECT_EQ(outcome.exit_code, 0);
}

TEST_F(CheckCommand, JsonHasRowsAndCauses) {
  const std::string line = "check -c all_reduce --topology dgx-h100 --format json " +
                           log("dgx-h100 --nodes 2 --network tcp", 1, 16);
  const auto json = nlohmann::json::parse(run(line).out);
  EXPECT_EQ(json["schema"].get<std::string>(), "treering.check/1");
  EXPECT_EQ(json["nodes"].get<int>(), 2);
  EXPECT_EQ(json["ranks"].get<int>(), 16);
  EXPECT_EQ(json["network"].get<std::string>(), "infiniband");
  ASSERT_EQ(json["rows"].size(), 4U);
  const auto& last = json["rows"][3];
  EXPECT_EQ(last["place"].get<std::string>(), "slow");
  EXPECT_NEAR(last["share_reached"].get<double>(),
              last["expected_us"].get<double>() / last["measured_us"].get<double>(), 1e-4);
  EXPECT_LT(last["low_us"].get<double>(), last["expected_us"].get<double>());
  EXPECT_TRUE(json["other_machine"].is_null());
  EXPECT_TRUE(json["slow_end"].is_null());
  EXPECT_GT(last["bound_us"].get<double>(), 0);
  ASSERT_FALSE(json["causes"].empty());
  EXPECT_EQ(json["causes"][0]["cause"].get<std::string>(), "sockets");
  EXPECT_NEAR(json["causes"][0]["off_by_factor"].get<double>(), 1, 0.01);
  // Told that the network is TCP, all is as expected.
  EXPECT_EQ(run(line + " --network tcp").exit_code, 0);
}

TEST_F(CheckCommand, TheNcclIsThatOfTheLog) {
  const std::string file = log("dgx-h100 --nodes 2", 1, 16);
  std::ifstream in(file);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  text.replace(text.find("22809"), 5, "22005");
  std::ofstream(file) << text;
  const std::string line = "check -c all_reduce --topology dgx-h100 --format json " + file;
  const Outcome outcome = run(line);
  EXPECT_EQ(nlohmann::json::parse(outcome.out)["nccl_version"].get<std::string>(), "2.20.3");
  EXPECT_EQ(
      nlohmann::json::parse(run(line + " --nccl 2.28").out)["nccl_version"].get<std::string>(),
      "2.28.9");
}

TEST_F(CheckCommand, CsvHasALineARow) {
  const Outcome outcome = run("check -c all_reduce --topology dgx-h100 --format csv " +
                              log("dgx-h100 --nodes 2", 1, 16));
  EXPECT_THAT(outcome.out,
              HasSubstr("share_reached,place,may_be_program,most_of_expected,bound_us\n"));
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 5);
  EXPECT_THAT(outcome.out, HasSubstr("run,all_reduce,1048576,"));
}

TEST_F(CheckCommand, TakesOneSeriesAndOneCollective) {
  const std::string path = (folder_ / "runs.csv").string();
  std::ofstream(path) << "id,collective,size_bytes,nodes,ranks,time_us_oop\n"
                         "a,all_reduce,1048576,1,8,50\n"
                         "a,all_gather,1048576,1,8,50\n"
                         "b,all_reduce,1048576,1,8,60\n";
  const std::string line = "check --topology dgx-h100 --format json " + path;
  const auto rows = [&](const std::string& options) {
    return nlohmann::json::parse(run(line + options).out)["rows"].size();
  };
  EXPECT_EQ(rows(""), 3U);
  EXPECT_EQ(rows(" --id a"), 2U);
  EXPECT_EQ(rows(" -c all_reduce"), 2U);
  EXPECT_EQ(rows(" -c all_reduce --id b"), 1U);
  EXPECT_EQ(run(line + " -c all_gather --id b").exit_code, 3);
}

TEST_F(CheckCommand, FailuresHaveExitCodes) {
  const std::string file = log("dgx-h100 --nodes 2", 1, 16);
  EXPECT_EQ(run("check -c all_reduce " + file).exit_code, 0);  // its words name the machine
  EXPECT_EQ(run("check -c all_reduce --topology dgx-h999 " + file).exit_code, 3);
  EXPECT_EQ(run("check -c all_reduce --nodes 4 --topology dgx-h100 " + file).exit_code, 3);
  EXPECT_EQ(run("check -c all_reduce --topology dgx-h100 --network wifi " + file).exit_code, 2);
  EXPECT_EQ(run("check -c all_reduce --topology dgx-h100 --id other " + file).exit_code, 3);
}

}  // namespace check_test
}  // namespace treering::cli
