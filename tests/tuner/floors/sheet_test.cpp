#include "tuner/floors/sheet.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tuner/floors/sheets.h"
#include "tuner/floors/forms.h"

namespace treering::tuner::floors {
namespace sheet_test {

using ::testing::HasSubstr;

std::string csv_of(const Sheet& sheet) {
  for (const Form& form : all_forms()) {
    if (form.name == "csv") return form.write(sheet).text;
  }
  return "";
}

std::string error_of(const std::string& text) {
  const auto sheet = read_sheet(text, "floors");
  return sheet ? "" : sheet.error().message();
}

std::string json(const std::string& rows) {
  return R"({"schema": "treering.expect/1", "topology": {"name": "dgx-h100"}, "nodes": 2, )"
         R"("ranks": 16, "nccl_version": "2.28.9", "rows": [)" +
         rows + "]}";
}

const std::string kRow =
    R"({"collective": "all_reduce", "bytes": 1024, "busbw_GBps": 2, "low_GBps": 1, )"
    R"("high_GBps": 3, "floor_GBps": 0.5})";

TEST(Sheet, ComesBackFromItsCsv) {
  const Sheet sheet = small_sheet();
  const auto read = read_sheet(csv_of(sheet), "floors.csv");
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_EQ(*read, sheet);
}

TEST(Sheet, IsReadFromJson) {
  const auto read = read_sheet(json(kRow), "floors.json");
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_EQ(read->topology, "dgx-h100");
  EXPECT_EQ(read->ranks, 16);
  EXPECT_EQ(read->hosts, 2);  // those of nodes, where it does not say
  ASSERT_EQ(read->rows.size(), 1U);
  EXPECT_EQ(read->rows[0].floor->in_gb_per_s(), 0.5);
}

TEST(Sheet, RefusesOtherTexts) {
  constexpr const char* kWanted = "expected the JSON or CSV that treering expect writes";
  for (const char* const text : {"", "  \n", "{}", R"({"schema": "treering.predict/1"})",
                                 "collective,bytes\nall_reduce,8\n", "no floors at all"}) {
    EXPECT_THAT(error_of(text), HasSubstr(kWanted)) << text;
  }
  EXPECT_NE(error_of("{\"schema\": "), "");
}

TEST(Sheet, RefusesRowsThatMakeNoSense) {
  EXPECT_NE(error_of(json(R"({"collective": "all_reduce", "bytes": 0})")), "");
  EXPECT_NE(error_of(json(R"({"collective": "nothing", "bytes": 8})")), "");
  EXPECT_THAT(error_of(json(kRow + ", " + kRow)), HasSubstr("all_reduce of 1 KiB twice"));
  Sheet shares = small_sheet();
  shares.rows[1].catches_small = 2;
  EXPECT_THAT(error_of(csv_of(shares)), HasSubstr("a share that is none"));
  Sheet sheet = small_sheet();
  sheet.rows[1].floor = core::Bandwidth::from_gb_per_s(-1);
  EXPECT_THAT(error_of(csv_of(sheet)), HasSubstr("a bandwidth that is none"));
  EXPECT_THAT(
      error_of(csv_of(small_sheet()) + "other,,2,2,16,2.28.9,all_reduce,8,,,,1,1,1,1,0,0,\n"),
      HasSubstr("floors:5: a row of another job"));
}

TEST(Sheet, RefusesNamesThatATerminalObeys) {
  Sheet sheet = small_sheet();
  sheet.topology = "dgx\x1b[2J";
  EXPECT_THAT(error_of(csv_of(sheet)), HasSubstr("unprintable characters"));
}

TEST(Sheet, RefusesAMachineWithoutFloors) {
  Sheet sheet = small_sheet();
  for (Row& row : sheet.rows) row.floor.reset();
  EXPECT_THAT(error_of(csv_of(sheet)), HasSubstr("no row has a floor"));
}

}  // namespace sheet_test
}  // namespace treering::tuner::floors
