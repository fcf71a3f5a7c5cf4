#include "gui/views/check/findings_model.h"

#include <QIcon>
#include <QPainter>
#include <QPixmap>

#include "gui/models/words.h"
#include "gui/paint/theme.h"
#include "report/findings/doctor_words.h"

namespace treering::gui::views::check {
namespace {

using models::Severity;

QString word_of(Severity severity) {
  switch (severity) {
    case Severity::Fault:
      return QObject::tr("fault");
    case Severity::Warning:
      return QObject::tr("warning");
    case Severity::Hint:
      return QObject::tr("hint");
  }
  return {};
}

QColor colour_of(Severity severity) {
  if (severity == Severity::Fault) return paint::theme().bad();
  return severity == Severity::Hint ? paint::theme().accent() : paint::theme().warning();
}

QIcon icon_of(Severity severity) {
  constexpr int kSize = 14;
  QPixmap pixmap(kSize, kSize);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  // The rim is seen on a selected row, whose ground has the colour of hints.
  painter.setPen(QPen(paint::theme().paper(), 2));
  painter.setBrush(colour_of(severity));
  painter.drawEllipse(1, 1, kSize - 2, kSize - 2);
  QIcon icon(pixmap);
  icon.addPixmap(pixmap, QIcon::Selected);  // as it is: Qt would tint it
  return icon;
}

/// Sentences of reports begin with small letters and end without a full stop.
QString text_of(const std::string& text) {
  return models::unbroken(models::with_labels(text)).toHtmlEscaped();
}

QString paragraph(const QString& head, const QString& text) {
  if (text.isEmpty()) return {};
  return QStringLiteral("<p><b>%1</b><br>%2</p>").arg(head, text);
}

}  // namespace

void FindingsModel::show(models::Answer<app::DoctorReport> report) {
  beginResetModel();
  report_ = std::move(report);
  endResetModel();
}

const app::DoctorReport* FindingsModel::report() const {
  return report_ && *report_ ? &**report_ : nullptr;
}

int FindingsModel::rowCount(const QModelIndex& parent) const {
  if (parent.isValid() || report() == nullptr) return 0;
  return static_cast<int>(report()->diagnosis.findings.size());
}

QVariant FindingsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const auto& symptom = report()->diagnosis.findings[static_cast<std::size_t>(index.row())].symptom;
  const QString text =
      tr("%1: %2").arg(word_of(symptom.severity), models::with_labels(symptom.what));
  if (role == Qt::DisplayRole) return models::unbroken(text);
  if (role == Qt::ToolTipRole) return text;
  if (role == Qt::DecorationRole) return icon_of(symptom.severity);
  return {};
}

QString FindingsModel::details(int row) const {
  if (row < 0 || row >= rowCount()) return {};
  const auto& finding = report()->diagnosis.findings[static_cast<std::size_t>(row)];
  QStringList losses;
  for (const std::string& loss : report::findings::loss_texts(finding)) losses << text_of(loss);
  return QStringLiteral("<p style=\"color:%1\"><b>%2</b></p><p>%3</p>")
             .arg(colour_of(finding.symptom.severity).name(), word_of(finding.symptom.severity),
                  text_of(finding.symptom.what)) +
         paragraph(tr("Expected loss"), losses.join(QStringLiteral("<br>"))) +
         paragraph(tr("Evidence"), text_of(finding.symptom.evidence)) +
         paragraph(tr("What to do"), text_of(finding.symptom.fix));
}

QString FindingsModel::unmade() const {
  QString items;
  if (report() == nullptr) return {};
  for (const auto& one : report()->diagnosis.not_looked_at) {
    const QString item = tr("%1: %2").arg(text_of(one.about), text_of(one.why));
    items += QStringLiteral("<li style=\"margin-bottom:4px\">%1</li>").arg(item);
  }
  if (items.isEmpty()) return {};
  return QStringLiteral("<p><b>%1</b></p><ul>%2</ul>").arg(tr("Checks that were not made"), items);
}

std::vector<std::string> FindingsModel::devices(int row) const {
  if (row < 0 || row >= rowCount()) return {};
  return report()->devices[static_cast<std::size_t>(row)];
}

}  // namespace treering::gui::views::check
