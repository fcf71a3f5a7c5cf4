#include <gtest/gtest.h>

#include "core/named_values.h"

namespace treering::core {
namespace printable_text_test {

std::string message_of(std::string_view text) {
  const auto checked = check_printable(text, "/name");
  return checked ? "no error" : checked.error().message();
}

TEST(PrintableText, NamesTheCharacterAndItsPlace) {
  EXPECT_EQ(message_of("dgx-h100, Grün (\u20ac)"), "no error");
  EXPECT_EQ(message_of("a\nb"),
            "/name: U+000A at byte 1 of 'a?b', expected no line ends, control characters or marks "
            "of direction");
  EXPECT_EQ(message_of("a\xff"), "/name: byte 1 of 'a?' is not UTF-8, expected UTF-8");
}

}  // namespace printable_text_test
}  // namespace treering::core
