#include <gtest/gtest.h>

#include "core/text/reading.h"

namespace treering::core {
namespace place_test {

using namespace std::string_view_literals;

TEST(TextPlace, LinesAndColumnsCountFromOne) {
  EXPECT_EQ(line_and_column("ab\ncd", 0), "line 1, column 1");
  EXPECT_EQ(line_and_column("ab\ncd", 4), "line 2, column 2");
  EXPECT_EQ(line_and_column("ab\ncd", 99), "line 2, column 3");
}

TEST(TextPlace, KnowsForeignEncodings) {
  EXPECT_EQ(foreign_encoding("\xFF\xFE<\0"sv), "UTF-16");
  EXPECT_EQ(foreign_encoding("\xFE\xFF\0<"sv), "UTF-16");
  EXPECT_EQ(foreign_encoding("<\0s\0"sv), "UTF-16");
  EXPECT_EQ(foreign_encoding("\xFF\xFE\0\0"sv), "UTF-32");
  EXPECT_EQ(foreign_encoding("{\0\0\0\"\0\0\0"sv), "UTF-32");
  EXPECT_EQ(foreign_encoding("\0\0\0{"sv), "UTF-32");
  EXPECT_EQ(foreign_encoding("\0{\0\""sv), "UTF-16");
  EXPECT_EQ(foreign_encoding("\xEF\xBB\xBF<system>"), "");
}

// One or two NULs do not make a text UTF-16.
TEST(TextPlace, NulsAloneAreNoEncoding) {
  EXPECT_EQ(foreign_encoding("<system\0>"sv), "");
  EXPECT_EQ(foreign_encoding("{\0\"name\""sv), "");
  EXPECT_EQ(foreign_encoding("\0{\"name\""sv), "");
  EXPECT_EQ(foreign_encoding("\0\0\0\0\0\0\0\0"sv), "");
  EXPECT_EQ(foreign_encoding(""), "");
}

TEST(TextPlace, OneByteOrderMarkIsTakenOff) {
  EXPECT_EQ(without_byte_order_mark("\xEF\xBB\xBF{}"), "{}");
  EXPECT_EQ(without_byte_order_mark("{}"), "{}");
  EXPECT_EQ(without_byte_order_mark("\xEF\xBB"), "\xEF\xBB");
}

}  // namespace place_test
}  // namespace treering::core
