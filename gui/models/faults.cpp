#include "app/simulation/faults.h"

#include <QObject>
#include <QStringList>
#include <algorithm>
#include <iterator>
#include <utility>

#include "core/named_values.h"
#include "gui/models/faults.h"
#include "gui/models/question.h"
#include "gui/models/words.h"

namespace treering::gui::models {
namespace {

/// What a fault is about: "0/mlx5_0" of "0/mlx5_0=0.5".
std::string_view subject_of(std::string_view fault) {
  return fault.substr(0, fault.find('='));
}

/// "NVSwitch-GPU 0" of "GPU 0-NVSwitch"; empty where there are not two names.
std::string turned(std::string_view what) {
  const auto dash = what.find('-');
  if (dash == std::string_view::npos) return {};
  return std::string(what.substr(dash + 1)) + "-" + std::string(what.substr(0, dash));
}

}  // namespace

std::vector<std::string> tried_faults(const Question& question) {
  std::vector<std::string> tried;
  std::ranges::copy_if(question.faults, std::back_inserter(tried),
                       [&](const std::string& one) { return !question.faults_off.contains(one); });
  return tried;
}

QString left_out_faults(const Question& question, const QString& what) {
  QStringList names;
  for (const std::string& fault : tried_faults(question)) names << QString::fromStdString(fault);
  if (names.isEmpty()) return {};
  return QObject::tr(
             "The faults that are tried are not part of %1: %2. The cost model does not know them; "
             "Compare and Algorithm simulate them.")
      .arg(what, names.join(QStringLiteral(", ")));
}

QString why_no_fault(const std::string& fault, const app::setup::Setup& job) {
  const auto checked = app::simulation::check_faults({fault}, job);
  return checked ? QString() : message_of(checked.error());
}

Question with_fault(Question question, const std::string& fault) {
  auto& all = question.faults;
  const auto same = std::ranges::find(all, subject_of(fault), &subject_of);
  if (same == all.end()) {
    all.push_back(fault);
  } else {
    question.faults_off.erase(*same);
    *same = fault;
  }
  question.faults_off.erase(fault);
  return question;
}

Question with_fault_switched(Question question, const std::string& fault, bool is_on) {
  if (is_on) {
    question.faults_off.erase(fault);
  } else {
    question.faults_off.insert(fault);
  }
  return question;
}

Question without_fault(Question question, const std::string& fault) {
  std::erase(question.faults, fault);
  question.faults_off.erase(fault);
  return question;
}

Question without_node(const Question& question, int node, int nodes) {
  Question other = question;
  other.job.nodes = nodes - 1;
  other.faults.clear();
  other.faults_off.clear();
  for (const std::string& fault : question.faults) {
    const auto place = app::simulation::place_of(fault, nodes);
    if (place && place->node == node) continue;
    std::string moved = fault;
    if (place && place->node > node) {
      moved = std::to_string(place->node - 1) + fault.substr(fault.find('/'));
    }
    other.faults.push_back(moved);
    if (question.faults_off.contains(fault)) other.faults_off.insert(moved);
  }
  return other;
}

std::vector<std::string> faults_about(const Question& question, int node, std::string_view what) {
  const std::string place = std::to_string(node) + "/";
  const std::string other = turned(what);
  const auto is_what = [&](std::string_view named) {
    return core::is_same_name(named, what) || (!other.empty() && core::is_same_name(named, other));
  };
  std::vector<std::string> about;
  for (const std::string& fault : question.faults) {
    const std::string_view subject = subject_of(fault);
    if (!subject.starts_with(place)) continue;
    const std::string_view named = subject.substr(place.size());
    if (what.empty() || is_what(named)) about.push_back(fault);
  }
  return about;
}

}  // namespace treering::gui::models
