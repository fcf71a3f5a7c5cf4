#include "gui/views/charts/charts_view.h"

#include <QBoxLayout>
#include <QCoreApplication>
#include <QEvent>
#include <QHeaderView>
#include <QMenu>
#include <QRadioButton>
#include <QSplitter>
#include <QString>
#include <algorithm>
#include <cmath>

#include "app/advice/recommend.h"
#include "app/check.h"
#include "core/units.h"
#include "gui/models/faults.h"
#include "gui/models/question.h"
#include "gui/models/question_words.h"
#include "gui/models/session.h"
#include "gui/models/words.h"
#include "gui/views/charts/lines_model.h"
#include "gui/views/charts/save_chart.h"
#include "gui/widgets/plot_frame.h"
#include "gui/widgets/small_screens.h"
#include "report/charts/calls.h"
#include "report/prediction/recommend_text.h"

namespace treering::gui::views::charts {
namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("ChartsView", text);
}

/// Why a log that is to be checked is not in the chart; else empty.
QString log_remark(const models::Answer<app::CheckReport>& check, const app::CheckReport* shown,
                   const app::PredictReport& times) {
  if (check && !*check) {
    return tr("The log is not in the chart: %1").arg(models::message_of(check->error()));
  }
  return shown == nullptr ? QString()
                          : QString::fromStdString(report::charts::remark_on(*shown, times));
}

/// Empty where there is nothing to say. \param shown what is measured beside the lines; null:
/// nothing
QString charts_remark(const models::Session& session, bool has_lines,
                      const app::CheckReport* shown) {
  const app::PredictReport* const report = models::report_of(session.timesInquiry().shown());
  if (!session.question().has_topology()) {
    return tr("Choose a topology: the charts of its collectives appear here.");
  }
  if (report == nullptr) return {};
  QStringList remarks;
  if (has_lines) {
    remarks << models::left_out_faults(session.question(), tr("these curves"))
            << models::with_labels(report::prediction::guess_sentences(report->job));
  } else {
    remarks << models::with_labels(report::prediction::no_recommendation(*report, 0).answer);
  }
  remarks << log_remark(session.check(), shown, *report);
  remarks.removeAll(QString());
  return remarks.join(QLatin1Char('\n'));
}

using report::charts::over_sizes;
using report::charts::Quantity;

QString size_text(double bytes) {
  return QString::fromStdString(core::format_size(static_cast<std::uint64_t>(bytes)));
}

}  // namespace

ChartsView::ChartsView(models::Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      model_(new LinesModel(this)),
      plot_(new widgets::PlotPanel(this)),
      quantity_(new QButtonGroup(this)),
      is_log_(new QCheckBox(tr("Logarith&mic"), this)),
      has_crossovers_(new QCheckBox(tr("Where the fastest chan&ges"), this)),
      title_(new QLabel(this)),
      remark_(new QLabel(this)),
      at_(new QLabel(this)),
      table_(new QTableView(this)),
      scaling_(new ScalingPanel(session, this)),
      columns_(new QSplitter(Qt::Horizontal, this)),
      side_(new QSplitter(Qt::Vertical, this)),
      scroll_(new QScrollArea(this)) {
  columns_->addWidget(titled_plot());
  session_.need(models::Need::Times, columns_->widget(0));
  fill_side();
  setFocusProxy(plot_);
  columns_->addWidget(side_);
  share_room();
  auto* const layout = new QVBoxLayout(this);
  head_ = head();
  layout->addWidget(head_);
  layout->addWidget(remark_);
  layout->addWidget(scrolled_columns(), 1);
  connect(&session_, &models::Session::timesChanged, this, &ChartsView::renew_lines);
  connect(&session_, &models::Session::questionChanged, this, &ChartsView::renew_lines);
  connect(&session_, &models::Session::checkChanged, this, &ChartsView::renew_lines);
  connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          &ChartsView::draw);
  connect(model_, &LinesModel::hiddenChanged, this, &ChartsView::draw);
  connect(plot_, &widgets::PlotPanel::hovered, this, &ChartsView::show_values);
  connect(plot_, &widgets::PlotPanel::clicked, this, &ChartsView::ask_size);
  session_.need(models::Need::Machine);  // a chart that is saved names it
  session_.show(models::Need::Times, *remark_);
  session_.need(models::Need::Check);
  session_.show(models::Need::Check, *columns_->widget(0), models::Until::Nothing);
  renew_lines();
}

