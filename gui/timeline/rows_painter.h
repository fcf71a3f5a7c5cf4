// Rows as a picture: names at the left, what they show at the right.
#pragma once

#include <QImage>
#include <QPainter>
#include <QRectF>
#include <map>

#include "gui/models/selection.h"
#include "gui/timeline/contents.h"

namespace treering::gui::timeline {

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
