#include <gtest/gtest.h>

#include "sim/job/value_text.h"

namespace treering::sim::job {
namespace number_test {

TEST(EnvironmentNumber, IsReadAsCDoes) {
  EXPECT_EQ(read_number("16").value, 16);
  EXPECT_EQ(read_number("-2").value, -2);
  EXPECT_EQ(read_number("0x10").value, 16);
  EXPECT_EQ(read_number("010").value, 8);
  EXPECT_EQ(read_number(" 7").value, 7);
  EXPECT_EQ(read_number("16").remark, "");
}

TEST(EnvironmentNumber, WithoutDigitsItIsZero) {
  EXPECT_EQ(read_number("off").value, 0);
  EXPECT_EQ(read_number("off").remark, "not a number, so NCCL reads 0");
}

TEST(EnvironmentNumber, WhatFollowsTheDigitsDoesNotCount) {
  EXPECT_EQ(read_number("4M").value, 4);
  EXPECT_EQ(read_number("4M").remark, "NCCL reads 4 and drops 'M'");
}

TEST(EnvironmentNumber, NoneWhereNcclTakesItsDefault) {
  EXPECT_EQ(read_number(""), Number());
  EXPECT_EQ(read_number("99999999999999999999").value, std::nullopt);
  EXPECT_EQ(read_number("99999999999999999999").remark, "too large, so NCCL uses its default");
}

}  // namespace number_test
}  // namespace treering::sim::job
