#include "gui/views/recommendation/faulty_panel.h"

#include <QBoxLayout>
#include <QHeaderView>

#include "gui/jobs/answered.h"
#include "gui/models/faults.h"
#include "gui/models/words.h"
#include "gui/views/recommendation/faulty_model.h"
#include "report/prediction/with_faults_text.h"

namespace treering::gui::views::recommendation {
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
