// Machines and files that are opened in the window, or dropped on it.
#include <QApplication>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QMenu>
#include <QMimeData>
#include <QStatusBar>

#include "gui/models/job_settings.h"
#include "gui/models/question.h"
#include "gui/window/main_window.h"
#include "gui/window/memory.h"

namespace treering::gui::window {
namespace {

QStringList files_in(const QMimeData& data) {
  QStringList files;
  for (const QUrl& url : data.urls()) {
    if (url.isLocalFile()) files << url.toLocalFile();
  }
  return files;
}

}  // namespace

void MainWindow::connect_opener() {
  connect(&opener_, &FileOpener::machineFound, this, &MainWindow::openSource);
  connect(&opener_, &FileOpener::logsFound, this,
          [this](const QStringList& files, const QString& machine) {
            if (!session_.question().has_topology() && !machine.isEmpty()) openSource(machine);
            checkLogs(files);
            for (const QString& file : files) remember_source(file);
          });
  connect(&opener_, &FileOpener::profileFound, this, [this](const QString& file) {
    openProfile(file);
    remember_source(file);
  });
  connect(&opener_, &FileOpener::answerFound, this,
          [this](const QString& file, const app::files::Asked& asked) {
            openAnswer(file, asked);
            remember_source(file);
          });
  for (const auto signal : {&models::Session::checkChanged, &models::Session::machineChanged}) {
    connect(&session_, signal, this, &MainWindow::take_nodes_of_logs);
  }
  connect(&session_, &models::Session::logsWanted, this, &MainWindow::openLogs);
  connect(&opener_, &FileOpener::refused, &session_, &models::Session::refuse);
}

void MainWindow::fill_recent() {
  recent_->clear();
  for (const QString& name : recent_sources()) {
    recent_->addAction(name, this,
                       [this, name] { is_built_in(name) ? openSource(name) : openFiles({name}); });
  }
  recent_->setEnabled(true);
  if (recent_->isEmpty()) recent_->addAction(tr("nothing yet"))->setEnabled(false);
}

void MainWindow::openSource(const QString& name) {
  models::Question question = models::on_machine(session_.question(), name.toStdString());
  question.job.nodes_may_differ = true;
  question.job.nodes.reset();
  openQuestion(question);
}

void MainWindow::openQuestion(const models::Question& question) {
  opened_ = QString::fromStdString(question.job.topology);
  session_.open(question);
}

/// What cannot be opened is not to be offered again.
void MainWindow::remember_opened() {
  const auto& machine = session_.machine();
  if (!machine || opened_.toStdString() != session_.question().job.topology) return;
  if (*machine && !opened_.isEmpty()) remember_source(opened_);
  opened_.clear();
}

void MainWindow::openProfile(const QString& file) {
  models::Question question = session_.question();
  question.time_model.profile = file.isEmpty() ? std::nullopt : std::optional(file.toStdString());
  session_.ask(question, tr("profile"));
  statusBar()->showMessage(file.isEmpty() ? tr("Times are by the built-in profile.")
                                          : tr("Times are by the profile %1.").arg(file));
}

void MainWindow::openAnswer(const QString& file, const app::files::Asked& asked) {
  session_.ask(models::with_asked(session_.question(), asked), tr("question of a file"));
  statusBar()->showMessage(models::asked_text(asked, QFileInfo(file).fileName()));
}

void MainWindow::checkLogs(const QStringList& files) {
  models::Question question = session_.question();
  question.logs.clear();
  for (const QString& file : files) question.logs.push_back(file.toStdString());
  session_.ask(question, tr("log"));
  showView(QStringLiteral("check"));
}

/// As many nodes as the results are of, where nobody has said how many; once, so that it can be
/// undone.
void MainWindow::take_nodes_of_logs() {
  models::Question question = session_.question();
  const app::CheckReport* const check = session_.checkReport();
  const app::MachineReport* const machine = session_.machineReport();
  if (check == nullptr || machine == nullptr || has_same_logs(question, sized_by_)) return;
  sized_by_ = question;
  const int nodes = check->job.cluster.node_count;
  if (question.job.nodes || nodes == machine->setup.cluster.node_count) return;
  question.job.nodes = nodes;
  session_.ask(question, tr("nodes of the results"));
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
  const QEvent::Type type = event->type();
  const bool is_drag =
      type == QEvent::DragEnter || type == QEvent::DragMove || type == QEvent::Drop;
  auto* const widget = is_drag ? qobject_cast<QWidget*>(watched) : nullptr;
  if (widget == nullptr || widget == this || widget->window() != this) return false;
  auto* const drop = static_cast<QDropEvent*>(event);
  if (files_in(*drop->mimeData()).isEmpty()) return false;
  drop->acceptProposedAction();
  if (type == QEvent::Drop) dropEvent(drop);
  return true;
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (!files_in(*event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  const QStringList files = files_in(*event->mimeData());
  if (!files.isEmpty()) openFiles(files);
}

}  // namespace treering::gui::window
