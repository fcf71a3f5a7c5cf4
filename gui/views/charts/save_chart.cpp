#include "gui/views/charts/save_chart.h"

#include <QFileDialog>
#include <QMessageBox>
#include <QSaveFile>

#include "gui/models/question_words.h"
#include "gui/paint/caption.h"
#include "gui/views/charts/words.h"
#include "gui/widgets/plot_legend.h"
#include "gui/widgets/plot_svg.h"

namespace treering::gui::views::charts {
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
