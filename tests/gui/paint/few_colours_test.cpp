#include <gtest/gtest.h>

#include "gui/paint/saved_picture.h"
#include "gui/paint/theme.h"

namespace treering::gui::paint {
namespace few_colours_test {

/// Mostly white, with a column of each of the theme's colours and many shades beside them.
QImage busy_picture(const std::vector<QColor>& own) {
  constexpr int kShades = 4096;
  QImage picture(static_cast<int>(own.size()) + kShades, 8, QImage::Format_RGB32);
  picture.fill(Qt::white);
  for (int x = 0; x < picture.width(); ++x) {
    const auto number = static_cast<std::size_t>(x);
    const QColor colour =
        number < own.size() ? own[number] : QColor::fromHsv(x % 360, 200, x % 256);
    picture.setPixelColor(x, 0, colour);
  }
  return picture;
}

TEST(FewColours, KeepTheThemesOwnExact) {
  for (const Shade shade : {Shade::Light, Shade::Dark}) {
    set_theme(shade);
    const auto own = theme().own();
    const QImage few = with_few_colours(busy_picture(own));
    EXPECT_LE(few.colorCount(), 256);
    for (std::size_t i = 0; i < own.size(); ++i) {
      EXPECT_EQ(few.pixel(static_cast<int>(i), 0), own[i].rgb()) << own[i].name().toStdString();
    }
    EXPECT_EQ(few.pixelColor(0, 7), QColor(Qt::white));
  }
  set_theme(Shade::Light);
}

// A network box must not look like a PCI switch beside it, whose fill is not far from its own.
TEST(FewColours, KeepBoxesAndWiresApart) {
  for (const Shade shade : {Shade::Light, Shade::Dark}) {
    set_theme(shade);
    std::vector<QColor> colours;
    for (std::size_t role = 0; role < report::drawing::kRoleColours.size(); ++role) {
      const BoxColours box = theme().box(static_cast<report::drawing::Role>(role));
      colours.push_back(box.fill);
      colours.push_back(box.stroke);
    }
    for (std::size_t kind = 0; kind + 1 < report::drawing::kWireColours.size(); ++kind) {
      colours.push_back(theme().wire(static_cast<core::LinkKind>(kind)));
    }
    const QImage few = with_few_colours(busy_picture(colours));
    for (std::size_t i = 0; i < colours.size(); ++i) {
      EXPECT_EQ(few.pixel(static_cast<int>(i), 0), colours[i].rgb())
          << colours[i].name().toStdString();
    }
  }
  set_theme(Shade::Light);
}

// A rare colour has a place beside the many shades of another.
TEST(FewColours, KeepRareColours) {
  QImage picture(256, 4, QImage::Format_RGB32);
  for (int x = 0; x < 256; ++x) {
    for (int y = 0; y < 4; ++y) picture.setPixelColor(x, y, QColor(x, x, x));
  }
  picture.setPixelColor(7, 2, QColor(255, 0, 0));
  EXPECT_EQ(with_few_colours(picture).pixelColor(7, 2), QColor(255, 0, 0));
}

}  // namespace few_colours_test
}  // namespace treering::gui::paint
