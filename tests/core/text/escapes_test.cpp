#include <gtest/gtest.h>

#include "core/text/quote.h"

namespace treering::core {
namespace escapes_test {

TEST(Escapes, AreTakenOut) {
  EXPECT_EQ(without_escapes("plain\ttext\n"), "plain\ttext\n");
  EXPECT_EQ(without_escapes("\x1b[1m\x1b[38;5;12mbold\x1b[0m"), "bold");
}

TEST(Escapes, ThatDoNotEndLeaveTheTextBehindThem) {
  EXPECT_EQ(without_escapes("a\x1b[12"), "a12");
  EXPECT_EQ(without_escapes("\x1b[12\nnext"), "12\nnext");
}

}  // namespace escapes_test
}  // namespace treering::core
