#include "core/profile/profile.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace treering::core {
namespace profile_test {

using ::testing::HasSubstr;

constexpr std::string_view kSample = R"({
  "schema": "treering.profile/1",
  "name": "mine",
  "description": "two nodes",
  "parameters": {
    "hopper.launch_us": {"value": 6.5, "unit": "us", "spread": 0.25, "source": "a run"},
    "scale.hop": {"value": 1.5, "source": ""}
  },
  "corrections": [
    {"collective": "all_reduce", "algorithm": "Ring", "nodes": 2, "ranks": 16, "points": [{"bytes": 8, "log_ratio": 0.1, "spread": 0.02}, {"bytes": 1024, "log_ratio": -0.2}]},
    {"collective": "alltoall", "points": []}
  ],
  "fitted_rows": ["00000007 0123abcd", "ffffffff"]
}
)";

Profile sample() {
  Profile profile;
  profile.name = "mine";
  profile.description = "two nodes";
  profile.parameters["hopper.launch_us"] = {6.5, "us", 0.25, "a run"};
  profile.parameters["scale.hop"] = {1.5, "", 0, ""};
  profile.corrections = {{Collective::AllReduce, "Ring", {{8, 0.1, 0.02}, {1024, -0.2}}, 2, 16},
                         {Collective::AllToAll, "", {}}};
  profile.fitted_rows = {7, 0x0123abcd, 0xffffffff};
  return profile;
}

std::string message_of(std::string_view text) {
  const auto profile = profile_from_json(text, "p.json");
  return profile ? "no error" : profile.error().message();
}

/// kSample with `what` replaced.
std::string message_with(std::string_view what, std::string_view replacement) {
  std::string text(kSample);
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return message_of(text.replace(at, what.size(), replacement));
}

TEST(Profile, ReadsWhatItSays) {
  const auto profile = profile_from_json(kSample, "p.json");
  ASSERT_TRUE(profile) << profile.error().message();
  EXPECT_EQ(*profile, sample());
}

TEST(Profile, WhatIsWrittenIsReadAgain) {
  const std::string text = profile_to_json(sample());
  const auto again = profile_from_json(text, "p.json");
  ASSERT_TRUE(again) << again.error().message() << text;
  EXPECT_EQ(*again, sample());
  EXPECT_EQ(profile_to_json(*again), text);
  EXPECT_EQ(profile_from_json(profile_to_json({}), "p.json").value(), Profile{});
}

TEST(Profile, NamesTheLineAndTheField) {
  EXPECT_EQ(message_with("6.5", "-1"),
            "p.json:6: /parameters/hopper.launch_us/value: -1, expected 1e-12 to 1e12");
  EXPECT_THAT(message_with("6.5", "0"), HasSubstr("value: 0, expected 1e-12"));
  EXPECT_THAT(message_with("6.5", "2e12"), HasSubstr("expected 1e-12 to 1e12"));
  EXPECT_THAT(message_with("0.25", "11"), HasSubstr("spread: 11, expected 0 to 10"));
  EXPECT_THAT(message_with("0.25", "-0.1"), HasSubstr("p.json:6: "));
  EXPECT_THAT(message_with("-0.2}", "-20}"), HasSubstr("p.json:10: /corrections/0/points/1"));
  EXPECT_THAT(message_with("1024", "8"), HasSubstr("8, expected above 8; sort the points by size"));
  EXPECT_THAT(message_with("\"bytes\": 8", "\"bytes\": 0"), HasSubstr("expected above 0"));
}

// FNV-1a of "" is cbf29ce484222325, of "a" af63dc4c8601ec8c (draft-eastlake-fnv): cbf29ce4 xor
// 84222325, af63dc4c xor 8601ec8c.
TEST(Profile, ARowIsMarkedByAFoldedHash) {
  EXPECT_EQ(row_mark(""), 0x4fd0bfc1U);
  EXPECT_EQ(row_mark("a"), 0x296230c0U);
}

TEST(Profile, MarksOfRowsHaveEightDigits) {
  for (const char* const wrong :
       {"\"0123abc\"", "\"0123abcdef\"", "\"0123abcx\"", "\"\"", "\"0123abcd \"", "7"}) {
    EXPECT_THAT(message_with("\"ffffffff\"", wrong), HasSubstr("p.json:13: /fitted_rows/1: "))
        << wrong;
  }
  Profile profile = sample();
  for (std::uint32_t mark = 0; mark < 100; ++mark) profile.fitted_rows.insert(mark * 1'000'003);
  EXPECT_EQ(profile_from_json(profile_to_json(profile), "p.json").value(), profile);
}

