#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/json/values.h"
#include "core/text/quote.h"
#include "tests/support/processor_time.h"

namespace treering::core {
namespace text_test {

using namespace std::string_literals;
using ::testing::StartsWith;

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

TEST(JsonText, WhatIsWrittenIsFitToBeShownAndSaysTheSame) {
  const std::string hostile = "a\n\x1b\x7f\u0085\u202e\u2028\u00e9\"";
  const std::string text = json_of({{hostile, hostile}});
  EXPECT_EQ(text.find_first_of("\n\x1b\x7f"), std::string::npos);
  EXPECT_EQ(find_unprintable(text), text.size()) << text;
  EXPECT_THAT(text, ::testing::HasSubstr("\\u007F\\u0085\\u202E\\u2028\u00e9"));
  const auto again = parse_json(text, "x.json");
  ASSERT_TRUE(again);
  EXPECT_EQ(again->at(hostile), hostile);
  EXPECT_EQ(json_of("a\xff"), "\"a\ufffd\"");
}

TEST(JsonText, SyntaxErrorsAreOneSentenceWithLineAndColumn) {
  EXPECT_EQ(message_of("{\n  \"a\": 1,\n  \"b\": x\n}"),
            "x.json:3:8: not JSON: invalid literal '\"b\": x'");
  EXPECT_EQ(message_of("{\"a\": "),
            "x.json:1:7: not JSON: unexpected end of input, expected '[', '{', or a literal");
  EXPECT_EQ(message_of("{\"a\" 1}"),
            "x.json:1:6: not JSON: unexpected number literal, expected ':'");
  EXPECT_EQ(message_of("[1] 2"),
            "x.json:1:5: not JSON: unexpected number literal, expected end of input");
  EXPECT_EQ(message_of("[\"\xff\"]"),
            "x.json:1:3: not JSON: invalid string: ill-formed UTF-8 byte '\"?'");
}

TEST(JsonText, HugeNumbersAreRefused) {
  EXPECT_EQ(message_of("[1e999]"), "x.json:1:6: not JSON: number overflow parsing '1e999'");
}

TEST(JsonText, FieldsGivenTwiceAreRefused) {
  EXPECT_EQ(message_of("[{\"a\": {\"b\": 1,\n\"c\": 2,\n\"b\": 3}}]"),
            "x.json:3: /0/a/b: a field given twice, expected each once");
}

TEST(JsonText, OtherEncodingsAreNamed) {
  const std::string end = " text, expected JSON in UTF-8; convert it with iconv";
  EXPECT_EQ(message_of("\xFF\xFE{\0}\0"s), "x.json: UTF-16" + end);
  EXPECT_EQ(message_of("\0{\0}"s), "x.json: UTF-16" + end);
  EXPECT_EQ(message_of("\xFF\xFE\0\0{\0\0\0"s), "x.json: UTF-32" + end);
  EXPECT_THAT(message_of("{\"a\0b\": 1}"s),
              StartsWith("x.json:1:4: not JSON: invalid string: control character U+0000 (NUL)"));
  EXPECT_EQ(message_of("\xEF\xBB\xBF{}"), "no error");
}

TEST(JsonText, EmptyTextIsRefused) {
  EXPECT_EQ(message_of(" \n"), "x.json: an empty text, expected JSON");
}

TEST(JsonText, DepthIsBounded) {
  EXPECT_EQ(message_of(repeated("[", 64) + repeated("]", 64)), "no error");
  EXPECT_EQ(message_of(repeated("[\n", 100'000)),
            "x.json:65: " + repeated("/0", 25) + "..." + repeated("/0", 25) +
                ": deeper nesting, expected at most 64 levels");
  EXPECT_THAT(message_of(repeated("{\"a\":", 100'000)),
              ::testing::EndsWith("deeper nesting, expected at most 64 levels"));
}

TEST(JsonText, SizeIsBounded) {
  const std::string what = ", expected the description of one machine";
  EXPECT_EQ(message_of("[\n" + std::string(kMaxJsonBytes, ' ') + "]"),
            "x.json:2: more than 16777216 bytes" + what);
  EXPECT_EQ(message_of("[1]\n" + std::string(kMaxJsonBytes, ' ')),
            "x.json:2: more than 16777216 bytes" + what);
  EXPECT_EQ(message_of("[" + repeated("1,\n", kMaxJsonEntries) + "1]"),
            "x.json:65537: /65536: more than 65536 entries" + what);
  const std::string fifty = "[" + repeated("1,", 49) + "1],\n";
  // 51 values per line, below the root.
  EXPECT_EQ(message_of("[" + repeated(fifty, 20'000) + "1]"),
            "x.json:19608: /19607/41: more than 1000000 values" + what);
}

// Of few fields each is compared with the others; of many there is a set.
TEST(JsonText, AFieldGivenTwiceIsFoundAmongFewAndMany) {
  for (const int fields : {1, 31, 32, 33, 100}) {
    std::string text = "{";
    for (int i = 0; i < fields; ++i) text += "\"" + std::to_string(i) + "\":0,";
    EXPECT_EQ(message_of(text + "\"new\":0}"), "no error") << fields;
    for (const int again : {0, fields / 2, fields - 1}) {
      const std::string name = std::to_string(again);
      EXPECT_EQ(message_of(text + "\"" + name + "\":0}"),
                "x.json:1: /" + name + ": a field given twice, expected each once")
          << fields;
    }
  }
}

// Comparing each field with all others would take 10^9 steps.
TEST(JsonText, ManyFieldsAreFast) {
  std::string text = "{";
  for (int i = 0; i < 60'000; ++i) text += "\"" + std::to_string(i) + "\":0,";
  text += "\"0\":0}";
  const double taken_s = test::processor_seconds([&text] {
    EXPECT_EQ(message_of(text), "x.json:1: /0: a field given twice, expected each once");
  });
  EXPECT_LT(taken_s, 1);
}

}  // namespace text_test
}  // namespace treering::core
