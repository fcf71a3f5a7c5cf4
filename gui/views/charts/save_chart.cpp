#include "gui/views/charts/save_chart.h"

#include <QFileDialog>
#include <QMessageBox>
#include <QSaveFile>
#include <algorithm>
#include <iterator>
#include <vector>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "gui/models/question_words.h"
#include "gui/paint/saved_picture.h"
#include "gui/widgets/plot_legend.h"
#include "gui/widgets/plot_panel.h"
#include "gui/widgets/plot_svg.h"
#include "report/charts/calls.h"

namespace treering::gui::views::charts {

namespace {

using tuner::check::CheckedRow;

constexpr std::string_view kHead =
    "collective,bytes,algorithm,protocol,channels,time_us,algbw_GBps,busbw_GBps,nccl_default,best,"
    "low_us,high_us,bound_us";
constexpr std::string_view kMeasuredHead = ",predicted_us,log";

/// "106.76": to five digits; empty where there is none.
template <class Quantity, class Number>
std::string cell(const std::optional<Quantity>& value, Number number) {
  return value ? fmt::format("{:.5g}", number(*value)) : "";
}

std::string row_text(const sim::Prediction& row, int ranks) {
  const auto us = [](core::Duration time) { return time.in_us(); };
  const auto gb_per_s = [](core::Bandwidth rate) { return rate.in_gb_per_s(); };
  std::optional<core::Duration> low;
  std::optional<core::Duration> high;
  if (row.estimate && row.estimate->interval) {
    low = row.estimate->interval->low;
    high = row.estimate->interval->high;
  }
  return fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{:.5g}", core::name_of(row.collective),
                     row.bytes.count(), row.way.algorithm, row.way.protocol, row.way.channels,
                     cell(row.time(), us), cell(sim::algbw(row), gb_per_s),
                     cell(sim::busbw(row, ranks), gb_per_s), row.is_nccl_default, row.is_best,
                     cell(low, us), cell(high, us), row.bound.in_us());
}

/// Its interval is that of the prediction.
std::string measured_text(const CheckedRow& row, int ranks) {
  const tuner::Measurement& measured = row.measurement;
  const auto number = [](double value) { return fmt::format("{:.5g}", value); };
  const core::Bandwidth algbw = core::Bytes::of(measured.bytes) / row.measured;
  return core::csv_line(
      {std::string(core::name_of(measured.collective)), std::to_string(measured.bytes),
       row.way.algorithm, row.way.protocol, "", number(row.measured.in_us()),
       number(algbw.in_gb_per_s()),
       number((algbw * core::bus_factor(measured.collective, ranks)).in_gb_per_s()), "", "",
       number(row.low.in_us()), number(row.high.in_us()), "", number(row.expected.in_us()),
       report::charts::measured_name(measured.file)});
}

/// The lines in the chart.
std::vector<CheckedRow> shown_rows(const app::CheckReport& check, const app::PredictReport& times) {
  std::vector<CheckedRow> rows;
  std::ranges::copy_if(check.check.rows, std::back_inserter(rows), [&](const CheckedRow& row) {
    return report::charts::is_shown(row, check, times);
  });
  return rows;
}

}  // namespace

std::string csv_of(const app::PredictReport& times, const app::CheckReport* check) {
  std::vector<CheckedRow> measured;
  if (check != nullptr) measured = shown_rows(*check, times);
  std::string text(kHead);
  if (!measured.empty()) text += kMeasuredHead;
  text += '\n';
  for (const sim::Prediction& row : times.rows) {
    text += row_text(row, times.ranks) + (measured.empty() ? "\n" : ",,\n");
  }
  for (const CheckedRow& row : measured) text += measured_text(row, times.ranks);
  return text;
}

namespace {

using app::advice::ScaledChoice;
using app::advice::ScalingPoint;

std::string row_text(const ScalingPoint& point, std::string_view what, const ScaledChoice& choice) {
  return fmt::format("{},{},{},{},{},{:.5g},{:.5g},{:.5g}\n", point.nodes, point.ranks, what,
                     choice.way.algorithm, choice.way.protocol, choice.estimate.time.in_us(),
                     choice.busbw.in_gb_per_s(), point.bound.in_gb_per_s());
}

}  // namespace

