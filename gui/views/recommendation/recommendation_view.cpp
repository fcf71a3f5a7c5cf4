#include "gui/views/recommendation/recommendation_view.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QScrollArea>

#include "gui/jobs/answered.h"
#include "gui/models/faults.h"
#include "gui/models/job_settings.h"
#include "gui/models/words.h"
#include "gui/views/recommendation/choices_model.h"
#include "gui/views/recommendation/export_panel.h"
#include "gui/views/recommendation/faulty_panel.h"
#include "gui/views/recommendation/ranges_model.h"
#include "gui/views/recommendation/share_bars.h"
#include "gui/views/recommendation/versions_panel.h"
#include "gui/widgets/narrow.h"
#include "gui/widgets/wheel.h"
#include "report/figures.h"
#include "report/prediction/recommend_text.h"

namespace treering::gui::views::recommendation {
namespace {

app::PredictRequest one_size_request(const models::Question& question) {
  app::PredictRequest request = models::predict_request(question);
  request.calls.sizes = {question.bytes, question.bytes, {}, {}};
  return request;
}

QLabel* text_label(QWidget* parent) {
  auto* const label = new QLabel(parent);
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  return label;
}

QTableView* table_of(QAbstractItemModel* model, const QString& name, QWidget* parent) {
  auto* const table = new QTableView(parent);
  table->setModel(model);
  table->setAccessibleName(name);
  table->setSelectionBehavior(QAbstractItemView::SelectRows);
  table->setShowGrid(false);
  table->verticalHeader()->hide();
  table->verticalHeader()->setDefaultSectionSize(22);
  return table;
}

/// As high as its rows.
void fit_height(QTableView* table) {
  const int rows = table->model()->rowCount() * table->verticalHeader()->defaultSectionSize();
  table->setFixedHeight(rows + table->horizontalHeader()->sizeHint().height() + 6);
}

QString pair_text(const sim::Prediction& row) {
  return QString::fromStdString(report::choice_name(row.algorithm, row.protocol));
}

}  // namespace

RecommendationView::RecommendationView(models::Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      choices_(new ChoicesModel(this)),
      ranges_(new RangesModel(this)),
      headline_(text_label(this)),
      answer_(text_label(this)),
      model_(text_label(this)),
      copy_(new QPushButton(tr("Copy the settin&gs"), this)),
      copy_note_(text_label(this)),
      choices_table_(table_of(choices_, tr("The choices beside each other"), this)),
      names_(text_label(this)),
      why_(text_label(this)),
      bars_(new ShareBars(this)),
      all_sizes_(text_label(this)),
      ranges_table_(table_of(ranges_, tr("Choices by size"), this)),
      exports_(new ExportPanel(session, this)),
      middle_(new QBoxLayout(QBoxLayout::LeftToRight)),
      asker_(*this, [this](const Answer& answer) { take(answer); }) {
  headline_->setObjectName(QStringLiteral("headline"));
  answer_->setObjectName(QStringLiteral("answer"));
  model_->setObjectName(QStringLiteral("model"));
  names_->setObjectName(QStringLiteral("names"));
  why_->setObjectName(QStringLiteral("why"));
  copy_->setObjectName(QStringLiteral("copy"));
  copy_note_->setObjectName(QStringLiteral("note"));
  why_box_ = why_part();
  sizes_box_ = sizes_part();
  middle_->addWidget(why_box_, 52);
  middle_->addWidget(sizes_box_, 48);
  auto* const all = new QWidget(this);
  auto* const layout = new QVBoxLayout(all);
  layout->addWidget(answer_part());
  layout->addLayout(middle_);
  of_machine_ = {versions_part(), export_part()};
  layout->addWidget(of_machine_.front());
  layout->addWidget(of_machine_.back(), 1);
  auto* const scroll = new QScrollArea(this);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidget(all);
  widgets::leave_wheel_to_scrolling(*all);
  auto* const whole = new QVBoxLayout(this);
  whole->setContentsMargins(0, 0, 0, 0);
  whole->addWidget(scroll);
  connect(copy_, &QPushButton::clicked, this, &RecommendationView::copy);
  connect(exports_, &ExportPanel::formsChanged, this, &RecommendationView::show_copy);
  connect(&session_, &models::Session::questionChanged, this, &RecommendationView::renew);
  connect(&session_, &models::Session::timesChanged, this, &RecommendationView::show_ranges);
  session_.need(models::Need::Times);
  show_answer();
  show_ranges();
  show_copy();
}

QWidget* RecommendationView::answer_part() {
  QFont font = headline_->font();
  font.setPointSizeF(font.pointSizeF() * 1.7);
  font.setBold(true);
  headline_->setFont(font);
  auto* const row = new QHBoxLayout;
  row->addWidget(copy_);
  row->addWidget(copy_note_, 1);
  auto* const result = new QWidget(this);
  auto* const layout = new QVBoxLayout(result);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(new FaultyPanel(session_, result));
  layout->addWidget(headline_);
  layout->addLayout(row);
  layout->addWidget(answer_);
  layout->addWidget(model_);
  layout->addWidget(choices_table_);
  return result;
}

QWidget* RecommendationView::why_part() {
  auto* const result = new QGroupBox(tr("Why"), this);
  auto* const layout = new QVBoxLayout(result);
  layout->addWidget(names_);
  layout->addWidget(why_);
  layout->addWidget(bars_);
  layout->addStretch();
  return result;
}

QWidget* RecommendationView::sizes_part() {
  auto* const result = new QGroupBox(tr("At every size"), this);
  auto* const layout = new QVBoxLayout(result);
  layout->addWidget(all_sizes_);
  layout->addWidget(ranges_table_, 1);
  ranges_table_->setMinimumHeight(150);
  return result;
}

QWidget* RecommendationView::versions_part() {
  auto* const result = new QGroupBox(tr("Beside another version of NCCL"), this);
  auto* const layout = new QVBoxLayout(result);
  layout->addWidget(new VersionsPanel(session_, this));
  return result;
}

QWidget* RecommendationView::export_part() {
  auto* const result = new QGroupBox(tr("In a form that NCCL reads, for every size"), this);
  auto* const layout = new QVBoxLayout(result);
  layout->addWidget(exports_);
  return result;
}

/// Where there is no room for both side by side, one stands below the other.
void RecommendationView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  middle_->setDirection(width() < widgets::kNarrow ? QBoxLayout::TopToBottom
                                                   : QBoxLayout::LeftToRight);
}

void RecommendationView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  renew();
}

