#include "gui/window/faults_panel.h"

#include <QBoxLayout>
#include <QPushButton>

#include "gui/models/words.h"

namespace treering::gui::window {

FaultsPanel::FaultsPanel(models::Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      faults_(new QListWidget(this)),
      input_(new QLineEdit(this)),
      cost_(new QLabel(this)) {
  faults_->setAccessibleName(tr("Faults"));
  faults_->setMaximumHeight(72);
  faults_->setToolTip(tr("Faults that are tried; Restore takes the selected one away"));
  input_->setPlaceholderText(tr("0/mlx5_0=0.5 or rank7=+50us"));
  input_->setAccessibleName(tr("Add a fault"));
  input_->setToolTip(
      tr("NODE/DEVICE=down takes a device out, NODE/DEVICE=0.5 halves its links, "
         "rankR=+50us lets a rank come late. Or right-click in the topology."));
  cost_->setWordWrap(true);
  auto* const restore = new QPushButton(tr("&Restore"), this);
  auto* const row = new QHBoxLayout;
  row->addWidget(input_, 1);
  row->addWidget(restore);
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(faults_);
  layout->addLayout(row);
  layout->addWidget(cost_);
  connect(input_, &QLineEdit::returnPressed, this, &FaultsPanel::add_typed);
  connect(restore, &QPushButton::clicked, this, &FaultsPanel::remove_selected);
  connect(&session_, &models::Session::questionChanged, this, &FaultsPanel::take_question);
  connect(&session_, &models::Session::runChanged, this, &FaultsPanel::tell_cost);
  take_question();
}

void FaultsPanel::add_typed() {
  const std::string fault = input_->text().trimmed().toStdString();
  if (fault.empty()) return;
  models::Question question = session_.question();
  question.faults.push_back(fault);
  session_.ask(question, tr("fault"));
  input_->clear();
}

void FaultsPanel::remove_selected() {
  models::Question question = session_.question();
  if (question.faults.empty()) return;
  const int row = faults_->currentRow();
  const std::size_t which = row < 0 ? question.faults.size() - 1 : static_cast<std::size_t>(row);
  question.faults.erase(question.faults.begin() + static_cast<std::ptrdiff_t>(which));
  session_.ask(question, tr("restore"));
}

void FaultsPanel::take_question() {
  faults_->clear();
  for (const std::string& fault : session_.question().faults) {
    faults_->addItem(QString::fromStdString(fault));
  }
  if (!session_.question().faults.empty()) {
    session_.need(models::Need::Run);
    session_.need(models::Need::HealthyRun);
  }
  tell_cost();
}

void FaultsPanel::tell_cost() {
  const app::SimulateReport* const now = session_.runReport(models::Side::Shown);
  const app::SimulateReport* const before = session_.runReport(models::Side::Healthy);
  QString text;
  if (!session_.question().faults.empty() && now != nullptr && before != nullptr) {
    const double slower = now->time / before->time;
    text = tr("%1 with %2 in place of %3 with %4: %5 times as long")
               .arg(models::duration_text(now->time.in_us()),
                    QString::fromStdString(now->algorithm + "/" + now->protocol),
                    models::duration_text(before->time.in_us()),
                    QString::fromStdString(before->algorithm + "/" + before->protocol))
               .arg(slower, 0, 'f', 2);
  }
  cost_->setText(text);
}

}  // namespace treering::gui::window
