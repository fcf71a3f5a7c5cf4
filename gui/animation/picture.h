// A view as a picture for those who do not have the window.
#pragma once

#include <QImage>
#include <QString>
#include <QWidget>

namespace treering::gui::animation {

/// As it is seen, without its controls. \param caption what it is of, above it
QImage picture_of(QWidget& view, const QString& caption);

}  // namespace treering::gui::animation
