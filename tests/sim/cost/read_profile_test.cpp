#include <string>

#include <gtest/gtest.h>

#include "sim/cost/parameters.h"
#include "sim/cost/terms/quantity.h"

namespace treering::sim::cost {
namespace read_profile_test {

/// What is said of a profile with this parameter in its third line.
std::string message_of(const std::string& name, const std::string& parameter) {
  const std::string text = "{\"schema\": \"treering.profile/1\",\n\"parameters\": {\n\"" + name +
                           "\": " + parameter + "}}";
  const auto profile = read_profile(text, "p.json");
  return profile ? "" : profile.error().message();
}

TEST(ReadProfile, TakesWhatTheModelKnows) {
  EXPECT_EQ(message_of("hopper.launch_us", R"({"value": 6, "unit": "us"})"), "");
  EXPECT_EQ(message_of("hopper.launch_us", R"({"value": 6})"), "");  // the name has the unit
  EXPECT_EQ(message_of("mesh.hop_factor", R"({"value": 6, "unit": ""})"), "");
  EXPECT_EQ(message_of("efa1.channel_GBps.LL128", R"({"value": 6, "unit": "GB/s"})"), "");
  EXPECT_EQ(message_of("scatter.to_64MiB", R"({"value": 0.1})"), "");
  EXPECT_EQ(message_of("fill.LL", R"({"value": 1})"), "");
}

TEST(ReadProfile, NamesThatItDoesNotKnowAreRefused) {
  EXPECT_EQ(message_of("hopper.lanch_us", R"({"value": 6, "unit": "us"})"),
            "p.json:3: /parameters/hopper.lanch_us: no parameter 'hopper.lanch_us' is known, "
            "expected one of the cost model's; did you mean 'hopper.launch_us'");
  EXPECT_EQ(message_of("weather", R"({"value": 6})"),
            "p.json:3: /parameters/weather: no parameter 'weather' is known, expected one of the "
            "cost model's; docs/model.md has their names");
}

TEST(ReadProfile, UnitsAreThoseOfTheQuantities) {
  EXPECT_EQ(message_of("hopper.launch_us", R"({"value": 6, "unit": "ms"})"),
            "p.json:3: /parameters/hopper.launch_us/unit: 'ms', expected 'us'");
  EXPECT_EQ(message_of("scale.hop", R"({"value": 1, "unit": "us"})"),
            "p.json:3: /parameters/scale.hop/unit: 'us', expected none, since it is a factor");
}

TEST(ReadProfile, SharesAreOfAWhole) {
  EXPECT_EQ(message_of("infiniband.efficiency", R"({"value": 5})"),
            "p.json:3: /parameters/infiniband.efficiency/value: 5, expected above 0 and at most 1; "
            "it is the share of the ports' rate that is reached");
}

TEST(ReadProfile, WhatNoMachineHasIsRefused) {
  EXPECT_EQ(message_of("hopper.launch_us", R"({"value": 2e6})"),
            "p.json:3: /parameters/hopper.launch_us/value: 2e+06, expected above 0 and at most "
            "1e+06 us");
  EXPECT_EQ(message_of("scatter.above", R"({"value": 11})"),
            "p.json:3: /parameters/scatter.above/value: 11, expected above 0 and at most 10");
}

// Every quantity of every kind of machine has a name, a unit and a range.
TEST(ReadProfile, KnowsEveryQuantity) {
  for (const terms::QuantityEntry& entry : terms::kQuantities) {
    const std::string name = terms::name_for(entry.value, {"ampere", "pcie", "roce", "100G"});
    const auto with = [&](double value, std::string_view unit) {
      return problem_of(name, {value, std::string(unit), 0, ""});
    };
    EXPECT_FALSE(with(entry.most, entry.unit)) << name;
    ASSERT_TRUE(with(entry.most * 1.01, entry.unit)) << name;
    EXPECT_EQ(with(entry.most * 1.01, entry.unit)->field, "value") << name;
    ASSERT_TRUE(with(entry.most, "m")) << name;
    EXPECT_EQ(with(entry.most, "m")->field, "unit") << name;
  }
}

}  // namespace read_profile_test
}  // namespace treering::sim::cost
