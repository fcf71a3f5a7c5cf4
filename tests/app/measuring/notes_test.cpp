#include "app/measuring/notes.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tuner/measure/environment.h"

namespace treering::app::measuring {
namespace notes_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

MeasureReport bound(const std::string& binding) {
  MeasureReport report;
  tuner::measure::Record record;
  record.ranks = 2;
  record.nodes = 1;
  if (!binding.empty()) record.environment["binding"] = binding;
  report.records.push_back(record);
  return report;
}

TEST(MeasureNotes, SayWhereRanksAreNotBound) {
  EXPECT_THAT(notes_on(bound("")), IsEmpty());
  EXPECT_THAT(notes_on(bound("spread")), IsEmpty());
  EXPECT_THAT(notes_on(bound("none")), IsEmpty());
  EXPECT_THAT(notes_on(bound("none: too few cores")),
              ElementsAre("ranks are not bound to cores: too few cores"));
  EXPECT_THAT(notes_on(bound("spread, memory not bound: operation not permitted")),
              ElementsAre("the memory of ranks is not bound to their cores' NUMA nodes: operation "
                          "not permitted"));
}

// Whatever else a result says, the processors were not as fast as they are.
TEST(MeasureNotes, SayWhereProcessorsWereThrottled) {
  MeasureReport report = bound("spread");
  report.records.front().environment[tuner::measure::kThrottledFact] = "12";
  EXPECT_THAT(notes_on(report),
              ElementsAre("1 result while processors were slowed down, because they were too hot"));
}

TEST(MeasureNotes, SayWhereGpusWereThrottledOrShared) {
  MeasureReport report = bound("spread");
  report.records.front().environment[tuner::measure::kGpuThrottledFact] = "no;heat 3.0 ms";
  report.records.front().environment[tuner::measure::kGpuSharedFact] = "1;no";
  EXPECT_THAT(notes_on(report),
              ElementsAre("1 result while GPUs were slowed down: gpu_throttled says by what",
                          "1 result while other processes used the GPUs"));
}

// nonoverlapping is a reduction and a broadcast of the library's own choice, which may be linear:
// messages alone cannot say that it did not run.
TEST(MeasureNotes, DoubtOnlyWhatWouldBeRecognised) {
  MeasureReport report;
  tuner::measure::Summary& row = report.rows.emplace_back();
  row.configuration.bytes = 64;
  row.is_converged = true;
  row.used.witness = "messages";
  row.used.algorithms = {"basic_linear"};
  row.configuration.algorithm = "nonoverlapping";
  EXPECT_THAT(notes_on(report), IsEmpty());
  row.configuration.algorithm = "ring";
  EXPECT_THAT(notes_on(report),
              ElementsAre("all_reduce 64 B ring: what ran was basic_linear, not ring"));
}

}  // namespace notes_test
}  // namespace treering::app::measuring