QWidget* ChartsView::head() {
  auto* const result = new QWidget(this);
  auto* const layout = new QHBoxLayout(result);
  layout->setContentsMargins(0, 0, 0, 0);
  for (const auto& [quantity, text] :
       {std::pair(Quantity::Time, tr("T&ime")), std::pair(Quantity::Busbw, tr("Busb&w"))}) {
    auto* const button = new QRadioButton(text, result);
    button->setObjectName(quantity == Quantity::Time ? QStringLiteral("time")
                                                     : QStringLiteral("busbw"));
    button->setChecked(quantity == Quantity::Time);
    quantity_->addButton(button, static_cast<int>(quantity));
    layout->addWidget(button);
  }
  is_log_->setEnabled(false);
  is_log_->setToolTip(tr("Busbw by powers of ten; times always are."));
  has_crossovers_->setChecked(true);
  layout->addWidget(is_log_);
  layout->addWidget(has_crossovers_);
  layout->addStretch();
  save_ = new QPushButton(tr("&Save a chart"), result);
  auto* const menu = new QMenu(save_);
  add_forms(*menu->addMenu(tr("over si&zes")),
            {QStringLiteral("treering"), [this](const QString& file) { return saveTo(file); },
             [this] { return whyUnsaved(); }});
  add_forms(*menu->addMenu(tr("over &nodes")),
            {QStringLiteral("treering-nodes"),
             [this](const QString& file) { return scaling_->saveTo(file); },
             [this] { return scaling_->whyUnsaved(); }});
  save_->setMenu(menu);
  layout->addWidget(save_);
  connect(quantity_, &QButtonGroup::idToggled, this, [this](int, bool is_on) {
    if (!is_on) return;
    is_log_->setEnabled(!is_of_times());
    draw();
  });
  for (const QCheckBox* box : {is_log_, has_crossovers_}) {
    connect(box, &QCheckBox::toggled, this, &ChartsView::draw);
  }
  return result;
}

QWidget* ChartsView::titled_plot() {
  title_->setWordWrap(true);
  title_->setObjectName(QStringLiteral("title"));
  plot_->setObjectName(QStringLiteral("sizes"));
  auto* const result = new widgets::WrappingPart(this);
  auto* const layout = new QVBoxLayout(result);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(title_);
  layout->addWidget(plot_, 1);
  return result;
}

void ChartsView::fill_side() {
  remark_->setWordWrap(true);
  remark_->setObjectName(QStringLiteral("remark"));
  at_->setWordWrap(true);
  at_->setObjectName(QStringLiteral("at"));
  at_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  table_->setModel(model_);
  table_->setAccessibleName(tr("Lines of the chart, and their values at a size"));
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setIconSize({34, 14});
  table_->setShowGrid(false);
  table_->setTextElideMode(Qt::ElideMiddle);
  table_->verticalHeader()->hide();
  auto* const values = new widgets::WrappingPart(this);
  auto* const below = new QVBoxLayout(values);
  below->setContentsMargins(0, 0, 0, 0);
  below->addWidget(at_);
  below->addWidget(table_, 1);
  side_->addWidget(values);
  session_.show(models::Need::Times, *values);
  side_->addWidget(scaling_);
}

const app::CheckReport* ChartsView::shown_check() const {
  const bool has_log = !session_.question().logs.empty() && !session_.timesInquiry().isOld();
  return has_log ? session_.checkReport() : nullptr;
}

