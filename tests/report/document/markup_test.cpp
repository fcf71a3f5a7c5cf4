#include <gtest/gtest.h>

#include "report/document/page_parts.h"

namespace treering::report::document {
namespace markup_test {

TEST(Markup, NoTextBecomesMarkup) {
  EXPECT_EQ(escaped("<script>a && \"b\" 'c'"),
            "&lt;script&gt;a &amp;&amp; &quot;b&quot; &#39;c&#39;");
}

TEST(Markup, WhatIsNotFitToBeShownIsReplaced) {
  EXPECT_EQ(escaped("a\x1b[31m\nb\tc\xff"), "a?[31m\nb\tc?");
}

TEST(Markup, JsonEndsNoScript) {
  EXPECT_EQ(escaped_json(R"({"a": "</script><!--&"})"),
            R"({"a": "\u003c/script\u003e\u003c!--\u0026"})");
}

TEST(Markup, PixelsHaveOneDigit) {
  EXPECT_EQ(pixels(12), "12");
  EXPECT_EQ(pixels(12.345), "12.3");
  EXPECT_EQ(pixels(-0.04), "-0");
}

}  // namespace markup_test
}  // namespace treering::report::document
