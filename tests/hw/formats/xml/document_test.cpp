#include "hw/formats/xml/document.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/peak_memory.h"
#include "tests/support/processor_time.h"
#include "tests/support/sanitized.h"

namespace treering::hw::formats::xml {
namespace document_test {

using namespace std::string_literals;
using ::testing::StartsWith;

constexpr double kPromisedSeconds = test::kIsSanitized ? 10 : 1;

std::string message_of(const std::string& text) {
  const auto document = Document::parse(text, "x.xml");
  return document ? "no error" : document.error().message();
}

std::string repeated(std::string_view text, std::size_t count) {
  std::string result;
  result.reserve(text.size() * count);
  for (std::size_t i = 0; i < count; ++i) result += text;
  return result;
}

TEST(XmlDocument, ReadsElementsAndAttributes) {
  const std::string text =
      "<?xml version='1.0'?>\n<!-- a < b -->\n<a x='1'\ty=\"&lt;2\">\n  <b/>text<c><d/></c></a>\n";
  const auto document = Document::parse(text, "x.xml");
  ASSERT_TRUE(document) << document.error().message();
  ASSERT_EQ(document->roots().size(), 1U);
  const Element& a = document->roots()[0];
  EXPECT_EQ(a.name, "a");
  EXPECT_FALSE(a.text.empty());
  EXPECT_EQ(*a.attribute("x"), "1");
  EXPECT_EQ(*a.attribute("y"), "<2");
  EXPECT_EQ(a.attribute("z"), nullptr);
  ASSERT_EQ(a.children.size(), 2U);
  EXPECT_EQ(a.children[1].children[0].name, "d");
  EXPECT_EQ(document->place_of(a), "x.xml: line 3, column 1, <a>");
  EXPECT_EQ(document->place_of(a.children[0]), "x.xml: line 4, column 3, <b>");
  EXPECT_EQ(document->line_of(a.children[0]), "line 4");
}

TEST(XmlDocument, ByteOrderMarkDoesNotMoveLines) {
  const std::string text = "\xEF\xBB\xBF<a>\n<b/></a>";
  const auto document = Document::parse(text, "x.xml");
  ASSERT_TRUE(document);
  EXPECT_EQ(document->line_of(document->roots()[0].children[0]), "line 2");
}

TEST(XmlDocument, TextThatIsCutShortSaysSo) {
  EXPECT_EQ(message_of("<a>\n  <b>\n    <c/>\n"),
            "x.xml: line 3, column 9: the text ends inside <b> of line 2, column 3, expected its "
            "end; is the file cut short?");
  EXPECT_EQ(message_of("<a>\n  <b x=\"1\" y=\"2"),
            "x.xml: line 2, column 16: the text ends inside <b> of line 2, column 3, expected its "
            "end; is the file cut short?");
}

TEST(XmlDocument, SyntaxErrorsHaveAPlace) {
  EXPECT_THAT(message_of("<a>\n<b></c></a>"), StartsWith("x.xml: line 2, column "));
  EXPECT_THAT(message_of("<a>\n<b></c></a>"),
              ::testing::HasSubstr(", in <b>: not XML, start-end tags mismatch"));
  EXPECT_THAT(message_of("plain text"), ::testing::HasSubstr("not XML, no document element found"));
}

TEST(XmlDocument, OtherEncodingsAreNamed) {
  EXPECT_EQ(message_of("\xFF\xFE<\0a\0/\0>\0"s),
            "x.xml: UTF-16 text, expected XML in UTF-8; convert it with iconv");
  EXPECT_EQ(message_of("<a>\0</a>"s),
            "x.xml: line 1, column 4, in <a>: a NUL byte, expected XML in UTF-8");
  EXPECT_EQ(message_of("<a>\n<b x='\xe9'/></a>"),
            "x.xml: line 2, column 7, in <b>: byte 0xe9 is not UTF-8, expected XML in UTF-8; "
            "convert it with iconv");
  EXPECT_EQ(message_of(" \n"), "x.xml: an empty text, expected XML");
}

TEST(XmlDocument, AttributesAreGivenOnce) {
  EXPECT_EQ(message_of("<a>\n<b x='1' x='2'/></a>"),
            "x.xml: line 2, column 1, <b>: attribute 'x' given twice, expected it once");
}

TEST(XmlDocument, TagNamesInMessagesAreCleaned) {
  EXPECT_THAT(message_of("<a>\n<b\x01 x='1' x='2'/></a>"),
              ::testing::Not(::testing::HasSubstr("\x01")));
}

TEST(XmlDocument, MillionElementsAreRefusedAtOnce) {
  const std::string text = "<a>\n" + repeated("<b/>\n", 1'000'000) + "</a>";
  const double seconds = test::processor_seconds([&] {
    // The first line holds <a>, each further one tag: tag 262145 is in line 262145.
    EXPECT_EQ(message_of(text),
              "x.xml: line 262145, column 1, in <a>: more than 262144 tags, expected the "
              "description of one machine");
  });
  EXPECT_LT(seconds, kPromisedSeconds);
}

// 64 levels around a chain of 256 PCI devices.
TEST(XmlDocument, DepthIsBounded) {
  EXPECT_EQ(message_of(repeated("<a>", 320) + repeated("</a>", 320)), "no error");
  EXPECT_THAT(message_of(repeated("<a>", 321) + repeated("</a>", 321)),
              ::testing::HasSubstr("<a>: deeper nesting, expected at most 320 levels"));
  const double seconds = test::processor_seconds([] {
    EXPECT_THAT(message_of(repeated("<a>\n", 100'000) + repeated("</a>\n", 100'000)),
                ::testing::HasSubstr("x.xml: line 321, column 1, <a>: deeper nesting"));
    EXPECT_THAT(message_of(repeated("<a>", 100'000)), ::testing::HasSubstr("cut short"));
  });
  EXPECT_LT(seconds, kPromisedSeconds);
}

TEST(XmlDocument, SizeIsBounded) {
  EXPECT_THAT(message_of("<a>" + std::string(kMaxXmlBytes, ' ') + "</a>"),
              ::testing::HasSubstr("line 1, column 16777217, in <a>: more than 16777216 bytes"));
  EXPECT_THAT(message_of("<a " + repeated("b='' ", kMaxXmlAttributes + 1) + "/>"),
              ::testing::HasSubstr("more than 524288 attributes"));
}

// The worst that passes the limits: as many attributes as may be, in as many elements as may be.
TEST(XmlDocument, LargestTreeStaysWithinItsMemory) {
  std::string text = "<a>";
  const std::size_t elements = kMaxXmlTags - 2;
  for (std::size_t i = 0; i < elements; ++i) text += "<b c='' d=''/>";
  text += "</a>";
  const double before = test::peak_memory_mb();
  const double seconds = test::processor_seconds([&] { EXPECT_EQ(message_of(text), "no error"); });
  EXPECT_LT(seconds, kPromisedSeconds);
  if (!test::kIsSanitized) {
    EXPECT_LT(test::peak_memory_mb() - before, 200);
  }
}

TEST(XmlTags, FindsTheInnermostOpenElement) {
  const std::string_view text = "<?p <x> ?><!-- <y> --><a><b z='>'><c/><![CDATA[<d>]]></b><e>";
  EXPECT_EQ(innermost_open(text, text.size()).name, "e");
  EXPECT_EQ(innermost_open(text, text.find("<e>")).name, "a");
  EXPECT_EQ(innermost_open(text, text.find("</b>")).name, "b");
  EXPECT_EQ(innermost_open(text, text.find("<a>")).name, "");
}

TEST(XmlTags, CountsCharacters) {
  EXPECT_EQ(find_nth("a.b.c", '.', 0), 1U);
  EXPECT_EQ(find_nth("a.b.c", '.', 1), 3U);
  EXPECT_EQ(find_nth("a.b.c", '.', 2), std::string_view::npos);
}

}  // namespace document_test
}  // namespace treering::hw::formats::xml
