#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tuner/calibration/observation.h"

namespace treering::tuner::calibration {
namespace rows_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

Observation row_of(const std::string& series, double bytes) {
  Observation row;
  row.series = series;
  row.bytes = bytes;
  return row;
}

TEST(Rows, SeriesRunByNameThenSizeThenPlace) {
  const std::vector<Observation> list{row_of("b", 8), row_of("a", 64), row_of("b", 1),
                                      row_of("a", 8), row_of("a", 64)};
  EXPECT_THAT(series_of(pointers_to(list)),
              ElementsAre(Pair("a", ElementsAre(3U, 1U, 4U)), Pair("b", ElementsAre(2U, 0U))));
}

TEST(Rows, PickedAndTheRestMakeTheWhole) {
  const std::vector<Observation> list(4);
  const Rows all = pointers_to(list);
  const Rows some = picked(all, {3, 1});
  EXPECT_THAT(some, ElementsAre(&list[3], &list[1]));
  EXPECT_THAT(without(all, some), ElementsAre(&list[0], &list[2]));
  EXPECT_EQ(without(all, {}), all);
  EXPECT_THAT(without(all, all), IsEmpty());
}

}  // namespace rows_test
}  // namespace treering::tuner::calibration
