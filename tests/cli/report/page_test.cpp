// The page of treering report, looked at in a browser.
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "report/document/document.h"
#include "report/figures.h"
#include "tests/cli/measured_job.h"
#include "tests/cli/report/browser.h"
#include "tests/cli/run.h"

namespace treering::cli {
namespace page_test {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Page : public MeasuredJob {
 protected:
  void SetUp() override {
    MeasuredJob::SetUp();
    const std::string why = why_no_browser();
    if (!why.empty()) GTEST_SKIP() << why;
  }

  /// Two collectives, one of them measured, of few sizes.
  std::string asked() const {
    return "report dgx-a100 --nodes 2 -c all_reduce,alltoall -b 4K -e 256M -f 16 --measurements " +
           runs_ + " --format ";
  }

  std::string page() const {
    const Outcome outcome = run(asked() + "html");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return outcome.out;
  }
};

/// The points of a line, or of one of several: "best", "curves/0".
json points_of(const json& part, const std::string& source) {
  json value = part;
  std::istringstream words(source);
  for (std::string word; std::getline(words, word, '/');) {
    value = value.is_array() ? value.at(std::stoul(word)) : value.at(word);
  }
  return value.is_array() ? value : value.at("points");
}

json point_at(const json& part, const std::string& source, std::uint64_t bytes) {
  for (const json& point : points_of(part, source)) {
    if (point.at("bytes").get<std::uint64_t>() == bytes) return point;
  }
  return nullptr;
}

std::string range_text(double low, double high, bool is_time) {
  low = with_halves_up(low);
  if (is_time) {
    return report::short_times(core::Duration::from_us(low), core::Duration::from_us(high));
  }
  return rounded(low) + " to " + value_text(high, false);
}

/// What a chart may say of a point: JSON has figures of four digits, of which a fourth 5 may have
/// been rounded up or down.
std::vector<std::string> expected_values(const json& point, bool is_time) {
  if (point.is_null()) return {"-"};
  constexpr double kRounding = 1e-4;
  const double value = point.at(is_time ? "time_us" : "busbw_GBps");
  return {value_text(value * (1 - kRounding), is_time), value_text(value, is_time),
          value_text(value * (1 + kRounding), is_time)};
}

/// What a chart should say beside a measured point: in its own unit; busbw falls as the time rises.
/// The point with all that is expected times so much.
json scaled(json point, double factor) {
  if (point.is_null()) return point;
  for (const char* const name : {"expected_us", "expected_low_us", "expected_high_us"}) {
    point[name] = point[name].get<double>() * factor;
  }
  return point;
}

std::string expected_note(const json& point, bool is_time) {
  if (point.is_null()) return "";
  const auto at = [&](const char* name) {
    const double us = point.at(name);
    return is_time ? us
                   : point.at("busbw_GBps").get<double>() * point.at("time_us").get<double>() / us;
  };
  const std::string place = point.at("place");
  return fmt::format("expected {} ({}){}", value_text(at("expected_us"), is_time),
                     range_text(at(is_time ? "expected_low_us" : "expected_high_us"),
                                at(is_time ? "expected_high_us" : "expected_low_us"), is_time),
                     place == "inside" ? "" : ", " + place);
}

TEST_F(Page, HoverShowsTheFiguresOfTheJson) {
  if (!report::document::has_live_charts()) GTEST_SKIP() << "built without dygraphs";
  const json answer = json::parse(run(asked() + "json").out);
  const json seen = looked_at(page(), 1280);
  ASSERT_FALSE(seen.is_null()) << "the browser gave no answer";
  ASSERT_EQ(seen["charts"].size(), 4U);  // time and busbw of two collectives
  std::size_t compared = 0;
  std::size_t notes = 0;
  for (std::size_t i = 0; i < seen["charts"].size(); ++i) {
    const json& chart = seen["charts"][i];
    ASSERT_TRUE(chart["is_live"].get<bool>());
    const json& part = answer["collectives"][i / 2];
    for (const json& row : chart["rows"]) {
      for (const json& line : row["lines"]) {
        const std::string source = line["source"];
        if (source == "ceiling") continue;  // one figure for all sizes
        const json point = point_at(part, source, row["bytes"]);
        const bool is_time = i % 2 == 0;
        EXPECT_THAT(expected_values(point, is_time),
                    ::testing::Contains(line["value"].get<std::string>()))
            << chart["id"] << " " << source << " " << row["bytes"];
        ++compared;
        if (line["kind"] != "measured") continue;
        // JSON has rounded figures, which may round to another last digit.
        EXPECT_THAT(line["note"].get<std::string>(),
                    ::testing::AnyOf(expected_note(point, is_time),
                                     expected_note(scaled(point, 1 - 1e-4), is_time),
                                     expected_note(scaled(point, 1 + 1e-4), is_time)))
            << chart["id"] << " " << source << " " << row["bytes"];
        ++notes;
      }
    }
  }
  EXPECT_GT(compared, 100U);
  EXPECT_GT(notes, 30U);
}

TEST_F(Page, MarksOfTimesHaveUnitsAndStandOnOneLine) {
  if (!report::document::has_live_charts()) GTEST_SKIP() << "built without dygraphs";
  // 8 GiB at 1.25 GB/s and less take 10 s and more.
  const Outcome outcome =
      run("report tests/data/measured/h200-shared.xml --nodes 4 --measurements "
          "tests/data/measured/h200-shared-nccl-4.jsonl --format html");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  for (const int width : {1280, 400}) {
    const json seen = looked_at(outcome.out, width);
    ASSERT_FALSE(seen.is_null()) << "the browser gave no answer";
    std::vector<std::string> texts;
    for (const json& label : seen["charts"][0]["y_labels"]) {
      EXPECT_EQ(label["lines"], 1) << label["text"];
      texts.push_back(label["text"]);
    }
    EXPECT_THAT(texts, ::testing::IsSupersetOf({"1 ms", "10 s"}));
    // Sizes are named as in the texts of the page.
    EXPECT_THAT(seen["charts"][0]["x_labels"], ::testing::IsSupersetOf({"8 B", "128 MiB"}));
  }
}

TEST_F(Page, ChartsOpenWhereALineIsDrawn) {
  if (!report::document::has_live_charts()) GTEST_SKIP() << "built without dygraphs";
  // Measured up to 256 MiB, predicted up to 16 MiB, as asked for.
  const Outcome outcome = run("report dgx-a100 --nodes 2 -b 4K -e 16M -f 16 --measurements " +
                              runs_ + " --format html");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const json seen = looked_at(outcome.out, 1280);
  ASSERT_FALSE(seen.is_null()) << "the browser gave no answer";
  EXPECT_EQ(seen["opened"], json::array({16 << 20, 16 << 20}));
  for (const json& chart : seen["charts"]) {
    EXPECT_EQ(chart["rows"].back()["bytes"], 256 << 20) << chart["id"];
  }
}

/// All that is in a report: measured, compared, and published beside it.
std::string full_page() {
  const std::string runs = "tests/data/measured/h200-shared-nccl-4.jsonl";
  const Outcome outcome =
      run("report tests/data/measured/h200-shared.xml --nodes 4 --measurements " + runs +
          " --compare " + runs + " tests/data/measured/h200-shared-own-nccl-4.jsonl --format html");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  return outcome.out;
}

std::string published_page() {
  const Outcome outcome = run("report alps --measurements examples/alps-sockets.csv --format html");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  return outcome.out;
}

// Else the browser shrinks the whole page until its widest table fits.
TEST_F(Page, NothingIsWiderThanPaper) {
  // A4 and Letter without the browser's margins are 718 and 740 pixels wide.
  for (const std::string& text : {page(), full_page(), published_page()}) {
    const json seen = looked_at(text, 718);
    ASSERT_FALSE(seen.is_null()) << "the browser gave no answer";
    EXPECT_THAT(seen["too_wide_on_paper"], IsEmpty());
  }
}

TEST_F(Page, NoTableIsWiderThanAWindow) {
  for (const std::string& text : {page(), full_page(), published_page()}) {
    const json seen = looked_at(text, 1280);
    ASSERT_FALSE(seen.is_null()) << "the browser gave no answer";
    EXPECT_GT(seen["tables"], 3);
    EXPECT_THAT(seen["wide_tables"], IsEmpty());
  }
}

// What is asked first is seen without scrolling, on a telephone too.
TEST_F(Page, TheNumberIsOnTheFirstScreen) {
  const std::string text = page();
  for (const auto& [width, height] : {std::pair(1280, 800), std::pair(390, 844)}) {
    const json seen = looked_at(text, width);
    ASSERT_FALSE(seen.is_null()) << "the browser gave no answer";
    EXPECT_LT(seen["number_bottom"], height) << width;
    EXPECT_LT(seen["small_chart_bottom"], height) << width;
  }
}

TEST_F(Page, LettersOfPicturesCanBeRead) {
  const Outcome outcome = run("report dgx-h100 --nodes 4 --format html");
  for (const int width : {1280, 390}) {
    const json seen = looked_at(outcome.out, width);
    ASSERT_FALSE(seen.is_null()) << "the browser gave no answer";
    EXPECT_GE(seen["least_letters"].get<double>(), 8.9) << width;
  }
}

TEST_F(Page, PointingAtOneChartPointsAtAllOfItsCollective) {
  if (!report::document::has_live_charts()) GTEST_SKIP() << "built without dygraphs";
  const json seen = looked_at(page(), 1280);
  ASSERT_FALSE(seen.is_null()) << "the browser gave no answer";
  for (const json& chart : seen["charts"]) {
    EXPECT_EQ(chart["pointed"]["shown"], chart["pointed"]["wanted"]) << chart["id"];
    EXPECT_EQ(chart["others"], json::array({chart["pointed"]["wanted"]})) << chart["id"];
    EXPECT_FALSE(chart["is_still_shown"].get<bool>());
  }
}

TEST_F(Page, HasNoErrorsAndFitsWideAndNarrowWindows) {
  const std::string text = page();
  for (const int width : {1280, 400}) {
    const json seen = looked_at(text, width);
    ASSERT_FALSE(seen.is_null()) << "the browser gave no answer";
    EXPECT_THAT(seen["errors"], IsEmpty()) << width;
    EXPECT_THAT(seen["console"], IsEmpty()) << width;
    EXPECT_EQ(seen["width"], width);
    EXPECT_LE(seen["scroll_width"].get<int>(), width);
    EXPECT_NE(seen["papers"][0], seen["papers"][1]);  // light and dark
  }
}

TEST_F(Page, NamesFromFilesRunNoScript) {
  const std::string hostile = "</title></script><script>window.hostile=1</script><img src=x>\"'&";
  ASSERT_EQ(run("convert dgx-a100 " + path("machine.json")).exit_code, 0);
  json machine = json::parse(text_of(path("machine.json")));
  for (const char* const field : {"name", "description"}) machine[field] = hostile;
  const std::string topology = write("hostile.json", machine.dump());
  const std::string runs = write("<script>window.hostile=1;'&.csv", text_of(runs_));
  const Outcome outcome = run("report " + topology + " --nodes 2 -b 4K -e 256M -f 16 " +
                              "--measurements " + runs + " --format html");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const json seen = looked_at(outcome.out, 1280);
  ASSERT_FALSE(seen.is_null()) << "the browser gave no answer";
  EXPECT_FALSE(seen["is_hostile_run"].get<bool>());
  EXPECT_THAT(seen["errors"], IsEmpty());
  EXPECT_THAT(seen["console"], IsEmpty());
}

}  // namespace page_test
}  // namespace treering::cli
