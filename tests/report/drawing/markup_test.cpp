#include "report/drawing/markup.h"

#include <gtest/gtest.h>

namespace treering::report::drawing {
namespace markup_test {

TEST(Markup, NoTextBecomesMarkup) {
  constexpr const char* kText = "<script>a && \"b\" 'c'";
  constexpr const char* kEscaped = "&lt;script&gt;a &amp;&amp; &quot;b&quot; &#39;c&#39;";
  EXPECT_EQ(escaped(kText), kEscaped);
  EXPECT_EQ(escaped_lines(kText), kEscaped);
}

TEST(Markup, WhatIsNotFitToBeShownIsReplaced) {
  EXPECT_EQ(escaped_lines("a\x1b[31m\nb\tc\xff"), "a?[31m\nb\tc?");
  EXPECT_EQ(escaped("a\nb"), "a?b");
}

TEST(Markup, PixelsHaveOneDigit) {
  EXPECT_EQ(pixels(12), "12");
  EXPECT_EQ(pixels(12.345), "12.3");
  EXPECT_EQ(pixels(-0.04), "-0");
}

}  // namespace markup_test
}  // namespace treering::report::drawing
