#include "core/embedded_file.h"

#include <span>

#include <gtest/gtest.h>

namespace treering::core {

// Defined by treering_embed, see CMakeLists.txt here.
std::span<const EmbeddedFile> embedded_samples();

namespace embedded_file_test {

TEST(EmbeddedFile, KeepsTheOrderOfTheIndex) {
  ASSERT_EQ(embedded_samples().size(), 2U);
  EXPECT_EQ(embedded_samples()[0].name, "quotes");
  EXPECT_EQ(embedded_samples()[1].name, "empty");
}

// Semicolons, brackets, backslashes and CMake's own markers are special on the way through CMake.
TEST(EmbeddedFile, KeepsEveryByte) {
  EXPECT_EQ(embedded_samples()[0].text, R"({"a": "b;c", "d": ["\n", "@e@", "${f}"]})"
                                        "\n");
  EXPECT_EQ(embedded_samples()[1].text, "");
}

}  // namespace embedded_file_test
}  // namespace treering::core
