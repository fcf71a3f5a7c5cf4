#include "tuner/measure/messages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::tuner::measure {
namespace messages_test {

using ::testing::HasSubstr;

Task some_task() {
  Task task;
  task.configuration = {
      {core::Collective::AllGather, 4096, core::DataType::Double, core::ReduceOp::Max},
      {"ring", "LL", 3},
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
  batch.seen = {"messages", {{0, 1, 4096, 2}, {1, 0, 4096, 2}}, {"Ring", "LL", 3}};
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

std::string refusal_of_batch(const std::string& line) {
  const auto read = parse_batch(line, "worker");
  return read ? "read" : read.error().message();
}

// What cannot be: it would be written down as a result that nobody can read again, or divided by.
TEST(Messages, FiguresThatCannotBeAreRefused) {
  for (const char* const line :
       {R"({"samples_us": [0]})", R"({"samples_us": [1], "spread_us": [-1]})",
        R"({"samples_us": [1], "spread_us": [1, 2]})", R"({"samples_us": [], "late": -1})",
        R"({"samples_us": [], "wrong": -1})", R"({"samples_us": [], "loop_us": -1})"}) {
    EXPECT_THAT(refusal_of_batch(line), HasSubstr("expected")) << line;
  }
  EXPECT_FALSE(parse_hello(R"({"library": "x", "ranks": 0})", "worker"));
  EXPECT_FALSE(parse_hello(R"({"library": "x", "ranks": 1, "algorithms": {"no": []}})", "worker"));
}

// A number that does not fit was cut to some other.
TEST(Messages, RanksAndCountsFit) {
  EXPECT_THAT(refusal_of_batch(R"({"samples_us": [], "seen": {"sent": [[4294967296, 1, 8, 1]]}})"),
              HasSubstr("expected [from, to, bytes, count]"));
  EXPECT_THAT(refusal_of_batch(R"({"samples_us": [], "seen": {"sent": [[0, 1, 8, 4294967297]]}})"),
              HasSubstr("expected [from, to, bytes, count]"));
}

TEST(Messages, NoTextOfAWorkerControlsATerminal) {
  EXPECT_EQ(refusal_of_batch("{\"error\": \"a\\u001b[31mb\"}"), "worker: a?[31mb");
  EXPECT_FALSE(parse_hello(R"({"library": "x", "ranks": 1, "facts": ["a\nb"]})", "worker"));
  EXPECT_FALSE(parse_hello(
      R"({"library": "x", "ranks": 1, "algorithms": {"all_reduce": ["a\u001b"]}})", "worker"));
}

}  // namespace messages_test
}  // namespace treering::tuner::measure
