// What leaves a median open, however narrow the interval of its samples.
#include <cstddef>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/tuner/measure/conducted.h"
#include "tests/tuner/measure/fake_workers.h"
#include "tests/tuner/measure/one_record.h"
#include "tuner/measure/summary.h"

namespace treering::tuner::measure {
namespace open_test {

Summary only(const std::vector<Record>& records) {
  const auto all = summarise(records);
  EXPECT_EQ(all.size(), 1U);
  return all.front();
}

// The interval of the samples reaches 2 %, and starts are another 1 %: together more than 2.5.
TEST(Summary, IsBlurredWhereStartsTipIt) {
  Samples samples;
  for (int i = 0; i < 100; ++i) samples.push_back(i % 2 == 0 ? 98 : 102);
  Record record = record_of("a", samples);
  EXPECT_FALSE(only({record}).is_blurred());
  record.spread_us.assign(100, 1);
  const Summary summary = only({record});
  EXPECT_LT(summary.blur(), 0.025);
  EXPECT_TRUE(summary.is_blurred());
  EXPECT_FALSE(summary.is_converged);
}

// Of six launches one falls by 10 %.
TEST(Summary, IsNotConvergedWhereALaunchFalls) {
  std::vector<Record> records;
  for (int i = 0; i < 6; ++i) records.push_back(record_of(std::to_string(i), Samples(40, 100)));
  EXPECT_FALSE(only(records).trend);
  Samples& samples = records.back().samples_us;
  for (std::size_t i = 0; i < samples.size(); ++i) samples[i] += 5 - 0.25 * static_cast<double>(i);
  const Summary summary = only(records);
  ASSERT_TRUE(summary.trend);
  EXPECT_NEAR(summary.trend->change, -0.065, 0.005);
  EXPECT_FALSE(summary.is_converged);
}

/// Calls that scatter by 6 % at most around 100 us, without order, and start 1 us apart.
FakeWorkers::Answer scattered() {
  return [calls = std::size_t{0}](const Task& task) mutable {
    auto batch = steady(task, 100);
    for (double& sample : batch->samples_us) {
      sample = 94 + 0.12 * static_cast<double>(37 * calls++ % 101);
    }
    batch->spread_us.assign(batch->samples_us.size(), 1);
    return batch;
  };
}

// After 30 samples their interval is narrow enough, and with what starts leave open it is not: more
// samples make it so.
TEST(Conductor, MeasuresOnWhereMoreSamplesHelp) {
  const Record record = conducted(sweep_of(1), scattered()).records.at(0);
  EXPECT_GT(record.samples_us.size(), 30U);
  EXPECT_LE(record.samples_us.size(), 240U);
  EXPECT_TRUE(record.is_converged);
}

}  // namespace open_test
}  // namespace treering::tuner::measure
