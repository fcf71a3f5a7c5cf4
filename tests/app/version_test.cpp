#include "app/version.h"

#include <regex>
#include <string>

#include <gtest/gtest.h>

namespace treering::app {
namespace version_test {

// How it sorts: tests/packaging/version_test.cmake.
TEST(Version, IsANumberAndOnTheWayToItTheCommit) {
  static const std::regex kForm(
      "[0-9]+\\.[0-9]+\\.[0-9]+(~dev(\\+git[0-9]{14}\\.[0-9a-f]{8,}(\\.changed)?)?)?");
  EXPECT_TRUE(std::regex_match(std::string(version()), kForm)) << version();
}

TEST(Version, HasADate) {
  static const std::regex kForm("[0-9]{4}-[0-9]{2}-[0-9]{2}");
  EXPECT_TRUE(std::regex_match(std::string(version_date()), kForm)) << version_date();
}

}  // namespace version_test
}  // namespace treering::app
