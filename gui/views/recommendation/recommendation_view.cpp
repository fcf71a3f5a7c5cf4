#include "gui/views/recommendation/recommendation_view.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QScrollArea>

#include "gui/models/faults.h"
#include "gui/models/job_settings.h"
#include "gui/models/question.h"
#include "gui/models/words.h"
#include "gui/views/recommendation/choice_tables.h"
#include "gui/views/recommendation/export_panel.h"
#include "gui/views/recommendation/faulty_panel.h"
#include "gui/views/recommendation/share_bars.h"
#include "gui/views/recommendation/versions_panel.h"
#include "gui/widgets/for_hands.h"
#include "gui/widgets/small_screens.h"
#include "report/figures.h"
#include "report/prediction/recommend_text.h"

namespace treering::gui::views::recommendation {
namespace {

// Forms that the button copies.
constexpr const char* kSettings = "env";
constexpr const char* kTable = "tuner-csv";
constexpr const char* kNothing = "nothing written: ";  // before the reason of a form without text

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
  return QString::fromStdString(text_of(row.way));
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
      middle_(new QBoxLayout(QBoxLayout::LeftToRight)) {
  headline_->setObjectName(QStringLiteral("headline"));
  answer_->setObjectName(QStringLiteral("answer"));
  model_->setObjectName(QStringLiteral("model"));
  names_->setObjectName(QStringLiteral("names"));
  why_->setObjectName(QStringLiteral("why"));
  copy_->setObjectName(QStringLiteral("copy"));
  copy_note_->setObjectName(QStringLiteral("note"));
  copy_note_->setProperty(widgets::kIsForHands, true);  // it says what the button does
  why_box_ = why_part();
  sizes_box_ = sizes_part();
  middle_->addWidget(why_box_, 46);
  middle_->addWidget(sizes_box_, 54);
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
  connect(&session_, &models::Session::questionChanged, this, &RecommendationView::show_times);
  connect(&session_, &models::Session::timesChanged, this, &RecommendationView::show_times);
  session_.need(models::Need::Times);
  for (QWidget* const part : {why_box_, sizes_box_}) session_.show(models::Need::Times, *part);
  show_times();
}

QWidget* RecommendationView::answer_part() {
  auto* const result = new QWidget(this);
  auto* const layout = new QVBoxLayout(result);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(new FaultyPanel(session_, result));
  layout->addWidget(advice_part());
  return result;
}

QWidget* RecommendationView::advice_part() {
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
  layout->addWidget(headline_);
  layout->addLayout(row);
  layout->addWidget(answer_);
  layout->addWidget(model_);
  layout->addWidget(choices_table_);
  session_.show(models::Need::Times, *result);
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
  result->setProperty(widgets::kIsForHands, true);  // to copy from
  return result;
}

/// Where there is no room for both side by side, one stands below the other.
void RecommendationView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  middle_->setDirection(width() < widgets::kNarrow ? QBoxLayout::TopToBottom
                                                   : QBoxLayout::LeftToRight);
}

/// Until the times of the question are there, those before stay, dimmed.
void RecommendationView::show_times() {
  const auto& times = session_.timesInquiry();
  if (!times.isOld()) {
    show_answer(times.report());
    show_ranges(times.report());
  }
  const bool has_topology = session_.question().has_topology();
  for (QWidget* const part : of_machine_) part->setVisible(has_topology);
  of_machine_.front()->setProperty(widgets::kIsForHands, !session_.question().rival_nccl);
  show_copy();
}

void RecommendationView::show_model(const app::PredictReport* report) {
  model_->setVisible(report != nullptr);
  if (report == nullptr) return;
  model_->setText(tr("Times are those of the cost model, fitted to measurements (profile %1). "
                     "Algorithm and Compare simulate the call event by event: another model, "
                     "with other times.")
                      .arg(QString::fromStdString(report->time_model.profile)));
}

void RecommendationView::show_answer(const app::PredictReport* report) {
  const models::Question& question = session_.question();
  show_model(report);
  const QString left_out = models::left_out_faults(question, tr("all that is below"));
  headline_->setVisible(left_out.isEmpty());
  advice_.reset();
  if (report != nullptr && left_out.isEmpty()) {
    advice_ = app::advice::recommended_over_sizes(*report, question.collective,
                                                  core::Bytes::of(question.bytes));
  }
  for (QWidget* const one : std::initializer_list<QWidget*>{choices_table_, why_box_}) {
    one->setVisible(advice_.has_value());
  }
  if (report == nullptr) {
    const QString why = models::why_not(session_.times());
    headline_->setText(!why.isEmpty()            ? tr("No answer")
                       : question.has_topology() ? QString()
                                                 : tr("Choose machines and a call"));
    return answer_->setText(why);
  }
  if (advice_) return show_choices(*report);
  if (!left_out.isEmpty()) return answer_->setText(left_out);
  const auto words = report::prediction::no_recommendation(*report, 0);
  headline_->setText(QString::fromStdString(words.headline));
  answer_->setText(models::with_labels(words.answer));
}

void RecommendationView::show_choices(const app::PredictReport& report) {
  const auto words = report::prediction::recommend_words(report, *advice_);
  headline_->setText(QString::fromStdString(words.headline));
  answer_->setText(models::with_labels(words.answer));
  names_->setText(models::with_labels(words.names));
  names_->setVisible(!words.names.empty());
  why_->setText(models::with_labels(words.why));
  const app::advice::Recommended& one = advice_->one();
  choices_->setChoices(one, report.ranks);
  choices_table_->resizeColumnsToContents();
  fit_height(choices_table_);
  const sim::Prediction* const other = !one.is_usual() ? &one.usual
                                       : one.rival     ? &*one.rival
                                                       : nullptr;
  const sim::Estimate& first = *one.advised.estimate;
  bars_->show(app::advice::compared_shares(first, other ? *other->estimate : sim::Estimate()),
              pair_text(one.advised), other ? pair_text(*other) : QString());
}

void RecommendationView::show_ranges(const app::PredictReport* report) {
  const models::Question& question = session_.question();
  ranges_->setRanges(advice_ ? advice_->ranges
                     : report == nullptr
                         ? std::vector<app::advice::RecommendedRange>()
                         : app::advice::recommended_ranges(*report, question.collective));
  ranges_->setSize(core::Bytes::of(question.bytes));
  sizes_box_->setVisible(ranges_->rowCount() > 0);
  ranges_table_->resizeColumnsToContents();
  all_sizes_->setText(
      report == nullptr ? QString()
                        : models::with_labels(report::prediction::answer_at_all_sizes(*report, 0)));
}

/// The button copies what does what the headline says: its note says what that is. Where nothing
/// is to be set there is none. Until the times are there, that of the ones before stays, dimmed.
void RecommendationView::show_copy() {
  if (session_.timesInquiry().isOld()) return copy_->setEnabled(false);
  copy_note_->setVisible(advice_.has_value());
  if (!advice_) return show_no_copy({});
  const ExportForm* const env = exports_->form(kSettings);
  if (env == nullptr) return show_awaited_copy(kSettings);
  const bool is_by_hand = !models::export_limits(session_.question()).setting.isEmpty();
  const bool is_by_table = env->text.empty() && !advice_->is_usual() && !is_by_hand;
  copied_ = is_by_table ? kTable : kSettings;
  exports_->prefer(copied_);
  if (!is_by_table) return show_settings_copy(*env);
  const ExportForm* const table = exports_->form(kTable);
  if (table == nullptr) return show_awaited_copy(kTable);
  show_table_copy(
      *table,
      models::with_labels(env->refusal).section(u'\n', 0, 0).remove(QLatin1StringView(kNothing)));
}

void RecommendationView::show_no_copy(const QString& why) {
  copy_->setVisible(false);
  copy_->setEnabled(false);
  copy_note_->setText(why);
}

/// What NCCL is set by follows from a form that is not there.
void RecommendationView::show_awaited_copy(std::string_view form) {
  const QString name = QString::fromUtf8(form.data(), static_cast<qsizetype>(form.size()));
  show_no_copy(
      exports_->isCancelled(form)
          ? tr("The form %1 would say what sets it; the work on that form was cancelled.").arg(name)
          : tr("Working out what sets it: the form %1 …").arg(name));
}

void RecommendationView::show_settings_copy(const ExportForm& settings) {
  if (settings.text.empty()) {
    return show_no_copy(models::with_labels(settings.refusal)
                            .section(u'\n', 0, 0)
                            .replace(QLatin1StringView(kNothing), tr("Nothing to set: ")));
  }
  copy_->setText(tr("Copy the settings"));
  copy_->setVisible(true);
  copy_->setEnabled(true);
  copy_note_->setText(tr("For calls of every size, as lines for a shell."));
}

/// A table that this NCCL does not read helps nobody. \param why no setting does it
void RecommendationView::show_table_copy(const ExportForm& table, const QString& why) {
  if (!table.caveat.empty()) {
    return show_no_copy(tr("Nothing sets it: %1. A table for NCCL's tuner plugin could, but %2.")
                            .arg(why, models::with_labels(table.caveat)));
  }
  if (table.text.empty()) return show_settings_copy(table);  // the reason
  copy_->setText(tr("Copy the table"));
  copy_->setVisible(true);
  copy_->setEnabled(true);
  copy_note_->setText(
      tr("Only NCCL's tuner plugin does it, with this table (the tab tuner-csv below): %1.")
          .arg(why));
}

void RecommendationView::copy() {
  if (const ExportForm* const form = exports_->form(copied_)) {
    QApplication::clipboard()->setText(QString::fromStdString(form->text));
  }
}

}  // namespace treering::gui::views::recommendation
