// `treering tune` on recorded results.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/run.h"

namespace treering::cli {
namespace tune_test {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const std::string kTune =
    "tune --runner replay --measurements tests/data/measured/shaped-mpi-4.jsonl -c all_reduce "
    "-b 16K -e 1M -f 8 --launches 1 --budget 100";

// It has 4, 16, 64 and 256 KiB.
TEST(TuneCommand, NamesSizesThatARecordingLacks) {
  const std::string on =
      " --runner replay --measurements tests/data/measured/grid-all-reduce-mpi-4.jsonl "
      "--launches 1 -b 16K -e ";
  EXPECT_THAT(run("tune" + on + "32K").out, HasSubstr("not in the recording"));
  EXPECT_THAT(run("tune" + on + "16K").out, Not(HasSubstr("not in the recording")));
}

TEST(TuneCommand, HasJsonAndCsv) {
  const auto json = nlohmann::json::parse(run(kTune + " --format json").out);
  EXPECT_EQ(json["schema"], "treering.tune/1");
  EXPECT_EQ(json["runner"], "replay");
  // Seven algorithms at three sizes: all_reduce's sweep.
  EXPECT_EQ(json["exhaustive"], 21);
  EXPECT_LE(json["measured"], json["exhaustive"]);
  ASSERT_FALSE(json["choices"].empty());
  EXPECT_EQ(json["choices"][0]["collective"], "all_reduce");
  EXPECT_EQ(json["choices"][0]["from_bytes"], 16384);
  EXPECT_THAT(run(kTune + " --format csv").out, StartsWith("collective,from_bytes,to_bytes,"));
}

// What is not confirmed is no row of the table, and no choice that a program would take.
TEST(TuneCommand, GuessesStandApart) {
  const std::string command =
      "tune --runner replay --measurements tests/data/measured/shaped-mpi-4.jsonl -c all_reduce "
      "-b 16K -e 1M -f 8 --launches 1 --budget 100";
  const auto json = nlohmann::json::parse(run(command + " --format json").out);
  ASSERT_FALSE(json["guesses"].empty());
  const auto& guess = json["guesses"][0];
  EXPECT_FALSE(guess["algorithm"].is_null());
  EXPECT_GT(guess["believed_gain"], 1);
  for (const auto& choice : json["choices"]) EXPECT_NE(choice["algorithm"], guess["algorithm"]);
  EXPECT_THAT(run(command).out, HasSubstr("guess"));
  EXPECT_THAT(run(command + " --quiet").out, Not(HasSubstr("guess")));
}

}  // namespace tune_test
}  // namespace treering::cli
