#include "tests/support/golden.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include <gtest/gtest.h>

namespace treering::testing {
namespace {

bool is_updating = false;

std::string read(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// The first line in which two texts differ, as both have it.
std::string first_difference(const std::string& expected, const std::string& actual) {
  std::istringstream a(expected);
  std::istringstream b(actual);
  for (int number = 1;; ++number) {
    std::string line_a;
    std::string line_b;
    const bool has_a = static_cast<bool>(std::getline(a, line_a));
    const bool has_b = static_cast<bool>(std::getline(b, line_b));
    if (has_a == has_b && line_a == line_b && has_a) continue;
    return "line " + std::to_string(number) + "\n  golden: " + (has_a ? line_a : "(end)") +
           "\n  actual: " + (has_b ? line_b : "(end)");
  }
}

}  // namespace

void set_update_golden(bool is_update) {
  is_updating = is_update;
}

void expect_golden(const std::string& name, const std::string& text) {
  const std::filesystem::path path = std::filesystem::path("tests/golden") / name;
  if (is_updating) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
    return;
  }
  const std::string golden = read(path);
  EXPECT_TRUE(golden == text) << path.string() << ": " << first_difference(golden, text);
}

}  // namespace treering::testing
