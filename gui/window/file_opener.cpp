#include "gui/window/file_opener.h"

#include <QFileInfo>
#include <exception>
#include <utility>

#include "app/files/file_kind.h"
#include "app/setup/names.h"
#include "gui/models/question.h"
#include "gui/models/words.h"
#include "gui/window/memory.h"

namespace treering::gui::window {

namespace {

/// What a worker runs: nothing may throw there.
core::Result<app::files::FileKind> kind_of(const QString& file) {
  try {
    return app::files::kind_of_file(file.toStdString());
  } catch (const std::exception& error) {
    return core::internal_error(file.toStdString(), error.what());
  }
}

}  // namespace

FileOpener::FileOpener(QObject* parent)
    : QObject(parent), asker_(*this, [this](const Kinds& kinds) { take_kinds(kinds); }) {}

void FileOpener::open(const QStringList& files) {
  files_ = files;
  are_logs_ = false;
  ask_kinds();
}

void FileOpener::openLogs(const QStringList& files) {
  files_ = files;
  are_logs_ = true;
  ask_kinds();
}

void FileOpener::ask_kinds() {
  asker_.ask([files = files_] {
    Kinds kinds;
    for (const QString& file : files) kinds.push_back(kind_of(file));
    return kinds;
  });
}

void FileOpener::take_kinds(const Kinds& kinds) {
  QStringList logs;
  QString machine;
  QString machine_of_log;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const QString& file = files_[static_cast<qsizetype>(i)];
    if (!kinds[i]) {
      Q_EMIT refused(models::message_of(kinds[i].error()));
      return;
    }
    if (kinds[i]->asked) {
      Q_EMIT answerFound(file, *kinds[i]->asked);
      continue;
    }
    if (kinds[i]->is_profile) {
      Q_EMIT profileFound(file);
      continue;
    }
    const bool is_log = are_logs_ || kinds[i]->has_measurements;
    if (is_log) logs << file;
    if (!kinds[i]->has_machine) continue;
    QString& first = is_log ? machine_of_log : machine;
    if (first.isEmpty()) first = file;
  }
  if (!machine.isEmpty()) Q_EMIT machineFound(machine);
  if (!logs.isEmpty()) Q_EMIT logsFound(logs, machine.isEmpty() ? machine_of_log : QString());
}

namespace {

core::Result<Start> with_answer(Start start, const app::files::Asked& asked) {
  const std::string& name = start.question.job.topology;
  if (asked.job.topology.empty()) {
    return core::bad_input(name, "an answer about " + asked.machine,
                           "expected a machine that is built in", "name its file as TOPOLOGY");
  }
  start.question = models::with_asked(start.question, asked);
  return start;
}

}  // namespace

core::Result<Start> with_file(Start start) {
  std::string& name = start.question.job.topology;
  const QString text = QString::fromStdString(name);
  if (is_built_in(text) || !QFileInfo(text).isFile()) return start;
  const auto kind = app::files::kind_of_file(name);
  if (!kind) return core::fail(kind.error());
  if (kind->asked) return with_answer(std::move(start), *kind->asked);
  if (kind->has_measurements) {
    start.question.logs.push_back(name);
    if (start.view.isEmpty()) start.view = QStringLiteral("check");
  }
  if (kind->is_profile) start.question.time_model.profile = name;
  if (!kind->has_machine) name.clear();
  return start;
}

Start with_file_or_later(const Start& start) {
  const bool is_named = start.question.has_topology();
  auto sorted = with_file(start);
  if (sorted && (!is_named || sorted->question.has_topology())) return *std::move(sorted);
  Start later = start;
  later.file = QString::fromStdString(std::exchange(later.question.job.topology, {}));
  return later;
}

}  // namespace treering::gui::window
