#include "core/text/markup.h"

#include <gtest/gtest.h>

namespace treering::core {
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

}  // namespace markup_test
}  // namespace treering::core