void RecommendationView::renew() {
  const models::Question& question = session_.question();
  show_ranges();
  if (!isVisible() || !question.has_topology()) return;
  const bool is_same = asked_ && models::has_same_times(*asked_, question);
  if (is_same && asked_->bytes == question.bytes) {
    if (!asker_.is_busy()) show_answer();  // faults may have come or gone
    return;
  }
  asked_ = question;
  asker_.ask(jobs::answering(one_size_request(question)));
}

void RecommendationView::take(const Answer& answer) {
  one_size_ = answer;
  show_answer();
  if (models::is_cancelled(answer)) asked_.reset();
}

void RecommendationView::show_model(const app::PredictReport* report) {
  model_->setVisible(report != nullptr);
  if (report == nullptr) return;
  model_->setText(tr("Times are those of the cost model, fitted to measurements (profile %1). "
                     "Algorithm and Compare simulate the call event by event: another model, "
                     "with other times.")
                      .arg(QString::fromStdString(report->time_model.profile)));
}

void RecommendationView::show_answer() {
  const app::PredictReport* const report = one_size_ && *one_size_ ? &**one_size_ : nullptr;
  show_model(report);
  const QString left_out = models::left_out_faults(session_.question(), tr("all that is below"));
  headline_->setVisible(left_out.isEmpty());
  const bool has_advice = report != nullptr && left_out.isEmpty();
  const auto found = has_advice ? app::advice::recommended(*report, asked_->collective,
                                                           core::Bytes::of(asked_->bytes))
                                : std::nullopt;
  has_advice_ = found.has_value();
  copy_->setVisible(has_advice_);
  copy_note_->setVisible(found.has_value());
  choices_table_->setVisible(found.has_value());
  why_box_->setVisible(found.has_value());
  if (report == nullptr) {
    headline_->setText(one_size_ ? tr("No answer") : tr("Choose machines and a call"));
    answer_->setText(one_size_ ? models::message_of(one_size_->error()) : QString());
    return;
  }
  if (found) return show_choices(*report, *found);
  if (!left_out.isEmpty()) return answer_->setText(left_out);
  const auto words = report::prediction::no_recommendation(*report, 0);
  headline_->setText(QString::fromStdString(words.headline));
  answer_->setText(models::with_labels(words.answer));
}

