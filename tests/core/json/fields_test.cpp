#include "core/json/fields.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace treering::core {
namespace fields_test {

using Json = nlohmann::ordered_json;

TEST(JsonFields, ReadsByType) {
  const Json json = Json::parse(R"({"t": "x", "i": -3, "n": 1.5, "b": true, "whole": 2})");
  FirstProblem problem("x.json", "");
  JsonFields fields(json, "/a", problem);
  EXPECT_EQ(fields.text("t"), "x");
  EXPECT_EQ(fields.integer("i"), -3);
  EXPECT_EQ(fields.number("n"), 1.5);
  EXPECT_EQ(fields.number("whole"), 2);
  EXPECT_TRUE(fields.truth("b", false));
  EXPECT_EQ(fields.text("absent", "fallback"), "fallback");
  fields.refuse_unknown();
  EXPECT_FALSE(problem.any());
}

TEST(JsonFields, RefusesTextsThatAreNotFit) {
  const Json json = Json::parse(R"({"t": "a\nb"})");
  FirstProblem problem("x.json", "");
  JsonFields fields(json, "/a", problem);
  EXPECT_EQ(fields.text("t", "fallback"), "fallback");
  ASSERT_TRUE(problem.any());
  EXPECT_EQ(problem.error().message(),
            "x.json:1: /a/t: U+000A at byte 1 of 'a?b', expected no line ends, control characters "
            "or marks of direction");
}

TEST(JsonFields, KeepsTheFirstProblem) {
  constexpr std::string_view kText = "{\"a\":\n{\"u\": 2,\n\"t\": 1}}";
  const Json json = Json::parse(kText)["a"];
  FirstProblem problem("x.json", kText);
  JsonFields fields(json, "/a", problem);
  EXPECT_EQ(fields.text("t", "fallback"), "fallback");
  fields.text("u");
  fields.require("v");
  EXPECT_EQ(problem.error().message(), "x.json:3: /a/t: 1, expected a text in quotes");
}

TEST(JsonFields, FieldsNobodyAskedForAreProblems) {
  constexpr std::string_view kText = "{\"count\": 1,\n\"kund\": 2}";
  const Json json = Json::parse(kText);
  FirstProblem problem("x.json", kText);
  JsonFields fields(json, "", problem);
  fields.integer("count");
  fields.value("kind");
  fields.refuse_unknown();
  EXPECT_EQ(problem.error().message(),
            "x.json:2: /kund: an unknown field, expected count, kind; did you mean 'kind'");
}

TEST(JsonFields, SizesOfIntegersAreChecked) {
  const Json json = Json::parse(R"({"a": 9223372036854775808, "b": 2147483648})");
  FirstProblem wide("x.json", "");
  EXPECT_EQ(JsonFields(json, "", wide).long_integer("a", 7), 7);
  EXPECT_EQ(wide.error().message(), "x.json:1: /a: 9223372036854775808, expected an integer");
  FirstProblem narrow("x.json", "");
  EXPECT_EQ(JsonFields(json, "", narrow).integer("b", 7), 7);
  EXPECT_TRUE(narrow.any());
  FirstProblem none("x.json", "");
  EXPECT_EQ(JsonFields(json, "", none).long_integer("b"), 2147483648);
}

TEST(JsonFields, ReadsLists) {
  const Json json = Json::parse(R"({"t": ["a", "b"], "n": [1, 2.5], "e": {"x": "1", "a": "2"}})");
  FirstProblem problem("x.json", "");
  JsonFields fields(json, "/a", problem);
  EXPECT_EQ(fields.texts("t"), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(fields.numbers("n"), (std::vector<double>{1, 2.5}));
  EXPECT_EQ(fields.texts_by_name("e"),
            (std::vector<std::pair<std::string, std::string>>{{"x", "1"}, {"a", "2"}}));
  EXPECT_TRUE(fields.texts("absent").empty());
  EXPECT_TRUE(fields.texts_by_name("absent").empty());
  EXPECT_FALSE(problem.any());
}

TEST(JsonFields, NamesTheEntryThatIsOfAnotherType) {
  const auto message_of = [](const char* text, auto read) {
    const Json json = Json::parse(text);
    FirstProblem problem("x.json", "");
    JsonFields fields(json, "", problem);
    read(fields);
    return problem.any() ? problem.error().message() : "none";
  };
  EXPECT_EQ(message_of(R"({"t": ["a", 2]})", [](JsonFields& fields) { fields.texts("t"); }),
            "x.json:1: /t/1: 2, expected a text in quotes");
  EXPECT_EQ(message_of(R"({"n": [1, "b"]})", [](JsonFields& fields) { fields.numbers("n"); }),
            "x.json:1: /n/1: 'b', expected a number");
  EXPECT_EQ(
      message_of(R"({"e": {"a": []}})", [](JsonFields& fields) { fields.texts_by_name("e"); }),
      "x.json:1: /e/a: an array, expected a text in quotes");
  EXPECT_EQ(message_of(R"({"e": {"a\u001b": "x"}})",
                       [](JsonFields& fields) { fields.texts_by_name("e"); }),
            "x.json:1: /e/a?: U+001B at byte 1 of 'a?', expected no line ends, control characters "
            "or marks of direction");
}

TEST(JsonFields, NullIsNothingWhereItMayBe) {
  const Json json = Json::parse(R"({"t": null, "n": null, "x": "a", "y": 2})");
  FirstProblem problem("x.json", "");
  JsonFields fields(json, "", problem);
  EXPECT_FALSE(fields.text_if_any("t"));
  EXPECT_FALSE(fields.text_if_any("absent"));
  EXPECT_FALSE(fields.number_if_any("n"));
  EXPECT_EQ(fields.text_if_any("x"), "a");
  EXPECT_EQ(fields.number_if_any("y"), 2.0);
  EXPECT_FALSE(problem.any());
  EXPECT_FALSE(fields.number_if_any("x"));
  EXPECT_EQ(problem.error().message(), "x.json:1: /x: 'a', expected a number or null");
}

}  // namespace fields_test
}  // namespace treering::core
