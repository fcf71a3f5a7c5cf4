#include "core/named_values.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace treering::core {
namespace named_values_test {

enum class Colour { Red, DarkBlue };

struct Entry {
  Colour value;
  std::string_view name;
};

constexpr std::array<Entry, 2> kColours{{{Colour::Red, "red"}, {Colour::DarkBlue, "dark_blue"}}};
constexpr std::array<Entry, 2> kSwapped{{{Colour::DarkBlue, "dark_blue"}, {Colour::Red, "red"}}};

TEST(NamedValues, OrderCanBeChecked) {
  EXPECT_TRUE(is_in_enum_order(kColours));
  EXPECT_FALSE(is_in_enum_order(kSwapped));
}

TEST(NamedValues, ParsesInAnyCaseWithEitherDash) {
  EXPECT_EQ(parse_name("colour", "RED", kColours).value(), Colour::Red);
  EXPECT_EQ(parse_name("colour", "Dark-Blue", kColours).value(), Colour::DarkBlue);
}

TEST(NamedValues, UnknownNameListsAllAndSuggests) {
  const auto result = parse_name("colour", "darkblue", kColours);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().category, Category::Usage);
  EXPECT_EQ(result.error().message(),
            "colour: found 'darkblue', expected one of red, dark_blue; "
            "did you mean 'dark_blue'");
}

TEST(NamedValues, OfManyNamesTheNearestAreListed) {
  std::vector<std::string> names;
  for (int i = 0; i < 200; ++i) names.push_back("mlx5_" + std::to_string(i));
  names.insert(names.begin(), 50, "GPU of a tray");
  const std::vector<std::string_view> known(names.begin(), names.end());
  const Failure failure = unknown_name("fault", "mlx_7", known);
  EXPECT_EQ(failure.value().expected,
            "expected one of mlx5_7, mlx5_0, mlx5_1, mlx5_2, mlx5_3, mlx5_4, mlx5_5, mlx5_6, "
            "and 242 more");
}

// 10 devices: a vocabulary of that length is listed whole.
TEST(NamedValues, OfDevicesTheNearestAreListed) {
  std::vector<std::string> names{"CPU 0", "CPU 1"};
  for (int i = 0; i < 8; ++i) names.push_back("GPU " + std::to_string(i));
  const std::vector<std::string_view> known(names.begin(), names.end());
  EXPECT_EQ(unknown_device("fault", "gpu 9", known).value().expected,
            "expected one of GPU 0, GPU 1, GPU 2, GPU 3, GPU 4, GPU 5, GPU 6, GPU 7, and 2 more");
  EXPECT_EQ(unknown_device("fault", "x", std::span(known).first(2)).value().expected,
            "expected one of CPU 0, CPU 1");
  EXPECT_EQ(unknown_name("fault", "x", known).value().expected,
            "expected one of CPU 0, CPU 1, GPU 0, GPU 1, GPU 2, GPU 3, GPU 4, GPU 5, GPU 6, GPU 7");
}

TEST(NamedValues, NoSuggestionWhenNothingIsNear) {
  EXPECT_EQ(parse_name("colour", "x", kColours).error().hint, "");
}

TEST(NamedValues, PrefixIsAnotherName) {
  EXPECT_FALSE(is_same_name("red", "reduce"));
  EXPECT_FALSE(is_same_name("", "red"));
}

}  // namespace named_values_test
}  // namespace treering::core
