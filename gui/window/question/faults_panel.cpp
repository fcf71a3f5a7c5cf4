#include "gui/window/question/faults_panel.h"

#include <QBoxLayout>
#include <cmath>

#include "gui/models/faults.h"
#include "gui/models/question.h"
#include "gui/models/words.h"
#include "report/prediction/recommend_text.h"

namespace treering::gui::window::question {

QString cost_text(const app::SimulateReport& now, const app::SimulateReport& before) {
  constexpr double kSeen = 0.005;  // of the time: less is not told by the figures below
  const double slower = now.time / before.time;
  const QString time = models::duration_text(now.time.in_us());
  const QString way = QString::fromStdString(now.way.algorithm + "/" + now.way.protocol);
  const QString way_before =
      QString::fromStdString(before.way.algorithm + "/" + before.way.protocol);
  if (way == way_before && std::abs(slower - 1) < kSeen) {
    return FaultsPanel::tr("%1 with %2, with and without: they cost less than 1 %").arg(time, way);
  }
  if (report::prediction::is_shorter(now.time, before.time)) {
    const std::string why = report::prediction::why_shorter(
        {way.toStdString(), now.way.channels}, {way_before.toStdString(), before.way.channels});
    return FaultsPanel::tr("%1 with %2 in place of %3 with %4: %5, as %6")
        .arg(time, way, models::duration_text(before.time.in_us()), way_before,
             models::ratio_text(slower), QString::fromStdString(why));
  }
  return FaultsPanel::tr("%1 with %2 in place of %3 with %4: %5")
      .arg(time, way, models::duration_text(before.time.in_us()), way_before,
           models::ratio_text(slower));
}

FaultsPanel::FaultsPanel(models::Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      faults_(new QListWidget(this)),
      input_(new QLineEdit(this)),
      problem_(new widgets::ProblemLabel(this)),
      cost_(new QLabel(this)),
      restore_(new QPushButton(tr("&Restore"), this)),
      want_cost_(new QPushButton(tr("What do the&y cost?"), this)) {
  name_parts();
  lay_out();
  connect(want_cost_, &QPushButton::clicked, this, [this] {
    session_.wantCost();
    tell_cost();
  });
  connect(&session_, &models::Session::machineChanged, this, &FaultsPanel::tell_cost);
  connect(&session_, &models::Session::machineChanged, this, &FaultsPanel::judge_typed);
  connect(&session_, &models::Session::faultWordsChanged, this, &FaultsPanel::tell_cost);
  connect(input_, &QLineEdit::returnPressed, this, &FaultsPanel::add_typed);
  connect(input_, &QLineEdit::textChanged, this, [this] {
    is_refused_ = false;
    problem_->say({});
  });
  connect(faults_, &QListWidget::itemChanged, this, &FaultsPanel::switch_fault);
  connect(restore_, &QPushButton::clicked, this, &FaultsPanel::remove_selected);
  connect(&session_, &models::Session::questionChanged, this, &FaultsPanel::take_question);
  connect(&session_, &models::Session::runChanged, this, &FaultsPanel::tell_cost);
  take_question();
}

void FaultsPanel::name_parts() {
  faults_->setAccessibleName(tr("Faults"));
  faults_->setMaximumHeight(72);
  faults_->setToolTip(
      tr("Faults that are tried; without its tick one is kept and not tried; Restore takes the "
         "selected one away"));
  input_->setPlaceholderText(tr("0/mlx5_0=0.5"));
  input_->setAccessibleName(tr("Add a fault"));
  input_->setToolTip(
      tr("NODE/DEVICE=down takes a device out, NODE/DEVICE=0.5 halves its links, "
         "rankR=+50us lets a rank come late. Or right-click in the topology."));
  cost_->setWordWrap(true);
  cost_->setAccessibleName(tr("Cost of the faults"));
  problem_->setObjectName(QStringLiteral("fault problem"));
  want_cost_->setToolTip(tr("Simulates the call with the faults and without, which takes seconds"));
  want_cost_->setObjectName(QStringLiteral("want cost"));
}

void FaultsPanel::lay_out() {
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
  auto* const row = new QHBoxLayout;
  row->addWidget(input_, 1);
  row->addWidget(restore_);
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(faults_);
  layout->addLayout(row);
  layout->addWidget(problem_);
  layout->addWidget(cost_);
  layout->addWidget(want_cost_);
  want_cost_->hide();
}

void FaultsPanel::add_typed() {
  const std::string fault = input_->text().trimmed().toStdString();
  if (fault.empty()) return;
  is_refused_ = true;
  judge_typed();
  if (!problem_->text().isEmpty()) return;
  session_.ask(models::with_fault(session_.question(), fault), tr("fault"));
  input_->setText({});  // nothing is left to be undone
}

/// By the machine of the question: another one may have the device. None judges while none is
/// there.
void FaultsPanel::judge_typed() {
  if (!is_refused_) return;
  const app::MachineReport* const machine = session_.machineReport();
  const std::string fault = input_->text().trimmed().toStdString();
  problem_->say(machine == nullptr ? QString() : models::why_no_fault(fault, machine->setup));
}

void FaultsPanel::remove_selected() {
  const models::Question& question = session_.question();
  if (question.faults.empty()) return;
  const int row = faults_->currentRow();
  const std::size_t which = row < 0 ? question.faults.size() - 1 : static_cast<std::size_t>(row);
  session_.ask(models::without_fault(question, question.faults[which]), tr("restore"));
}

void FaultsPanel::switch_fault(const QListWidgetItem* item) {
  if (is_taking_) return;
  const bool is_on = item->checkState() == Qt::Checked;
  const std::string fault = item->text().toStdString();
  // The list is filled anew, which cannot be while its item changes.
  const auto ask = [this, fault, is_on] {
    session_.ask(models::with_fault_switched(session_.question(), fault, is_on),
                 is_on ? tr("fault on") : tr("fault off"));
  };
  QMetaObject::invokeMethod(this, ask, Qt::QueuedConnection);
}

void FaultsPanel::take_question() {
  const models::Question& question = session_.question();
  const int row = faults_->currentRow();
  is_taking_ = true;
  faults_->clear();
  for (const std::string& fault : question.faults) {
    auto* const item = new QListWidgetItem(QString::fromStdString(fault), faults_);
    item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
    item->setCheckState(question.faults_off.contains(fault) ? Qt::Unchecked : Qt::Checked);
  }
  if (row < faults_->count()) faults_->setCurrentRow(row);
  is_taking_ = false;
  restore_->setEnabled(!question.faults.empty());
  if (!models::tried_faults(question).empty()) session_.need(models::Need::FaultCost);
  judge_typed();
  tell_cost();
}

void FaultsPanel::tell_cost() {
  const app::SimulateReport* const now = session_.faultyReport();
  const app::SimulateReport* const before = session_.runReport(models::Side::Healthy);
  const bool is_tried = !models::tried_faults(session_.question()).empty();
  const bool is_known = is_tried && now != nullptr && before != nullptr;
  const auto is_awaited = [this](models::Side side) {
    return session_.runInquiry(side).state() == models::Inquiry::State::Awaited;
  };
  QString text;
  if (is_known) {
    text = cost_text(*now, *before);
  } else if (is_awaited(models::Side::Faulty) || is_awaited(models::Side::Healthy)) {
    text = tr("Simulating …");
  }
  const bool is_wanted = !is_known && session_.isCostDeferred();
  // The inputs below stay where they are, also where less is said next.
  cost_->setMinimumHeight(cost_->isVisible() ? cost_->height() : 0);
  cost_->setText(text);
  cost_->setVisible(is_tried && !is_wanted);
  want_cost_->setVisible(is_wanted);
}

}  // namespace treering::gui::window::question
