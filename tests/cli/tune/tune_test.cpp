// `treering tune` on recorded results.
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/run.h"
#include "tests/support/temporary_folder.h"

namespace treering::cli {
namespace tune_test {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const std::string kTune =
    "tune --runner replay --measurements tests/data/measured/shaped-mpi-4.jsonl -c all_reduce "
    "-b 16K -e 1M -f 8 --launches 1 --budget 100";

TEST(TuneCommand, SaysWhatToUseAndWhatItTook) {
  const Outcome outcome = run(kTune);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, StartsWith("# treering: tuned with replay (Open MPI v4.1.4) on 4 ranks "
                                      "of 4 nodes\n"));
  EXPECT_THAT(outcome.out, HasSubstr("of a whole sweep"));
  EXPECT_THAT(outcome.out, HasSubstr("confidence"));
}

// It would run Open MPI on CPUs, beside what a model of GPUs expects.
TEST(TuneCommand, TakesARecordingForAReplayAlone) {
  const Outcome outcome =
      run("tune dgx-h100 --measurements tests/data/measured/shaped-mpi-4.jsonl");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_EQ(outcome.err,
            "treering: --measurements: given with the runner mpi; it is for --runner replay\n");
}

// The sentinel's turns are nobody's own row.
TEST(TuneCommand, ARecordingWithoutResultsIsAnError) {
  const support::TemporaryFolder folder;
  const std::string file = folder.path() + "/turns.jsonl";
  std::ifstream all("tests/data/measured/grid-all-reduce-mpi-4.jsonl");
  std::ofstream turns(file);
  for (std::string line; std::getline(all, line);) {
    if (line.find("\"sentinel\": true") != std::string::npos) turns << line << '\n';
  }
  turns.close();
  const Outcome outcome = run("tune --runner replay --measurements " + file);
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("no result but turns of the sentinel"));
}

TEST(TuneCommand, SaysWhatHasNoEffectOnARecording) {
  const std::string at =
      " dgx-h100 --runner replay --measurements "
      "tests/data/measured/shaped-mpi-4.jsonl";
  const Outcome outcome = run("tune" + at + " --ranks 8 --launches 1 -c all_reduce");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("--ranks has no effect on a recording"));
  EXPECT_THAT(outcome.out, HasSubstr("dgx-h100 is not used"));
}

// It has 4, 16, 64 and 256 KiB.
TEST(TuneCommand, NamesSizesThatARecordingLacks) {
  const std::string on =
      " --runner replay --measurements tests/data/measured/grid-all-reduce-mpi-4.jsonl "
      "--launches 1 -b 16K -e ";
  const auto tune = [&](const std::string& rest) { return run("tune" + on + rest).out; };
  EXPECT_THAT(tune("32K"), HasSubstr("all_reduce: 32 KiB is not in the recording"));
  EXPECT_THAT(tune("128K"),
              HasSubstr("all_reduce: 2 sizes from 32 KiB to 128 KiB are not in the recording"));
  EXPECT_THAT(tune("16K"), Not(HasSubstr("not in the recording")));
  EXPECT_THAT(run("measure" + on + "32K").out,
              HasSubstr("all_reduce: 32 KiB is not in the recording"));
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
  const std::string text = run(command).out;
  EXPECT_THAT(text, HasSubstr("# best guess, not confirmed; no recommendation:\n# - all_reduce, "));
  EXPECT_THAT(run(command + " --quiet").out, Not(HasSubstr("guess")));
}

TEST(TuneCommand, ErrorsAreSentences) {
  const Outcome outcome = run("tune --runner replay --budget 0");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_EQ(outcome.err, "treering: --budget: '0', expected 1 to 100, in percent\n");
}

}  // namespace tune_test
}  // namespace treering::cli
