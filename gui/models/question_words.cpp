#include "gui/models/question_words.h"

#include <QFileInfo>
#include <QObject>
#include <QStringList>
#include <algorithm>
#include <iterator>

#include "core/unit_text.h"
#include "gui/models/faults.h"
#include "gui/models/job_settings.h"

namespace treering::gui::models {
namespace {

QString plain(const std::string& text) {
  return QString::fromStdString(text);
}

/// "dgx-h100 x 4".
QString machines_text(const Question& question) {
  const QString name = QFileInfo(plain(question.job.topology)).fileName();
  return question.job.nodes ? QObject::tr("%1 x %2").arg(name).arg(*question.job.nodes) : name;
}

QString collective_text(const Question& question) {
  const std::string_view name = core::name_of(question.collective);
  return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

QString size_text(const Question& question) {
  return plain(core::format_size(question.bytes));
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
  return QObject::tr("%1 of %2 on %3")
      .arg(collective_text(question), size_text(question), machines_text(question));
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

}  // namespace treering::gui::models
