#include "tuner/measure/messages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::tuner::measure {
namespace messages_test {

using ::testing::HasSubstr;

Task some_task() {
  Task task;
  task.configuration = {core::Collective::AllGather,
                        4096,
                        core::DataType::Double,
                        core::ReduceOp::Max,
                        "ring",
                        "LL",
                        3,
                        true,
                        Cache::Cold};
  task.warmups = 5;
  task.samples = 10;
  task.loops = 20;
  task.start = {0.5, 3};
  return task;
}

TEST(Messages, TasksComeBackAsTheyWere) {
  const Task task = some_task();
  const auto read = parse_task(line_of(task), "test");
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_EQ(*read, task);
}

TEST(Messages, HellosComeBackAsTheyWere) {
  const Hello hello{"Open MPI v4.1.4",
                    4,
                    2,
                    {{"all_reduce", {"ring", "linear"}}},
                    {"a fact"},
                    {{"binding", "none"}, {"emulated", "yes"}}};
  const auto read = parse_hello(line_of(hello), "test");
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_EQ(*read, hello);
}

TEST(Messages, BatchesComeBackAsTheyWere) {
  Batch batch;
  batch.samples_us = {1.5, 0.1 + 0.2};
  batch.spread_us = {0.25, 0};
  batch.late = 2;
  batch.loop_us = 1.75;
  batch.wrong = 3;
  batch.seen = {"messages", {{0, 1, 4096, 2}, {1, 0, 4096, 2}}, "Ring", "LL", 3};
  batch.environment = {{"gpu_sm_mhz_before", "1980;1965"}};
  const auto read = parse_batch(line_of(batch), "test");
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_EQ(*read, batch);
}

TEST(Messages, AnErrorOfTheWorkersIsTheirSentence) {
  const auto read = parse_batch(error_line("no type half"), "worker");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().category, core::Category::Environment);
  EXPECT_EQ(read.error().message(), "worker: no type half");
}

TEST(Messages, WhatMakesNoSenseIsNamed) {
  EXPECT_FALSE(parse_batch("", "worker"));
  EXPECT_FALSE(parse_batch("[]", "worker"));
  const auto missing = parse_hello(R"({"ranks": 4})", "worker");
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().message(), HasSubstr("library"));
  const auto odd = parse_batch(R"({"samples_us": [1, "2"]})", "worker");
  ASSERT_FALSE(odd);
  EXPECT_THAT(odd.error().message(), HasSubstr("samples_us"));
  const auto torn = parse_batch(R"({"samples_us": [], "seen": {"sent": [[1, 2]]}})", "worker");
  ASSERT_FALSE(torn);
  EXPECT_THAT(torn.error().message(), HasSubstr("expected [from, to, bytes, count]"));
}

}  // namespace messages_test
}  // namespace treering::tuner::measure
