#include "gui/window/start_file.h"

#include <QFileInfo>
#include <utility>

#include "app/files/file_kind.h"
#include "app/setup/names.h"
#include "gui/models/asked.h"
#include "gui/window/memory.h"

namespace treering::gui::window {
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
