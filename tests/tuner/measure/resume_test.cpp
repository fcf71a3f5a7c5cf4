#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tuner/measure/conditions.h"
#include "tuner/measure/conductor.h"

namespace treering::tuner::measure {
namespace resume_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

using Facts = std::map<std::string, std::string>;

const Facts kAsked{{"bind", "auto"}, {"rules", "30..1000 samples"}, {"seed", "1"}};

Record measured(const Facts& facts, int launch = 0) {
  Record record;
  record.runner = "gloo";
  record.ranks = 2;
  record.trial.launch = launch;
  record.environment = facts;
  return record;
}

Conduct asked(const Facts& facts) {
  Conduct with;
  with.runner = "gloo";
  with.ranks = 2;
  with.facts = facts;
  return with;
}

Facts with_fact(const std::string& name, const std::string& value) {
  Facts facts = kAsked;
  facts[name] = value;
  return facts;
}

TEST(Resume, TakesWhatWasAskedForInTheSameWay) {
  const Resumed one = resumed({measured(kAsked)}, asked(kAsked));
  EXPECT_EQ(one.own.size(), 1U);
  EXPECT_EQ(one.others, 0U);
  EXPECT_THAT(one.unlike, IsEmpty());
}

// Times of other links, cores or rules are not what is asked for now.
TEST(Resume, LeavesOutOtherConditions) {
  for (const auto& [name, value] : Facts{
           {"shaped_gbit", "0.1"}, {"bind", "none"}, {"rules", "30..60 samples"}, {"seed", "2"}}) {
    const Resumed other = resumed({measured(kAsked)}, asked(with_fact(name, value)));
    EXPECT_THAT(other.own, IsEmpty()) << name;
    EXPECT_EQ(other.others, 1U);
    EXPECT_THAT(other.unlike, ElementsAre(name));
    EXPECT_EQ(other.first_launch, 1) << "a new run counts on";
  }
  Conduct four = asked(kAsked);
  four.ranks = 4;
  EXPECT_THAT(resumed({measured(kAsked)}, four).unlike, ElementsAre("ranks"));
  const Resumed shaped = resumed({measured(with_fact("shaped_gbit", "0.1"))}, asked(kAsked));
  EXPECT_THAT(shaped.unlike, ElementsAre("shaped_gbit"));
}

// A launch with seed 1 is whole, one with seed 2 was killed after its first result: that goes on.
TEST(Resume, ContinuesTheRunOfItsSeed) {
  Facts second = with_fact("seed", "2");
  second[kFirstLaunchFact] = "1";
  const std::vector<Record> file{measured(kAsked), measured(kAsked), measured(second, 1)};
  const Resumed one = resumed(file, asked(with_fact("seed", "2")));
  ASSERT_EQ(one.own.size(), 1U);
  EXPECT_EQ(one.own.front().trial.launch, 1);
  EXPECT_EQ(one.first_launch, 1);
  EXPECT_EQ(one.others, 2U);
}

// Under a launcher each launch is a run with the same seed.
TEST(Resume, ContinuesTheLastOfEqualRuns) {
  const Facts second = with_fact(kFirstLaunchFact, "1");
  const std::vector<Record> file{measured(kAsked), measured(kAsked), measured(second, 1)};
  const Resumed one = resumed(file, asked(kAsked));
  ASSERT_EQ(one.own.size(), 1U);
  EXPECT_EQ(one.first_launch, 1);
}

// Another library, another CPU, other variables, other hosts: times of something else.
TEST(Resume, LeavesOutWhatRanElsewhere) {
  Facts here = kAsked;
  here.insert({{"library", "Gloo"}, {"cpu", "A"}, {"variables", "none"}, {"load_1min", "1"}});
  Conduct with = asked(kAsked);
  with.environment = here;
  with.nodes = 1;
  Record own = measured(here);
  own.nodes = 1;
  own.environment["load_1min"] = "2";
  EXPECT_EQ(resumed({own}, with).own.size(), 1U);
  for (const std::string name : {"library", "cpu", "variables"}) {
    Record other = own;
    other.environment[name] = "B";
    EXPECT_THAT(resumed({other}, with).own, IsEmpty()) << name;
    EXPECT_THAT(resumed({other}, with).unlike, ElementsAre(name));
    other.environment.erase(name);
    EXPECT_EQ(resumed({other}, with).own.size(), 1U) << "an earlier version did not say";
  }
  Record two_nodes = own;
  two_nodes.nodes = 2;
  EXPECT_THAT(resumed({two_nodes}, with).unlike, ElementsAre("nodes"));
}

// Earlier versions wrote neither seed nor binding.
TEST(Resume, TakesResultsThatDoNotSayHowTheyWereAskedFor) {
  EXPECT_EQ(resumed({measured({})}, asked(kAsked)).own.size(), 1U);
}

}  // namespace resume_test
}  // namespace treering::tuner::measure
