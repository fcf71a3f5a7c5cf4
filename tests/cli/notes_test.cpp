// Where the notes of an answer stand: in its heading, its JSON, its comments, or on standard error.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/run.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_name.h"

namespace treering::cli {
namespace notes_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

const std::string kNote = "NCCL_DEBUG: no effect on ";
const std::string kGiven = " --env NCCL_DEBUG=WARN";
const std::string kRuns = " --measurements tests/data/pages/dgx-a100.csv";

/// A question to which the variable is of no use.
class NotesOfAnswers : public ::testing::TestWithParam<const char*> {
 protected:
  static std::string line() { return GetParam() + kGiven; }
};

TEST_P(NotesOfAnswers, StandInTheHeading) {
  const Outcome outcome = run(line());
  EXPECT_LE(outcome.exit_code, 1) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("# note:     " + kNote));
  EXPECT_THAT(outcome.err, IsEmpty());
}

TEST_P(NotesOfAnswers, AreAMemberOfJson) {
  const Outcome outcome = run(line() + " --format json");
  const auto json = nlohmann::json::parse(outcome.out);
  ASSERT_EQ(json["notes"].size(), 1U);
  EXPECT_THAT(json["notes"][0].get<std::string>(), StartsWith(kNote));
  EXPECT_THAT(outcome.err, IsEmpty());
  EXPECT_EQ(nlohmann::json::parse(run(std::string(GetParam()) + " --format json").out)["notes"],
            nlohmann::json::array());
}

// A script that takes standard output still gets a word.
TEST_P(NotesOfAnswers, AreOnStandardErrorWhereThereIsNoHeading) {
  const Outcome outcome = run(line() + " --quiet");
  EXPECT_THAT(outcome.err, StartsWith("note: " + kNote));
  EXPECT_THAT(outcome.out, Not(HasSubstr(kNote)));
}

INSTANTIATE_TEST_SUITE_P(Cli, NotesOfAnswers,
                         ::testing::Values("predict dgx-h100 -b 1M -e 1M", "explain dgx-h100",
                                           "simulate dgx-h100", "show dgx-h100",
                                           "show dgx-h100 --graphs", "doctor dgx-h100",
                                           "check tests/data/pages/dgx-a100.csv --topology "
                                           "dgx-a100 --nodes 2",
                                           "validate dgx-a100 --nodes 2 --measurements "
                                           "tests/data/pages/dgx-a100.csv"),
                         [](const auto& test) { return treering::testing::test_name(test.param); });

TEST(Notes, OfCsvAreOnStandardError) {
  const Outcome outcome = run("predict dgx-h100 -b 1M -e 1M --format csv --quiet" + kGiven);
  EXPECT_THAT(outcome.err, StartsWith("note: " + kNote));
  EXPECT_THAT(outcome.out, StartsWith("collective,"));
}

TEST(Notes, OfAnExportAreAmongItsComments) {
  for (const char* form : {"tuner-csv", "env"}) {
    const Outcome outcome = run(std::string("export dgx-b300 --nodes 3 --to ") + form + kGiven);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("\n# note: " + kNote)) << form;
    EXPECT_THAT(outcome.err, IsEmpty()) << form;
  }
}

// The profile is read again; its report is for people.
TEST(Notes, OfACalibrationStandInItsReport) {
  const Outcome outcome = run("calibrate dgx-a100 --nodes 2" + kRuns + kGiven);
  EXPECT_THAT(outcome.err, HasSubstr("# note:     " + kNote));
  EXPECT_THAT(outcome.out, Not(HasSubstr(kNote)));
  EXPECT_THAT(run("calibrate dgx-a100 --nodes 2 --quiet" + kRuns + kGiven).err,
              StartsWith("note: " + kNote));
}

TEST(Notes, OfAPageAreASection) {
  const Outcome outcome = run("report dgx-h100 -b 1M -e 1M --format markdown" + kGiven);
  EXPECT_THAT(outcome.out, HasSubstr(kNote));
  EXPECT_THAT(outcome.err, IsEmpty());
}

// The report that a picture leaves standard output to.
TEST(Notes, StandInTheReportBesideAPicture) {
  const Outcome outcome = run("simulate dgx-h100 -b 1M --svg -" + kGiven);
  EXPECT_THAT(outcome.out, StartsWith("<svg"));
  EXPECT_THAT(outcome.out, Not(HasSubstr(kNote)));
  EXPECT_THAT(outcome.err, HasSubstr("# note:     " + kNote));
}

TEST(Notes, OfWhatIsReadAgainAreOnStandardError) {
  const Outcome outcome = run("convert tests/data/pages/cooling.xml - --to json");
  EXPECT_THAT(outcome.err, StartsWith("note: "));
  EXPECT_FALSE(nlohmann::json::parse(outcome.out).contains("notes"));
}

// A file has them where standard output would.
TEST(Notes, GoToTheFileOfTheAnswer) {
  const support::TemporaryFolder folder;
  const Outcome outcome =
      run("predict dgx-h100 -b 1M -e 1M -o " + folder.path() + "/answer" + kGiven);
  EXPECT_THAT(outcome.err, IsEmpty());
}

TEST(Notes, NameVariablesThatTheCallsDoNotGoBy) {
  const auto notes_on = [](const std::string& line) {
    return nlohmann::json::parse(run(line + " --format json").out)["notes"]
        .get<std::vector<std::string>>();
  };
  const std::string pairs = " --nodes 2 --env NCCL_MIN_P2P_NCHANNELS=4";
  EXPECT_THAT(notes_on("predict dgx-h100 -b 1M -e 1M" + pairs),
              ElementsAre("NCCL_MIN_P2P_NCHANNELS: no effect on all_reduce"));
  EXPECT_THAT(notes_on("predict dgx-h100 -b 1M -e 1M -c alltoall" + pairs), IsEmpty());
  EXPECT_THAT(notes_on("predict dgx-h100 -b 1M -e 1M -c all" + pairs), IsEmpty());
  EXPECT_THAT(notes_on("predict dgx-h100 -b 1M -e 1M -c alltoall --env NCCL_ALGO=Ring"),
              ElementsAre("NCCL_ALGO: no effect on alltoall"));
  const std::string peers = "--nodes 2 --env NCCL_NCHANNELS_PER_NET_PEER=1";
  EXPECT_THAT(notes_on("predict dgx-h100 -b 1M -e 1M " + peers),
              ElementsAre("NCCL_NCHANNELS_PER_NET_PEER: no effect on all_reduce"));
  EXPECT_THAT(notes_on("show dgx-h100 --connections " + peers), IsEmpty());
}

TEST(Notes, NameOptionsThatMeanNothingForARecording) {
  const Outcome outcome =
      run("measure --runner replay --measurements tests/data/measured/shaped-mpi-4.jsonl -c "
          "all_reduce --algo ring -b 1M -e 1M --samples 6 --ranks 3");
  EXPECT_THAT(outcome.out, HasSubstr("--ranks has no effect on a recording"));
}

}  // namespace notes_test
}  // namespace treering::cli
