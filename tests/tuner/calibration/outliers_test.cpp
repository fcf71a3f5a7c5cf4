#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tuner/calibration/calibrate.h"
#include "tuner/calibration/validation.h"

namespace treering::tuner::calibration {
namespace outliers_test {

using ::testing::DoubleNear;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<Observation> sweep(std::size_t rows) {
  std::vector<Observation> list(rows);
  for (std::size_t i = 0; i < rows; ++i) list[i].bytes = static_cast<double>(8U << i);
  return list;
}

TEST(Outliers, ASpikeIsFarByWhatItSticksOut) {
  const auto rows = sweep(7);
  // 2.0 above 0.2, the highest of its neighbours 0, 0.1, 0.2 and 0.
  const std::vector<double> residuals{0, 0.1, 2.2, 0.2, 0, 0, 0};
  const auto distances = distances_to_neighbours(pointers_to(rows), residuals);
  EXPECT_THAT(distances[2], DoubleNear(2.0, 1e-12));
  EXPECT_THAT(outliers(pointers_to(rows), residuals, 1.5), ElementsAre(2U));
  EXPECT_THAT(outliers(pointers_to(rows), residuals, 2.5), IsEmpty());
}

TEST(Outliers, SpikesAtTheEndsAreFarToo) {
  const auto rows = sweep(6);
  EXPECT_THAT(outliers(pointers_to(rows), {-3, 0, 0, 0, 0, 3}, 1), ElementsAre(0U, 5U));
}

TEST(Outliers, NeitherAStepNorABumpOfTwoIs) {
  const auto rows = sweep(8);
  EXPECT_THAT(distances_to_neighbours(pointers_to(rows), {0, 0, 0, 0, 3, 3, 3, 3}), Each(0));
  EXPECT_THAT(distances_to_neighbours(pointers_to(rows), {0, 0, 0, 3, 3, 0, 0, 0}), Each(0));
}

TEST(Outliers, FourRowsDoNotSayWhichIsWrong) {
  const auto rows = sweep(4);
  EXPECT_THAT(outliers(pointers_to(rows), {0, 9, 0, 0}, 1), IsEmpty());
}

TEST(Outliers, SeriesAreJudgedByThemselves) {
  auto rows = sweep(10);
  for (std::size_t i = 5; i < 10; ++i) rows[i].series = "slow";
  EXPECT_THAT(outliers(pointers_to(rows), {0, 0, 0, 0, 0, 5, 5, 5, 5, 5}, 1), IsEmpty());
}

}  // namespace outliers_test
}  // namespace treering::tuner::calibration
