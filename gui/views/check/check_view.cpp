#include "gui/views/check/check_view.h"

#include <QBoxLayout>
#include <QSplitter>

#include "gui/views/check/findings_panel.h"
#include "gui/views/check/log_panel.h"

namespace treering::gui::views::check {

CheckView::CheckView(models::Session& session, models::Selection& selection, QWidget* parent)
    : QWidget(parent) {
  auto* const split = new QSplitter(Qt::Horizontal, this);
  split->addWidget(new FindingsPanel(session, selection, split));
  split->addWidget(new LogPanel(session, split));
  split->setStretchFactor(0, 2);
  split->setStretchFactor(1, 3);
  split->setChildrenCollapsible(false);
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(split);
}

}  // namespace treering::gui::views::check
