// Texts of rows: thousands of them a frame, most of them again and again.
#pragma once

#include <QPainter>
#include <QRect>
#include <QRectF>
#include <QString>
#include <vector>

namespace treering::gui::timeline {

enum class Ink { Plain, Faint, OnBar };

struct RowText {
  QRectF box;  // in the widget's pixels; the text begins at its left, in the middle of its height
  QString text;
  Ink ink = Ink::Plain;
  QRect within;          // in the image's pixels: nothing is drawn outside
  bool is_name = false;  // shortened where it has no room; of other texts the first word is left,
                         // or nothing
  QString shorter = {};  // of a name, where there is room for no more
};

/// \param density pixels of the image for one of the painter's
void paint_texts(QPainter& painter, const std::vector<RowText>& texts, double density);

/// A part of the image in the painter's pixels.
QRectF seen_part(const QRect& within, double density);

}  // namespace treering::gui::timeline
