// How the charts and the table of their values share the room of the view.
#include <QHeaderView>
#include <QScrollBar>
#include <algorithm>

#include "gui/views/charts/charts_view.h"
#include "gui/widgets/small_screens.h"

namespace treering::gui::views::charts {
namespace {

constexpr int kChartShare = 545;  // of a thousand
constexpr int kTableShare = 520;
constexpr int kRow = 22;                // of the table, pixels
constexpr QSize kLeastTable(200, 130);  // pixels: its head, and a few lines
// Where the values are below the chart.
constexpr int kLowRow = 20;
constexpr int kWideChartShare = 420;
constexpr int kWideTableShare = 660;

}  // namespace

/// Before anything is shown.
void ChartsView::share_room() {
  // A part that has vanished has no other way back than a line that nobody sees.
  for (QSplitter* const one : {columns_, side_}) one->setChildrenCollapsible(false);
  columns_->setSizes({kChartShare, 1000 - kChartShare});
  columns_->setStretchFactor(0, kChartShare);
  columns_->setStretchFactor(1, 1000 - kChartShare);
  side_->setSizes({kTableShare, 1000 - kTableShare});
  table_->verticalHeader()->setDefaultSectionSize(kRow);
  table_->setMinimumSize(kLeastTable);
}

/// Charts keep their height: in a low window they are scrolled to.
QWidget* ChartsView::scrolled_columns() {
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll_->setWidgetResizable(true);
  scroll_->setWidget(columns_);
  scroll_->setFocusPolicy(Qt::NoFocus);
  const int both = kLeastTable.width() + scaling_->minimumSizeHint().width();
  scroll_->setMinimumWidth(both + side_->handleWidth() +
                           scroll_->verticalScrollBar()->sizeHint().width());
  return scroll_;
}

void ChartsView::arrange() {
  const Qt::Orientation beside = width() < widgets::kNarrow ? Qt::Vertical : Qt::Horizontal;
  if (columns_->orientation() == beside) return;
  columns_->setOrientation(beside);
  const bool is_narrow = beside == Qt::Vertical;
  side_->setOrientation(is_narrow ? Qt::Horizontal : Qt::Vertical);
  table_->verticalHeader()->setDefaultSectionSize(is_narrow ? kLowRow : kRow);
  columns_->setSizes(is_narrow ? QList<int>{kWideChartShare, 1000 - kWideChartShare}
                               : QList<int>{kChartShare, 1000 - kChartShare});
  side_->setSizes(is_narrow ? QList<int>{kWideTableShare, 1000 - kWideTableShare}
                            : QList<int>{kTableShare, 1000 - kTableShare});
}

void ChartsView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrange();
  show_all_columns();
}

void ChartsView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  arrange();
  show_all_columns();
}

/// Not narrower again, so that they stand still while the mouse moves.
void ChartsView::widen_columns() {
  constexpr int kMostName = 260;  // pixels: files may have long names
  for (int column = 0; column < LinesModel::ColumnCount; ++column) {
    const int before = table_->columnWidth(column);
    table_->resizeColumnToContents(column);
    if (table_->columnWidth(column) > kMostName) table_->setColumnWidth(column, kMostName);
    if (table_->columnWidth(column) < before) table_->setColumnWidth(column, before);
  }
  show_all_columns();
}

/// The table has the room for all its columns where the chart beside it keeps enough; else names
/// are cut in their middle.
void ChartsView::show_all_columns() {
  constexpr int kLeastSizes = 380;  // pixels of the chart over sizes
  constexpr int kLeastNodes = 250;  // of that over nodes
  constexpr int kLeastName = 100;
  if (!isVisible()) return;  // parts have their sizes when they are shown
  table_->resizeColumnToContents(LinesModel::Name);
  const int bar = table_->verticalScrollBar()->sizeHint().width();
  const int wanted = table_->horizontalHeader()->length() + 2 * table_->frameWidth() + bar;
  const bool is_narrow = columns_->orientation() == Qt::Vertical;
  QSplitter* const split = is_narrow ? side_ : columns_;
  const auto width = [&] { return is_narrow ? split->sizes().first() : split->sizes().last(); };
  if (width() >= wanted) return;
  const int both = split->sizes().first() + split->sizes().last();
  const int chart = std::max(both - wanted, is_narrow ? kLeastNodes : kLeastSizes);
  split->setSizes(is_narrow ? QList<int>{both - chart, chart} : QList<int>{chart, both - chart});
  const bool has_bar = table_->verticalHeader()->length() > table_->viewport()->height();
  const int lack = wanted - (has_bar ? 0 : bar) - width();
  const int name = table_->columnWidth(LinesModel::Name) - std::max(lack, 0);
  table_->setColumnWidth(LinesModel::Name, std::max(name, kLeastName));
}

}  // namespace treering::gui::views::charts
