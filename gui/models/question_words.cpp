#include "gui/models/question_words.h"

#include <QFileInfo>
#include <QObject>
#include <QStringList>

#include "core/unit_text.h"
#include "gui/models/faults.h"

namespace treering::gui::models {
namespace {

/// Of this machine the name that it has, of a file that of the file.
QString machine_name(const Session& session) {
  const QString source = QString::fromStdString(session.question().job.topology);
  const app::MachineReport* const machine = session.machineReport();
  if (source == QStringLiteral("live") && machine != nullptr) {
    return QString::fromStdString(machine->setup.cluster.node.name());
  }
  return QFileInfo(source).fileName();
}

QString call_text(const Question& question) {
  const std::string_view name = core::name_of(question.collective);
  return QObject::tr("%1 of %2")
      .arg(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())),
           QString::fromStdString(core::format_size(question.bytes)));
}

QString model_text(const Question& question, TimesBy by) {
  const QString model = by == TimesBy::CostModel ? QObject::tr("times by the cost model")
                                                 : QObject::tr("simulated by the event model");
  const auto& profile = question.time_model.profile;
  if (!profile) return model;
  return QObject::tr("%1 with the profile %2")
      .arg(model, QFileInfo(QString::fromStdString(*profile)).fileName());
}

}  // namespace

QString question_title(const Session& session) {
  const Question& question = session.question();
  if (!question.has_topology()) return {};
  const app::MachineReport* const machine = session.machineReport();
  std::optional<int> nodes = question.job.nodes;
  if (!nodes && machine != nullptr) nodes = machine->setup.cluster.node_count;
  const QString machines = nodes && *nodes > 1
                               ? QObject::tr("%1 × %2").arg(machine_name(session)).arg(*nodes)
                               : machine_name(session);
  return QObject::tr("%1, %2").arg(machines, call_text(question));
}

QString source_text(const Session& session, TimesBy by) {
  const app::MachineReport* const machine = session.machineReport();
  if (machine == nullptr) return {};
  const app::setup::Setup& setup = machine->setup;
  const int nodes = setup.cluster.node_count;
  const auto& devices = setup.job.devices;  // empty: all
  const int per_node =
      devices.empty() ? setup.cluster.node.gpu_count() : static_cast<int>(devices.size());
  QStringList parts{
      QObject::tr("%1, %2, %3")
          .arg(machine_name(session), QString::fromStdString(core::counted(nodes, "node")),
               QString::fromStdString(core::counted(per_node * nodes, "GPU"))),
      call_text(session.question()),
      QObject::tr("NCCL %1").arg(QString::fromStdString(setup.job.nccl_version)) +
          QString::fromStdString(app::setup::settings_suffix(setup)),
      model_text(session.question(), by)};
  QStringList faults;
  for (const std::string& one : tried_faults(session.question())) {
    faults << QString::fromStdString(one);
  }
  if (!faults.isEmpty()) {
    parts << QObject::tr("what if: %1").arg(faults.join(QStringLiteral(", ")));
  }
  return parts.join(QStringLiteral("; "));
}

}  // namespace treering::gui::models
