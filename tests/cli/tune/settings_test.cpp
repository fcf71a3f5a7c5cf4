// The file of --settings, from recorded sweeps.
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/measured_job.h"
#include "tests/cli/run.h"
#include "tests/support/temporary_folder.h"

namespace treering::cli {
namespace tune_settings_test {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string kTune =
    "tune --runner replay --measurements tests/data/measured/grid-all-reduce-mpi-4.jsonl ";

TEST(TuneSettings, HoldWhatTheTableSays) {
  const support::TemporaryFolder folder;
  const std::string file = folder.path() + "/rules.conf";
  const Outcome outcome = run(kTune + "--settings " + file);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("256 KiB  1 MiB segmented_ring"));
  // 5 is the segmented ring; beyond 1 MiB nothing was measured.
  EXPECT_THAT(text_of(file), HasSubstr("\n262144 5 4 0 # 256 KiB to 1 MiB: segmented_ring"));
  EXPECT_THAT(text_of(file), HasSubstr("\n1048577 0 0 0 #"));
}

TEST(TuneSettings, NothingConfirmedIsNoFile) {
  const support::TemporaryFolder folder;
  const std::string file = folder.path() + "/rules.conf";
  run(kTune + "-b 4K -e 4K --settings " + file);
  EXPECT_FALSE(std::filesystem::exists(file));
}

// Sizes and ways are those of the recording.
TEST(TuneReplay, AsksForWhatWasRecorded) {
  const Outcome outcome = run(kTune);
  EXPECT_THAT(outcome.out, HasSubstr("of 175 of a whole sweep"));  // 5 sizes x 7 ways x 5 launches
  EXPECT_THAT(outcome.out, Not(HasSubstr("not in the recording")));
  EXPECT_THAT(outcome.out, Not(HasSubstr("every way failed")));
}

}  // namespace tune_settings_test
}  // namespace treering::cli
