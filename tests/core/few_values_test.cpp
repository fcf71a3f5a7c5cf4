#include <string>

#include <gtest/gtest.h>

#include "core/compact_sequences.h"

namespace treering::core {
namespace few_values_test {

// Up to 255, up to 65,535, and beyond: one, two and four bytes each.
TEST(NarrowNumbers, AreAsWideAsTheLargestNeeds) {
  NarrowNumbers numbers;
  numbers.push_back(0);
  numbers.push_back(255);
  EXPECT_EQ(numbers.width(), 1U);
  numbers.push_back(256);
  numbers.push_back(65'535);
  EXPECT_EQ(numbers.width(), 2U);
  numbers.push_back(4'294'967'295);
  EXPECT_EQ(numbers.width(), 4U);
  numbers.push_back(7);
  numbers.fit();
  ASSERT_EQ(numbers.size(), 6U);
  EXPECT_EQ(numbers[0], 0U);
  EXPECT_EQ(numbers[1], 255U);
  EXPECT_EQ(numbers[2], 256U);
  EXPECT_EQ(numbers[3], 65'535U);
  EXPECT_EQ(numbers[4], 4'294'967'295U);
  EXPECT_EQ(numbers[5], 7U);
}

TEST(NarrowNumbers, BecomeWideAtOnce) {
  NarrowNumbers numbers;
  numbers.push_back(1);
  numbers.push_back(70'000);
  EXPECT_EQ(numbers.width(), 4U);
  EXPECT_EQ(numbers[0], 1U);
  EXPECT_EQ(numbers[1], 70'000U);
}

TEST(NarrowNumbers, AreSetAtAPlace) {
  NarrowNumbers numbers;
  numbers.resize(3);
  numbers.set(2, 300);
  numbers.set(0, 5);
  ASSERT_EQ(numbers.size(), 3U);
  EXPECT_EQ(numbers.width(), 2U);
  EXPECT_EQ(numbers[0], 5U);
  EXPECT_EQ(numbers[1], 0U);
  EXPECT_EQ(numbers[2], 300U);
}

TEST(FewValues, KeepEachOnce) {
  FewValues<std::string> values;
  for (const char* const one : {"a", "b", "b", "a", "c"}) values.push_back(one);
  values.fit();
  EXPECT_EQ(values.size(), 5U);
  EXPECT_EQ(values.different(), 3U);
  EXPECT_EQ(values[0], "a");
  EXPECT_EQ(values[2], "b");
  EXPECT_EQ(values[3], "a");
  EXPECT_EQ(values[4], "c");
}

}  // namespace few_values_test
}  // namespace treering::core
