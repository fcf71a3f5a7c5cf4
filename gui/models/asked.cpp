#include "gui/models/asked.h"

#include <QObject>
#include <QStringList>
#include <algorithm>
#include <utility>

namespace treering::gui::models {

Question with_asked(Question question, const app::files::Asked& asked) {
  const std::string before = std::exchange(question.job, asked.job).topology;
  if (!question.has_topology()) question.job.topology = before;
  question.time_model = {};
  question.collective = asked.collective.value_or(question.collective);
  const auto& sizes = asked.sizes;
  if (!sizes.empty() && std::ranges::find(sizes, question.bytes) == sizes.end()) {
    question.bytes = sizes.front();
  }
  question.shown = {asked.way.algorithm, asked.way.protocol};
  question.faults = asked.faults;
  question.faults_off.clear();
  question.groups = asked.groups;
  question.logs.clear();
  return question;
}

QString asked_text(const app::files::Asked& asked, const QString& file) {
  QString from = QObject::tr("The question is that of %1 (treering %2).")
                     .arg(file, QString::fromStdString(asked.command));
  QStringList left_out;
  for (const std::string& one : asked.left_out) left_out << QString::fromStdString(one);
  if (left_out.isEmpty()) return from;
  return QObject::tr("%1 Not restored: %2.").arg(from, left_out.join(QStringLiteral("; ")));
}

}  // namespace treering::gui::models
