#include "gui/models/question_words.h"

#include <QFileInfo>
#include <QObject>
#include <QStringList>
#include <algorithm>
#include <iterator>
#include <optional>
#include <vector>

#include "core/units.h"
#include "gui/models/faults.h"
#include "gui/models/job_settings.h"
#include "gui/models/question.h"
#include "hw/load_cluster.h"

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
QString source_name(const Question& question) {
  if (question.job.topology == hw::kLiveTopology) return QObject::tr("this machine");
  return QFileInfo(plain(question.job.topology)).fileName();
}

QString machines_text(const Question& question) {
  return machines_text(source_name(question), question.job.nodes);
}

/// For "live" the name that this machine has.
QString machine_name(const Session& session) {
  const std::string& source = session.question().job.topology;
  const app::MachineReport* const machine = session.machineReport();
  if (source == hw::kLiveTopology && machine != nullptr)
    return plain(machine->setup.cluster.node.name());
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

/// The subject of a part of a question.
enum class About {
  Call,
  Machines,
  Version,
  Variables,
  ByHand,
  Faults,
  Way,
  Rival,
  RivalVersion,
  TimeModel,
  Groups,
  Logs
};

struct Part {
  About about;
  QString text;
};

using Parts = std::vector<Part>;

// The functions that name the parts take structs apart into all their members: one that is added
// does not compile until it is named here, or is left out on purpose.

void add_job(const Question& question, Parts& parts) {
  const auto& [topology, nodes_may_differ, nodes, gpus_per_node, devices, adapters, leaves,
               gpus_per_process, nccl, unnamed_nccl, variables] = question.job;
  parts.push_back({About::Machines, machines_text(question)});
  if (nccl) {
    parts.push_back({About::Version, QObject::tr("NCCL %1").arg(plain(*nccl))});
  } else if (unnamed_nccl == app::setup::UnnamedNccl::OfSource) {
    parts.push_back({About::Version, QObject::tr("the machine's NCCL")});
  } else {
    parts.push_back({About::Version, QObject::tr("the newest known NCCL")});
  }
  for (const JobSetting& setting : all_job_settings(question)) {
    parts.push_back({setting.is_variable ? About::Variables : About::ByHand, setting.text});
  }
  const auto& [oversubscription, nodes_per_leaf, node_order] = leaves;
  if (oversubscription) {
    const QString text = QObject::tr("oversubscription %1").arg(plain(*oversubscription));
    parts.push_back({About::ByHand, text});
  }
  if (nodes_per_leaf) {
    parts.push_back({About::ByHand, QObject::tr("%1 nodes per leaf").arg(*nodes_per_leaf)});
  }
  if (node_order) {
    parts.push_back({About::ByHand, QObject::tr("order of nodes %1").arg(plain(*node_order))});
  }
}

void add_way(const sim::Way& way, About about, Parts& parts) {
  if (!way.algorithm.empty()) parts.push_back({about, plain(way.algorithm)});
  if (!way.protocol.empty()) parts.push_back({about, plain(way.protocol)});
}

void add_time_model(const app::setup::TimeModelRequest& model, Parts& parts) {
  const auto& [profile, network] = model;
  if (profile) {
    const QString name = QFileInfo(plain(*profile)).fileName();
    parts.push_back({About::TimeModel, QObject::tr("profile %1").arg(name)});
  }
  if (network) {
    parts.push_back({About::TimeModel, QObject::tr("network %1").arg(plain(*network))});
  }
}

/// All that an answer may depend on.
Parts parts_of(const Question& question) {
  const auto& [job, time_model, collective, bytes, shown, rival, faults, faults_off, groups,
               rival_nccl, logs, files] = question;
  Parts parts{{About::Call, collective_text(question)}, {About::Call, size_text(question)}};
  add_job(question, parts);
  add_way(shown, About::Way, parts);
  if (rival) add_way(*rival, About::Rival, parts);
  for (const std::string& fault : tried_faults(question)) {
    parts.push_back({About::Faults, plain(fault)});
  }
  add_time_model(time_model, parts);
  if (!groups.empty()) {
    parts.push_back({About::Groups, QObject::tr("groups %1").arg(plain(groups))});
  }
  if (rival_nccl) {
    parts.push_back({About::RivalVersion, QObject::tr("NCCL %1").arg(plain(*rival_nccl))});
  }
  for (const std::string& log : logs) {
    parts.push_back({About::Logs, QFileInfo(plain(log)).fileName()});
  }
  return parts;
}

/// Two parts may have the same words: what is looked at, and what is beside it.
QStringList texts_of(const Parts& parts) {
  QStringList texts;
  for (const auto& [about, text] : parts) {
    const bool is_beside = about == About::Rival || about == About::RivalVersion;
    texts << (is_beside ? QObject::tr("beside %1").arg(text) : text);
  }
  return texts;
}

/// "run.log before it changed": files that were others by the same names.
QStringList changed_files(const QuestionFiles& files, const QuestionFiles& others) {
  QStringList texts;
  for (const auto member :
       {&QuestionFiles::topology, &QuestionFiles::profile, &QuestionFiles::logs}) {
    for (const auto& file : files.*member) {
      const auto is_other = [&](const auto& other) {
        return other.path == file.path && other != file;
      };
      if (std::ranges::none_of(others.*member, is_other)) continue;
      texts << QObject::tr("%1 before it changed").arg(QFileInfo(plain(file.path)).fileName());
    }
  }
  return texts;
}

QStringList without(const QStringList& parts, const QStringList& others) {
  QStringList left;
  std::ranges::copy_if(parts, std::back_inserter(left),
                       [&](const QString& part) { return !others.contains(part); });
  return left;
}

/// What another machine may lack; with faults that are not tried now.
QStringList set_for_machine(const Question& question) {
  QStringList texts;
  for (const auto& [about, text] : parts_of(question)) {
    if (about == About::ByHand || about == About::Groups) texts << text;
  }
  for (const std::string& fault : question.faults) texts << plain(fault);
  return texts;
}

QString texts_about(const Parts& parts, About about) {
  QStringList texts;
  for (const Part& one : parts) {
    if (one.about == about) texts << one.text;
  }
  return texts.join(QStringLiteral(", "));
}

/// "dgx-h100, 4 nodes, 32 GPUs".
QString machines_in_full(const Session& session, const app::setup::Setup& setup) {
  const int nodes = setup.cluster.node_count;
  const auto& devices = setup.job.devices;  // empty: all
  const int per_node =
      devices.empty() ? setup.cluster.node.gpu_count() : static_cast<int>(devices.size());
  return QObject::tr("%1, %2, %3")
      .arg(machine_name(session), plain(core::counted(nodes, "node")),
           plain(core::counted(per_node * nodes, "GPU")));
}

/// "NCCL 2.28.9, with NCCL_ALGO=Ring": also with the variables of this process.
QString nccl_text(const app::setup::Setup& setup) {
  QString version = QObject::tr("NCCL %1").arg(plain(setup.job.nccl_version));
  if (setup.variables.empty()) return version;
  return QObject::tr("%1, with %2")
      .arg(version, plain(app::setup::variables_text(setup.variables)));
}

/// \param logs by their names \param inputs of the time model; all empty where there are none
QString model_text(Shows what, const QString& logs, const QString& inputs) {
  QString model = QObject::tr("times by the cost model");
  if (what == Shows::Run || what == Shows::Runs)
    model = QObject::tr("simulated by the event model");
  if (what == Shows::Check) {
    model = logs.isEmpty() ? QObject::tr("what the doctor finds")
                           : QObject::tr("%1 beside times by the cost model").arg(logs);
  }
  return inputs.isEmpty() ? model : QObject::tr("%1 with the %2").arg(model, inputs);
}

}  // namespace

