// The pictures of the documents are drawn alike by every viewer.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/svg_colours.h"

namespace treering {
namespace pictures_test {

namespace fs = std::filesystem;

TEST(Pictures, HaveTheirColoursInThemselves) {
  std::size_t pictures = 0;
  for (const auto& entry : fs::recursive_directory_iterator("docs")) {
    if (entry.path().extension() != ".svg") continue;
    std::ifstream stream(entry.path());
    const std::string svg(std::istreambuf_iterator<char>(stream), {});
    EXPECT_THAT(support::borrowed_colours(svg), ::testing::IsEmpty()) << entry.path();
    ++pictures;
  }
  EXPECT_GE(pictures, 7U);
}

}  // namespace pictures_test
}  // namespace treering
