// treering validate and treering calibrate, from words to what they write.
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/measured_job.h"
#include "tests/cli/run.h"
#include "tests/support/sanitized.h"

namespace treering::cli {
namespace calibrate_test {

namespace fs = std::filesystem;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

class Calibration : public MeasuredJob {};

TEST_F(Calibration, ValidateLaysModelsBesideMeasurements) {
  const Outcome outcome = run("validate " + job_ + " --format json");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto json = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(json["schema"].get<std::string>(), "treering.validate/1");
  ASSERT_EQ(json["rows"].size(), 20U);  // 4^5 to 4^14, twice
  const auto& row = json["rows"][0];
  EXPECT_EQ(row["id"].get<std::string>(), "one");
  EXPECT_EQ(row["bytes"].get<int>(), 1024);
  EXPECT_EQ(row["measured_us"].get<double>(), 40.01);
  EXPECT_TRUE(row["event_us"].is_null());
  EXPECT_LT(row["low_us"].get<double>(), row["cost_us"].get<double>());
  EXPECT_EQ(row["nccl_choice_version"].get<std::string>(), "2.28.9");
  EXPECT_TRUE(json["rows"][10]["nccl_choice_version"].is_null());
  EXPECT_EQ(json["rows"][10]["algorithm"].get<std::string>(), "Ring");
  EXPECT_EQ(json["summary"]["two"]["nccl"]["n"].get<int>(), 10);
  EXPECT_TRUE(json["cross_validation"].is_null());
}

TEST_F(Calibration, PredictionsAreThoseOfPredict) {
  const auto rows = nlohmann::json::parse(run("validate " + job_ + " --format json").out)["rows"];
  const auto results = nlohmann::json::parse(
      run("predict dgx-a100 --nodes 2 --model cost -b 1K -e 1K --format json").out)["results"];
  for (const auto& one : results) {
    if (!one["nccl_default"].get<bool>()) continue;
    EXPECT_NEAR(rows[0]["cost_us"].get<double>(), one["time_us"].get<double>(), 0.01);
    EXPECT_EQ(rows[0]["channels"].get<int>(), one["channels"].get<int>());
  }
}

TEST_F(Calibration, ValidateTextHasGroupsAndTheWhole) {
  const Outcome outcome = run("validate " + job_);
  EXPECT_THAT(outcome.out, HasSubstr("of 2 nodes x 8 GPUs = 16 ranks of dgx-a100"));
  EXPECT_THAT(outcome.out, HasSubstr("10 rows without a forced algorithm: NCCL 2.28.9's choice"));
  EXPECT_THAT(outcome.out, HasSubstr("two     all_reduce  Ring"));
  EXPECT_THAT(outcome.out, HasSubstr("predicted  all"));
  EXPECT_THAT(run("validate --quiet " + job_).out, Not(HasSubstr("#")));
  const std::string csv = run("validate --format csv " + job_).out;
  EXPECT_THAT(csv, ::testing::StartsWith("id,collective,bytes,measured_us,"));
}

TEST_F(Calibration, EachRowHasTheNearestOfItsNccl) {
  const std::string rows = write("rows.csv",
                                 "id,nccl_version,collective,size_bytes,nodes,ranks,time_us_oop\n"
                                 "old,2.18.6,all_reduce,1048576,2,16,90\n"
                                 "new,2.31.2,all_reduce,1048576,2,16,90\n"
                                 "any,,all_reduce,1048576,2,16,90\n");
  const std::string line = "validate dgx-a100 --nodes 2 --measurements " + rows;
  const auto json = nlohmann::json::parse(run(line + " --format json").out);
  EXPECT_EQ(json["rows"][0]["nccl_choice_version"].get<std::string>(), "2.18.3");
  EXPECT_EQ(json["rows"][1]["nccl_choice_version"].get<std::string>(), "2.30.3");
  EXPECT_EQ(json["rows"][2]["nccl_choice_version"].get<std::string>(), "2.28.9");
  EXPECT_EQ(json["nccl_nearest"].size(), 2U);
  EXPECT_THAT(run(line).out,
              HasSubstr("# 3 rows without a forced algorithm: the choice of NCCL 2.18.3 (1), "
                        "2.28.9 (1), 2.30.3 (1) is taken\n"
                        "# - NCCL 2.18.6 has the tables of 2.18.3 (1 row)\n"
                        "# - NCCL 2.31.2 is not known; the nearest is 2.30.3 (1 row)\n"));
  EXPECT_THAT(run(line + " --nccl 2.26.2").out,
              HasSubstr("# 3 rows without a forced algorithm: NCCL 2.26.2's choice is taken\n#\n"));
}

TEST_F(Calibration, RowsOfOtherJobsAreLeftOutByName) {
  const std::string other = write("other.csv", std::string(kHead) + "big,reduce,8,4,32,,9\n");
  const Outcome outcome = run("validate " + job_ + " --measurements " + other);
  EXPECT_THAT(outcome.out, HasSubstr("# - big, 1 row: a run of 32 ranks, the job has 16\n"));
  EXPECT_EQ(run("validate " + job_ + " --id two --format csv").out.find("one,"), std::string::npos);
}

TEST_F(Calibration, ManyMachinesAreLookedUpInATable) {
  const std::string systems = write("systems.csv",
                                    "id,cluster,topology,nodes,stratum\n"
                                    "one,a,dgx-a100,2,RDMA\ntwo,b,dgx-a100,2,TCP\n");
  const std::string three = write("three.csv", std::string(kHead) + "three,reduce,8,1,8,,9\n");
  const std::string words =
      "--systems " + systems + " --measurements " + runs_ + " --measurements " + three;
  const Outcome outcome = run("validate " + words);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("apart: TCP"));
  EXPECT_THAT(outcome.out, HasSubstr("three, 1 row: the table of systems does not have this id"));
  const Outcome crossed = run("validate --cross-validate --format json " + words);
  const auto json = nlohmann::json::parse(crossed.out);
  EXPECT_EQ(json["cross_validation"]["new_cluster"]["all"]["n"].get<int>(), 10);
  EXPECT_EQ(json["cross_validation"]["anchored_by_two_rows"]["all"]["n"].get<int>(), 8);
}

TEST_F(Calibration, ImpossibleSystemsAreNamedByLineAndColumn) {
  const auto error_of = [&](const std::string& row) {
    const std::string systems = write(
        "systems.csv", "id,topology,nodes,gpus_per_node,devices\none,dgx-a100,2,,\n" + row + "\n");
    const Outcome outcome = run("validate --systems " + systems + " --measurements " + runs_);
    EXPECT_EQ(outcome.exit_code, 3) << row;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    return outcome.err;
  };
  EXPECT_THAT(error_of("two,dgx-a100,0,,"), HasSubstr("systems.csv:3, column 'nodes': '0', "));
  EXPECT_THAT(error_of("two,dgx-a1000,2,,"),
              HasSubstr("systems.csv:3, column 'topology': topology 'dgx-a1000': neither built in "
                        "nor a file, "));
  EXPECT_THAT(error_of("two,dgx-a100,2,9,"),
              HasSubstr("systems.csv:3, column 'gpus_per_node': '9', dgx-a100 has 8\n"));
  EXPECT_THAT(error_of("two,dgx-a100,2,,\"0,77\""),
              HasSubstr("systems.csv:3, column 'devices': GPU 77 not found, "));
  EXPECT_THAT(error_of("two,dgx-a100,262144,,"),
              HasSubstr("systems.csv:3, column 'nodes': 262144 nodes, "));
}

TEST_F(Calibration, NearestVersionsAreThoseOfTheRowsInUse) {
  const std::string rows = write("rows.csv",
                                 "id,nccl_version,collective,size_bytes,nodes,ranks,time_us_oop\n"
                                 "here,2.18.6,all_reduce,1048576,2,16,90\n"
                                 "elsewhere,2.31.2,all_reduce,1048576,4,32,90\n");
  const std::vector<std::string> expected{"NCCL 2.18.6 has the tables of 2.18.3 (1 row)"};
  const auto nearest_versions = [&](const std::string& where) {
    const std::string line = "validate " + where + " --format json --measurements " + rows;
    const auto json = nlohmann::json::parse(run(line).out);
    return json["nccl_nearest"].get<std::vector<std::string>>();
  };
  EXPECT_EQ(nearest_versions("dgx-a100 --nodes 2"), expected);
  EXPECT_EQ(nearest_versions("--systems " + write("systems.csv",
                                                  "id,topology,nodes\nhere,dgx-a100,2\n"
                                                  "elsewhere,,\n")),
            expected);
}

TEST_F(Calibration, CalibrateWritesAProfileThatPredictsBetter) {
  job_ = "dgx-a100 --nodes 2 --measurements " + write("slow.csv", kHead + slow_sweep());
  const Outcome outcome = run("calibrate " + job_ + " --anchor -o " + path("mine.json"));
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("calibrated to 2 rows of 2 nodes x 8 GPUs"));
  EXPECT_THAT(outcome.out, HasSubstr("scale.transfer"));
  EXPECT_THAT(outcome.out, HasSubstr("ampere.launch_us"));
  EXPECT_THAT(outcome.out,
              HasSubstr("of rows that the fit did not see: 8 rows between the ends of series"));
  const auto profile = nlohmann::json::parse(text_of(path("mine.json")));
  EXPECT_EQ(profile["schema"].get<std::string>(), "treering.profile/1");
  EXPECT_FALSE(profile["parameters"].contains("ampere.channel_us"));
  const auto error_with = [&](const std::string& options) {
    const auto json = nlohmann::json::parse(run("validate --format json " + job_ + options).out);
    return json["overall"]["cost"]["median_abs_rel"].get<double>();
  };
  EXPECT_NEAR(error_with(""), 1 - 1 / 1.3, 0.01);
  EXPECT_LT(error_with(" --profile " + path("mine.json")), 0.12);
}

