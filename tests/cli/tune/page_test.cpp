// The report of treering tune.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/program.h"
#include "cli/tune/writers.h"
#include "report/document/document.h"
#include "tests/cli/measured_job.h"
#include "tests/cli/report/browser.h"
#include "tests/cli/run.h"

namespace treering::cli {
namespace tune_page_test {

using nlohmann::json;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class TunePage : public ::testing::Test {
 protected:
  [[nodiscard]] std::string path(const std::string& name) const {
    return folder_.path() + "/" + name;
  }

  /// What tune says of recorded results. \param more options
  static Outcome tuned(const std::string& more) {
    return run(
        "tune --runner replay --measurements tests/data/measured/shaped-mpi-4.jsonl "
        "-c all_reduce,broadcast -b 16K -e 1M -f 8 --launches 1 --budget 100 " +
        more);
  }

  [[nodiscard]] std::string page(const std::string& name) const {
    const Outcome outcome = tuned("--report " + path(name));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("# treering: tuned with replay"));
    return text_of(path(name));
  }

  support::TemporaryFolder folder_;
};

TEST_F(TunePage, MarkdownSaysWhatThePageSays) {
  const std::string html = page("tuned.html");
  const std::string markdown = page("tuned.md");
  EXPECT_THAT(html, HasSubstr("<!DOCTYPE html>"));
  EXPECT_THAT(markdown, Not(HasSubstr("<html")));
  for (const std::string& text : {html, markdown}) {
    EXPECT_THAT(text, HasSubstr("In short"));
    EXPECT_THAT(text, HasSubstr("What to use at each size"));
    EXPECT_THAT(text, HasSubstr("What was not measured, and why"));
    EXPECT_THAT(text, HasSubstr("treering tune --runner replay"));
    EXPECT_THAT(text, HasSubstr("broadcast"));
  }
}

// What is asked first, in the unit of the axis.
TEST_F(TunePage, BeginsWithTimes) {
  const std::string text = page("tuned.md");
  const std::string begin = text.substr(0, text.find("\n## all_reduce"));
  EXPECT_THAT(begin, ::testing::ContainsRegex("1 MiB takes [0-9.]+ ms"));
}

// The points of the page are the cells that were measured, and the lines hold them.
TEST_F(TunePage, CurvesOfTheJsonHoldWhatWasMeasured) {
  const json answer = json::parse(tuned("--format json").out);
  ASSERT_EQ(answer["curves"].size(), 2U);
  std::size_t launches = 0;
  for (const json& curves : answer["curves"]) {
    std::size_t cells = 0;
    ASSERT_EQ(curves["ways"].size(), curves["measured"].size());
    for (const json& way : curves["measured"]) {
      cells += way["points"].size();
      for (const json& point : way["points"]) {
        launches += point["launches"].get<std::size_t>();
        EXPECT_LE(point["low_us"], point["time_us"]);
        EXPECT_GE(point["high_us"], point["time_us"]);
      }
    }
    EXPECT_EQ(cells, curves["measured_cells"]);
    for (const json& way : curves["ways"]) {
      for (const json& point : way["points"]) {
        EXPECT_LT(point["low_us"], point["high_us"]);
        // busbw of 4 ranks: 2 (n - 1) / n of an all_reduce, all of a broadcast.
        const double factor = curves["collective"] == "all_reduce" ? 1.5 : 1;
        const double busbw =
            factor * point["bytes"].get<double>() / 1000 / point["time_us"].get<double>();
        EXPECT_NEAR(point["busbw_GBps"].get<double>(), busbw, 0.01 * busbw + 0.0001);
      }
    }
  }
  EXPECT_GT(launches, 0U);
  EXPECT_LE(launches, answer["measured"].get<std::size_t>());  // others failed, or ran otherwise
}

TEST_F(TunePage, WhatCannotBeWrittenIsSaidBeforeAnythingIsMeasured) {
  const std::string results = path("runs.jsonl");
  const Outcome folder = tuned("--report " + path("none/tuned.html") + " -o " + results);
  EXPECT_EQ(folder.exit_code, 4);
  EXPECT_THAT(folder.err, HasSubstr("cannot be written"));
  EXPECT_THAT(folder.out, IsEmpty());
  EXPECT_FALSE(std::filesystem::exists(results));
  const Outcome same = tuned("--report " + results + " -o " + results);
  EXPECT_EQ(same.exit_code, 2);
}

// The command is this tuning, which goes on from its results, and writes the file.
TEST(TunePageUse, ACommandForWhatIsConfirmed) {
  const auto asked =
      parse({"tune", "dgx-h100", "--runner", "nccl", "--ranks", "8", "--algo", "default,ring", "-e",
             "1G", "-o", "runs.jsonl", "--report", "tuned.md"});
  ASSERT_TRUE(asked);
  app::tuning::TuneReport report;
  report.runner = report.measured_by = "nccl";
  report.library = "NCCL 2.28.9";
  report.ranks = 8;
  app::tuning::Choice choice;
  choice.from_bytes = 65536;
  choice.to_bytes = 1048576;
  choice.way = {"ring", "ll", 0};
  choice.reason = app::tuning::Reason::Faster;
  choice.gain = app::tuning::Choice::Gain{1.2, 1.1, 1.3};
  report.choices = {choice};
  EXPECT_THAT(
      page_of(report, asked->arguments),
      HasSubstr("treering tune dgx-h100 --runner nccl --ranks 8 --report tuned.md --algo "
                "default,ring --maxbytes 1G --output runs.jsonl --settings settings.txt\n"));
  report.choices.front().reason = app::tuning::Reason::Tie;
  EXPECT_THAT(page_of(report, asked->arguments), Not(HasSubstr("--settings")));
}

class TunePageSeen : public TunePage {
 protected:
  void SetUp() override {
    const std::string why = why_no_browser();
    if (!why.empty()) GTEST_SKIP() << why;
  }
};

TEST_F(TunePageSeen, HasNoErrorsAndFitsWideAndNarrowWindows) {
  const std::string text = page("tuned.html");
  for (const int width : {1280, 400}) {
    const json seen = looked_at(text, width);
    ASSERT_FALSE(seen.is_null()) << "the browser gave no answer";
    EXPECT_THAT(seen["errors"], IsEmpty()) << width;
    EXPECT_THAT(seen["console"], IsEmpty()) << width;
    EXPECT_LE(seen["scroll_width"].get<int>(), width);
    EXPECT_NE(seen["papers"][0], seen["papers"][1]);  // light and dark
  }
}

TEST_F(TunePageSeen, HoverShowsTheFiguresOfTheJson) {
  if (!report::document::has_live_charts()) GTEST_SKIP() << "built without dygraphs";
  const json answer = json::parse(tuned("--format json").out);
  const json seen = looked_at(page("tuned.html"), 1280);
  ASSERT_FALSE(seen.is_null()) << "the browser gave no answer";
  ASSERT_EQ(seen["charts"].size(), 4U);  // time and busbw of two collectives
  std::size_t compared = 0;
  for (std::size_t i = 0; i < seen["charts"].size(); ++i) {
    const bool is_time = i % 2 == 0;
    for (const json& row : seen["charts"][i]["rows"]) {
      for (const json& line : row["lines"]) {
        const std::string source = line["source"];  // "ways/3"
        const std::size_t slash = source.find('/');
        const json& way =
            answer["curves"][i / 2][source.substr(0, slash)][std::stoul(source.substr(slash + 1))];
        // The JSON has four digits or more, so that its third may be rounded twice.
        constexpr double kFourth = 2e-4;
        std::vector<std::string> expected{"-"};
        for (const json& point : way["points"]) {
          if (point["bytes"] != row["bytes"]) continue;
          const double value = point[is_time ? "time_us" : "busbw_GBps"];
          expected = {value_text(value, is_time), value_text(value * (1 - kFourth), is_time),
                      value_text(value * (1 + kFourth), is_time)};
        }
        EXPECT_THAT(expected, Contains(line["value"].get<std::string>())) << source;
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 50U);
}

}  // namespace tune_page_test
}  // namespace treering::cli