std::string csv_of(const app::advice::ScalingReport& report) {
  std::string text = "nodes,ranks,choice,algorithm,protocol,time_us,busbw_GBps,bound_GBps\n";
  for (const ScalingPoint& point : report.points) {
    if (point.usual) text += row_text(point, "nccl_default", *point.usual);
    if (point.best) text += row_text(point, "best", *point.best);
  }
  return text;
}

namespace {

bool write(const QString& file, const QByteArray& text) {
  QSaveFile out(file);
  return out.open(QIODevice::WriteOnly) && out.write(text) == text.size() && out.commit();
}

/// A column more, with the same in each row.
QByteArray with_source(const QByteArray& csv, QString source) {
  const QByteArray cell =
      ",\"" + source.replace(QLatin1Char('"'), QStringLiteral("\"\"")).toUtf8() + "\"\n";
  QByteArray result;
  for (const QByteArray& row : csv.trimmed().split('\n')) {
    result += row + (result.isEmpty() ? QByteArray(",source\n") : cell);
  }
  return result;
}

/// Menus are windows of their own, and gone before a dialog is.
QWidget* owner_of(QMenu& menu) {
  QWidget* above = &menu;
  while (qobject_cast<QMenu*>(above) != nullptr) above = above->parentWidget();
  return above;
}

void ask_and_save(QWidget* parent, const SavedChart& chart, const QString& suffix) {
  const QString file = QFileDialog::getSaveFileName(
      parent, word("Save the chart"), chart.name + QLatin1Char('.') + suffix,
      QStringLiteral("%1 (*.%2)").arg(suffix.toUpper(), suffix));
  if (file.isEmpty()) return;
  if (const QString why = chart.why_unsaved(); !why.isEmpty()) {
    QMessageBox::warning(parent, word("Save the chart"), why);
    return;
  }
  if (chart.save(file)) return;
  QMessageBox::warning(parent, word("Save the chart"),
                       word("%1: cannot be written; choose a folder that you may write to, and a "
                            "name that ends in .png, .svg or .csv")
                           .arg(file));
}

}  // namespace

QString why_no_chart(const models::Inquiry& inquiry, bool is_drawn) {
  const QString why = models::why_unsaved(inquiry);
  return why.isEmpty() && !is_drawn ? word("Not saved: there is no chart.") : why;
}

bool save_chart(const QString& file, widgets::PlotPanel& plot, const ChartText& text) {
  constexpr QSize kSvg(1200, 640);
  if (file.endsWith(QStringLiteral(".png"))) {
    const QImage picture = widgets::with_legend(plot.picture(), plot.chart());
    return paint::with_caption(picture, text.source).save(file);
  }
  if (file.endsWith(QStringLiteral(".svg"))) {
    return write(file, widgets::svg_of(plot.chart(), kSvg, text.source).toUtf8());
  }
  if (!file.endsWith(QStringLiteral(".csv")) || text.csv.empty()) return false;
  return write(file, with_source(QByteArray::fromStdString(text.csv), text.source));
}

void add_forms(QMenu& menu, const SavedChart& chart) {
  menu.setToolTipsVisible(true);
  const auto add = [&](const QString& text, const QString& suffix) {
    QAction* const action = menu.addAction(
        text, &menu, [&menu, chart, suffix] { ask_and_save(owner_of(menu), chart, suffix); });
    QObject::connect(&menu, &QMenu::aboutToShow, action, [action, chart] {
      const QString why = chart.why_unsaved();
      action->setEnabled(why.isEmpty());
      action->setToolTip(why);
      action->setStatusTip(why);
    });
  };
  add(word("as &PNG …"), QStringLiteral("png"));
  add(word("as &SVG …"), QStringLiteral("svg"));
  add(word("its values as &CSV …"), QStringLiteral("csv"));
}

}  // namespace treering::gui::views::charts
