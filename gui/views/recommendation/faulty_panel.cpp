#include "gui/views/recommendation/faulty_panel.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <utility>

#include "gui/jobs/asker.h"
#include "gui/models/faults.h"
#include "gui/models/question.h"
#include "gui/models/words.h"
#include "report/figures.h"
#include "report/prediction/recommend_text.h"

namespace treering::gui::views::recommendation {

namespace {

QString choice_text(const app::advice::FaultyChoice& one, int row) {
  const QString name = QString::fromStdString(text_of(one.way));
  return row == 0 ? FaultyModel::tr("%1 (NCCL takes)").arg(name) : name;
}

/// "1.50 x", "0.64 x, shorter".
QString ratio_text(core::Duration with, core::Duration without) {
  const QString ratio = FaultyModel::tr("%1 x").arg(with / without, 0, 'f', 2);
  return report::prediction::is_shorter(with, without) ? FaultyModel::tr("%1, shorter").arg(ratio)
                                                       : ratio;
}

}  // namespace

void FaultyModel::setChoices(std::vector<app::advice::FaultyChoice> choices) {
  beginResetModel();
  choices_ = std::move(choices);
  endResetModel();
}

int FaultyModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(choices_.size());
}

int FaultyModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QVariant FaultyModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const app::advice::FaultyChoice& one = choices_[static_cast<std::size_t>(index.row())];
  const bool is_number = index.column() != Choice;
  if (role == Qt::TextAlignmentRole && is_number)
    return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
    case Choice:
      return choice_text(one, index.row());
    case With:
      return models::us_figure(one.with.in_us());
    case Without:
      return one.without ? models::us_figure(one.without->in_us()) : tr("not offered");
    case Ratio:
      return one.without ? ratio_text(one.with, *one.without) : QString();
    default:
      return {};
  }
}

QVariant FaultyModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::ToolTipRole && section == Ratio) return tr("How many times as long");
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case Choice:
      return tr("simulated");
    case With:
      return tr("with what is tried, us");
    case Without:
      return tr("without, us");
    case Ratio:
      return tr("with / without");
    default:
      return {};
  }
}

namespace {

constexpr int kRowHeight = 22;  // pixels

app::advice::WithFaultsRequest faulty_request(const models::Question& question) {
  return {models::simulate_request(question, models::Side::Faulty), {}};
}

bool has_same_faulty_run(const models::Question& a, const models::Question& b) {
  return models::has_same_run(a, b, models::Side::Faulty);
}

QLabel* words_label(const QString& name, QWidget* parent) {
  auto* const label = new QLabel(parent);
  label->setObjectName(name);
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  return label;
}

}  // namespace

FaultyPanel::FaultyPanel(models::Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      model_(new FaultyModel(this)),
      headline_(words_label(QStringLiteral("with faults"), this)),
      words_(words_label(QStringLiteral("answer with faults"), this)),
      want_(new QPushButton(tr("Si&mulate every algorithm"), this)),
      table_(new QTableView(this)),
      inquiry_({tr("every algorithm with what is tried"), has_same_faulty_run,
                models::Inquiry::Old::Freed}) {
  QFont font = headline_->font();
  font.setPointSizeF(font.pointSizeF() * 1.7);
  font.setBold(true);
  headline_->setFont(font);
  table_->setModel(model_);
  table_->setAccessibleName(tr("Algorithms with the faults that are tried"));
  table_->setShowGrid(false);
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->verticalHeader()->hide();
  table_->verticalHeader()->setDefaultSectionSize(kRowHeight);
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(headline_);
  layout->addWidget(words_);
  layout->addWidget(want_, 0, Qt::AlignLeft);
  layout->addWidget(table_);
  connect(want_, &QPushButton::clicked, this, [this] {
    session_.wantCost();
    renew();
  });
  session_.show(inquiry_, *this, models::Until::Unsaid);
  connect(&inquiry_, &models::Inquiry::answered, this, &FaultyPanel::show_answer);
  connect(&session_, &models::Session::questionChanged, this, &FaultyPanel::renew);
  connect(&session_, &models::Session::machineChanged, this, &FaultyPanel::renew);
  connect(&session_, &models::Session::faultWordsChanged, this, &FaultyPanel::renew);
  session_.need(models::Need::FaultCost);
  renew();
}

void FaultyPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  renew();
}

void FaultyPanel::renew() {
  const models::Question& question = session_.question();
  const bool is_tried = question.has_topology() && !models::tried_faults(question).empty();
  setVisible(is_tried);
  const auto& are_words_right = session_.faultWords();
  if (is_tried && isVisible() && are_words_right && *are_words_right &&
      !session_.isCostDeferred()) {
    inquiry_.ask(jobs::answering(faulty_request(question)));
  } else if (is_tried && !are_words_right) {
    inquiry_.waitFor(session_.faultWordsInquiry());
  }
  show_answer();
}

void FaultyPanel::show_answer() {
  const bool is_asked = inquiry_.state() != models::Inquiry::State::Idle;
  const bool is_deferred = !is_asked && session_.isCostDeferred();
  const auto& answer = inquiry_.answer();
  const app::advice::WithFaultsReport* const report = inquiry_.report();
  want_->setVisible(is_deferred);
  table_->setVisible(report != nullptr && report->choices.size() > 1);
  if (report == nullptr) {
    const auto& words = session_.faultWords();
    const bool is_cancelled = models::is_cancelled(answer) || models::is_cancelled(words) ||
                              models::is_cancelled(session_.machine());
    if (is_cancelled) {
      headline_->setText(tr("With what is tried: cancelled"));
      words_->clear();
      return model_->setChoices({});
    }
    const bool is_wrong = words && !*words;
    headline_->setText(answer || is_wrong ? tr("With what is tried: no answer")
                       : is_deferred      ? tr("With what is tried: not simulated yet")
                                          : tr("With what is tried: simulating …"));
    words_->setText(answer        ? models::message_of(answer->error())
                    : is_wrong    ? models::message_of(words->error())
                    : is_deferred ? tr("So many GPUs take long: some seconds for each algorithm.")
                                  : QString());
    return model_->setChoices({});
  }
  const auto words = report::prediction::with_faults_words(*report);
  headline_->setText(QString::fromStdString(words.headline));
  words_->setText(models::with_labels(words.answer + " " + words.caveat));
  model_->setChoices(report->choices);
  table_->resizeColumnsToContents();
  table_->setFixedHeight(model_->rowCount() * kRowHeight +
                         table_->horizontalHeader()->sizeHint().height() + 6);
}

}  // namespace treering::gui::views::recommendation
