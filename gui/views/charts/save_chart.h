// A chart as a file: a picture, or its values as CSV; and the words for that.
#pragma once

#include <QCoreApplication>
#include <QMenu>
#include <QString>
#include <functional>
#include <string>

#include "app/advice/scaling.h"
#include "app/check.h"
#include "app/predict.h"
#include "gui/models/inquiry.h"
#include "gui/widgets/plot_panel.h"

namespace treering::gui::views::charts {

// Words of the charts in the language of the window.

inline QString word(const char* text) {
  return QCoreApplication::translate("charts", text);
}

// The values of the chart over sizes as CSV: those of its candidates in columns of `treering
// predict
// --format csv`; those that were measured below them, with `predicted_us` and `log` as further
// columns.

/// \param check of logs; null: there are none
std::string csv_of(const app::PredictReport& times, const app::CheckReport* check = nullptr);

// The values of the chart over nodes as CSV: a row for what NCCL chooses, and one for the fastest.

std::string csv_of(const app::advice::ScalingReport& report);

// A chart as a file: a picture, or its values.

/// A chart that can be saved, by the beginning of a file's name: "treering-times".
struct SavedChart {
  QString name;
  std::function<bool(const QString& file)> save;
  std::function<QString()> why_unsaved;  // a sentence; empty: it may be saved
};

/// The text that a file has beside the lines of a chart.
struct ChartText {
  QString source;   // what it is of
  std::string csv;  // its values; empty: there are none
};

/// Why a chart is not to be saved now, a sentence; empty where it may be. \param is_drawn there is
/// one
QString why_no_chart(const models::Inquiry& inquiry, bool is_drawn);

/// As PNG, SVG or CSV, by the end of the name; whether it could be written.
bool save_chart(const QString& file, widgets::PlotPanel& plot, const ChartText& text);

/// An entry for each form.
void add_forms(QMenu& menu, const SavedChart& chart);

}  // namespace treering::gui::views::charts
