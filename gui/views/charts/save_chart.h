// A chart as a file: a picture, or its values.
#pragma once

#include <QMenu>
#include <QString>
#include <functional>
#include <string>

#include "gui/models/inquiry.h"
#include "gui/widgets/plot_panel.h"

namespace treering::gui::views::charts {

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