void RecommendationView::show_choices(const app::PredictReport& report,
                                      const app::advice::Recommended& recommended) {
  const auto words = report::prediction::recommend_words(report, recommended);
  is_usual_ = recommended.is_usual();
  show_copy();
  headline_->setText(QString::fromStdString(words.headline));
  answer_->setText(models::with_labels(words.answer));
  names_->setText(models::with_labels(words.names));
  names_->setVisible(!words.names.empty());
  why_->setText(models::with_labels(words.why));
  choices_->setChoices(recommended, report.ranks);
  choices_table_->resizeColumnsToContents();
  fit_height(choices_table_);
  const sim::Prediction* const other = !recommended.is_usual() ? &recommended.usual
                                       : recommended.rival     ? &*recommended.rival
                                                               : nullptr;
  const sim::Estimate& first = *recommended.advised.estimate;
  bars_->show(app::advice::compared_shares(first, other ? *other->estimate : sim::Estimate()),
              pair_text(recommended.advised), other ? pair_text(*other) : QString());
}

void RecommendationView::show_ranges() {
  const app::PredictReport* const report = session_.timesReport();
  const models::Question& question = session_.question();
  ranges_->setRanges(report == nullptr
                         ? std::vector<app::advice::RecommendedRange>()
                         : app::advice::recommended_ranges(*report, question.collective));
  ranges_->setSize(core::Bytes::of(question.bytes));
  sizes_box_->setVisible(ranges_->rowCount() > 0);
  for (QWidget* const part : of_machine_) part->setVisible(question.has_topology());
  ranges_table_->resizeColumnsToContents();
  all_sizes_->setText(
      report == nullptr ? QString()
                        : models::with_labels(report::prediction::answer_at_all_sizes(*report, 0)));
}

/// The button, its note and the tab below say the same.
void RecommendationView::show_copy() {
  const ExportForm* const env = exports_->form("env");
  const bool has_text = env != nullptr && !env->text.empty();
  const bool is_by_hand = !models::export_limits(session_.question()).setting.isEmpty();
  const bool is_by_table = env != nullptr && !has_text && has_advice_ && !is_usual_ && !is_by_hand;
  copy_->setEnabled(has_text);
  copy_->setVisible(has_advice_ && !is_by_table);
  if (env == nullptr) return copy_note_->setText(tr("working …"));
  exports_->prefer(is_by_table ? "tuner-csv" : "env");
  if (has_text) return copy_note_->setText(tr("For calls of every size, as lines for a shell."));
  QString why = models::with_labels(env->refusal).section(u'\n', 0, 0);
  const QString nothing = QStringLiteral("nothing written: ");
  if (!is_by_table) return copy_note_->setText(why.replace(nothing, tr("Nothing to set: ")));
  copy_note_->setText(
      tr("Only NCCL's tuner plugin does it, with the table of the tab tuner-csv below: %1.")
          .arg(why.remove(nothing)));
}

void RecommendationView::copy() {
  if (const ExportForm* const env = exports_->form("env")) {
    QApplication::clipboard()->setText(QString::fromStdString(env->text));
  }
}

}  // namespace treering::gui::views::recommendation
