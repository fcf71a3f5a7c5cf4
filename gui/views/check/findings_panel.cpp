#include "gui/views/check/findings_panel.h"

#include <QBoxLayout>
#include <QIcon>
#include <QPainter>
#include <QPixmap>
#include <QTextDocument>

#include "core/topology/cluster.h"
#include "gui/models/words.h"
#include "gui/paint/theme.h"
#include "report/findings/words.h"

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

FindingsPanel::FindingsPanel(models::Session& session, models::Selection& selection,
                             QWidget* parent)
    : QWidget(parent),
      session_(session),
      selection_(selection),
      model_(new FindingsModel(this)),
      head_(new QLabel(this)),
      list_(new QListView(this)),
      details_(new QTextBrowser(this)) {
  auto* const title = new QLabel(tr("<b>The machine</b>"), this);
  title->setTextFormat(Qt::RichText);
  head_->setWordWrap(true);
  head_->setObjectName(QStringLiteral("findings"));
  list_->setAccessibleName(tr("Findings, the worst first"));
  list_->setModel(model_);
  list_->setWordWrap(true);
  list_->setUniformItemSizes(false);
  list_->setResizeMode(QListView::Adjust);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  details_->setAccessibleName(tr("The selected finding"));
  details_->setObjectName(QStringLiteral("finding"));
  details_->document()->setIndentWidth(18);  // of a list's points: the panel is narrow
  auto* const layout = new QVBoxLayout(this);
  layout->addWidget(title);
  layout->addWidget(head_);
  layout->addWidget(list_, 1);
  layout->addWidget(details_, 2);
  layout->addStretch();
  connect(list_->selectionModel(), &QItemSelectionModel::currentChanged, this,
          &FindingsPanel::show_selected);
  for (const auto signal : {&models::Session::findingsChanged, &models::Session::questionChanged}) {
    connect(&session_, signal, this, &FindingsPanel::take_findings);
  }
  session_.need(models::Need::Findings, this);
  take_findings();
}

void FindingsPanel::take_findings() {
  if (session_.findingsInquiry().isOld()) return;  // it stays, dimmed, until the next is there
  model_->show(session_.findings());
  head_->setText(headline());
  const bool has_any = model_->rowCount() > 0;
  list_->setVisible(has_any);
  details_->setVisible(has_any || !model_->unmade().isEmpty());
  if (has_any) return list_->setCurrentIndex(model_->index(0));
  details_->setHtml(model_->unmade());
}

QString FindingsPanel::headline() const {
  if (!session_.question().has_topology()) return tr("Choose a topology to have it examined.");
  const auto& answer = session_.findings();
  if (!answer || !*answer) return models::why_not(answer);
  const auto& diagnosis = (*answer)->diagnosis;
  const auto not_looked = static_cast<int>(diagnosis.not_looked_at.size());
  const int checks = not_looked + static_cast<int>(diagnosis.looked_at);
  const bool is_guess = !(*answer)->guesses.empty();
  QString text = diagnosis.findings.empty() && is_guess
                     ? tr("Nothing found, but the machine is partly a guess.")
                 : diagnosis.findings.empty() ? tr("Nothing found that costs performance.")
                 : model_->rowCount() == 1
                     ? tr("One finding.")
                     : tr("%1 findings, the worst first.").arg(model_->rowCount());
  const core::Cluster& cluster = (*answer)->job.cluster;
  if (!core::is_even(cluster)) {
    QStringList differing;
    for (const core::NodeClass& one : cluster.others) {
      differing << QString::fromStdString(core::differing_text(one));
    }
    text += tr(" One node was examined for all that are like it: %1, and Topology marks them.")
                .arg(differing.join(QStringLiteral("; ")));
  }
  if (not_looked > 0) {
    text += tr(" %1 of %2 checks were not made, as the source does not say what they need.")
                .arg(not_looked)
                .arg(checks);
  }
  return text;
}

/// Also in the other views.
void FindingsPanel::show_selected() {
  const int row = list_->currentIndex().row();
  details_->setHtml(model_->details(row) + model_->unmade());
  models::Selected selected = selection_.now();
  selected.devices = model_->devices(row);
  if (!selected.devices.empty()) selection_.select(selected);
}

}  // namespace treering::gui::views::check
