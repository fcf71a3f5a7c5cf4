// treering validate and treering calibrate, from words to what they write.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/measured_job.h"
#include "tests/cli/run.h"
#include "tests/support/sanitized.h"
#include "tuner/reference/nearer_models.h"

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

TEST_F(Calibration, ValidateHasATable) {
  EXPECT_THAT(run("validate --quiet " + job_).out, Not(HasSubstr("#")));
  const std::string csv = run("validate --format csv " + job_).out;
  EXPECT_THAT(csv, ::testing::StartsWith("id,collective,bytes,measured_us,"));
}

TEST_F(Calibration, EachRowHasTheNearestOfItsNccl) {
  const std::string rows = write("rows.csv",
                                 "id,nccl_version,collective,size_bytes,nodes,ranks,time_us_oop\n"
                                 "old,2.18.6,all_reduce,1048576,2,16,90\n"
                                 "new,2.32.3,all_reduce,1048576,2,16,90\n"
                                 "any,,all_reduce,1048576,2,16,90\n");
  const std::string line = "validate dgx-a100 --nodes 2 --measurements " + rows;
  const auto json = nlohmann::json::parse(run(line + " --format json").out);
  EXPECT_EQ(json["rows"][0]["nccl_choice_version"].get<std::string>(), "2.18.3");
  EXPECT_EQ(json["rows"][1]["nccl_choice_version"].get<std::string>(), "2.31.2");
  EXPECT_EQ(json["rows"][2]["nccl_choice_version"].get<std::string>(), "2.28.9");
  EXPECT_EQ(json["nccl_nearest"].size(), 2U);
}

TEST_F(Calibration, IdChoosesRows) {
  EXPECT_EQ(run("validate " + job_ + " --id two --format csv").out.find("one,"), std::string::npos);
}

TEST_F(Calibration, ManyMachinesAreLookedUpInATable) {
  const std::string systems = write("systems.csv",
                                    "id,cluster,topology,nodes,stratum\n"
                                    "one,a,dgx-a100,2,RDMA\ntwo,b,dgx-a100,2,TCP\n");
  const std::string three = write("three.csv", std::string(kHead) + "three,reduce,8,1,8,,9\n");
  const std::string words =
      "--systems " + systems + " --measurements " + runs_ + " --measurements " + three;
  const Outcome crossed = run("validate --cross-validate --format json " + words);
  const auto json = nlohmann::json::parse(crossed.out);
  EXPECT_EQ(json["cross_validation"]["new_cluster"]["all"]["n"].get<int>(), 10);
  EXPECT_EQ(json["cross_validation"]["anchored_by_two_rows"]["all"]["n"].get<int>(), 8);
}

TEST_F(Calibration, NearestVersionsAreThoseOfTheRowsInUse) {
  const std::string rows = write("rows.csv",
                                 "id,nccl_version,collective,size_bytes,nodes,ranks,time_us_oop\n"
                                 "here,2.18.6,all_reduce,1048576,2,16,90\n"
                                 "elsewhere,2.32.3,all_reduce,1048576,4,32,90\n");
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
  EXPECT_THAT(outcome.err, HasSubstr("calibrated to 20 rows"));
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
  EXPECT_THAT(json.at("parameters").at("ampere.hop_us.LL").at("source").get<std::string>(),
              HasSubstr("published rows of 2 clusters from 0.8 with spread 0.6, prior: "));
  // Two sweeps on two nodes do not tell it from the hops, so that it stays as it was.
  EXPECT_THAT(outcome.out, ContainsRegex("ampere.launch_us +6 .*% +- "));
  EXPECT_FALSE(json["parameters"].contains("ampere.launch_us"));
  EXPECT_FALSE(json["parameters"].contains("hopper.launch_us"));
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
  const auto& tuned = json["by_models"][0];
  EXPECT_EQ(tuned["models"], nlohmann::json({"cost", "nccl"}));
  EXPECT_LT(tuned["cost"]["median_abs_rel"].get<double>(),
            0.6 * tuned["nccl"]["median_abs_rel"].get<double>());
}

// tuner/reference/nearer_models.csv has what this command finds; within two points, as the models
// may change a little.
TEST(Corpus, TheEventModelIsNearerForTheKindsOfTheTable) {
  const std::string corpus = "../shared/corpus/nvidia_single_node.csv";
  if (!fs::exists(corpus)) GTEST_SKIP() << corpus << " is not at hand";
  const auto json =
      nlohmann::json::parse(run("validate --systems topologies/corpus.csv --measurements " +
                                corpus + " --event --format json")
                                .out);
  std::size_t nearer = 0;
  for (const auto& kind : json["unfitted"]) {
    if (!kind["event_is_nearer"].get<bool>()) continue;
    ++nearer;
    const auto& known = tuner::reference::event_nearer_kinds();
    EXPECT_TRUE(std::ranges::any_of(known, [&](const auto& one) {
      return kind["collective"] == name_of(one.kind.collective) &&
             kind["algorithm"] == one.kind.algorithm &&
             std::abs(kind["event"]["median_abs_rel"].get<double>() - one.scores.event.median) <
                 0.02;
    })) << kind;
  }
  EXPECT_EQ(nearer, tuner::reference::event_nearer_kinds().size());
}

}  // namespace calibrate_test
}  // namespace treering::cli
