#include "gui/paint/theme.h"

#include <gtest/gtest.h>

namespace treering::gui::paint {
namespace theme_test {

// All texts of pictures have this font: none of them is smaller.
TEST(Theme, NoLettersAreSmallerThanWhatIsRead) {
  for (const double size : {0.0, 1.6, 6.0, 8.4}) EXPECT_EQ(picture_font(size).pixelSize(), 9);
  EXPECT_EQ(picture_font(9).pixelSize(), 9);
  EXPECT_EQ(picture_font(12.6, true).pixelSize(), 13);
}

}  // namespace theme_test
}  // namespace treering::gui::paint
