// Pictures that leave the window: with a caption, and with few colours so that their files are
// small.
#pragma once

#include <QImage>
#include <QString>

namespace treering::gui::paint {

// A picture that leaves the window says what it is of.

/// The picture, with the text above it in as many lines as it takes; as it is without a text.
QImage with_caption(const QImage& picture, const QString& text);

// Pictures as files that are a third of the size and look the same.

/// With at most 256 colours: those of the theme, exact; and those that stand for most of the
/// picture: of each of 4,096 equal parts of the space of colours the most frequent one, and of
/// these the most frequent. Rare colours are kept beside the many shades of text.
QImage with_few_colours(const QImage& picture);

/// Each pixel by itself, so that what stays from picture to picture stays in theirs: the theme's
/// colours exact, of all others 32 steps of red, green and blue.
QImage with_round_colours(const QImage& picture);

}  // namespace treering::gui::paint
