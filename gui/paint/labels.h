// The texts of a picture: how large they are in their rooms, and which of them are painted.
#pragma once

#include <QFontMetricsF>
#include <QHash>
#include <QPainter>
#include <QString>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "gui/paint/picture_layer.h"
#include "report/drawing/picture.h"

namespace treering::gui::paint {

// Names as large as their rooms on the screen allow, in several lines where they are wider than
// these. Names whose rooms are equally large are equally large.

// Pixels of the screen.
inline constexpr double kNameEdge = 1;  // between a name and the edge of its room

inline constexpr double kLinePitch = 1.2;  // of the size of its letters

/// Of texts in the pictures' font. Each is measured once, and where digits are equally wide those
/// that differ in digits alone are measured as one: a picture has a thousand switches by number.
class TextWidths {
 public:
  double of(const QString& text, int pixels, bool is_bold);
  /// Texts that were measured.
  std::size_t measured() const;

 private:
  struct Measured {
    QFontMetricsF metrics;
    bool has_equal_digits = false;
    QHash<QString, double> widths;
  };
  Measured& measured_in(int pixels, bool is_bold);

  std::map<std::pair<int, bool>, Measured> by_font_;
};

struct FittedName {
  int pixels = 0;
  std::vector<report::drawing::Label> lines;
};

double height_of(const FittedName& name);

/// Those that fit. \param names the lines of each, which share a room
/// \param scale pixels of the screen for a unit of rooms
std::vector<FittedName> fitted(const std::vector<std::span<const report::drawing::Label>>& names,
                               double scale, TextWidths& widths);

// The texts of a picture, as many as can be read: names before rates before details. None lies upon
// another. Where details are left out, a name takes their room and stays readable for longer, in
// several lines where it is wider than its room. Rates of a row that are too near each other leave
// out their unit, which the legend has.

/// Areas on the screen that texts keep clear of.
struct Occupied {
  std::vector<QRectF> signs = {};  // by all but names
  std::vector<QRectF> boxes = {};  // by rates of lines between them
};

void paint_labels(QPainter& painter, const std::vector<report::drawing::Label>& labels,
                  const View& view, const Occupied& occupied = {});

}  // namespace treering::gui::paint
