#include <gtest/gtest.h>

#include "tuner/runs/runs.h"

namespace treering::tuner::runs {
namespace nearest_version_test {

Measurement of(const std::string& release) {
  Measurement row;
  row.nccl_version = release;
  return row;
}

TEST(NearestVersions, AreNamedOnceEach) {
  EXPECT_EQ(
      nearest_versions({of("2.32.3"), of(""), of("2.20.5"), of("2.32.3"), of("2.21"), of("2.x")}),
      (std::vector<std::string>{
          "NCCL 2.32.3 is not known; the nearest is 2.31.2 (2 rows)",
          "NCCL 2.20.5 has the tables of 2.20.3 (1 row)",
          "'2.x' is not a version of NCCL 2; 2.28.9 is used instead (1 row)",
      }));
  EXPECT_TRUE(nearest_versions({}).empty());
}

TEST(NearestVersions, TheDefaultStandsForNoVersion) {
  EXPECT_EQ(nearest_version(""), "2.28.9");
  EXPECT_EQ(nearest_version("2.x"), "2.28.9");
  EXPECT_EQ(nearest_version("2.18.6"), "2.18.3");
}

}  // namespace nearest_version_test
}  // namespace treering::tuner::runs