TEST_F(Calibration, TheReportLeavesStandardOutputToTheProfile) {
  const Outcome outcome = run("calibrate " + job_);
  EXPECT_EQ(nlohmann::json::parse(outcome.out)["name"].get<std::string>(), "dgx-a100");
  EXPECT_THAT(outcome.err, HasSubstr("# treering: calibrated to 20 rows"));
  EXPECT_EQ(run("calibrate --quiet " + job_).err, "");
}

TEST_F(Calibration, RejectedRowsAreNamedWithTheReason) {
  std::string spoilt = sweep("one", "");
  spoilt.replace(spoilt.find(",all_reduce,65536,2,16,,40"), 26, ",all_reduce,65536,2,16,,990");
  const std::string file = write("spoilt.csv", kHead + spoilt + "one,all_reduce,many,2,16,,4\n");
  const Outcome outcome =
      run("calibrate dgx-a100 --nodes 2 --measurements " + file + " -o " + path("p.json"));
  EXPECT_THAT(outcome.out, HasSubstr("calibrated to 9 rows"));
  EXPECT_THAT(outcome.out, HasSubstr(file + ":5: all_reduce of 64 KiB in"));
  // Where the line ends depends on the name of the folder.
  EXPECT_THAT(outcome.out, ContainsRegex("far[ #\n]+from[ #\n]+all[ #\n]+its[ #\n]+neighbours"));
  EXPECT_THAT(outcome.out, HasSubstr(file + ":12: "));
}

