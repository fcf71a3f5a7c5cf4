#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pugixml.hpp>

#include "report/document/chart_svg.h"
#include "report/document/document.h"
#include "report/document/page_parts.h"
#include "report/drawing/text_width.h"
#include "tests/report/document/sample.h"

namespace treering::report::document {
namespace html_test {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

// Ends elements, attributes and scripts, and runs one where it may.
constexpr const char* kHostile = "</script></style><img src=x onerror=alert(1)>\"' onload='x &amp;";

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

TEST(Html, OutsideTextIsNoMarkup) {
  const std::string harmless =
      to_html(sample_document(std::string(std::string(kHostile).size(), 'x')));
  const std::string page = to_html(sample_document(kHostile));
  EXPECT_THAT(page, Not(HasSubstr("<img")));
  for (const char* const mark : {"<script", "</script>", "<style", "</style>", "onerror=\"", "<"}) {
    EXPECT_EQ(count(page, mark), count(harmless, mark)) << mark;
  }
}

TEST(Html, DataEndsNoScript) {
  Document document = sample_document("x");
  document.data = R"({"name": "</script><script>alert(1)</script>"})";
  EXPECT_THAT(to_html(document), Not(HasSubstr("<script>alert(1)")));
}

TEST(Html, FetchesNothing) {
  const std::string page = to_html(sample_document("x"));
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  for (const char* const mark : {" src=", "<link", "@import", "url(http", "url(//"}) {
    EXPECT_THAT(page, Not(HasSubstr(mark)));
  }
}

// They are scrolled to in a narrow window, not made smaller than 9 pixels.
TEST(Html, LettersOfPicturesAreReadInANarrowWindow) {
  const std::string page = to_html(sample_document("x"));
  const auto number_after = [&page](const std::string& mark) {
    const std::size_t at = page.find(mark);
    EXPECT_NE(at, std::string::npos) << mark;
    return std::strtod(page.c_str() + at + mark.size(), nullptr);
  };
  const double least = number_after(".still svg{width:100%;height:auto;min-width:");
  const double whole = number_after("class=\"chart-svg\" viewBox=\"0 0 ");
  const double letters = number_after("font-size=\"");
  EXPECT_GE(letters * least / whole, 9);
  // A drawing has its own least width (html_blocks.cpp), in which its letters can be read.
  EXPECT_THAT(page, HasSubstr(".drawing svg{max-width:100%;height:auto;min-width:var(--least)}"));
}

TEST(Html, ADocumentWithoutChartsCarriesNoCharts) {
  Document document = sample_document("x");
  document.sections.front().blocks = {Paragraph{"x"}};
  const std::string page = to_html(document);
  EXPECT_THAT(page, Not(HasSubstr("danvk/dygraphs")));
  EXPECT_LT(page.size(), 60'000U);
}

TEST(Html, SaysWhetherChartsCanBePointedAt) {
  const std::string page = to_html(sample_document("x"));
  if (has_live_charts()) {
    EXPECT_THAT(page, HasSubstr("under the MIT licence"));
    EXPECT_THAT(page, HasSubstr("@license https://github.com/danvk/dygraphs"));
  } else {
    EXPECT_THAT(page, HasSubstr("built without dygraphs"));
  }
}

TEST(Html, DygraphsIsCarriedAsItIs) {
  const std::string file = "/usr/share/javascript/dygraphs/dygraph.min.js";
  if (!has_live_charts()) GTEST_SKIP() << "built without dygraphs";
  if (!std::filesystem::exists(file)) GTEST_SKIP() << "no " << file;
  std::ifstream stream(file);
  const std::string text(std::istreambuf_iterator<char>(stream), {});
  EXPECT_EQ(dygraphs(), text);
}

TEST(ChartSvg, IsXmlWhateverIsInIt) {
  for (const char* const text : {"x", kHostile}) {
    for (const Standing standing : {Standing::InPage, Standing::Alone}) {
      pugi::xml_document xml;
      const auto parsed = xml.load_string(chart_svg(sample_chart(text), standing).c_str());
      EXPECT_TRUE(parsed) << parsed.description();
    }
  }
}

TEST(ChartSvg, HasALineABandAndBars) {
  const std::string svg = chart_svg(sample_chart("x"), Standing::InPage);
  EXPECT_EQ(count(svg, "class=\"band s0\""), 1U);
  EXPECT_EQ(count(svg, "class=\"line s0\""), 1U);
  EXPECT_EQ(count(svg, "class=\"fastest\""), 1U);
  EXPECT_EQ(count(svg, "class=\"usual\""), 2U);
  EXPECT_EQ(count(svg, "class=\"bar s3\""), 1U);
  EXPECT_EQ(count(svg, "class=\"measured s3\""), 1U);
  EXPECT_EQ(count(svg, "class=\"mark\""), 1U);
  EXPECT_THAT(svg, Not(HasSubstr("<style>")));
  EXPECT_THAT(chart_svg(sample_chart("x"), Standing::Alone), HasSubstr("prefers-color-scheme"));
}

// The last mark stands at the very end of the axis.
TEST(ChartSvg, NamesOfSizesStayWithinThePicture) {
  charts::Chart chart = sample_chart("x");
  for (charts::Series& series : chart.series) {
    for (charts::Point& point : series.points) point.x *= 1 << 23U;  // 64 MiB, 512 MiB
  }
  pugi::xml_document xml;
  ASSERT_TRUE(xml.load_string(chart_svg(chart, Standing::InPage).c_str()));
  const double width = xml.child("svg").attribute("width").as_double();
  const auto last = xml.child("svg").find_child(
      [](const pugi::xml_node& node) { return std::string(node.child_value()) == "512 MiB"; });
  ASSERT_TRUE(last);
  EXPECT_LE(last.attribute("x").as_double() + drawing::text_width("512 MiB", 12) / 2, width + 0.1);
}

TEST(ChartSvg, BandsLieWithinTheAxis) {
  charts::Chart chart = sample_chart("x");
  EXPECT_THAT(chart_svg(chart, Standing::InPage), Not(HasSubstr(">1 ms<")));
  chart.series.front().points.front().within = {8, 1000};
  EXPECT_THAT(chart_svg(chart, Standing::InPage), HasSubstr(">1 ms<"));
}

// Regret in percent is no time.
TEST(ChartSvg, HasUnitsAtItsMarksOnlyWhereTheFigureIsATime) {
  charts::Chart chart = sample_chart("x");
  EXPECT_THAT(chart_svg(chart, Standing::InPage), HasSubstr(">10 us<"));
  chart.y = {"regret (%)", charts::Scale::Log, charts::Figures::Plain};
  chart.x = {"GPUs", charts::Scale::Log, charts::Figures::Plain};
  const std::string svg = chart_svg(chart, Standing::InPage);
  EXPECT_THAT(svg, AllOf(HasSubstr(">10<"), HasSubstr(">regret (%)<"), Not(HasSubstr(" us<")),
                         HasSubstr(">64<"), Not(HasSubstr(" B<"))));
}

TEST(ChartSvg, BoundsDoNotStretchTheAxisOfTimes) {
  // From 10 to 30 us; with the bound it would begin at 0.001.
  EXPECT_THAT(chart_svg(sample_chart("x"), Standing::InPage), Not(HasSubstr(">0.001<")));
}

}  // namespace html_test
}  // namespace treering::report::document
