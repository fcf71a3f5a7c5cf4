#include "gui/views/charts/charts_view.h"

#include <QBoxLayout>
#include <QEvent>
#include <QFileDialog>
#include <QHeaderView>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QRadioButton>
#include <QSaveFile>
#include <QSplitter>
#include <cmath>

#include "core/unit_text.h"
#include "gui/models/words.h"
#include "gui/views/charts/lines_csv.h"
#include "gui/views/charts/scaling_panel.h"
#include "gui/widgets/plot_frame.h"
#include "gui/widgets/plot_svg.h"
#include "report/prediction/recommend_text.h"

namespace treering::gui::views::charts {
namespace {

constexpr int kChartShare = 545;  // of a thousand
constexpr int kTableShare = 520;

QString size_text(double bytes) {
  return QString::fromStdString(core::format_size(static_cast<std::uint64_t>(bytes)));
}

bool write(const QString& file, const QByteArray& text) {
  QSaveFile out(file);
  return out.open(QIODevice::WriteOnly) && out.write(text) == text.size() && out.commit();
}

}  // namespace

ChartsView::ChartsView(models::Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      model_(new LinesModel(this)),
      plot_(new widgets::PlotPanel(this)),
      quantity_(new QButtonGroup(this)),
      is_log_(new QCheckBox(tr("&Logarithmic"), this)),
      has_crossovers_(new QCheckBox(tr("&Where the fastest changes"), this)),
      remark_(new QLabel(this)),
      at_(new QLabel(this)),
      table_(new QTableView(this)) {
  auto* const columns = new QSplitter(Qt::Horizontal, this);
  columns->addWidget(plot_);
  columns->addWidget(side());
  columns->setSizes({kChartShare, 1000 - kChartShare});
  columns->setStretchFactor(0, kChartShare);
  columns->setStretchFactor(1, 1000 - kChartShare);
  auto* const layout = new QVBoxLayout(this);
  layout->addWidget(head());
  layout->addWidget(remark_);
  layout->addWidget(columns, 1);
  connect(&session_, &models::Session::timesChanged, this, &ChartsView::renew_lines);
  connect(&session_, &models::Session::questionChanged, this, &ChartsView::renew_lines);
  connect(model_, &LinesModel::hiddenChanged, this, &ChartsView::draw);
  connect(plot_, &widgets::PlotPanel::hovered, this, &ChartsView::show_values);
  connect(plot_, &widgets::PlotPanel::clicked, this, &ChartsView::ask_size);
  session_.need(models::Need::Times);
  renew_lines();
}

QWidget* ChartsView::head() {
  auto* const result = new QWidget(this);
  auto* const layout = new QHBoxLayout(result);
  layout->setContentsMargins(0, 0, 0, 0);
  for (const auto& [quantity, text] :
       {std::pair(Quantity::Time, tr("&Time")), std::pair(Quantity::Busbw, tr("&Busbw"))}) {
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
  auto* const save = new QPushButton(tr("&Save the chart"), result);
  auto* const menu = new QMenu(save);
  menu->addAction(tr("as &PNG …"), this, [this] { this->save(QStringLiteral("png")); });
  menu->addAction(tr("as &SVG …"), this, [this] { this->save(QStringLiteral("svg")); });
  menu->addAction(tr("its values as &CSV …"), this, [this] { this->save(QStringLiteral("csv")); });
  save->setMenu(menu);
  layout->addWidget(save);
  connect(quantity_, &QButtonGroup::idToggled, this, [this](int, bool is_on) {
    if (!is_on) return;
    is_log_->setEnabled(quantity_->checkedId() == static_cast<int>(Quantity::Busbw));
    draw();
  });
  for (const QCheckBox* box : {is_log_, has_crossovers_}) {
    connect(box, &QCheckBox::toggled, this, &ChartsView::draw);
  }
  return result;
}

QWidget* ChartsView::side() {
  remark_->setWordWrap(true);
  at_->setWordWrap(true);
  at_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  table_->setModel(model_);
  table_->setAccessibleName(tr("Lines of the chart, and their values at a size"));
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setIconSize({34, 14});
  table_->setShowGrid(false);
  table_->verticalHeader()->hide();
  table_->verticalHeader()->setDefaultSectionSize(22);
  table_->setMinimumWidth(200);
  auto* const values = new QWidget(this);
  auto* const below = new QVBoxLayout(values);
  below->setContentsMargins(0, 0, 0, 0);
  below->addWidget(at_);
  below->addWidget(table_, 1);
  auto* const result = new QSplitter(Qt::Vertical, this);
  result->addWidget(values);
  result->addWidget(new ScalingPanel(session_, this));
  result->setSizes({kTableShare, 1000 - kTableShare});
  return result;
}

void ChartsView::renew_lines() {
  const app::PredictReport* const report = session_.timesReport();
  model_->setLines(report == nullptr ? std::vector<ChartLine>() : lines_of(*report));
  remark_->setText(remark());
  remark_->setVisible(!remark_->text().isEmpty());
  draw();
  show_values({});
  table_->resizeColumnsToContents();
}

QString ChartsView::remark() const {
  const app::PredictReport* const report = session_.timesReport();
  if (report == nullptr) return {};
  if (model_->lines().empty()) {
    return models::with_labels(report::prediction::no_recommendation(*report, 0).answer);
  }
  return models::with_labels(report::prediction::guess_sentences(report->job));
}

void ChartsView::draw() {
  const app::PredictReport* const report = session_.timesReport();
  if (report == nullptr) return plot_->show({});
  const TimesWish wish{static_cast<Quantity>(quantity_->checkedId()), is_log_->isChecked(),
                       has_crossovers_->isChecked(), model_->hidden(), session_.question().bytes};
  plot_->show(times_plot(*report, model_->lines(), wish));
}

double ChartsView::size_of_question() const {
  return std::max(1.0, static_cast<double>(session_.question().bytes));
}

void ChartsView::show_values(std::optional<double> bytes) {
  if (plot_->plot().stops.empty()) return at_->clear();
  const double asked = bytes.value_or(size_of_question());
  const double stop = widgets::nearest_stop(plot_->plot(), asked);
  model_->setSize(stop);
  widen_columns();
  at_->setText(stop == asked ? tr("At %1 (= NCCL's choice, * the fastest):").arg(size_text(stop))
                             : tr("At %1, the nearest to %2 (= NCCL's choice, * the fastest):")
                                   .arg(size_text(stop), size_text(asked)));
}

/// Not narrower again, so that they stand still while the mouse moves.
void ChartsView::widen_columns() {
  for (int column = 0; column < LinesModel::ColumnCount; ++column) {
    const int before = table_->columnWidth(column);
    table_->resizeColumnToContents(column);
    if (table_->columnWidth(column) < before) table_->setColumnWidth(column, before);
  }
}

void ChartsView::ask_size(double bytes) {
  models::Question question = session_.question();
  const auto size = static_cast<std::uint64_t>(bytes);
  if (question.bytes == size) return;
  question.bytes = size;
  session_.ask(question, tr("size"));
}

void ChartsView::save(const QString& suffix) {
  const QString file =
      QFileDialog::getSaveFileName(this, tr("Save the chart"), QStringLiteral("treering.") + suffix,
                                   QStringLiteral("%1 (*.%2)").arg(suffix.toUpper(), suffix));
  if (file.isEmpty() || saveTo(file)) return;
  QMessageBox::warning(this, tr("Save the chart"),
                       tr("%1: cannot be written; choose a folder that you may write to, and a "
                          "name that ends in .png, .svg or .csv")
                           .arg(file));
}

bool ChartsView::saveTo(const QString& file) {
  constexpr QSize kSvg(1200, 640);
  if (file.endsWith(QStringLiteral(".png"))) return plot_->picture().save(file);
  if (file.endsWith(QStringLiteral(".svg"))) {
    return write(file, widgets::svg_of(plot_->plot(), kSvg).toUtf8());
  }
  const app::PredictReport* const report = session_.timesReport();
  if (!file.endsWith(QStringLiteral(".csv")) || report == nullptr) return false;
  return write(file, QByteArray::fromStdString(csv_of(*report)));
}

void ChartsView::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) renew_lines();
  QWidget::changeEvent(event);
}

}  // namespace treering::gui::views::charts
