#include "gui/views/charts/scaling_panel.h"

#include <QBoxLayout>
#include <QEvent>
#include <algorithm>

#include "app/setup/calls.h"
#include "core/units.h"
#include "gui/jobs/asker.h"
#include "gui/models/question_words.h"
#include "gui/models/words.h"
#include "gui/views/charts/save_chart.h"
#include "report/charts/calls.h"

namespace treering::gui::views::charts {
namespace {

app::advice::ScalingRequest request_of(const models::Question& question) {
  app::advice::ScalingRequest request;
  request.job = question.job;
  request.job.nodes_may_differ = false;  // more nodes are more of the same
  request.calls.collectives = {question.collective};
  request.time_model = question.time_model;
  request.bytes = question.bytes;
  return request;
}

bool has_same_call(const models::Question& a, const models::Question& b) {
  return models::has_same_times(a, b) && a.bytes == b.bytes;
}

}  // namespace

ScalingPanel::ScalingPanel(models::Session& session, QWidget* parent)
    : widgets::WrappingPart(parent),
      session_(session),
      plot_(new widgets::PlotPanel(this)),
      title_(new QLabel(this)),
      words_(new QLabel(this)),
      inquiry_({tr("the times on more nodes"), has_same_call}) {
  title_->setWordWrap(true);
  words_->setWordWrap(true);
  words_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  words_->setAccessibleName(tr("Values on the nodes that are pointed at"));
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(title_);
  layout->addWidget(plot_, 1);
  layout->addWidget(words_);
  connect(plot_, &widgets::PlotPanel::hovered, this, &ScalingPanel::show_words);
  connect(plot_, &widgets::PlotPanel::clicked, this, &ScalingPanel::ask_nodes);
  connect(&session_, &models::Session::questionChanged, this, &ScalingPanel::renew);
  connect(&inquiry_, &models::Inquiry::answered, this, &ScalingPanel::draw);
  session_.show(inquiry_, *this);
}

void ScalingPanel::renew() {
  const models::Question& question = session_.question();
  if (!isVisible() || !question.has_topology()) return;
  inquiry_.ask(jobs::answering(request_of(question)));
  draw();
}

void ScalingPanel::draw() {
  const auto& answer = inquiry_.shown();
  if (!answer) return;
  if (report() == nullptr) {
    plot_->show({});
    title_->clear();
    return words_->setText(*answer ? why_no_times() : models::why_not(answer));
  }
  const models::Question& question = *inquiry_.shownQuestion();
  plot_->show(
      report::charts::over_nodes(**answer, {question.collective, core::Bytes::of(question.bytes)}));
  title_->setText(QString::fromStdString(plot_->chart().title));
  show_words({});
}

const app::advice::ScalingReport* ScalingPanel::report() const {
  const app::advice::ScalingReport* const shown = models::report_of(inquiry_.shown());
  return shown != nullptr && report::charts::has_times(*shown) ? shown : nullptr;
}

/// Where the call is too small for the fewest ranks, it is for more. What is said is of the job.
QString ScalingPanel::why_no_times() const {
  const models::Question& question = *inquiry_.shownQuestion();
  QString text = word("%1 of %2 has no time on any number of nodes.")
                     .arg(QString::fromStdString(std::string(core::name_of(question.collective))),
                          QString::fromStdString(core::format_size(question.bytes)));
  const app::advice::ScalingReport& report = **inquiry_.shown();
  if (report.points.empty()) return text;
  const auto own =
      std::ranges::find(report.points, report.nodes, &app::advice::ScalingPoint::nodes);
  const auto& point = own == report.points.end() ? report.points.front() : *own;
  const auto call = app::setup::rounded_call({question.collective, question.bytes}, point.ranks);
  return call ? text : text + QLatin1Char('\n') + models::message_of(call.error());
}

void ScalingPanel::show_words(std::optional<double> nodes) {
  const app::advice::ScalingReport* const report = this->report();
  if (report == nullptr) return;
  const int shown = nodes ? static_cast<int>(*nodes) : report->nodes;
  QString text = QString::fromStdString(report::charts::words_at(*report, shown));
  if (!report->end.empty() && !nodes) {
    text += QStringLiteral("\n") + models::with_labels(report->end);
  }
  words_->setText(text);
}

void ScalingPanel::ask_nodes(double nodes) {
  models::Question question = session_.question();
  const int count = static_cast<int>(nodes);
  if (question.job.nodes == count) return;
  question.job.nodes = count;
  session_.ask(question, tr("nodes"));
}

QString ScalingPanel::whyUnsaved() const {
  return why_no_chart(inquiry_, report() != nullptr);
}

bool ScalingPanel::saveTo(const QString& file) {
  if (!whyUnsaved().isEmpty()) return false;
  const app::advice::ScalingReport* const report = this->report();
  return save_chart(file, *plot_,
                    {models::source_text(session_, models::Shows::Times),
                     report == nullptr ? "" : csv_of(*report)});
}

void ScalingPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  renew();
}

void ScalingPanel::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) draw();
  QWidget::changeEvent(event);
}

}  // namespace treering::gui::views::charts
