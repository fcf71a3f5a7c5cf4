#include "gui/views/check/check_view.h"

#include <QBoxLayout>
#include <algorithm>

#include "gui/views/check/findings_panel.h"
#include "gui/views/check/log_panel.h"
#include "gui/widgets/small_screens.h"

namespace treering::gui::views::check {

namespace {

constexpr int kLeastFindings = 240;  // pixels: sentences of a few words a line

}  // namespace

CheckView::CheckView(models::Session& session, models::Selection& selection, QWidget* parent)
    : QWidget(parent), split_(new QSplitter(Qt::Horizontal, this)) {
  split_->addWidget(new FindingsPanel(session, selection, split_));
  log_ = new LogPanel(session, split_);
  split_->addWidget(log_);
  split_->setChildrenCollapsible(false);
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(split_);
  connect(log_, &LogPanel::wantedWidthChanged, this, &CheckView::arrange);
  arrange();
}

void CheckView::arrange() {
  const int table = log_->wantedWidth();
  const int both = kLeastFindings + split_->handleWidth() + table;
  const bool is_narrow = width() < std::max(widgets::kNarrow, table > 0 ? both : 0);
  stack(is_narrow ? Qt::Vertical : Qt::Horizontal);
  const QList<int> sizes = split_->sizes();
  const bool is_cut = !is_narrow && sizes.last() < table;
  if (is_cut) split_->setSizes({width() - split_->handleWidth() - table, table});
}

void CheckView::stack(Qt::Orientation beside) {
  if (arranged_ == beside) return;
  arranged_ = beside;
  const bool is_above = beside == Qt::Vertical;
  split_->setOrientation(beside);
  split_->setStretchFactor(0, is_above ? 0 : 2);
  split_->setStretchFactor(1, is_above ? 1 : 3);
  split_->setSizes(is_above ? QList<int>{120, 480} : QList<int>{400, 600});
}

void CheckView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrange();
}

}  // namespace treering::gui::views::check
