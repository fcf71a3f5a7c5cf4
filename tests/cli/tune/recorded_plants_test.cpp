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

}  // namespace recorded_plants_test
}  // namespace treering::cli
