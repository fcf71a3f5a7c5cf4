#include "gui/window/memory.h"

#include <QFileInfo>
#include <QSettings>
#include <algorithm>
#include <utility>

#include "app/setup/names.h"

namespace treering::gui::window {
namespace {

QString text_of(const std::optional<std::string>& text) {
  return QString::fromStdString(text.value_or(""));
}

std::optional<std::string> given(const QVariant& value) {
  const QString text = value.toString();
  return text.isEmpty() ? std::nullopt : std::optional(text.toStdString());
}

sim::Way recalled_way(const QSettings& settings, const char* algorithm, const char* protocol) {
  const auto text = [&](const char* key) {
    return settings.value(QLatin1StringView(key)).toString().toStdString();
  };
  return {text(algorithm), text(protocol)};
}

QStringList texts_of(const auto& texts) {
  QStringList all;
  for (const std::string& text : texts) all << QString::fromStdString(text);
  return all;
}

std::vector<std::string> words_at(const QSettings& settings, const QString& key) {
  std::vector<std::string> words;
  for (const QString& word : settings.value(key).toStringList())
    words.push_back(word.toStdString());
  return words;
}

/// The next start may be in another folder.
QString whole_name(const std::string& file) {
  return file.empty() ? QString() : QFileInfo(QString::fromStdString(file)).absoluteFilePath();
}

/// The job beside topology, nodes and NCCL: by which GPUs and adapters, with which variables.
void remember_job(QSettings& settings, const app::setup::JobRequest& job) {
  QStringList devices;
  for (const int device : job.devices.value_or(std::vector<int>())) {
    devices << QString::number(device);
  }
  settings.setValue(QStringLiteral("env"), texts_of(job.variables.env));
  settings.setValue(QStringLiteral("envFromProcess"), job.variables.env_from_process);
  settings.setValue(QStringLiteral("gpusPerNode"), job.gpus_per_node.value_or(0));
  settings.setValue(QStringLiteral("gpusPerProcess"), job.gpus_per_process.value_or(0));
  settings.setValue(QStringLiteral("devices"), devices);
  settings.setValue(QStringLiteral("nics"), text_of(job.adapters.nics));
  settings.setValue(QStringLiteral("nicRate"), text_of(job.adapters.nic_rate));
  settings.setValue(QStringLiteral("ncclOfSource"),
                    job.unnamed_nccl == app::setup::UnnamedNccl::OfSource);
}

void recall_job(const QSettings& settings, app::setup::JobRequest& job) {
  const auto count = [&](const QString& key) {
    const int number = settings.value(key).toInt();
    return number > 0 ? std::optional(number) : std::nullopt;
  };
  job.variables.env = words_at(settings, QStringLiteral("env"));
  job.variables.env_from_process = settings.value(QStringLiteral("envFromProcess")).toBool();
  job.gpus_per_node = count(QStringLiteral("gpusPerNode"));
  job.gpus_per_process = count(QStringLiteral("gpusPerProcess"));
  for (const QString& device : settings.value(QStringLiteral("devices")).toStringList()) {
    if (!job.devices) job.devices.emplace();
    job.devices->push_back(device.toInt());
  }
  job.adapters.nics = given(settings.value(QStringLiteral("nics")));
  job.adapters.nic_rate = given(settings.value(QStringLiteral("nicRate")));
  if (settings.value(QStringLiteral("ncclOfSource")).toBool()) {
    job.unnamed_nccl = app::setup::UnnamedNccl::OfSource;
  }
}

/// By what times are, and what was measured.
void remember_files(QSettings& settings, const models::Question& question) {
  QStringList logs;
  for (const std::string& log : question.logs) logs << whole_name(log);
  settings.setValue(QStringLiteral("logs"), logs);
  settings.setValue(QStringLiteral("profile"),
                    whole_name(question.time_model.profile.value_or("")));
  settings.setValue(QStringLiteral("network"), text_of(question.time_model.network));
}

void recall_files(const QSettings& settings, models::Question& question) {
  question.logs = words_at(settings, QStringLiteral("logs"));
  question.time_model.profile = given(settings.value(QStringLiteral("profile")));
  question.time_model.network = given(settings.value(QStringLiteral("network")));
}

/// What is tried on the machines: what if.
void remember_trials(QSettings& settings, const models::Question& question) {
  const auto& leaves = question.job.leaf_switches;
  settings.setValue(QStringLiteral("faults"), texts_of(question.faults));
  settings.setValue(QStringLiteral("faultsOff"), texts_of(question.faults_off));
  settings.setValue(QStringLiteral("oversubscription"), text_of(leaves.oversubscription));
  settings.setValue(QStringLiteral("nodesPerLeaf"), leaves.nodes_per_leaf.value_or(0));
  settings.setValue(QStringLiteral("nodeOrder"), text_of(leaves.node_order));
  settings.setValue(QStringLiteral("groups"), QString::fromStdString(question.groups));
}

void recall_trials(const QSettings& settings, models::Question& question) {
  question.faults = words_at(settings, QStringLiteral("faults"));
  for (std::string& fault : words_at(settings, QStringLiteral("faultsOff"))) {
    question.faults_off.insert(std::move(fault));
  }
  auto& leaves = question.job.leaf_switches;
  leaves.oversubscription = given(settings.value(QStringLiteral("oversubscription")));
  const int nodes_per_leaf = settings.value(QStringLiteral("nodesPerLeaf")).toInt();
  if (nodes_per_leaf > 0) leaves.nodes_per_leaf = nodes_per_leaf;
  leaves.node_order = given(settings.value(QStringLiteral("nodeOrder")));
  question.groups = settings.value(QStringLiteral("groups")).toString().toStdString();
}

}  // namespace

QStringList recent_sources() {
  return QSettings().value(QStringLiteral("recent")).toStringList();
}

bool is_built_in(const QString& name) {
  const auto names = app::setup::names_of(app::setup::NameKind::Topology);
  return std::ranges::find(names, name.toStdString()) != names.end();
}

void remember_source(const QString& name) {
  const QString source = is_built_in(name) ? name : whole_name(name.toStdString());
  QStringList all = recent_sources();
  all.removeAll(source);
  all.prepend(source);
  QSettings().setValue(QStringLiteral("recent"), QStringList(all.mid(0, kMostRecent)));
}

Shape remembered_shape() {
  const QSettings settings;
  return {settings.value(QStringLiteral("geometry")).toByteArray(),
          settings.value(QStringLiteral("state")).toByteArray(),
          settings.value(QStringLiteral("view")).toString()};
}

void remember_shape(const Shape& shape) {
  QSettings settings;
  settings.setValue(QStringLiteral("geometry"), shape.geometry);
  settings.setValue(QStringLiteral("state"), shape.state);
  settings.setValue(QStringLiteral("view"), shape.view);
}

std::optional<models::Question> remembered_question() {
  QSettings settings;
  settings.beginGroup(QStringLiteral("question"));
  models::Question question;
  question.job.topology = settings.value(QStringLiteral("topology")).toString().toStdString();
  if (!question.has_topology()) return {};
  question.job.nodes_may_differ = true;
  const int nodes = settings.value(QStringLiteral("nodes")).toInt();
  if (nodes > 0) question.job.nodes = nodes;
  question.job.nccl = given(settings.value(QStringLiteral("nccl")));
  const auto collective =
      core::parse_collective(settings.value(QStringLiteral("collective")).toString().toStdString());
  if (collective) question.collective = *collective;
  const qulonglong bytes = settings.value(QStringLiteral("bytes")).toULongLong();
  if (bytes > 0) question.bytes = bytes;
  question.shown = recalled_way(settings, "algorithm", "protocol");
  const sim::Way rival = recalled_way(settings, "rivalAlgorithm", "rivalProtocol");
  const bool has_rival = settings.value(QStringLiteral("hasRival")).toBool();
  if (has_rival || !rival.is_default()) question.rival = rival;
  question.rival_nccl = given(settings.value(QStringLiteral("rivalNccl")));
  recall_job(settings, question.job);
  recall_files(settings, question);
  recall_trials(settings, question);
  return question;
}

void remember_question(const models::Question& question) {
  QSettings settings;
  settings.beginGroup(QStringLiteral("question"));
  const std::string collective(core::name_of(question.collective));
  settings.setValue(QStringLiteral("topology"), QString::fromStdString(question.job.topology));
  settings.setValue(QStringLiteral("nodes"), question.job.nodes.value_or(0));
  settings.setValue(QStringLiteral("nccl"), text_of(question.job.nccl));
  settings.setValue(QStringLiteral("collective"), QString::fromStdString(collective));
  settings.setValue(QStringLiteral("bytes"), static_cast<qulonglong>(question.bytes));
  settings.setValue(QStringLiteral("algorithm"), text_of(question.shown.algorithm));
  settings.setValue(QStringLiteral("protocol"), text_of(question.shown.protocol));
  const sim::Way rival = question.rival.value_or(sim::Way());
  settings.setValue(QStringLiteral("hasRival"), question.rival.has_value());
  settings.setValue(QStringLiteral("rivalAlgorithm"), text_of(rival.algorithm));
  settings.setValue(QStringLiteral("rivalProtocol"), text_of(rival.protocol));
  settings.setValue(QStringLiteral("rivalNccl"), text_of(question.rival_nccl));
  remember_job(settings, question.job);
  remember_files(settings, question);
  remember_trials(settings, question);
}

std::optional<paint::Shade> remembered_shade() {
  const QString name = QSettings().value(QStringLiteral("theme")).toString();
  if (name == QStringLiteral("dark")) return paint::Shade::Dark;
  if (name == QStringLiteral("light")) return paint::Shade::Light;
  return {};
}

void remember_shade(paint::Shade shade) {
  const bool is_dark = shade == paint::Shade::Dark;
  QSettings().setValue(QStringLiteral("theme"),
                       is_dark ? QStringLiteral("dark") : QStringLiteral("light"));
}

}  // namespace treering::gui::window
