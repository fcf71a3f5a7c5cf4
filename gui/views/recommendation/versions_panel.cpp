#include "gui/views/recommendation/versions_panel.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <algorithm>

#include "app/setup/names.h"
#include "gui/jobs/answered.h"
#include "gui/models/words.h"
#include "gui/views/recommendation/versions_model.h"

namespace treering::gui::views::recommendation {
namespace {

constexpr int kTableHeight = 170;  // pixels

app::PredictRequest request_of(const models::Question& question) {
  app::PredictRequest request = models::predict_request(question);
  request.job.nccl = question.rival_nccl;
  return request;
}

}  // namespace

VersionsPanel::VersionsPanel(models::Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      model_(new VersionsModel(this)),
      other_(new QComboBox(this)),
      words_(new QLabel(this)),
      table_(new QTableView(this)),
      asker_(*this, [this](const Answer& answer) {
        answer_ = answer;
        if (models::is_cancelled(answer)) asked_.reset();
        show_rows();
      }) {
  other_->setAccessibleName(tr("NCCL version to compare with"));
  other_->addItem(tr("no other version"), QString());
  for (const auto& word : app::setup::words_of(app::setup::NameKind::NcclVersion)) {
    other_->addItem(QString::fromStdString(word.name), QString::fromStdString(word.name));
  }
  words_->setWordWrap(true);
  table_->setModel(model_);
  table_->setAccessibleName(tr("Choices of two versions by size"));
  table_->setShowGrid(false);
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->verticalHeader()->hide();
  table_->verticalHeader()->setDefaultSectionSize(22);
  table_->setMinimumHeight(kTableHeight);
  auto* const head = new QHBoxLayout;
  head->addWidget(other_);
  head->addWidget(words_, 1);
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addLayout(head);
  layout->addWidget(table_);
  connect(other_, &QComboBox::activated, this, &VersionsPanel::choose);
  connect(&session_, &models::Session::questionChanged, this, &VersionsPanel::renew);
  connect(&session_, &models::Session::timesChanged, this, &VersionsPanel::show_rows);
  show_rows();
}

void VersionsPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  renew();
}

void VersionsPanel::choose() {
  models::Question question = session_.question();
  const QString name = other_->currentData().toString();
  question.rival_nccl = name.isEmpty() ? std::nullopt : std::optional(name.toStdString());
  session_.ask(question, tr("NCCL version to compare with"));
}

void VersionsPanel::renew() {
  const models::Question& question = session_.question();
  const QString name = QString::fromStdString(question.rival_nccl.value_or(""));
  other_->setCurrentIndex(std::max(other_->findData(name), 0));
  if (!isVisible() || !question.has_topology()) return;
  const bool is_same = asked_ && models::has_same_times(*asked_, question) &&
                       asked_->rival_nccl == question.rival_nccl;
  if (!is_same) {
    asked_ = question;
    answer_.reset();
    asker_.cancel();
    if (question.rival_nccl) {
      asker_.ask(jobs::answering(request_of(question)));
    }
  }
  show_rows();
}

void VersionsPanel::show_rows() {
  const app::PredictReport* const one = session_.timesReport();
  const bool is_asked = session_.question().rival_nccl.has_value();
  table_->setVisible(is_asked);
  if (!is_asked || one == nullptr || !answer_ || !*answer_) {
    model_->setRows({}, {});
    const bool has_failed = is_asked && answer_ && !*answer_;
    return words_->setText(has_failed ? models::message_of(answer_->error())
                           : is_asked ? tr("working …")
                                      : tr("Choose one to see what it would do otherwise."));
  }
  const app::PredictReport& other = **answer_;
  auto rows = app::advice::compared_choices(*one, other, session_.question().collective);
  const auto changed = std::ranges::count_if(
      rows, [](const app::advice::VersionedChoice& row) { return !row.is_same(); });
  words_->setText(changed == 0
                      ? tr("The same choices at all sizes.")
                      : tr("Other choices at %1 of %2 sizes.").arg(changed).arg(rows.size()));
  model_->setRows(std::move(rows), {QString::fromStdString(one->job.job.nccl_version),
                                    QString::fromStdString(other.job.job.nccl_version)});
  table_->resizeColumnsToContents();
}

}  // namespace treering::gui::views::recommendation
