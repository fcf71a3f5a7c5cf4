#include <gtest/gtest.h>

#include "sim/job/value_text.h"

namespace treering::sim::job {
namespace path_level_test {

using nccl::PathType;

TEST(PathLevel, IsAPathTypeInCapitals) {
  EXPECT_EQ(read_path_level("LOC"), PathType::Loc);
  EXPECT_EQ(read_path_level("PHB"), PathType::Phb);
  EXPECT_EQ(read_path_level("SYS"), PathType::Sys);
  EXPECT_EQ(read_path_level("sys"), std::nullopt);
  EXPECT_EQ(read_path_level("NET"), std::nullopt) << "SYS is the last that NCCL looks for";
}

TEST(PathLevel, OrOneOfTheOldNumbers) {
  EXPECT_EQ(read_path_level("0"), PathType::Loc);
  EXPECT_EQ(read_path_level("1"), PathType::Pix);
  EXPECT_EQ(read_path_level("2"), PathType::Pxb);
  EXPECT_EQ(read_path_level("3"), PathType::Phb);
  EXPECT_EQ(read_path_level("4"), PathType::Sys);
  EXPECT_EQ(read_path_level("77"), PathType::Sys);
  EXPECT_EQ(read_path_level("-1"), std::nullopt);
  EXPECT_EQ(read_path_level(""), std::nullopt);
}

}  // namespace path_level_test
}  // namespace treering::sim::job
