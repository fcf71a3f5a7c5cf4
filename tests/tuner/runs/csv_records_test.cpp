#include "tuner/runs/csv_records.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/text/quote.h"

namespace treering::tuner::runs {
namespace csv_records_test {

using ::testing::ElementsAre;

std::vector<CsvRecord> records(std::string_view text) {
  std::vector<CsvRecord> list;
  CsvReader reader(text);
  CsvRecord record;
  while (reader.next(record)) list.push_back(record);
  return list;
}

TEST(CsvRecords, FieldsMayBeQuoted) {
  const auto list = records("a,\"b, \"\"c\"\"\",\r\n\n\"two\nlines\",x\nlast");
  ASSERT_EQ(list.size(), 3U);
  EXPECT_THAT(list[0].fields, ElementsAre("a", "b, \"c\"", ""));
  EXPECT_THAT(list[1].fields, ElementsAre("two\nlines", "x"));
  EXPECT_EQ(list[1].line, 3);
  EXPECT_THAT(list[2].fields, ElementsAre("last"));
  EXPECT_EQ(list[2].line, 5);
}

TEST(CsvRecords, AQuoteThatDoesNotEndLosesItsLineOnly) {
  const auto list = records("a,\"b\nc,d\n");
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(list[0].problem, "a quote that is not closed");
  EXPECT_THAT(list[1].fields, ElementsAre("c", "d"));
  EXPECT_EQ(list[1].line, 2);
}

TEST(CsvRecords, TextBehindAQuoteIsAProblem) {
  const auto list = records("\"a\"b,c\nd\n");
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(list[0].problem, "text behind a closing quote");
  EXPECT_THAT(list[1].fields, ElementsAre("d"));
}

TEST(CsvRecords, SwallowedLinesCanBeReadAgain) {
  CsvReader reader("a,\"b\nc,\"\nd\n");
  CsvRecord record;
  ASSERT_TRUE(reader.next(record));
  EXPECT_THAT(record.fields, ElementsAre("a", "b\nc,"));
  reader.step_back_to_second_line();
  ASSERT_TRUE(reader.next(record));
  EXPECT_EQ(record.line, 2);
}

TEST(CsvRecords, FieldsAreLimited) {
  const auto list = records(std::string(100'000, ',') + "\nb\n");
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(list[0].problem, "more fields than a table can have");
  EXPECT_LE(list[0].fields.size(), 256U);
}

TEST(CsvRecords, QuotesAreWrittenWhereNeeded) {
  EXPECT_EQ(core::csv_line({"a", "", "b,c", "say \"so\""}), "a,,\"b,c\",\"say \"\"so\"\"\"\n");
  EXPECT_EQ(core::csv_line({}), "\n");
}

TEST(CsvRecords, WhatIsWrittenIsReadBack) {
  const std::vector<std::string> fields{"a", "", "b,c", "say \"so\"", "two\nlines", "\r"};
  const auto list = records(core::csv_line(fields));
  ASSERT_EQ(list.size(), 1U);
  EXPECT_EQ(list[0].fields, fields);
}

}  // namespace csv_records_test
}  // namespace treering::tuner::runs
