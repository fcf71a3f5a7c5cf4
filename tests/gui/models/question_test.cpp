#include "gui/models/question.h"

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"

namespace treering::gui::models {
namespace question_test {

using core::Collective;

std::string contrast(std::string_view algorithm, Collective collective = Collective::AllReduce) {
  return contrast_to(algorithm, collective).algorithm;
}

// A file of treering's may leave the version to its machine.
TEST(Question, WhoseVersionIsThatOfTheMachineIsOfAnotherJob) {
  Question one;
  one.job.topology = "dgx-h100";
  Question other = one;
  other.job.unnamed_nccl = app::setup::UnnamedNccl::OfSource;
  EXPECT_FALSE(has_same_job(one, other));
  EXPECT_FALSE(has_same_run(one, other, Side::Shown));
}

TEST(Question, SeenFromAnotherHasOnlyInputsOnWhichAnAnswerDepends) {
  Question one;
  one.job.topology = "dgx-h100";
  one.job.nodes = 4;
  one.bytes = 100'000;
  one.logs = {"a.log"};
  one.files.logs = {{}};
  one.time_model.profile = "p.json";
  Question other;
  other.job.topology = "dgx-h100";
  const Question findings = with_inputs_of(one, other, has_same_findings);
  EXPECT_EQ(findings.job.nodes, 4);
  EXPECT_EQ(findings.time_model.profile, "p.json");
  EXPECT_EQ(findings.bytes, other.bytes);
  EXPECT_EQ(findings.logs, other.logs);
  const Question check = with_inputs_of(one, other, has_same_check);
  EXPECT_EQ(check.logs, one.logs);
  EXPECT_EQ(check.files.logs, one.files.logs);
  EXPECT_EQ(check.bytes, other.bytes);
  // A size between those of the sweep has a time of its own.
  EXPECT_EQ(with_inputs_of(one, other, has_same_times).bytes, one.bytes);
  one.bytes = 2 * other.bytes;
  EXPECT_EQ(with_inputs_of(one, other, has_same_times).bytes, other.bytes);
}

TEST(Question, SomeAnswersDependOnTheCall) {
  const Question question;
  EXPECT_TRUE(depends_on_call(question, has_same_times));
  EXPECT_FALSE(depends_on_call(question, has_same_findings));
}

TEST(Question, WhatIsComparedDiffersFromWhatIsShown) {
  EXPECT_EQ(contrast("Tree"), "Ring");
  EXPECT_EQ(contrast("Ring"), "Tree");
  EXPECT_EQ(contrast("NVLSTree"), "Tree");
  EXPECT_EQ(contrast("PAT", Collective::AllGather), "Ring");
  EXPECT_EQ(contrast("Ring", Collective::Broadcast), "single_tree");
  EXPECT_EQ(contrast("Ring", Collective::AllGather), "ring_unchunked");
  EXPECT_EQ(contrast("p2p", Collective::AllToAll), "pairwise");
  EXPECT_EQ(contrast("pairwise", Collective::AllToAll), "p2p");
}

TEST(Question, AContrastStaysWhereItIsTheSame) {
  Question a;
  a.shown.algorithm = "Ring";
  Question b = a;
  b.shown.algorithm = "NVLS";
  EXPECT_TRUE(has_same_run(a, b, Side::Rival));
  b.shown.algorithm = "Tree";
  EXPECT_FALSE(has_same_run(a, b, Side::Rival));
  b.shown = {};
  EXPECT_FALSE(has_same_run(a, b, Side::Rival));
  b = a;
  b.rival.emplace();
  EXPECT_FALSE(has_same_run(a, b, Side::Rival));
}

// The times of a size between those of the sweep are worked out, too.
TEST(Question, TheSizeThatIsAskedForIsOneOfTheTimes) {
  Question a;
  a.bytes = 1U << 20U;
  EXPECT_TRUE(times_request(a).calls.sizes.besides.empty());
  Question b = a;
  b.bytes = 2U << 20U;
  EXPECT_TRUE(has_same_times(a, b));
  b.bytes = 6U << 20U;
  EXPECT_THAT(times_request(b).calls.sizes.besides, testing::ElementsAre(b.bytes));
  EXPECT_FALSE(has_same_times(a, b));
}

/// A question that names one file of each kind.
Question of_files(const std::string& folder) {
  Question question;
  question.job.topology = folder + "/pod.yaml";
  question.time_model.profile = folder + "/profile.json";
  question.logs = {folder + "/run.log"};
  return question;
}

std::string rewritten(const std::string& path, const std::string& text) {
  std::ofstream(path) << text;
  return path;
}

TEST(Question, IsTheSameWhileItsFilesAre) {
  const support::TemporaryFolder folder;
  const Question one = with_files_now(of_files(folder.path()));
  const Question other = with_files_now(one);
  EXPECT_EQ(one.files, other.files);
  EXPECT_TRUE(has_same_check(one, other));
  EXPECT_TRUE(has_same_run(one, other, Side::Shown));
}

TEST(Question, OfAChangedTopologyIsOfAnotherJob) {
  const support::TemporaryFolder folder;
  const Question before = with_files_now(of_files(folder.path()));
  rewritten(before.job.topology, "node: dgx-a100");
  const Question now = with_files_now(before);
  EXPECT_FALSE(has_same_job(before, now));
  EXPECT_FALSE(has_same_times(before, now));
  EXPECT_FALSE(has_same_run(before, now, Side::Healthy));
}

TEST(Question, OfAChangedProfileIsOfOtherTimesOfTheSameJob) {
  const support::TemporaryFolder folder;
  const Question before = with_files_now(of_files(folder.path()));
  rewritten(*before.time_model.profile, "{}");
  const Question now = with_files_now(before);
  EXPECT_TRUE(has_same_job(before, now));
  EXPECT_FALSE(has_same_times(before, now));
  EXPECT_FALSE(has_same_findings(before, now));
}

TEST(Question, OfAChangedLogIsOfAnotherCheckAlone) {
  const support::TemporaryFolder folder;
  const Question before = with_files_now(of_files(folder.path()));
  rewritten(before.logs.front(), "size time");
  const Question now = with_files_now(before);
  EXPECT_TRUE(has_same_findings(before, now));
  EXPECT_TRUE(has_same_times(before, now));
  EXPECT_FALSE(has_same_logs(before, now));
  EXPECT_FALSE(has_same_check(before, now));
}

}  // namespace question_test
}  // namespace treering::gui::models
