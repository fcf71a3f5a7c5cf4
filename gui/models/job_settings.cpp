#include "gui/models/job_settings.h"

#include <QObject>
#include <QStringList>
#include <algorithm>
#include <array>
#include <functional>
#include <ranges>
#include <set>
#include <string_view>
#include <utility>

#include "app/setup/names.h"
#include "core/text/reading.h"

namespace treering::gui::models {

namespace {

constexpr std::string_view kLeast = "NCCL_MIN_NCHANNELS=";
constexpr std::string_view kMost = "NCCL_MAX_NCHANNELS=";
// The old names would be asked about as well.
constexpr std::array kAll{kLeast, kMost, std::string_view("NCCL_MIN_NRINGS="),
                          std::string_view("NCCL_MAX_NRINGS=")};

/// The last one counts, as in the CLI.
std::optional<int> number_after(const std::vector<std::string>& env, std::string_view name) {
  std::optional<int> number;
  for (const std::string_view one : env) {
    if (!one.starts_with(name)) continue;
    number = core::whole_number<int>(one.substr(name.size()));
  }
  return number;
}

}  // namespace

std::optional<int> channels_of(const std::vector<std::string>& env) {
  const std::optional<int> least = number_after(env, kLeast);
  return least == number_after(env, kMost) ? least : std::nullopt;
}

bool is_of_channels(std::string_view variable) {
  return variable.starts_with(kLeast) || variable.starts_with(kMost);
}

void set_channels(std::vector<std::string>& env, std::optional<int> channels) {
  std::erase_if(env, [](const std::string& one) {
    return std::ranges::any_of(kAll, [&](std::string_view name) { return one.starts_with(name); });
  });
  if (!channels) return;
  for (const std::string_view name : {kLeast, kMost}) {
    env.push_back(std::string(name) + std::to_string(*channels));
  }
}

namespace {

using app::setup::JobRequest;
using app::setup::NameKind;

QString text_of(const std::string& text) {
  return QString::fromStdString(text);
}

class Settings {
 public:
  explicit Settings(const Question& question) : question_(question) {}

  template <class Change>
  void add(const QString& text, Change take_away) {
    JobSetting& setting = all_.emplace_back(JobSetting{text, question_});
    take_away(setting.without.job);
  }
  template <class Change>
  void add_variable(const QString& text, Change take_away) {
    add(text, take_away);
    all_.back().is_variable = true;
  }
  std::vector<JobSetting> taken() { return std::move(all_); }

