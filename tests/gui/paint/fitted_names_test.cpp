#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/paint/labels.h"
#include "gui/paint/theme.h"

namespace treering::gui::paint {
namespace fitted_names_test {

using report::drawing::Anchor;
using report::drawing::Label;
using report::drawing::Tone;
using ::testing::ElementsAre;

Label name_in(const char* text, report::drawing::Area room) {
  Label name{{0, 0}, text, 2, Anchor::Middle, Tone::Strong};
  name.room = room;
  return name;
}

/// As their rooms have so many pixels a unit.
std::vector<FittedName> fitted_at(double scale, const std::vector<Label>& names) {
  std::vector<std::span<const Label>> lines;
  for (const Label& name : names) lines.emplace_back(&name, 1);
  TextWidths widths;
  return fitted(lines, scale, widths);
}

std::vector<std::string> lines_of(const FittedName& name) {
  std::vector<std::string> lines;
  for (const Label& line : name.lines) lines.push_back(line.text);
  return lines;
}

// Rooms of 60 x 40 pixels hold "switch 0" at 10 pixels (8 letters of at most 7), and "switch 10000"
// only where it is smaller, or in two lines.
TEST(FittedNames, EqualRoomsHaveNamesOfOneSize) {
  const report::drawing::Area small{0, 0, 30, 10};
  const auto names = fitted_at(2, {name_in("switch 0", small), name_in("switch 100", small),
                                   name_in("switch 0", {0, 0, 90, 30})});
  ASSERT_EQ(names.size(), 3U);
  EXPECT_EQ(names[0].pixels, names[1].pixels);
  EXPECT_GT(names[2].pixels, names[0].pixels);
}

// As many words in a line as there is room for; an underline and a number begin a new one.
TEST(FittedNames, LongNamesAreWrapped) {
  const auto names = fitted_at(
      1, {name_in("mlx5_0 of tray 0", {0, 0, 48, 50}), name_in("rdmap144s27", {0, 0, 48, 40})});
  ASSERT_EQ(names.size(), 2U);
  EXPECT_EQ(lines_of(names[0]).front(), "mlx5_0");
  EXPECT_LT(lines_of(names[0]).size(), 5U);
  EXPECT_THAT(lines_of(names[1]), ElementsAre("rdmap", "144s27"));
}

TEST(FittedNames, WhatDoesNotFitIsLeftOut) {
  EXPECT_TRUE(fitted_at(1, {name_in("unbreakable", {0, 0, 20, 40})}).empty());
  // Nor does it make the others smaller.
  const report::drawing::Area room{0, 0, 40, 20};
  const auto alone = fitted_at(1, {name_in("GPU 0", room)});
  const auto beside = fitted_at(1, {name_in("unbreakable-name", room), name_in("GPU 0", room)});
  ASSERT_EQ(alone.size(), 1U);
  ASSERT_EQ(beside.size(), 1U);
  EXPECT_EQ(alone.front().pixels, beside.front().pixels);
}

// The smallest letters have 9 pixels: "node 12" is wider than 24 of them, two figures are not.
TEST(FittedNames, OfANodeTheNumberIsLeft) {
  const report::drawing::Area room{0, 0, 24, 12};
  const auto names = fitted_at(1, {name_in("node 12", room), name_in("GPU 12", room)});
  ASSERT_EQ(names.size(), 1U);
  EXPECT_THAT(lines_of(names.front()), ElementsAre("12"));
  EXPECT_GE(names.front().pixels, 9);
}

TEST(TextWidths, AreThoseOfTheFont) {
  TextWidths widths;
  for (const char* text : {"switch 0", "switch 17", "mlx5_10", "118 GB/s", "switch 71"}) {
    for (const bool is_bold : {false, true}) {
      const QFontMetricsF metrics(picture_font(9, is_bold));
      EXPECT_NEAR(widths.of(text, 9, is_bold), metrics.horizontalAdvance(text), 0.5) << text;
    }
  }
}

// A thousand names of switches have three lengths.
TEST(TextWidths, NamesThatDifferInDigitsAreMeasuredOnce) {
  const QFontMetricsF metrics(picture_font(9, true));
  for (char digit = '1'; digit <= '9'; ++digit) {
    const QString two(2, QLatin1Char(digit));
    if (metrics.horizontalAdvance(two) != 2 * metrics.horizontalAdvance(QLatin1Char('0'))) {
      GTEST_SKIP() << "digits of this machine's font are of different widths";
    }
  }
  TextWidths widths;
  for (int i = 0; i < 1000; ++i) widths.of(QStringLiteral("switch %1").arg(i), 9, true);
  EXPECT_EQ(widths.measured(), 3U);
}

}  // namespace fitted_names_test
}  // namespace treering::gui::paint
