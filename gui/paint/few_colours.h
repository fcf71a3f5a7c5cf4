// Pictures as files that are a third of the size and look the same.
#pragma once

#include <QImage>

namespace treering::gui::paint {

/// With at most 256 colours: those of the theme, exact; and those that stand for most of the
/// picture: of each of 4,096 equal parts of the space of colours the most frequent one, and of
/// these the most frequent. Rare colours are kept beside the many shades of text.
QImage with_few_colours(const QImage& picture);

/// Each pixel by itself, so that what stays from picture to picture stays in theirs: the theme's
/// colours exact, of all others 32 steps of red, green and blue.
QImage with_round_colours(const QImage& picture);

}  // namespace treering::gui::paint
