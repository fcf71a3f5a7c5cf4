#include "core/json_text.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/processor_time.h"

namespace treering::core {
namespace {

using namespace std::string_literals;
using testing::HasSubstr;
using testing::StartsWith;

std::string message_of(std::string_view text) {
  const auto json = parse_json(text, "x.json");
  return json ? "no error" : json.error().message();
}

std::string repeated(std::string_view text, std::size_t count) {
  std::string result;
  result.reserve(text.size() * count);
  for (std::size_t i = 0; i < count; ++i) result += text;
  return result;
}

TEST(JsonText, KeepsOrderOfFields) {
  const auto json = parse_json(R"({"b": [1, 2.5, "x"], "a": {"c": null, "b": true}})", "x.json");
  ASSERT_TRUE(json);
  EXPECT_EQ(json->dump(), R"({"b":[1,2.5,"x"],"a":{"c":null,"b":true}})");
}

TEST(JsonText, SyntaxErrorsCarryLineAndColumn) {
  EXPECT_THAT(message_of("{\n  \"a\": 1,\n  \"b\": x\n}"),
              StartsWith("x.json: line 3, column 8: not JSON, syntax error"));
  EXPECT_THAT(message_of("{\"a\": "), StartsWith("x.json: line 1, column 7: not JSON, "));
  EXPECT_THAT(message_of("[1] 2"), StartsWith("x.json: line 1, column 5: not JSON, "));
  EXPECT_THAT(message_of("[\"\xff\"]"), HasSubstr("not JSON"));
}

TEST(JsonText, HugeNumbersAreRefused) {
  EXPECT_THAT(message_of("[1e999]"), StartsWith("x.json: line 1, column 6: not JSON, number over"));
}

TEST(JsonText, FieldsGivenTwiceAreRefused) {
  EXPECT_EQ(message_of(R"([{"a": {"b": 1, "c": 2, "b": 3}}])"),
            "x.json: /0/a: 'b' given twice, expected each field once");
}

TEST(JsonText, OtherEncodingsAreNamed) {
  EXPECT_EQ(message_of("\xFF\xFE{\0}\0"s), "x.json: UTF-16 data, expected JSON in UTF-8");
  EXPECT_EQ(message_of("\0{\0}"s), "x.json: UTF-16 data, expected JSON in UTF-8");
  EXPECT_EQ(message_of("\xFF\xFE\0\0{\0\0\0"s), "x.json: UTF-32 data, expected JSON in UTF-8");
  EXPECT_EQ(message_of("{\"a\0b\": 1}"s), "x.json: binary data, expected JSON in UTF-8");
  EXPECT_EQ(message_of("\xEF\xBB\xBF{}"), "no error");
}

TEST(JsonText, EmptyTextIsRefused) {
  EXPECT_EQ(message_of(" \n"), "x.json: an empty text, expected JSON");
}

TEST(JsonText, DepthIsBounded) {
  EXPECT_EQ(message_of(repeated("[", 64) + repeated("]", 64)), "no error");
  EXPECT_THAT(message_of(repeated("[", 100'000)),
              testing::EndsWith("deeper nesting, expected at most 64 levels"));
  EXPECT_THAT(message_of(repeated("{\"a\":", 100'000)),
              testing::EndsWith("deeper nesting, expected at most 64 levels"));
}

TEST(JsonText, SizeIsBounded) {
  EXPECT_EQ(message_of(std::string(kMaxJsonBytes + 1, ' ')),
            "x.json: 67108865 bytes, expected at most 67108864");
  EXPECT_EQ(message_of("[" + repeated("1,", kMaxJsonValues) + "1]"),
            "x.json: /: more than 2000000 values, expected a smaller file");
}

// Looking fields up one by one would take 10^11 steps.
TEST(JsonText, ManyFieldsAreFast) {
  std::string text = "{";
  for (int i = 0; i < 300'000; ++i) text += "\"" + std::to_string(i) + "\":0,";
  text += "\"0\":0}";
  const double taken_s = test::processor_seconds([&text] {
    EXPECT_EQ(message_of(text), "x.json: /: '0' given twice, expected each field once");
  });
  EXPECT_LT(taken_s, 5);
}

}  // namespace
}  // namespace treering::core