QString question_text(const Question& question) {
  if (!question.has_topology()) return {};
  return QObject::tr("%1 on %2").arg(call_text(question), machines_text(question));
}

QString question_text(const Inquiry& inquiry) {
  if (!inquiry.question()) return {};
  const Question& question = *inquiry.question();
  const bool has_call = depends_on_call(question, inquiry.kind().is_same);
  return has_call ? question_text(question) : machines_text(question);
}

QString difference_text(const Question& question, const Question& other) {
  const QStringList own = texts_of(parts_of(question));
  const QStringList others = texts_of(parts_of(other));
  const QString comma = QStringLiteral(", ");
  const QStringList differing = without(own, others) + changed_files(question.files, other.files);
  if (!differing.isEmpty()) {
    return QObject::tr("for %1").arg(differing.join(comma));
  }
  const QStringList lacking = without(others, own);
  return lacking.isEmpty() ? QString() : QObject::tr("without %1").arg(lacking.join(comma));
}

QString difference_text(const Inquiry& inquiry) {
  const Question* const shown = inquiry.shownQuestion();
  if (shown == nullptr || !inquiry.question()) return {};
  const Question& now = *inquiry.question();
  return difference_text(with_inputs_of(*shown, now, inquiry.kind().is_same), now);
}

QString left_behind_text(const Question& before, const Question& now) {
  const bool is_other =
      before.has_topology() && now.has_topology() && before.job.topology != now.job.topology;
  if (!is_other) return {};
  const QStringList left = without(set_for_machine(before), set_for_machine(now));
  if (left.isEmpty()) return {};
  return QObject::tr("%1 does not keep what was set for %2: %3.")
      .arg(source_name(now), source_name(before), left.join(QStringLiteral(", ")));
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

QString why_unsaved(const Inquiry& inquiry) {
  if (inquiry.state() == Inquiry::State::Cancelled) {
    return QObject::tr("Not saved: the work on %1 was cancelled; F5 asks again.")
        .arg(inquiry.what());
  }
  return inquiry.isLacking() ? QObject::tr("Not saved: %1 must be there first.").arg(inquiry.what())
                             : QString();
}

QString source_text(const Session& session, Shows what) {
  const app::MachineReport* const machine = session.machineReport();
  if (machine == nullptr) return {};
  const Parts parts = parts_of(session.question());
  const auto some = [&](About about) { return texts_about(parts, about); };
  const auto led = [&](const QString& lead, About about) {
    return some(about).isEmpty() ? QString() : lead.arg(some(about));
  };
  const bool is_of_runs = what == Shows::Run || what == Shows::Runs;
  QStringList said{
      machines_in_full(session, machine->setup),
      what == Shows::Check ? QString() : call_text(session.question()),
      nccl_text(machine->setup),
      some(About::ByHand),
      is_of_runs ? led(QObject::tr("by %1"), About::Way) : QString(),
      what == Shows::Runs ? led(QObject::tr("beside %1"), About::Rival) : QString(),
      what == Shows::Advice ? led(QObject::tr("beside %1"), About::RivalVersion) : QString(),
      model_text(what, some(About::Logs), some(About::TimeModel)),
      led(QObject::tr("what if: %1"), About::Faults)};
  said.removeAll(QString());
  return said.join(QStringLiteral("; "));
}

}  // namespace treering::gui::models