 private:
  const Question& question_;
  std::vector<JobSetting> all_;
};

void add_variables(const Question& question, Settings& settings) {
  const auto& env = question.job.variables.env;
  for (std::size_t i = 0; i < env.size(); ++i) {
    settings.add_variable(text_of(env[i]), [i](JobRequest& job) {
      job.variables.env.erase(job.variables.env.begin() + static_cast<std::ptrdiff_t>(i));
    });
  }
  if (!question.job.variables.env_from_process) return;
  settings.add_variable(QObject::tr("variables of this process"),
                        [](JobRequest& job) { job.variables.env_from_process = false; });
}

void add_gpus(const JobRequest& job, Settings& settings) {
  if (job.gpus_per_node) {
    settings.add(*job.gpus_per_node == 1
                     ? QObject::tr("1 GPU of each node")
                     : QObject::tr("%1 GPUs of each node").arg(*job.gpus_per_node),
                 [](JobRequest& one) { one.gpus_per_node.reset(); });
  }
  if (job.devices) {
    QStringList numbers;
    for (const int device : *job.devices) numbers << QString::number(device);
    settings.add(QObject::tr("GPUs %1 of each node").arg(numbers.join(QStringLiteral(", "))),
                 [](JobRequest& one) { one.devices.reset(); });
  }
  if (!job.gpus_per_process) return;
  settings.add(QObject::tr("%1 GPUs a process").arg(*job.gpus_per_process),
               [](JobRequest& one) { one.gpus_per_process.reset(); });
}

void add_adapters(const JobRequest& job, Settings& settings) {
  if (job.adapters.nics) {
    settings.add(QObject::tr("adapters: %1").arg(text_of(*job.adapters.nics)),
                 [](JobRequest& one) { one.adapters.nics.reset(); });
  }
  if (!job.adapters.nic_rate) return;
  settings.add(QObject::tr("%1 Gbit/s a port").arg(text_of(*job.adapters.nic_rate)),
               [](JobRequest& one) { one.adapters.nic_rate.reset(); });
}

/// What one of the variables is set to: the last counts. Wrong ones are for others to refuse.
ChoiceLimit limit_of(const Question& question, const std::string& name, NameKind kind) {
  const auto given = app::setup::given_variables(question.job.variables);
  if (!given) return {};
  const auto found = std::find_if(given->rbegin(), given->rend(),
                                  [&](const auto& one) { return one.name == name; });
  if (found == given->rend()) return {};
  // Of "all" the list is empty.
  const auto names = app::setup::parse_names(kind, found->value);
  return {text_of(name + "=" + found->value), names && names->size() == 1};
}

}  // namespace

std::vector<JobSetting> job_settings(const Question& question) {
  std::vector<JobSetting> settings = all_job_settings(question);
  if (!channels_of(question.job.variables.env)) return settings;
  std::erase_if(settings, [](const JobSetting& one) {
    return one.is_variable && is_of_channels(one.text.toStdString());
  });
  return settings;
}

std::vector<JobSetting> all_job_settings(const Question& question) {
  Settings settings(question);
  add_gpus(question.job, settings);
  add_adapters(question.job, settings);
  add_variables(question, settings);
  return settings.taken();
}

core::Result<Question> with_variable(Question question, const std::string& assignment) {
  const auto& nccl = question.job.nccl;
  if (auto checked = app::setup::check_variables({.env = {assignment}}, nccl); !checked) {
    return core::fail(checked.error());
  }
  auto& env = question.job.variables.env;
  const std::string name = assignment.substr(0, assignment.find('=') + 1);
  std::erase_if(env, [&](const std::string& one) { return one.starts_with(name); });
  env.push_back(assignment);
  return question;
}

QString variable_hint(const QString& text) {
  const std::string name = text.section(QLatin1Char('='), 0, 0).trimmed().toStdString();
  for (const app::setup::Word& word : app::setup::words_of(NameKind::Variable)) {
    if (word.name == name) return text_of(word.description);
  }
  return {};
}

Question on_machine(Question question, const std::string& topology) {
  question.job.topology = topology;
  question.job.gpus_per_node.reset();
  question.job.devices.reset();
  question.job.gpus_per_process.reset();
  question.job.adapters = {};
  question.job.leaf_switches = {};
  question.groups.clear();
  question.faults.clear();
  question.faults_off.clear();
  return question;
}

QString ChoiceLimit::text() const {
  if (variable.isEmpty()) return {};
  return (is_forced ? QObject::tr("forced by %1") : QObject::tr("limited by %1")).arg(variable);
}

QString ChoiceLimit::short_text() const {
  if (variable.isEmpty()) return QObject::tr("NCCL's choice");
  const QString value = variable.mid(variable.indexOf(QLatin1Char('=')) + 1);
  return (is_forced ? QObject::tr("forced: %1") : QObject::tr("limited: %1")).arg(value);
}

ExportLimits export_limits(const Question& question) {
  auto given = app::setup::given_variables(question.job.variables);
  if (!given) return {};
  // The last of a name counts, and none without a value.
  app::setup::Variables choosing;
  app::setup::Variables others;
  std::set<std::string> seen;
  for (const auto& one : *given | std::views::reverse) {
    if (!seen.insert(one.name).second || one.value.empty()) continue;
    const bool is_choice = one.name == "NCCL_ALGO" || one.name == "NCCL_PROTO";
    auto& all = is_choice ? choosing : others;
    all.insert(all.begin(), one);
  }
  ExportLimits limits;
  QStringList lines;
  if (!choosing.empty()) {
    limits.setting = text_of(app::setup::variables_text(choosing));
    lines << QObject::tr(
                 "%1: set by hand. NCCL obeys that rather than an exported choice: lines for a "
                 "shell would replace it, but nccl.conf and a tuner plugin cannot. Nothing is "
                 "exported until × under Set by hand takes it away.")
                 .arg(limits.setting);
  }
  if (!others.empty()) {
    lines
        << QObject::tr(
               "%1: set by hand. The choices are for jobs that have that too, and no form sets it: "
               "without it NCCL may choose otherwise.")
               .arg(text_of(app::setup::variables_text(others)));
  }
  limits.text = lines.join(u'\n');
  return limits;
}

ChoiceLimit algorithm_limit(const Question& question) {
  return limit_of(question, "NCCL_ALGO", NameKind::Algorithm);
}

ChoiceLimit protocol_limit(const Question& question) {
  return limit_of(question, "NCCL_PROTO", NameKind::Protocol);
}

}  // namespace treering::gui::models
