// What workers say of their machines while they measure (Batch::environment).
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "tests/tuner/measure/fake_workers.h"
#include "tuner/measure/conductor.h"

namespace treering::tuner::measure {
namespace meanwhile_test {

/// Samples of 1 and 100 us in turn, whose median never settles, so that there are several batches;
/// each says how warm it was before and after, the first that it was slowed down, too.
core::Result<Batch> warmer(const Task& task, int batch_number) {
  auto batch = steady(task, 1);
  for (std::size_t i = 1; i < batch->samples_us.size(); i += 2) batch->samples_us[i] = 100;
  batch->environment["celsius_before"] = std::to_string(batch_number);
  batch->environment["celsius_after"] = std::to_string(batch_number + 1);
  if (batch_number == 1) batch->environment["slowed_down"] = "heat";
  return batch;
}

TEST(Meanwhile, IsWhatWasBeforeTheFirstBatchAndAfterTheLast) {
  int batches = 0;
  Record kept;
  Conduct with;
  with.start = [&]() -> core::Result<std::unique_ptr<Workers>> {
    return std::make_unique<FakeWorkers>([&](const Task& task) { return warmer(task, ++batches); });
  };
  with.keep = [&](const Record& record) -> core::Result<void> {
    kept = record;
    return {};
  };
  ASSERT_TRUE(conduct({.configurations = {{.call = {.bytes = 8}}}}, {}, with).has_value());
  ASSERT_GT(batches, 1);
  EXPECT_EQ(kept.environment.at("celsius_before"), "1");
  EXPECT_EQ(kept.environment.at("celsius_after"), std::to_string(batches + 1));
  EXPECT_EQ(kept.environment.at("slowed_down"), "heat");
}

}  // namespace meanwhile_test
}  // namespace treering::tuner::measure