const app::PredictReport* ChartsView::report() const {
  return models::report_of(session_.timesInquiry().shown());
}

const models::Question& ChartsView::question() const {
  const models::Question* const drawn = session_.timesInquiry().shownQuestion();
  return drawn == nullptr ? session_.question() : *drawn;
}

void ChartsView::renew_lines() {
  const app::PredictReport* const report = this->report();
  if (report == nullptr) {
    model_->setCharts({}, {});
  } else {
    model_->setCharts(over_sizes(*report, shown_check(), Quantity::Time),
                      over_sizes(*report, shown_check(), Quantity::Busbw));
  }
  save_->setEnabled(report != nullptr && !session_.timesInquiry().isOld());
  remark_->setText(charts_remark(session_, !model_->times().series.empty(), shown_check()));
  remark_->setVisible(!remark_->text().isEmpty());
  const bool has_topology = session_.question().has_topology();
  head_->setVisible(has_topology);
  scroll_->setVisible(has_topology);
  remark_->setAlignment(has_topology ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignCenter);
  draw();
  table_->resizeColumnsToContents();
  show_values({});
}

std::string ChartsView::looked_at() const {
  const QModelIndex row = table_->currentIndex();
  if (!row.isValid()) return {};
  return model_->times().series[static_cast<std::size_t>(row.row())].name;
}

bool ChartsView::is_of_times() const {
  return quantity_->checkedId() == static_cast<int>(Quantity::Time);
}

void ChartsView::draw() {
  const app::PredictReport* const report = this->report();
  title_->clear();
  if (report == nullptr) return plot_->show({});
  const ShownWish wish{is_log_->isChecked(), has_crossovers_->isChecked(), model_->hidden(),
                       looked_at(), question().bytes};
  plot_->show(shown_chart(is_of_times() ? model_->times() : model_->rates(), wish));
  title_->setText(QString::fromStdString(plot_->chart().title));
}

double ChartsView::size_of_question() const {
  return std::max(1.0, static_cast<double>(question().bytes));
}

void ChartsView::show_values(std::optional<double> bytes) {
  if (plot_->chart().stops.empty() || report() == nullptr) return at_->clear();
  const double asked = bytes.value_or(size_of_question());
  const double stop = widgets::nearest_stop(plot_->chart(), asked);
  model_->setSize(stop);
  widen_columns();
  const bool is_near = size_text(stop) != size_text(asked);
  const QString at = !is_near ? tr("At %1 (= NCCL's choice, * the fastest):").arg(size_text(stop))
                              : tr("At %1, the nearest to %2 (= NCCL's choice, * the fastest):")
                                    .arg(size_text(stop), size_text(asked));
  const auto found = app::advice::recommended(*report(), question().collective,
                                              core::Bytes::of(static_cast<std::uint64_t>(stop)));
  const std::string near = found ? report::prediction::near_sentence(*found) : std::string();
  at_->setText(near.empty() ? at : QString::fromStdString(near) + QLatin1Char('\n') + at);
}

void ChartsView::ask_size(double bytes) {
  models::Question question = session_.question();
  const auto size = static_cast<std::uint64_t>(bytes);
  if (question.bytes == size) return;
  question.bytes = size;
  session_.ask(question, tr("size"));
}

QString ChartsView::whyUnsaved() const {
  const QString why = models::why_unsaved(session_.checkInquiry());
  return why.isEmpty() ? why_no_chart(session_.timesInquiry(), report() != nullptr) : why;
}

bool ChartsView::saveTo(const QString& file) {
  if (!whyUnsaved().isEmpty()) return false;
  const app::PredictReport* const report = this->report();
  return save_chart(file, *plot_,
                    {models::source_text(session_, models::Shows::Times),
                     report == nullptr ? "" : csv_of(*report, shown_check())});
}

void ChartsView::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) renew_lines();
  QWidget::changeEvent(event);
}

}  // namespace treering::gui::views::charts
