#include "tuner/runs/torn_json.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace treering::tuner::runs {
namespace torn_json_test {

using ::testing::ElementsAre;

TEST(TornJson, WordsThatAreNoNumbersGetQuotes) {
  EXPECT_EQ(with_quoted_non_numbers(R"({"a":nan,"b":-inf,"c":[NaN,1e5],"d":true})"),
            R"({"a":"nan","b":"-inf","c":["NaN",1e5],"d":true})");
  EXPECT_EQ(with_quoted_non_numbers(R"({"nan":"a nan, \" inf","info":null})"),
            R"({"nan":"a nan, \" inf","info":null})");
  EXPECT_EQ(with_quoted_non_numbers("\"open nan"), "\"open nan");
}

TEST(TornJson, RunsBeginAtTheirVersion) {
  EXPECT_THAT(runs_in("{}"), ElementsAre(0));
  EXPECT_THAT(runs_in("{\"version\":1}{ \"version\":1}\n{\"version\":1"), ElementsAre(0, 13, 28));
  EXPECT_THAT(runs_in("{\"version\":1,\"a\":{\"version\":2}}"), ElementsAre(0));
}

/// "where: problem" of each result; those that are read have their size.
std::vector<std::string> results(const std::string& text) {
  const std::string file = "f";
  TornRun run(text, 3, file);
  const auto head = run.head();
  if (!head) return {head.error().message()};
  std::vector<std::string> list;
  TornResult result;
  nlohmann::ordered_json value;
  while (run.next(result, value)) {
    list.push_back(result.where + ": " + (result.problem.empty() ? value.dump() : result.problem));
  }
  if (run.is_cut()) list.push_back(run.place() + ": cut");
  return list;
}

TEST(TornJson, ResultsComeOneByOneWithTheirLines) {
  EXPECT_THAT(results("{\"a\":\"]\",\n\"results\" : [\n{\"size\":1},\n{\"size\":2}\n]}"),
              ElementsAre(R"(f:5: /results/0: {"size":1})", R"(f:6: /results/1: {"size":2})"));
  EXPECT_THAT(results("{\"results\":[]}"), ElementsAre());
  EXPECT_THAT(results("{\"results\":["), ElementsAre("f:3: cut"));
}

// The results of something else, deeper in the document, are not the run's.
TEST(TornJson, OnlyTheRunsOwnResultsCount) {
  EXPECT_THAT(results(R"({"a":{"results":[{"size":9}]},"results":[{"size":1}]})"),
              ElementsAre(R"(f:3: /results/0: {"size":1})"));
}

TEST(TornJson, ATextThatEndsBeforeItsResultsIsNone) {
  EXPECT_THAT(results("{\"a\":1,\n\"b\""), ElementsAre(::testing::StartsWith("f:4:")));
  EXPECT_THAT(results("{\"a\":1}"),
              ElementsAre("f:3: JSON without results, expected what nccl-tests writes with -J"));
}

}  // namespace torn_json_test
}  // namespace treering::tuner::runs