TEST_F(Calibration, ManyMachinesMakeTheBuiltInProfile) {
  const std::string systems = write("systems.csv",
                                    "id,cluster,topology,nodes\n"
                                    "one,a,dgx-a100,2\ntwo,b,dgx-a100,2\n");
  const Outcome outcome =
      run("calibrate --systems " + systems + " --measurements " + runs_ + " -o " + path("p.json"));
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto json = nlohmann::json::parse(text_of(path("p.json")));
  EXPECT_EQ(json["name"].get<std::string>(), "published");
  EXPECT_THAT(json["parameters"]["ampere.nvswitch.hop_factor"]["source"].get<std::string>(),
              HasSubstr("20 published rows of 2 clusters from 1 with spread 0.5, prior: "));
  // Two sweeps on two nodes do not tell it from the hops, so that it stays as it was.
  EXPECT_THAT(outcome.out, ContainsRegex("ampere.launch_us +6 .*% +- "));
  EXPECT_FALSE(json["parameters"].contains("ampere.launch_us"));
  EXPECT_FALSE(json["parameters"].contains("hopper.launch_us"));
}

TEST_F(Calibration, WrongWordsAreRefused) {
  EXPECT_THAT(run("validate dgx-a100").err, HasSubstr("--measurements missing"));
  EXPECT_THAT(run("validate --measurements " + runs_).err, HasSubstr("TOPOLOGY missing"));
  EXPECT_EQ(run("validate --measurements " + runs_).exit_code, 2);
  EXPECT_THAT(run("validate " + job_ + " --systems x.csv").err,
              HasSubstr("given together with 'dgx-a100'"));
  EXPECT_THAT(run("validate " + job_ + " --cross-validate").err,
              HasSubstr("given without --systems"));
  EXPECT_THAT(run("calibrate --anchor --systems x.csv --measurements " + runs_).err,
              HasSubstr("--anchor: given together with --systems"));
  EXPECT_EQ(run("validate " + job_ + " --id none").exit_code, 3);
  EXPECT_EQ(run("validate --systems absent.csv --measurements " + runs_).exit_code, 3);
  const Outcome other = run("validate dgx-a100 --nodes 3 --measurements " + runs_);
  EXPECT_EQ(other.exit_code, 3);
  EXPECT_THAT(other.err, HasSubstr("a run of 16 ranks, the job has 24"));
}

TEST(Corpus, PublishedMeasurementsAreAllAccountedFor) {
  if (test::kIsSanitized) GTEST_SKIP() << "plans of 24,576 GPUs take minutes under a sanitizer";
  const std::string corpus = "../shared/corpus/measurements.csv";
  const std::string systems = "topologies/corpus.csv";
  if (!fs::exists(corpus) || text_of(systems).find(",cluster,") == std::string::npos) {
    GTEST_SKIP() << corpus << " or the column cluster of " << systems << " is not at hand";
  }
  const std::string words = "validate --systems " + systems + " --measurements " + corpus;
  const auto json = nlohmann::json::parse(run(words + " --format json").out);
  std::size_t left_out = 0;
  for (const auto& one : json["left_out"]) left_out += one["rows"].get<std::size_t>();
  EXPECT_EQ(json["rows"].size() + left_out, 3660U);
  const auto& overall = json["overall"];
  EXPECT_LT(overall["cost"]["median_abs_rel"].get<double>(),
            0.6 * overall["nccl"]["median_abs_rel"].get<double>());
}

}  // namespace calibrate_test
}  // namespace treering::cli
