// What of its work the window cancels, and asks again.
#include <QAction>
#include <QStatusBar>

#include "gui/models/question_words.h"
#include "gui/window/main_window.h"

namespace treering::gui::window {

void MainWindow::add_work() {
  again_->setObjectName(QStringLiteral("again"));
  again_->setToolTip(tr("Work on what was cancelled (F5)"));
  again_->hide();
  // Esc means other things to some views, which have it while nothing is worked on.
  auto* const cancel = new QAction(tr("Cancel the work that runs"), this);
  cancel->setShortcut(Qt::Key_Escape);
  cancel->setEnabled(false);
  auto* const again =
      new QAction(tr("Ask again what was cancelled, or is of a file that has changed"), this);
  again->setShortcut(Qt::Key_F5);
  addActions({cancel, again});
  jobs::Board& board = jobs::Board::instance();
  connect(work_, &WorkBar::workChanged, cancel, &QAction::setEnabled);
  connect(cancel, &QAction::triggered, &board, &jobs::Board::cancelAll);
  connect(again, &QAction::triggered, &session_, &models::Session::askAgain);
  connect(again_, &QPushButton::clicked, &session_, &models::Session::askAgain);
  connect(&session_, &models::Session::cancelledChanged, this, &MainWindow::tell_problems);
  // Another question, and the same once more, leave nothing that is cancelled, nor what was said of
  // the one before.
  connect(&session_, &models::Session::questionChanged, this, [this] {
    statusBar()->showMessage(models::left_behind_text(last_, session_.question()));
    last_ = session_.question();
    tell_problems();
  });
}

/// Work without a name is not lost: it ends, and is handed over.
QString MainWindow::cancelled_text() const {
  const QStringList names = session_.cancelled();
  return names.isEmpty() ? QString() : tr("Cancelled: %1.").arg(names.join(QStringLiteral(", ")));
}

}  // namespace treering::gui::window
