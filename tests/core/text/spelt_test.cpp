#include "core/text/spelt.h"

#include <gtest/gtest.h>

namespace treering::core {
namespace spelt_test {

using namespace std::string_literals;

TEST(Spelt, ReadsUtf16WithAndWithoutItsMark) {
  EXPECT_EQ(as_utf8("\xFF\xFEG\0P\0"s), "GP");
  EXPECT_EQ(as_utf8("\xFE\xFF\0G\0P"s), "GP");
  EXPECT_EQ(as_utf8("G\0P\0U\0000\0\n\0"s), "GPU0\n");
  // U+00E9, U+20AC, and U+1F600 as two units; half of such a pair is no character.
  EXPECT_EQ(as_utf8("\xFF\xFE\xE9\0\xAC\x20\x3D\xD8\x00\xDE\x3D\xD8"s),
            "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\xEF\xBF\xBD");
  EXPECT_EQ(as_utf8("plain\n"), "plain\n");
}

TEST(Spelt, ReadsLineEndsThatJsonAndPythonSpell) {
  EXPECT_EQ(with_spelt_lines(R"("\tGPU0\tGPU1\nGPU0\t X \n")"), "\n\tGPU0\tGPU1\nGPU0\t X \n\n");
  EXPECT_EQ(with_spelt_lines(R"({"topo": "a\nb\n", "rc": 0})"), "topo\na\nb\n\nrc\n");
  EXPECT_EQ(with_spelt_lines(R"(b'a\nb\x41\n')"), "b\na\nbA\n\n");
  EXPECT_EQ(with_spelt_lines(R"(it's a\nb\nc)"), "it's a\nb\nc");
  EXPECT_EQ(with_spelt_lines(R"("\u001b[4mGPU0\u001b[0m\nb\n")"), "\n\x1b[4mGPU0\x1b[0m\nb\n\n");
}

TEST(Spelt, KeepsTextsWithLineEndsOfTheirOwn) {
  for (const char* const text : {"a\nb\n", "printf(\"a\\n\");\nb\nc\n", "one line", "a\\n"}) {
    EXPECT_FALSE(has_spelt_lines(text)) << text;
    EXPECT_EQ(with_spelt_lines(text), text);
  }
}

TEST(Spelt, ReadsPagesAndReturnsAndLogsOfContainers) {
  EXPECT_EQ(with_spelt_lines("a<br>b<br/>c"), "a\nb\nc");
  EXPECT_EQ(with_spelt_lines("a\rb\r"), "a\nb\n");
  EXPECT_EQ(with_spelt_lines("{\"log\":\"GPU0\\t X\\r\\n\",\"stream\":\"stdout\"}\n"
                             "{\"log\":\"say \\\"b\\\"\\n\",\"stream\":\"stdout\"}\n"),
            "GPU0\t X\nsay \"b\"\n");
}

}  // namespace spelt_test
}  // namespace treering::core
