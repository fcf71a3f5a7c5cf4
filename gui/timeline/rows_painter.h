// Rows as a picture, with the areas and texts that it is made of: thousands a frame.
#pragma once

#include <QColor>
#include <QImage>
#include <QPainter>
#include <QRect>
#include <QRectF>
#include <QString>
#include <array>
#include <vector>

#include "app/simulation/moments.h"
#include "gui/models/selection.h"
#include "gui/timeline/contents.h"

namespace treering::gui::timeline {

// Areas of rows, written into the pixels of an image: a row may have more of them than can be
// painted one by one. Deeds differ by pattern too: combining is hatched, storing is dotted.

class Filler {
 public:
  /// \param image of 32 bits without transparency; the theme is that of now
  explicit Filler(QImage& image);

  /// In pixels of the image: nothing is written outside.
  void setWithin(const QRect& within) { within_ = within & all_; }
  /// Shares with an equal number look equal.
  static std::size_t shade_of(double share);
  const QRect& within() const { return within_; }

  /// \param share 0 to 1: how far the colour is from the paper
  void fill(const QRect& area, app::simulation::Doing doing, double share);
  void fill(const QRect& area, QRgb colour);
  /// A link's load, in its colour.
  void fill_load(const QRect& area, double share);

 private:
  static constexpr std::size_t kShades = 33;
  using Shades = std::array<QRgb, kShades>;

  QRect all_;
  QRect within_;
  QRgb* pixels_;
  qsizetype line_;                 // pixels from a line to the next
  std::array<Shades, 4> plain_{};  // by Doing
  std::array<Shades, 4> marks_{};
  Shades loads_{};
};

// Texts of rows: thousands of them a frame, most of them again and again.

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

// Rows as a picture: names at the left, what they show at the right.

/// Pixels between marks of the axis, at least.
inline constexpr double kMarksApart = 110;

/// All that a picture of rows depends on. Pixels are those of the widget.
struct Shown {
  const Run& run;
  const RowList& rows;
  RowsArea area;
  const TimeView& view;
  const ContentsByRow& contents;
  const models::Selected& selected;
  double names = 0;    // breadth of the names
  double width = 0;    // of the widget
  double density = 1;  // pixels of the image for one of the widget
};

/// Right of the triangle.
inline constexpr double kNameIndent = 22;

/// Into an image of the widget's size.
void paint_rows(QImage& image, const Shown& shown);

/// Where a row's triangle and pin are, for a row that begins at `y`.
QRectF fold_mark(double y, double row_height);
QRectF pin_mark(double y, double row_height, double names);

bool is_selected(const Run& run, const RowList& rows, const models::Selected& selected,
                 const Row& row);

/// How many channels of ranks are busy at a moment, as far as it was asked for.
struct BusyCounts {
  double at_us = 0;
  std::map<int, BusyChannels> of{};  // by agent
};

/// Over the rows: the parts of the critical path, and lines from each to the next.
void paint_path(QPainter& painter, const Shown& shown);
/// At the right of the names, where there is room beside them. Counts that are not known yet are
/// found.
void paint_busy_counts(QPainter& painter, const Shown& shown, BusyCounts& counts);
/// Lines down from its marks are part of the rows. \param taken no text is painted where it would
/// lie in part upon it
void paint_axis(QPainter& painter, const Shown& shown, double height, const QRectF& taken);

}  // namespace treering::gui::timeline