TEST(Profile, ValuesTooSmallForProductsAreRefused) {
  EXPECT_THAT(message_with("6.5", "1e-300"), HasSubstr("/parameters/hopper.launch_us/value"));
}

TEST(Profile, RefusesOtherDocuments) {
  EXPECT_THAT(message_with("profile/1", "profile/2"), HasSubstr("expected 'treering.profile/1'"));
  EXPECT_THAT(message_with("\"description\"", "\"descripton\""), HasSubstr("descripton"));
  EXPECT_THAT(message_with("\"value\": 6.5", "\"valu\": 6.5"), HasSubstr("valu"));
  EXPECT_THAT(message_with("alltoall", "alltoal"), HasSubstr("/corrections/1/collective"));
  EXPECT_THAT(message_of("[]"), HasSubstr("p.json"));
  EXPECT_THAT(message_of(""), HasSubstr("p.json"));
  EXPECT_THAT(message_of("{"), HasSubstr("p.json:1"));
}

TEST(Profile, NamesMayHoldAnything) {
  EXPECT_THAT(message_with("hopper.launch_us\": {\"value\": 6.5", "a/b~c\": {\"value\": -1"),
              HasSubstr("p.json:6: "));
}

TEST(Profile, TextsHoldNothingThatEndsALineOrTurnsIt) {
  const std::string expected = "expected no line ends, control characters or marks of direction";
  for (const std::string_view place :
       {"\"mine", "\"two nodes", "\"us", "\"a run", "\"hopper.launch_us"}) {
    EXPECT_THAT(message_with(place, "\"\\nexport LD_PRELOAD=x"), HasSubstr(expected)) << place;
    EXPECT_THAT(message_with(place, "\"\u202e"), HasSubstr(expected)) << place;
  }
  EXPECT_EQ(message_with("mine", "\\u001b"),
            "p.json:3: /name: U+001B at byte 0 of '?', " + expected);
}

TEST(Profile, WhatLiesOverGoesFirst) {
  Profile base = sample();
  base.parameters["only.base"] = {3, "us", 0.5, "base"};
  Profile over;
  over.name = "over";
  over.parameters["scale.hop"] = {2, "", 0.1, "over"};
  const Profile both = overlaid(base, over);
  EXPECT_EQ(both.name, "over");
  EXPECT_EQ(both.description, "two nodes");
  EXPECT_EQ(both.parameters.at("only.base").value, 3);
  EXPECT_EQ(both.parameters.at("scale.hop").value, 2);
  EXPECT_EQ(both.parameters.at("hopper.launch_us").value, 6.5);
}

TEST(Profile, AJobHasNoFewerThanNoRanks) {
  EXPECT_EQ(message_with("\"nodes\": 2", "\"nodes\": -2"),
            "p.json:10: /corrections/0/nodes: -2, expected 0, for any, or more");
}

TEST(Profile, ACheckOfNamesAndUnitsMayBeGiven) {
  const auto only_us = [](std::string_view name,
                          const Parameter& parameter) -> std::optional<ParameterProblem> {
    if (parameter.unit == "us") return {};
    return ParameterProblem{"unit", "none", "expected 'us'", std::string(name)};
  };
  const auto profile = profile_from_json(kSample, "p.json", only_us);
  ASSERT_FALSE(profile);
  EXPECT_EQ(profile.error().message(),
            "p.json:7: /parameters/scale.hop/unit: none, expected 'us'; scale.hop");
}

TEST(Profile, ACorrectionReplacesThatOfTheSameCalls) {
  Profile over;
  over.corrections = {{Collective::AllReduce, "Ring", {{8, 0.5}}},
                      {Collective::AllReduce, "", {{8, 0.7}}}};
  const Profile both = overlaid(sample(), over);
  ASSERT_EQ(both.corrections.size(), 3U);
  EXPECT_EQ(both.corrections[0].collective, Collective::AllToAll);
  EXPECT_EQ(both.corrections[1], over.corrections[0]);
  EXPECT_EQ(both.corrections[2], over.corrections[1]);
}

RC_GTEST_PROP(ProfileProperty, SixDigitsAreKept, ()) {
  const double value = std::exp(*rc::gen::inRange(-1000, 1000) / 100.0);
  Profile profile;
  profile.parameters["x"] = {value, "us", 0.5, *rc::gen::element("", "a \"b\"", "\\", "\xc3\xa9")};
  const auto again = profile_from_json(profile_to_json(profile), "p.json");
  RC_ASSERT(again.has_value());
  RC_ASSERT(std::abs(again->parameters.at("x").value / value - 1) < 1e-5);
  RC_ASSERT(again->parameters.at("x").source == profile.parameters.at("x").source);
}

}  // namespace profile_test
}  // namespace treering::core
