#include "app/calibrate.h"

#include <gtest/gtest.h>

#include "app/validate.h"
#include "tests/app/measured.h"

namespace treering::app {
namespace calibrate_test {

class CalibrateAnswer : public ::testing::Test {
 protected:
  measurements::RunsRequest runs_of(const std::string& file) const {
    measurements::RunsRequest runs;
    runs.files = {file};
    runs.job.topology = "dgx-a100";
    runs.job.nodes = 2;
    return runs;
  }

  /// A sweep of a machine that takes 1.3 times as long as is predicted.
  std::string slow_sweep() const {
    ValidateRequest request;
    request.runs = runs_of(files_.add("plain", plain_sweep()));
    const auto report = answer(request);
    EXPECT_TRUE(report);
    std::vector<MeasuredRow> rows;
    for (const auto& row : report->rows) {
      rows.push_back({static_cast<std::uint64_t>(row.seen().bytes), 1.3 * row.cost.predicted_us});
    }
    return files_.add("slow", rows);
  }

  MeasuredFiles files_;
};

TEST_F(CalibrateAnswer, FindsHowMuchSlowerAMachineIs) {
  CalibrateRequest request;
  request.runs = runs_of(slow_sweep());
  const auto report = answer(request);
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_EQ(report->profile.name, "dgx-a100");
  EXPECT_EQ(report->profile.description,
            "Fitted to 9 rows of 2 nodes x 8 GPUs = 16 ranks of dgx-a100.");
  const auto* const found = std::get_if<tuner::calibration::SystemCalibration>(&report->found);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->used.size(), 9U);
  // 1 / 1.3 - 1 of each row.
  EXPECT_NEAR(tuner::calibration::scores_of(found->before).cost.median, 0.2308, 1e-3);
  EXPECT_LT(tuner::calibration::scores_of(found->after).cost.median, 0.05);
}

TEST_F(CalibrateAnswer, EndsAreTriedOnTheRest) {
  CalibrateRequest request;
  request.runs = runs_of(slow_sweep());
  request.use = tuner::calibration::Use::Ends;
  const auto report = answer(request);
  ASSERT_TRUE(report) << report.error().message();
  const auto& found = std::get<tuner::calibration::SystemCalibration>(report->found);
  EXPECT_EQ(found.used.size(), 2U);
  EXPECT_EQ(found.after.size(), 7U);
  EXPECT_EQ(found.trial, tuner::calibration::Trial::Rest);
}

TEST_F(CalibrateAnswer, ErrorsNameFields) {
  CalibrateRequest request;
  request.runs.files = {files_.add("plain", plain_sweep())};
  request.runs.systems = "systems.csv";
  request.use = tuner::calibration::Use::Ends;
  EXPECT_EQ(answer(request).error().where, "⟨anchor⟩");
  request.use = tuner::calibration::Use::All;
  request.runs.time_model.profile = "mine.json";
  EXPECT_EQ(answer(request).error().where, "⟨profile⟩");
  EXPECT_EQ(answer(request).error().found, "given together with ⟨systems⟩");
}

}  // namespace calibrate_test
}  // namespace treering::app
