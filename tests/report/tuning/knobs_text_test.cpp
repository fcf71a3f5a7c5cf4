#include <regex>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/tuning/tune_text.h"

namespace treering::report::tuning {
namespace knobs_text_test {

using app::tuning::TuneReport;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using tuner::knobs::KnobVerdict;
using tuner::knobs::Outcome;

TuneReport with_knobs() {
  TuneReport report;
  tuner::knobs::Value value{"8388608", {}, true};
  value.changes.push_back({{.call = {.bytes = 4U << 20U}}, 0.98});
  value.changes.push_back({{.call = {.bytes = 1U << 30U}}, 1.05});
  report.knobs.push_back({"NCCL_BUFFSIZE", "Simple sends chunks", {value}});
  value.is_priced = false;
  report.knobs.push_back({"NCCL_NTHREADS", "threads copy", {value}});
  report.knobs.push_back({"NCCL_CROSS_NIC", "the job has one node, and no network", {}});
  return report;
}

/// \param gain of 4 MiB to 1 GiB
Outcome outcome(const std::string& name, KnobVerdict verdict, double gain) {
  Outcome one;
  one.setting = {name, "1"};
  one.from_bytes = 4U << 20U;
  one.to_bytes = 1U << 30U;
  one.verdict = verdict;
  one.gain = Outcome::Gain{gain, gain - 0.02, gain + 0.02};
  one.confidence = 0.99;
  one.pairs = 3;
  return one;
}

/// Without the breaks inside sentences.
std::string text_of(const TuneReport& report) {
  return std::regex_replace(knobs_text(report, {}), std::regex("\n#? +"), " ");
}

TEST(KnobsText, IsEmptyWhereNothingIsKnown) {
  EXPECT_THAT(text_of({}), IsEmpty());
}

TEST(KnobsText, SaysWhatCanMatterAndWhyTheOthersCannot) {
  const std::string text = text_of(with_knobs());
  EXPECT_THAT(text, HasSubstr("NCCL_BUFFSIZE can matter"));
  EXPECT_THAT(text, HasSubstr("0.98 to 1.05 x"));
  EXPECT_THAT(text, HasSubstr("knows of no effect"));
  EXPECT_THAT(text, HasSubstr("NCCL_CROSS_NIC cannot matter"));
  EXPECT_THAT(text, Not(HasSubstr("export")));
}

TEST(KnobsText, ExportsOnlyWhatIsFasterAndSaysHowToUndoIt) {
  TuneReport report = with_knobs();
  report.outcomes = {outcome("NCCL_BUFFSIZE", KnobVerdict::Faster, 1.3),
                     outcome("NCCL_NTHREADS", KnobVerdict::Tie, 1)};
  const std::string text = text_of(report);
  EXPECT_THAT(text, HasSubstr("export NCCL_BUFFSIZE=1 all_reduce 1.30 x (99 %); "
                              "undo: unset NCCL_BUFFSIZE"));
  EXPECT_THAT(text, Not(HasSubstr("export NCCL_NTHREADS")));
}

TEST(KnobsText, SaysWhereItIsSlower) {
  TuneReport report = with_knobs();
  report.outcomes = {outcome("NCCL_BUFFSIZE", KnobVerdict::Faster, 1.3),
                     outcome("NCCL_BUFFSIZE", KnobVerdict::Slower, 0.8)};
  report.outcomes[1].collective = core::Collective::AllGather;
  EXPECT_THAT(text_of(report), HasSubstr("(99 %), but all_gather 0.80 x; undo"));
}

TEST(KnobsText, SaysThatNothingIsFaster) {
  TuneReport report = with_knobs();
  report.outcomes = {outcome("NCCL_BUFFSIZE", KnobVerdict::Tie, 1)};
  EXPECT_THAT(text_of(report), HasSubstr("leave these variables as they are"));
}

}  // namespace knobs_text_test
}  // namespace treering::report::tuning
