// A picture that leaves the window says what it is of.
#pragma once

#include <QImage>
#include <QString>

namespace treering::gui::paint {

/// The picture, with the text above it in as many lines as it takes; as it is without a text.
QImage with_caption(const QImage& picture, const QString& text);

}  // namespace treering::gui::paint
