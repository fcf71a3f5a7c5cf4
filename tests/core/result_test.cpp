#include "core/result.h"

#include <gtest/gtest.h>

namespace treering::core {
namespace result_test {

TEST(Result, MessageIsOneSentence) {
  const Error error{Category::BadInput, "topologies/dgx.json: /links/7/to", "device 9 not found",
                    "have 0..8", "add it under /devices"};
  EXPECT_EQ(error.message(),
            "topologies/dgx.json: /links/7/to: device 9 not found, have 0..8; "
            "add it under /devices");
}

TEST(Result, MessageLeavesOutEmptyParts) {
  EXPECT_EQ((Error{Category::Usage, "--nodes", "found 0", "", ""}).message(), "--nodes: found 0");
  EXPECT_EQ((Error{Category::Usage, "", "found 0", "", "give 1"}).message(), "found 0; give 1");
}

TEST(Result, MessageIsOneLineWhateverIsInIt) {
  EXPECT_EQ(
      (Error{Category::BadInput, "a\n.xml", "'\x1b[31m'", "expected \u202e", "\xff"}).message(),
      "a?.xml: '?[31m', expected ?; ?");
}

// Exit codes are an interface that scripts use.
TEST(Result, CategoriesAreExitCodes) {
  EXPECT_EQ(static_cast<int>(Category::Usage), 2);
  EXPECT_EQ(static_cast<int>(Category::BadInput), 3);
  EXPECT_EQ(static_cast<int>(Category::Environment), 4);
  EXPECT_EQ(static_cast<int>(Category::Internal), 5);
}

TEST(Result, HelpersGiveTheirCategory) {
  EXPECT_EQ(Result<int>(usage_error("w", "f")).error().category, Category::Usage);
  EXPECT_EQ(Result<int>(bad_input("w", "f")).error().category, Category::BadInput);
  EXPECT_EQ(Result<int>(environment_error("w", "f")).error().category, Category::Environment);
  EXPECT_EQ(Result<int>(internal_error("w", "f")).error().category, Category::Internal);
}

TEST(Result, HelpersFillTheFieldsInOrder) {
  const Result<int> result = bad_input("where", "found", "expected", "hint");
  EXPECT_EQ(result.error(), (Error{Category::BadInput, "where", "found", "expected", "hint"}));
}

Result<int> half_of(int number) {
  if (number % 2 != 0) return bad_input("number", "odd");
  return number / 2;
}

Result<double> half_as_double(int number) {
  const auto half = half_of(number);
  if (!half) return fail(half.error());
  return *half;
}

TEST(Result, PassesThroughFunctionsOfOtherTypes) {
  EXPECT_EQ(half_as_double(4).value(), 2.0);
  EXPECT_EQ(half_as_double(3).error().message(), "number: odd");
}

}  // namespace result_test
}  // namespace treering::core
