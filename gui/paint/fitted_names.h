// Names as large as their rooms on the screen allow, in several lines where they are wider than
// these. Names whose rooms are equally large are equally large.
#pragma once

#include <QFontMetricsF>
#include <QHash>
#include <QString>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "report/drawing/picture.h"

namespace treering::gui::paint {

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

}  // namespace treering::gui::paint
