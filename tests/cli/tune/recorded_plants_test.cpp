// `treering tune` on recordings of shaped clusters in which something was planted
// (tests/data/measured/README.md): here no other work can get in the way, so that each plant has to
// be found.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/run.h"

namespace treering::cli {
namespace recorded_plants_test {

using nlohmann::json;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

json tuned(const std::string& recording) {
  const Outcome outcome = run("tune --runner replay --measurements tests/data/measured/" +
                              recording + ".jsonl --budget 100 --format json");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  return json::parse(outcome.out);
}

std::vector<std::string> notes_of(const json& report) {
  return report["notes"].get<std::vector<std::string>>();
}

// What rank 0 sends to rank 2 goes through a twentieth of its link: Open MPI's own choice and
// recursive doubling send between these two, the ring does not.
TEST(RecordedPlants, TheRingGoesRoundTheMiddlebox) {
  const json report = tuned("planted-middlebox-mpi-4");
  ASSERT_EQ(report["choices"].size(), 1U) << report;
  const json& choice = report["choices"][0];
  EXPECT_EQ(choice["from_bytes"], 32768);
  EXPECT_EQ(choice["to_bytes"], 131072);
  EXPECT_EQ(choice["algorithm"], "ring");
  EXPECT_EQ(choice["reason"], "faster");
  // Medians of six launches: 14.5, 32.4 and 74.3 ms over 6.0, 18.3 and 22.5.
  EXPECT_NEAR(choice["gain"].get<double>(), 2.4, 0.3);
  EXPECT_THAT(notes_of(report), Contains(HasSubstr("all_reduce recursive_doubling takes ")));
  EXPECT_THAT(notes_of(report), Not(Contains(HasSubstr("all_reduce ring takes "))));
}

// Rank 2 has a fifth of the others' link. Gloo's simple ring sends all data over each link three
// times, its own choice half of that.
TEST(RecordedPlants, WhatSendsLeastOverTheSlowLinkIsKept) {
  const json report = tuned("planted-slow-link-gloo-4");
  ASSERT_EQ(report["choices"].size(), 1U) << report;
  EXPECT_EQ(report["choices"][0]["algorithm"], json());
  EXPECT_EQ(report["choices"][0]["reason"], "tie");
  EXPECT_EQ(report["ending"], "settled");
}

// Which link it is, messages between pairs of the same ranks say: together with the runs of the
// algorithms, which alone fit one link as well as all of them.
TEST(RecordedPlants, TheSlowLinkIsNamed) {
  const std::string tuning = "tests/data/measured/planted-slow-link-gloo-4.jsonl";
  const std::string pairs = "tests/data/measured/planted-slow-link-pairs-gloo-4.jsonl";
  const Outcome check =
      run("check " + pairs + " " + tuning + " --topology hosts --nic-rate 0.1 --format json");
  const json found = json::parse(check.out);
  ASSERT_EQ(found["outcome"], "slow link") << found["verdict"];
  ASSERT_EQ(found["links"].size(), 1U);
  EXPECT_EQ(found["links"][0]["rank"], 2);
}

// Rank 2 was 4 ms late with each part of a message: least often in the two
// steps of recursive doubling, more often in Rabenseifner's algorithm, Open MPI's own choice, most
// often in the six of the ring. Which rank it was, pairs say (tests/cli/check/late_rank_test.cpp).
TEST(RecordedPlants, FewStepsAreChosenWhereARankIsLate) {
  const json report = tuned("planted-late-rank-mpi-4");
  ASSERT_EQ(report["choices"].size(), 1U) << report;
  const json& choice = report["choices"][0];
  EXPECT_EQ(choice["from_bytes"], 8192);
  EXPECT_EQ(choice["to_bytes"], 32768);
  EXPECT_EQ(choice["algorithm"], "recursive_doubling");
  EXPECT_EQ(choice["reason"], "faster");
  // Medians of six launches: 18.3, 19.1 and 18.0 ms over 10.9, 9.8 and 10.1.
  EXPECT_NEAR(choice["gain"].get<double>(), 1.7, 0.3);
  EXPECT_EQ(report["ending"], "settled");
}

}  // namespace recorded_plants_test
}  // namespace treering::cli
