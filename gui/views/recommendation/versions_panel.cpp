#include "gui/views/recommendation/versions_panel.h"

#include <QBoxLayout>
#include <QFont>
#include <QHeaderView>
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/setup/names.h"
#include "core/units.h"
#include "gui/jobs/asker.h"
#include "gui/models/words.h"
#include "report/figures.h"

namespace treering::gui::views::recommendation {

namespace {

using app::advice::VersionedChoice;

QString pair_text(const std::optional<sim::Prediction>& choice) {
  if (!choice) return VersionsModel::tr("no choice");
  return VersionsModel::tr("%1, %2").arg(
      QString::fromStdString(text_of(choice->way)),
      QString::fromStdString(core::counted(choice->way.channels, "channel")));
}

QString time_text(const std::optional<sim::Prediction>& choice) {
  const auto time = choice ? choice->time() : std::nullopt;
  return time ? QString::fromStdString(core::format_duration(*time)) : QString();
}

QString difference_text(const VersionedChoice& row) {
  constexpr double kRounded = 0.005;
  QString choice =
      row.is_same() ? VersionsModel::tr("same choice") : VersionsModel::tr("other choice");
  const auto factor = row.factor();
  if (!factor || std::abs(*factor - 1) < kRounded) return choice;
  return VersionsModel::tr("%1, %2").arg(choice, models::ratio_text(*factor));
}

}  // namespace

void VersionsModel::setRows(std::vector<VersionedChoice> rows, std::pair<QString, QString> names) {
  beginResetModel();
  rows_ = std::move(rows);
  names_ = std::move(names);
  endResetModel();
}

int VersionsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int VersionsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QVariant VersionsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const VersionedChoice& row = rows_[static_cast<std::size_t>(index.row())];
  if (role == Qt::FontRole && !row.is_same()) {
    QFont font;
    font.setBold(true);
    return font;
  }
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
    case Size:
      return QString::fromStdString(core::format_size(row.asked.count()));
    case One:
      return pair_text(row.one);
    case OneTime:
      return time_text(row.one);
    case Other:
      return pair_text(row.other);
    case OtherTime:
      return time_text(row.other);
    case Difference:
      return difference_text(row);
    default:
      return {};
  }
}

QVariant VersionsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case Size:
      return tr("Size");
    case One:
      return tr("NCCL %1").arg(names_.first);
    case Other:
      return tr("NCCL %1").arg(names_.second);
    case Difference:
      return tr("Difference");
    default:
      return tr("Time");
  }
}

namespace {

constexpr int kTableHeight = 170;  // pixels

app::PredictRequest request_of(const models::Question& question) {
  app::PredictRequest request = models::predict_request(question);
  request.job.nccl = question.rival_nccl;
  return request;
}

bool has_same_versions(const models::Question& a, const models::Question& b) {
  return models::has_same_times(a, b) && a.rival_nccl == b.rival_nccl;
}

}  // namespace

VersionsPanel::VersionsPanel(models::Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      model_(new VersionsModel(this)),
      other_(new QComboBox(this)),
      words_(new QLabel(this)),
      table_(new QTableView(this)),
      inquiry_({tr("the choices of another version"), has_same_versions}) {
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
  session_.show(inquiry_, *table_);
  connect(&inquiry_, &models::Inquiry::answered, this, &VersionsPanel::show_rows);
  connect(other_, &QComboBox::activated, this, &VersionsPanel::choose);
  connect(&session_, &models::Session::questionChanged, this, &VersionsPanel::renew);
  connect(&session_, &models::Session::timesChanged, this, &VersionsPanel::ask);
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
  ask();
}

/// After the times of the one version, which are shown above: rows are of both or of none.
void VersionsPanel::ask() {
  const models::Question& question = session_.question();
  if (!isVisible() || !question.has_topology()) return;
  if (!question.rival_nccl) return show_rows();
  const auto compare = [collective = question.collective, request = request_of(question)](
                           const app::PredictReport& one,
                           const jobs::Work& work) -> core::Result<Compared> {
    const auto other = jobs::answered(request, work);
    if (!*other) return core::fail(other->error());
    return Compared{app::advice::compared_choices(one, **other, collective),
                    one.job.job.nccl_version, (*other)->job.job.nccl_version};
  };
  inquiry_.askOf(session_.timesInquiry(), compare);
  show_rows();
}

/// Until the two are compared, the rows before stay, dimmed.
void VersionsPanel::show_rows() {
  const auto& answer = inquiry_.answer();
  const bool is_asked = session_.question().rival_nccl.has_value();
  table_->setVisible(is_asked);
  const bool has_failed = !models::why_not(answer).isEmpty();
  if (!is_asked || has_failed) {
    model_->setRows({}, {});
    return words_->setText(is_asked ? models::why_not(answer)
                                    : tr("Choose one to see what it would do otherwise."));
  }
  if (inquiry_.report() == nullptr) return words_->clear();
  const auto& [rows, one, other] = *inquiry_.report();
  const auto changed = std::ranges::count_if(
      rows, [](const app::advice::VersionedChoice& row) { return !row.is_same(); });
  words_->setText(changed == 0
                      ? tr("The same choices at all sizes.")
                      : tr("Other choices at %1 of %2 sizes.").arg(changed).arg(rows.size()));
  model_->setRows(rows, {QString::fromStdString(one), QString::fromStdString(other)});
  table_->resizeColumnsToContents();
}

}  // namespace treering::gui::views::recommendation
