#include "gui/views/check/check_view.h"

#include <QBoxLayout>

#include "gui/views/check/findings_panel.h"
#include "gui/views/check/log_panel.h"
#include "gui/widgets/narrow.h"

namespace treering::gui::views::check {

CheckView::CheckView(models::Session& session, models::Selection& selection, QWidget* parent)
    : QWidget(parent), split_(new QSplitter(Qt::Horizontal, this)) {
  split_->addWidget(new FindingsPanel(session, selection, split_));
  split_->addWidget(new LogPanel(session, split_));
  split_->setChildrenCollapsible(false);
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(split_);
  arrange(Qt::Horizontal);
}

void CheckView::arrange(Qt::Orientation beside) {
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
  arrange(width() < widgets::kNarrow ? Qt::Vertical : Qt::Horizontal);
}

}  // namespace treering::gui::views::check
