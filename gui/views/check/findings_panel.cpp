#include "gui/views/check/findings_panel.h"

#include <QBoxLayout>
#include <QTextDocument>

#include "core/topology/node_classes.h"
#include "gui/models/words.h"

namespace treering::gui::views::check {

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
