#include "gui/window/main_window.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QBoxLayout>
#include <QCloseEvent>
#include <QDockWidget>
#include <QFileDialog>
#include <QScrollArea>
#include <QScrollBar>
#include <QStatusBar>

#include "gui/models/question_words.h"
#include "gui/models/words.h"
#include "gui/paint/theme.h"
#include "gui/views/topology/topology_view.h"
#include "gui/widgets/for_hands.h"
#include "gui/widgets/frame.h"
#include "gui/window/application.h"
#include "gui/window/keys.h"
#include "gui/window/memory.h"
#include "gui/window/question/question_panel.h"
#include "gui/window/views.h"

namespace treering::gui::window {

namespace {

/// The question stands at the side, and scrolls on small screens.
QDockWidget* dock_for(question::QuestionPanel* panel, QMainWindow* window) {
  auto* const dock = new QDockWidget(QMainWindow::tr("Question"), window);
  dock->setObjectName(QStringLiteral("question"));
  auto* const scroll = new QScrollArea(dock);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  // With the bar beside it, or labels would be cut.
  scroll->setMinimumWidth(panel->sizeHint().width() +
                          scroll->verticalScrollBar()->sizeHint().width());
  scroll->setWidget(panel);
  widgets::leave_wheel_to_scrolling(*panel);
  dock->setWidget(scroll);
  return dock;
}

}  // namespace

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent),
      tabs_(new QTabWidget(this)),
      problem_(new widgets::ProblemLabel(this)),
      again_(new QPushButton(tr("As&k again"), this)),
      work_(new WorkBar(this)) {
  name_question();
  setWindowIcon(icon());
  setAcceptDrops(true);
  qApp->installEventFilter(this);
  problem_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  problem_->setObjectName(QStringLiteral("problem"));
  auto* const middle = new QWidget(this);
  auto* const layout = new QVBoxLayout(middle);
  layout->setContentsMargins(0, 0, 0, 0);
  auto* const said = new QHBoxLayout;
  said->addWidget(problem_, 1);
  said->addWidget(again_);
  layout->addLayout(said);
  layout->addWidget(tabs_, 1);
  setCentralWidget(middle);
  auto* const panel = new question::QuestionPanel(session_, this);
  addDockWidget(Qt::LeftDockWidgetArea, dock_for(panel, this));
  statusBar()->addPermanentWidget(work_);
  add_views();
  add_lessons();
  add_menus();
  connect(panel, &question::QuestionPanel::valueTaken, this, &MainWindow::focus_view);
  connect(panel, &question::QuestionPanel::fileWanted, this, &MainWindow::choose_file);
  add_work();
  follow_saving();
  for (const auto signal : {&models::Session::machineChanged, &models::Session::timesChanged,
                            &models::Session::questionChanged, &models::Session::faultWordsChanged,
                            &models::Session::refused}) {
    connect(&session_, signal, this, &MainWindow::tell_problems);
  }
  connect(&session_, &models::Session::runChanged, this, &MainWindow::tell_problems);
  connect(&session_, &models::Session::machineChanged, this, &MainWindow::remember_opened);
  for (const auto signal : {&models::Session::questionChanged, &models::Session::machineChanged}) {
    connect(&session_, signal, this, &MainWindow::name_question);
  }
  session_.need(models::Need::Machine);
  connect_opener();
}

