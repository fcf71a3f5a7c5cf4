// Results that failed, when the sweep goes on.
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tuner/measure/conducted.h"
#include "tuner/measure/conductor.h"

namespace treering::tuner::measure {
namespace retry_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Of these calls the workers die, refuse one, and die with samples on record.
constexpr std::uint64_t kDeadly = 8;
constexpr std::uint64_t kRefused = 16;
constexpr std::uint64_t kDeadlyLater = 32;

core::Result<Batch> harmed(const Task& task) {
  const std::uint64_t bytes = task.configuration.call.bytes;
  if (bytes == kRefused) return core::environment_error("worker", "no such algorithm");
  if (bytes == kDeadly || (bytes == kDeadlyLater && task.samples > 30)) {
    return core::environment_error("all_reduce", "died");
  }
  // Two steps that no number of samples settles: it measures on.
  auto batch = steady(task, 5);
  for (std::size_t i = 0; i < batch->samples_us.size(); i += 2) batch->samples_us[i] = 9;
  return batch;
}

core::Result<Batch> well(const Task& task) {
  return steady(task, 5);
}

Sweep four_calls() {
  Sweep sweep = sweep_of(4);
  sweep.has_sentinel = false;
  return sweep;
}

std::vector<std::uint64_t> sizes_of(const std::vector<Record>& records) {
  std::set<std::uint64_t> sizes;
  for (const Record& record : records) sizes.insert(record.trial.configuration.call.bytes);
  return {sizes.begin(), sizes.end()};
}

TEST(Retry, WhereNothingWasRecordedOfLostWorkers) {
  const std::vector<Record> earlier = conducted(four_calls(), harmed).records;
  ASSERT_EQ(earlier.size(), 4);
  const Outcome again = conducted(four_calls(), well, earlier);
  EXPECT_THAT(sizes_of(again.records), ElementsAre(kDeadly));
  std::vector<Record> all = earlier;
  all.insert(all.end(), again.records.begin(), again.records.end());
  const std::vector<Record> counted = without_retried(all);
  EXPECT_EQ(counted.size(), 4);
  for (const Record& record : counted) {
    const bool is_deadly = record.trial.configuration.call.bytes == kDeadly;
    EXPECT_TRUE(!is_deadly || record.error.empty());
  }
  EXPECT_THAT(conducted(four_calls(), well, counted).records, IsEmpty());
}

TEST(Retry, OfAllThatFailedWhereAskedFor) {
  const std::vector<Record> earlier = conducted(four_calls(), harmed).records;
  const Outcome again = conducted(four_calls(), well, earlier, Retry::Failed);
  EXPECT_THAT(sizes_of(again.records), ElementsAre(kDeadly, kRefused, kDeadlyLater));
}

// Each time anew, until there is a result.
TEST(Retry, OfWhatFailedAgain) {
  std::vector<Record> all = conducted(four_calls(), harmed).records;
  for (int i = 0; i < 2; ++i) {
    const Outcome again = conducted(four_calls(), harmed, all);
    EXPECT_THAT(sizes_of(again.records), ElementsAre(kDeadly));
    all.insert(all.end(), again.records.begin(), again.records.end());
    all = without_retried(all);
    EXPECT_EQ(all.size(), 4);
  }
}

}  // namespace retry_test
}  // namespace treering::tuner::measure
