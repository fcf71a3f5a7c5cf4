#include "gui/models/question_words.h"

#include <QFileInfo>
#include <QObject>
#include <QStringList>
#include <algorithm>
#include <iterator>
#include <optional>

#include "core/unit_text.h"
#include "gui/models/faults.h"
#include "gui/models/job_settings.h"

namespace treering::gui::models {
namespace {

QString plain(const std::string& text) {
  return QString::fromStdString(text);
}

/// "dgx-h100 × 4".
QString machines_text(const QString& name, const std::optional<int>& nodes) {
  return nodes ? QObject::tr("%1 × %2").arg(name).arg(*nodes) : name;
}

/// Names a file without its folders.
QString machines_text(const Question& question) {
  return machines_text(QFileInfo(plain(question.job.topology)).fileName(), question.job.nodes);
}

/// For "live" the name that this machine has.
QString machine_name(const Session& session) {
  const std::string& source = session.question().job.topology;
  const app::MachineReport* const machine = session.machineReport();
  if (source == "live" && machine != nullptr) return plain(machine->setup.cluster.node.name());
  return QFileInfo(plain(source)).fileName();
}

QString collective_text(const Question& question) {
  const std::string_view name = core::name_of(question.collective);
  return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

QString size_text(const Question& question) {
  return plain(core::format_size(question.bytes));
}

/// "all_reduce of 1 MiB".
QString call_text(const Question& question) {
  return QObject::tr("%1 of %2").arg(collective_text(question), size_text(question));
}

QString model_text(const Question& question, TimesBy by) {
  const QString model = by == TimesBy::CostModel ? QObject::tr("times by the cost model")
                                                 : QObject::tr("simulated by the event model");
  const auto& profile = question.time_model.profile;
  if (!profile) return model;
  return QObject::tr("%1 with the profile %2").arg(model, QFileInfo(plain(*profile)).fileName());
}

void add_network(const Question& question, QStringList& parts) {
  const auto& leaves = question.job.leaf_switches;
  if (leaves.oversubscription) {
    parts << QObject::tr("oversubscription %1").arg(plain(*leaves.oversubscription));
  }
  if (leaves.nodes_per_leaf) {
    parts << QObject::tr("%1 nodes per leaf").arg(*leaves.nodes_per_leaf);
  }
}

void add_carrier(const Question& question, QStringList& parts) {
  if (question.shown.algorithm) parts << plain(*question.shown.algorithm);
  if (question.shown.protocol) parts << plain(*question.shown.protocol);
}

/// All that an answer may depend on.
QStringList parts_of(const Question& question) {
  QStringList parts{collective_text(question), size_text(question), machines_text(question)};
  if (question.job.nccl) parts << QObject::tr("NCCL %1").arg(plain(*question.job.nccl));
  add_carrier(question, parts);
  add_network(question, parts);
  for (const JobSetting& setting : job_settings(question)) parts << setting.text;
  for (const std::string& fault : tried_faults(question)) parts << plain(fault);
  const auto& model = question.time_model;
  if (model.profile) parts << QObject::tr("profile %1").arg(plain(*model.profile));
  if (model.network) parts << QObject::tr("network %1").arg(plain(*model.network));
  if (!question.groups.empty()) parts << QObject::tr("groups %1").arg(plain(question.groups));
  for (const std::string& log : question.logs) parts << QFileInfo(plain(log)).fileName();
  return parts;
}

QStringList without(const QStringList& parts, const QStringList& others) {
  QStringList left;
  std::ranges::copy_if(parts, std::back_inserter(left),
                       [&](const QString& part) { return !others.contains(part); });
  return left;
}

}  // namespace

QString question_text(const Question& question) {
  if (!question.has_topology()) return {};
  return QObject::tr("%1 on %2").arg(call_text(question), machines_text(question));
}

QString difference_text(const Question& question, const Question& other) {
  const QStringList own = parts_of(question);
  const QStringList others = parts_of(other);
  const QString comma = QStringLiteral(", ");
  if (const QStringList differing = without(own, others); !differing.isEmpty()) {
    return differing.join(comma);
  }
  const QStringList lacking = without(others, own);
  return lacking.isEmpty() ? QString() : QObject::tr("without %1").arg(lacking.join(comma));
}

QString question_title(const Session& session) {
  const Question& question = session.question();
  if (!question.has_topology()) return {};
  const app::MachineReport* const machine = session.machineReport();
  std::optional<int> nodes = question.job.nodes;
  if (!nodes && machine != nullptr) nodes = machine->setup.cluster.node_count;
  if (nodes == 1) nodes.reset();
  return QObject::tr("%1, %2").arg(machines_text(machine_name(session), nodes),
                                   call_text(question));
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
