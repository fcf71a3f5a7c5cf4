// Files that a user hands over, to the window or on the command line, told apart by what is in
// them.
#pragma once

#include <QObject>
#include <QStringList>
#include <vector>

#include "app/files/file_kind.h"
#include "core/result.h"
#include "gui/jobs/asker.h"
#include "gui/window/command_line.h"

namespace treering::gui::window {

// Files that a user hands over, told apart by what is in them.

class FileOpener final : public QObject {
  Q_OBJECT

 public:
  explicit FileOpener(QObject* parent = nullptr);

  /// The answer comes as one of the signals, when the files were read.
  void open(const QStringList& files);
  /// Likewise, but all of them are logs, also those without measurements.
  void openLogs(const QStringList& files);

 Q_SIGNALS:
  void machineFound(const QString& file);
  /// Of nccl-tests. \param machine the first of them that also shows its machine; empty: none does
  void logsFound(const QStringList& files, const QString& machine);
  /// Of the cost model.
  void profileFound(const QString& file);
  /// Of treering, about a machine.
  void answerFound(const QString& file, const treering::app::files::Asked& asked);
  /// In a sentence; nothing is opened then.
  void refused(const QString& why);

 private:
  using Kinds = std::vector<core::Result<app::files::FileKind>>;

  void take_kinds(const Kinds& kinds);

  void ask_kinds();

  QStringList files_;
  bool are_logs_ = false;
  jobs::Asker<Kinds> asker_;
};

// A file on the command line, sorted by what is in it, as files that are dropped on the window are.

/// TOPOLOGY where it is a file of something else: a log with a table is to be checked, a profile
/// gives the times, an answer of treering its question. Fails where a file is none of what can be
/// opened, or is about a machine that is not here.
core::Result<Start> with_file(Start start);

/// The window as it is opened: what with_file() does not give a machine, or refuses, is left in
/// Start::file for the window, which opens it as if it were dropped.
Start with_file_or_later(const Start& start);

}  // namespace treering::gui::window
