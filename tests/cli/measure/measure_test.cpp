// `treering measure` without ranks: what it refuses, what it replays, what it compares. Real ranks
// are in tests/tuner/runners.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/cli/run.h"
#include "tests/support/temporary_folder.h"

namespace treering::cli {
namespace measure_test {

using ::testing::HasSubstr;

const std::string kRecorded = "tests/data/measured/shaped-mpi-4.jsonl";
const std::string kReplay =
    "measure --runner replay --measurements " + kRecorded + " -c all_reduce --algo ring";

/// What `treering` says where its user may have no thread more.
Outcome run_without_threads(const std::string& arguments) {
  std::array<int, 2> ends{};
  EXPECT_EQ(pipe(ends.data()), 0);
  const pid_t child = fork();
  if (child == 0) {
    const rlimit none{0, 0};
    setrlimit(RLIMIT_NPROC, &none);
    if (geteuid() == 0 && setuid(65534) != 0) std::_Exit(1);  // root has no such limit
    const Outcome outcome = run(arguments);
    const std::string text = std::to_string(outcome.exit_code) + " " + outcome.err;
    [[maybe_unused]] const ssize_t count = write(ends[1], text.data(), text.size());
    std::_Exit(0);
  }
  close(ends[1]);
  Outcome outcome;
  outcome.err.resize(4096);
  outcome.err.resize(
      static_cast<std::size_t>(std::max<ssize_t>(read(ends[0], outcome.err.data(), 4096), 0)));
  close(ends[0]);
  waitpid(child, nullptr, 0);
  outcome.exit_code = std::stoi("0" + outcome.err);
  outcome.err.erase(0, outcome.err.find(' ') + 1);
  return outcome;
}

// It is no internal error.
TEST(MeasureCommand, SaysThatThereIsNoRoomForAThread) {
  const Outcome outcome = run_without_threads(kReplay);
  EXPECT_EQ(outcome.exit_code, 4);
  EXPECT_EQ(outcome.err,
            "treering: threads: Resource temporarily unavailable, expected room for another one; "
            "raise the limit (ulimit -u)\n");
}

// Of six calls one is late, as many are in the recording; the others have this median.
TEST(MeasureCommand, ReplaysAsIfItMeasured) {
  const Outcome outcome = run(kReplay + " -b 128K -e 128K --samples 6");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("24252.6"));
  EXPECT_EQ(run(kReplay + " -b 128K -e 128K --samples 6").out, outcome.out);
}

TEST(MeasureCommand, HasThreeForms) {
  const std::string command = kReplay + " -b 1M -e 1M --samples 6 --format ";
  const Outcome csv = run(command + "csv");
  EXPECT_THAT(csv.out, HasSubstr(",all_reduce,ring,"));
  const auto record = nlohmann::json::parse(
      run(command + "json").out.substr(0, run(command + "json").out.find('\n')));
  EXPECT_EQ(record["schema"], "treering.measurement/1");
  EXPECT_EQ(record["bytes"], 1048576);
  EXPECT_THAT(run(command + "text --quiet").out, ::testing::Not(HasSubstr("#")));
}

// A second run takes what the file has, and measures nothing.
TEST(MeasureCommand, Resumes) {
  const support::TemporaryFolder folder;
  const std::string file = folder.path() + "/runs.jsonl";
  const std::string command = kReplay + " -b 1M -e 1M --samples 6 -o " + file;
  EXPECT_EQ(run(command).exit_code, 0);
  const Outcome again = run(command + " --resume");
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_THAT(again.out, HasSubstr("1 result taken from the file"));
  // Without --resume it would measure all of it once more, below what is there.
  EXPECT_THAT(run(command).out, ::testing::Not(HasSubstr("taken from the file")));
}

TEST(MeasureCommand, NamesWhatTheLibraryLacks) {
  const Outcome outcome = run("measure --runner replay --measurements " + kRecorded +
                              " -c all_reduce --algo nope -b 1M -e 1M --samples 6");
  EXPECT_THAT(outcome.out, HasSubstr("failed"));
  EXPECT_EQ(outcome.exit_code, 1);
}

// The same ranks on the same links: a sweep beside itself.
TEST(MeasureCommand, ComparesAFileWithItself) {
  const Outcome outcome = run("measure --compare " + kRecorded + " " + kRecorded);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("0 faster, 0 slower"));
}

}  // namespace measure_test
}  // namespace treering::cli
