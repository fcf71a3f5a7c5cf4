#include "core/json/values.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace treering::core {
namespace values_test {

using Json = nlohmann::ordered_json;

TEST(JsonValues, AnotherTypeIsNothing) {
  for (const char* const text : {"null", "true", "[1]", R"({"a": 1})"}) {
    const Json json = Json::parse(text);
    EXPECT_FALSE(text_in(json)) << text;
    EXPECT_FALSE(integer_in(json)) << text;
    EXPECT_FALSE(count_in(json)) << text;
    EXPECT_FALSE(number_in(json)) << text;
  }
  EXPECT_FALSE(text_in(Json(1)));
  EXPECT_FALSE(number_in(Json("1")));
  EXPECT_EQ(text_in(Json("a\nb")), "a\nb");
}

// 2^63 fits into the one and not into the other.
TEST(JsonValues, WholeNumbersFit) {
  EXPECT_EQ(integer_in(Json::parse("-3")), -3);
  EXPECT_FALSE(integer_in(Json::parse("1.5")));
  EXPECT_FALSE(integer_in(Json::parse("9223372036854775808")));
  EXPECT_EQ(count_in(Json::parse("9223372036854775808")), 9223372036854775808U);
  EXPECT_FALSE(count_in(Json::parse("-1")));
  EXPECT_EQ(integer_within(Json::parse("4"), 0, 4), 4);
  EXPECT_FALSE(integer_within(Json::parse("5"), 0, 4));
  EXPECT_FALSE(integer_within(Json::parse("4294967296"), 0, 4));
  EXPECT_EQ(number_in(Json::parse("2")), 2.0);
}

TEST(JsonValues, MembersOfWhatIsNoObjectAreNotThere) {
  const Json object = Json::parse(R"({"a": 1})");
  ASSERT_NE(member_of(object, "a"), nullptr);
  EXPECT_EQ(*member_of(object, "a"), 1);
  EXPECT_EQ(member_of(object, "b"), nullptr);
  EXPECT_EQ(member_of(Json::parse("[1]"), "a"), nullptr);
  EXPECT_EQ(member_of(Json(), "a"), nullptr);
}

}  // namespace values_test
}  // namespace treering::core