MainWindow::~MainWindow() {
  hide();
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

/// Views are made when they are first shown: what nobody looks at costs nothing. What a view asks
/// then is answered from the same files as what the others have.
void MainWindow::make_view(int tab) {
  session_.lookAtFiles();
  QWidget* const page = tabs_->widget(tab);
  if (page == nullptr || page->layout()->count() > 0) return;
  const ViewKind& kind = all_views()[static_cast<std::size_t>(tab)];
  QWidget* const view = kind.make({session_, selection_, clock_});
  page->layout()->addWidget(view);
  if (auto* const topology = qobject_cast<views::topology::TopologyView*>(view)) {
    connect(topology, &views::topology::TopologyView::questionWanted, this,
            &MainWindow::openQuestion);
    connect(topology, &views::topology::TopologyView::fileWanted, this, &MainWindow::choose_file);
  }
  view->show();  // at once: what is not seen gets no focus
}

/// Its keys work then, which an input would take for text. What is out of sight takes none.
void MainWindow::focus_view() {
  tabs_->currentWidget()->layout()->itemAt(0)->widget()->setFocus(Qt::ShortcutFocusReason);
  if (focusWidget() == nullptr) tabs_->setFocus(Qt::ShortcutFocusReason);
}

void MainWindow::showEvent(QShowEvent* event) {
  QMainWindow::showEvent(event);
  if (focusWidget() == nullptr) focus_view();
}

/// Several windows are told apart by it.
void MainWindow::name_question() {
  const QString question = models::question_title(session_);
  setWindowTitle(question.isEmpty() ? tr("treering") : tr("%1 – treering").arg(question));
}

void MainWindow::restore() {
  const Shape shape = remembered_shape();
  restoreGeometry(shape.geometry);
  restoreState(shape.state);
  showView(shape.view);
  if (const auto question = remembered_question()) session_.open(*question);
}

void MainWindow::closeEvent(QCloseEvent* event) {
  jobs::Board::instance().forgetAll();
  lessons_->player().leave();
  lessons_->hide();
  remember_shape({saveGeometry(), saveState(), shownView()});
  remember_question(session_.question());
  event->accept();
}

bool MainWindow::event(QEvent* event) {
  if (event->type() == QEvent::UpdateRequest) {
    curtains_.beginFrame();
    const widgets::Frame frame;
    return QMainWindow::event(event);
  }
  if (event->type() == QEvent::ShortcutOverride && focusWidget() != nullptr) {
    const auto& key = *static_cast<QKeyEvent*>(event);
    if (is_key_of(*focusWidget(), key)) {
      event->accept();
      return true;
    }
  }
  return QMainWindow::event(event);
}

/// Enter on what has the focus does what Space does: Qt has it so in dialogs alone. The key of an
/// action that is not there now says why.
void MainWindow::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Save)) return statusBar()->showMessage(whyUnsaved());
  const bool is_enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  auto* const button = qobject_cast<QAbstractButton*>(focusWidget());
  if (!is_enter || event->isAutoRepeat() || button == nullptr) {
    return QMainWindow::keyPressEvent(event);
  }
  button->click();
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
  const QString file =
      QFileDialog::getOpenFileName(this, tr("Open a topology, a log or a profile"));
  if (!file.isEmpty()) openFiles({file});
}

void MainWindow::tell_problems() {
  const app::MachineReport* const machine = session_.machineReport();
  if (machine != nullptr && machine->setup.cluster.node.gpu_count() == 0) {
    // The others would all say so in their ways.
    problem_->say(tr("%1 has no GPU: Topology shows it, and there is no collective of NCCL to "
                     "ask about.")
                      .arg(QString::fromStdString(machine->setup.cluster.node.name())));
    return again_->hide();
  }
  // In each view stands what of it is missing; where nothing does, it is said here.
  const QString cancelled = cancelled_text();
  QStringList problems{session_.refusal(),
                       cancelled,
                       models::why_not(session_.machine()),
                       models::why_not(session_.times()),
                       models::why_not(session_.faultWords()),
                       models::why_not(session_.run(models::Side::Shown)),
                       models::why_not(session_.run(models::Side::Rival)),
                       models::why_not(session_.run(models::Side::Faulty))};
  problems.removeAll(QString());
  problems.removeDuplicates();
  const bool is_wrong = problems.size() > (cancelled.isEmpty() ? 0 : 1);
  problem_->say(problems.join(QStringLiteral("\n")),
                is_wrong ? widgets::Tone::Wrong : widgets::Tone::Plain);
  again_->setVisible(!cancelled.isEmpty());
}

// What of its work the window cancels, and asks again.

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
