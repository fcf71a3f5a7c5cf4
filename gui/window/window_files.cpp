// Files that are opened in the window, or dropped on it.
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QMimeData>
#include <QStatusBar>

#include "gui/models/asked.h"
#include "gui/window/main_window.h"

namespace treering::gui::window {

void MainWindow::connect_opener() {
  connect(&opener_, &FileOpener::machineFound, this, &MainWindow::openSource);
  connect(&opener_, &FileOpener::logsFound, this,
          [this](const QStringList& files, const QString& machine) {
            if (!session_.question().has_topology() && !machine.isEmpty()) openSource(machine);
            checkLogs(files);
          });
  connect(&opener_, &FileOpener::profileFound, this, &MainWindow::openProfile);
  connect(&opener_, &FileOpener::answerFound, this, &MainWindow::openAnswer);
  connect(&opener_, &FileOpener::refused, &session_, &models::Session::refuse);
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

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  QStringList files;
  for (const QUrl& url : event->mimeData()->urls()) {
    if (url.isLocalFile()) files << url.toLocalFile();
  }
  if (!files.isEmpty()) openFiles(files);
}

}  // namespace treering::gui::window
