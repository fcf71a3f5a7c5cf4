#include "tuner/measure/journal.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"

namespace treering::tuner::measure {
namespace journal_test {

using ::testing::HasSubstr;

Record some_record(std::uint64_t bytes) {
  Record record;
  record.runner = "mpi";
  record.trial.configuration.call.bytes = bytes;
  record.trial.configuration.way.algorithm = "ring";
  record.trial.launch = 2;
  record.ranks = 4;
  record.nodes = 1;
  record.start = "2026-01-02T03:04:05Z";
  record.start_id = "0123456789abcdef";
  record.is_of_stopped = true;
  record.used = {"messages", {{"ring"}, {"segmented_ring"}}, 24};
  record.samples_us = {10.25, 11, 0.1 + 0.2};
  record.spread_us = {0, 1.5, 2};
  record.clock_error_us = 0.5;
  record.late = 1;
  record.average_us = 10.5;
  record.median_us = 10.25;
  record.low_us = 0.3;
  record.high_us = 11;
  record.coverage = 0.75;
  record.wrong = 0;
  record.environment = {{"cpu", "a \"CPU\""}, {"library", "Open MPI"}};
  return record;
}

void write(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Nothing was measured: no empty file stays behind, unless it was there before.
TEST(Journal, AFileWithoutResultsGoesAgain) {
  const support::TemporaryFolder folder;
  const std::string path = (folder.path() + "/runs.jsonl");
  ASSERT_TRUE(Journal::open(path));
  EXPECT_FALSE(std::filesystem::exists(path));
  write(path, "");
  ASSERT_TRUE(Journal::open(path));
  EXPECT_TRUE(std::filesystem::exists(path));
}

TEST(Journal, ResultsComeBackAsTheyWere) {
  const support::TemporaryFolder folder;
  const std::string path = (folder.path() + "/runs.jsonl");
  Record failed;
  failed.runner = "mpi";
  failed.trial.configuration.call.bytes = 8;
  failed.ranks = 2;
  failed.error = "the workers ended: killed by signal 9 (Killed)";
  {
    auto journal = Journal::open(path);
    ASSERT_TRUE(journal) << journal.error().message();
    EXPECT_TRUE(journal->earlier().empty());
    ASSERT_TRUE(journal->append(some_record(64)));
    ASSERT_TRUE(journal->append(failed));
  }
  auto again = Journal::open(path);
  ASSERT_TRUE(again) << again.error().message();
  EXPECT_EQ(again->earlier(), (std::vector<Record>{some_record(64), failed}));
  EXPECT_FALSE(again->was_torn());
}

TEST(Journal, ResultsOfEmulatedGpusAreNoMeasurements) {
  Record emulated = some_record(64);
  emulated.environment[kEmulatedFact] = "yes";
  const std::string text = line_of(some_record(32)) + "\n" + line_of(emulated) + "\n";
  EXPECT_EQ(parse_journal(text, "runs.jsonl")->size(), 2);
  const auto measured = parse_measured(text, "runs.jsonl");
  ASSERT_FALSE(measured);
  EXPECT_EQ(measured.error().message(),
            "runs.jsonl: results of emulated GPUs, expected measurements");
}

TEST(Journal, AnUnfinishedLineIsCutOff) {
  const support::TemporaryFolder folder;
  const std::string path = (folder.path() + "/runs.jsonl");
  const std::string whole = line_of(some_record(64)) + "\n";
  const std::string next = line_of(some_record(128)) + "\n";
  // At every place: the beginning of a line is never taken for a result, and the line before stays.
  for (std::size_t cut = 0; cut < next.size(); cut += 7) {
    write(path, whole + next.substr(0, cut));
    auto journal = Journal::open(path);
    ASSERT_TRUE(journal) << cut << ": " << journal.error().message();
    EXPECT_EQ(journal->earlier().size(), 1U);
    EXPECT_EQ(journal->was_torn(), cut > 0);
    EXPECT_EQ(content(path), whole);
  }
}

// File systems may have given the file its length before they wrote to it.
TEST(Journal, ZerosOfAPowerCutAreCutOff) {
  const support::TemporaryFolder folder;
  const std::string path = folder.path() + "/runs.jsonl";
  const std::string whole = line_of(some_record(64)) + "\n";
  for (const std::string& begun : {std::string(), whole.substr(0, 25), whole.substr(0, 3)}) {
    write(path, whole + begun + std::string(4096, '\0'));
    auto journal = Journal::open(path);
    ASSERT_TRUE(journal) << journal.error().message();
    EXPECT_EQ(journal->earlier().size(), 1U);
    EXPECT_TRUE(journal->was_torn());
    EXPECT_EQ(content(path), whole);
  }
  const std::string foreign = "my notes" + std::string(10, '\0');
  write(path, foreign);
  EXPECT_FALSE(Journal::open(path));
  EXPECT_EQ(content(path), foreign);
}

// A result that was appended after a power cut stands behind them in their line.
TEST(Journal, ZerosBeforeAResultAreNamed) {
  const std::string line = line_of(some_record(64)) + "\n";
  const auto records = parse_journal(line + std::string(4096, '\0') + line + line, "runs.jsonl");
  ASSERT_FALSE(records);
  EXPECT_EQ(
      records.error().message(),
      "runs.jsonl:2: 4096 NUL bytes, expected a result; a power cut may leave them: delete the "
      "line to read the others");
}

// What was tried again does not count, whatever the second try gave.
TEST(Journal, FailedResultsThatWereTriedAgainDoNotCount) {
  Record failed = some_record(64);
  failed.samples_us.clear();
  failed.spread_us.clear();
  failed.error = "the workers ended: killed by signal 9 (Killed)";
  failed.has_lost_workers = true;
  Record again = failed;
  again.start_id = "fedcba9876543210";
  again.retries = start_key(failed);
  Record result = some_record(64);
  result.start_id = "00000000fedcba98";
  result.retries = start_key(again);
  const Record other = some_record(128);  // of the same start
  const std::string text = line_of(failed) + "\n" + line_of(other) + "\n" + line_of(again) + "\n";
  EXPECT_EQ(parse_journal(text, "a").value(), (std::vector<Record>{other, again}));
  EXPECT_EQ(parse_journal(text + line_of(result) + "\n", "a").value(),
            (std::vector<Record>{other, result}));
}

TEST(Journal, WhatIsNoResultIsLeftAlone) {
  const support::TemporaryFolder folder;
  const std::string path = (folder.path() + "/notes.txt");
  for (const std::string text :
       {"my notes\n", "my notes", "{\"schema\": \"other/1\"}\n", "{\"sche\n"}) {
    write(path, text);
    const auto journal = Journal::open(path);
    ASSERT_FALSE(journal) << text;
    EXPECT_EQ(journal.error().category, core::Category::BadInput);
    EXPECT_THAT(journal.error().message(), HasSubstr("notes.txt"));
    EXPECT_EQ(content(path), text);
  }
}

TEST(Journal, TwoDoNotWriteToOneFile) {
  const support::TemporaryFolder folder;
  const std::string path = (folder.path() + "/runs.jsonl");
  const auto first = Journal::open(path);
  ASSERT_TRUE(first);
  const auto second = Journal::open(path);
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error().message(), HasSubstr("another treering writes to it"));
}

TEST(Journal, AFolderIsNoFile) {
  const support::TemporaryFolder folder;
  EXPECT_FALSE(Journal::open((folder.path() + "/.")));
  EXPECT_FALSE(Journal::open((folder.path() + "/missing/runs.jsonl")));
}

TEST(Journal, ProblemsHaveTheirLine) {
  const std::string text = line_of(some_record(64)) + "\n{\"schema\": 3}\n";
  const auto records = parse_journal(text, "runs.jsonl");
  ASSERT_FALSE(records);
  EXPECT_THAT(records.error().where, HasSubstr("runs.jsonl:2"));
}

// Numbers that no result can have are refused with their field, before somebody counts with them.
TEST(Journal, RefusesNumbersThatCannotBe) {
  const auto problem_with = [](const std::string& field, const std::string& value) {
    std::string line = line_of(some_record(64));
    const std::string start = "\"" + field + "\": ";
    const std::size_t at = line.find(start) + start.size();
    line.replace(at, line.find(',', at) - at, value);
    const auto record = parse_record(line, "runs.jsonl:1");
    return record ? std::string("none") : record.error().message();
  };
  EXPECT_THAT(problem_with("ranks", "0"), HasSubstr("/ranks: 0, expected 1 or more"));
  EXPECT_THAT(problem_with("ranks", "-5"), HasSubstr("/ranks: -5, expected 1 or more"));
  EXPECT_THAT(problem_with("late", "-1"), HasSubstr("/late: -1, expected 0 or more"));
  EXPECT_THAT(problem_with("nodes", "-1"), HasSubstr("/nodes"));
  EXPECT_THAT(problem_with("turn", "-1"), HasSubstr("/turn"));
  EXPECT_THAT(problem_with("wrong", "-1"), HasSubstr("/wrong"));
  EXPECT_THAT(problem_with("median_us", "-1"), HasSubstr("/median_us"));
  EXPECT_EQ(problem_with("late", "1"), "none");
}

}  // namespace journal_test
}  // namespace treering::tuner::measure
