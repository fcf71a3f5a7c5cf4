#include "gui/window/main_window.h"

#include <QBoxLayout>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QMenuBar>
#include <QMimeData>
#include <QStatusBar>

#include "gui/models/words.h"
#include "gui/paint/theme.h"
#include "gui/window/question_panel.h"
#include "gui/window/views.h"

namespace treering::gui::window {
namespace {

/// Why an answer is not there; empty where it is, or is still awaited.
template <class Report>
QString problem_of(const models::Answer<Report>& answer) {
  if (!answer || *answer) return {};
  return models::message_of(answer->error());
}

}  // namespace

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent),
      tabs_(new QTabWidget(this)),
      problem_(new QLabel(this)),
      busy_(new QLabel(tr("working …"), this)) {
  setWindowTitle(tr("treering"));
  setAcceptDrops(true);
  problem_->setWordWrap(true);
  problem_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  problem_->setObjectName(QStringLiteral("problem"));
  problem_->hide();
  auto* const middle = new QWidget(this);
  auto* const layout = new QVBoxLayout(middle);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(problem_);
  layout->addWidget(tabs_, 1);
  setCentralWidget(middle);
  auto* const panel = new QuestionPanel(session_, this);
  auto* const dock = new QDockWidget(tr("Question"), this);
  dock->setObjectName(QStringLiteral("question"));
  dock->setWidget(panel);
  addDockWidget(Qt::LeftDockWidgetArea, dock);
  statusBar()->addPermanentWidget(busy_);
  busy_->hide();
  add_views();
  add_menus();
  connect(panel, &QuestionPanel::fileWanted, this, &MainWindow::choose_file);
  connect(&session_, &models::Session::busyChanged, busy_, &QWidget::setVisible);
  for (const auto signal : {&models::Session::machineChanged, &models::Session::timesChanged,
                            &models::Session::questionChanged}) {
    connect(&session_, signal, this, &MainWindow::tell_problems);
  }
  connect(&session_, &models::Session::runChanged, this, &MainWindow::tell_problems);
}

void MainWindow::add_views() {
  tabs_->setDocumentMode(true);
  for (const ViewKind& kind : all_views()) {
    auto* const page = new QWidget(tabs_);
    page->setObjectName(QString::fromLatin1(kind.id));
    (new QVBoxLayout(page))->setContentsMargins(0, 0, 0, 0);
    tabs_->addTab(page, tr(kind.title));
  }
  connect(tabs_, &QTabWidget::currentChanged, this, &MainWindow::make_view);
  make_view(tabs_->currentIndex());
}

/// Views are made when they are first shown: what nobody looks at costs nothing.
void MainWindow::make_view(int tab) {
  QWidget* const page = tabs_->widget(tab);
  if (page == nullptr || page->layout()->count() > 0) return;
  const ViewKind& kind = all_views()[static_cast<std::size_t>(tab)];
  page->layout()->addWidget(kind.make({session_, selection_, clock_}));
}

void MainWindow::add_menus() {
  QMenu* const file = menuBar()->addMenu(tr("&File"));
  file->addAction(tr("&Open …"), QKeySequence::Open, this, &MainWindow::choose_file);
  file->addSeparator();
  file->addAction(tr("&Quit"), QKeySequence::Quit, this, &QWidget::close);
  QMenu* const edit = menuBar()->addMenu(tr("&Edit"));
  QAction* const undo = session_.history().createUndoAction(this, tr("Undo"));
  undo->setShortcut(QKeySequence::Undo);
  QAction* const redo = session_.history().createRedoAction(this, tr("Redo"));
  redo->setShortcut(QKeySequence::Redo);
  edit->addActions({undo, redo});
  QMenu* const view = menuBar()->addMenu(tr("&View"));
  view->addAction(tr("Selection &back"), QKeySequence(Qt::ALT | Qt::Key_Left), &selection_,
                  &models::Selection::goBack);
  view->addAction(tr("Selection &forward"), QKeySequence(Qt::ALT | Qt::Key_Right), &selection_,
                  &models::Selection::goForward);
  view->addSeparator();
  view->addAction(tr("&Dark"), this, [] { paint::set_theme(paint::Shade::Dark); });
  view->addAction(tr("&Light"), this, [] { paint::set_theme(paint::Shade::Light); });
}

bool MainWindow::showView(const QString& id) {
  for (int i = 0; i < tabs_->count(); ++i) {
    if (tabs_->widget(i)->objectName() != id) continue;
    tabs_->setCurrentIndex(i);
    return true;
  }
  return false;
}

QString MainWindow::shownView() const {
  return tabs_->currentWidget()->objectName();
}

void MainWindow::choose_file() {
  const QString file = QFileDialog::getOpenFileName(this, tr("Open a topology"));
  if (file.isEmpty()) return;
  models::Question question = session_.question();
  question.job.topology = file.toStdString();
  question.faults.clear();
  session_.open(question);
}

void MainWindow::tell_problems() {
  QStringList problems{problem_of(session_.machine()), problem_of(session_.times()),
                       problem_of(session_.run(models::Side::Shown)),
                       problem_of(session_.run(models::Side::Rival))};
  problems.removeAll(QString());
  problems.removeDuplicates();
  problem_->setText(problems.join(QStringLiteral("\n")));
  problem_->setVisible(!problems.isEmpty());
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  const QList<QUrl> urls = event->mimeData()->urls();
  if (urls.isEmpty() || !urls.first().isLocalFile()) return;
  models::Question question = session_.question();
  question.job.topology = urls.first().toLocalFile().toStdString();
  question.faults.clear();
  session_.open(question);
}

}  // namespace treering::gui::window
