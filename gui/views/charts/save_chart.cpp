#include "gui/views/charts/save_chart.h"

#include <QFileDialog>
#include <QMessageBox>
#include <QSaveFile>

#include "gui/views/charts/words.h"
#include "gui/widgets/plot_legend.h"
#include "gui/widgets/plot_svg.h"

namespace treering::gui::views::charts {
namespace {

bool write(const QString& file, const QByteArray& text) {
  QSaveFile out(file);
  return out.open(QIODevice::WriteOnly) && out.write(text) == text.size() && out.commit();
}

void ask_and_save(QWidget* parent, const SavedChart& chart, const QString& suffix) {
  const QString file = QFileDialog::getSaveFileName(
      parent, word("Save the chart"), chart.name + QLatin1Char('.') + suffix,
      QStringLiteral("%1 (*.%2)").arg(suffix.toUpper(), suffix));
  if (file.isEmpty() || chart.save(file)) return;
  QMessageBox::warning(parent, word("Save the chart"),
                       word("%1: cannot be written; choose a folder that you may write to, and a "
                            "name that ends in .png, .svg or .csv")
                           .arg(file));
}

}  // namespace

bool save_chart(const QString& file, widgets::PlotPanel& plot, const std::string& csv) {
  constexpr QSize kSvg(1200, 640);
  if (file.endsWith(QStringLiteral(".png"))) {
    return widgets::with_legend(plot.picture(), plot.plot()).save(file);
  }
  if (file.endsWith(QStringLiteral(".svg"))) {
    return write(file, widgets::svg_of(plot.plot(), kSvg).toUtf8());
  }
  if (!file.endsWith(QStringLiteral(".csv")) || csv.empty()) return false;
  return write(file, QByteArray::fromStdString(csv));
}

void add_forms(QMenu& menu, const SavedChart& chart) {
  const auto add = [&](const QString& text, const QString& suffix) {
    menu.addAction(text, &menu,
                   [&menu, chart, suffix] { ask_and_save(menu.parentWidget(), chart, suffix); });
  };
  add(word("as &PNG …"), QStringLiteral("png"));
  add(word("as &SVG …"), QStringLiteral("svg"));
  add(word("its values as &CSV …"), QStringLiteral("csv"));
}

}  // namespace treering::gui::views::charts
