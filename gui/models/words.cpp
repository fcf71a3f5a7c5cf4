#include "gui/models/words.h"

#include <QObject>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>

#include "core/text/field.h"
#include "core/unit_text.h"
#include "report/figures.h"

namespace treering::gui::models {
namespace {

struct Input {
  std::string_view field;
  std::string_view label;
};

// The labels of window/question/question_panel.cpp.
constexpr std::string_view kByHand = "Set by hand";
constexpr std::array kInputs{
    Input{"nodes", "Nodes"},
    Input{"nccl", "NCCL"},
    Input{"collective", "Collective"},
    Input{"bytes", "Size"},
    Input{"minbytes", "Size"},
    Input{"maxbytes", "Size"},
    Input{"algo", "Algorithm"},
    Input{"proto", "Protocol"},
    Input{"env", kByHand},
    Input{"gpus-per-node", kByHand},
    Input{"devices", kByHand},
    Input{"gpus-per-process", kByHand},
    Input{"nics", kByHand},
    Input{"nic-rate", kByHand},
    Input{"fault", "What if"},
    Input{"oversubscription", "Oversubscription"},
    Input{"nodes-per-leaf", "Nodes per leaf"},
    Input{"groups", "Groups"},
    Input{"to", "the tab"},  // of views/recommendation/export_panel.cpp
};

/// What has no input in the window is an option of the command line.
std::optional<std::string> label_of(std::string_view field) {
  for (const Input& one : kInputs) {
    if (one.field == field) return std::string(one.label);
  }
  return "--" + std::string(field);
}

}  // namespace

QString with_labels(const std::string& text) {
  return QString::fromStdString(core::with_fields(text, label_of));
}

QString message_of(const core::Error& error) {
  if (error.category == core::Category::Cancelled) {
    return QObject::tr("Cancelled. F5 asks again.");
  }
  return with_labels(error.message());
}

QString duration_text(double us) {
  return QString::fromStdString(core::format_duration(core::Duration::from_us(us)));
}

QString us_text(double us) {
  const double size = std::abs(us);
  constexpr double kLeastUs = 1e-6;  // that has digits
  int digits = size >= 1000 ? 1 : 2;
  if (size < 1 && size >= kLeastUs) digits = 2 - static_cast<int>(std::floor(std::log10(size)));
  return QObject::tr("%1 us").arg(us, 0, 'f', digits);
}

QString us_figure(double us) {
  return QString::fromStdString(report::time_figure(core::Duration::from_us(us))).trimmed();
}

}  // namespace treering::gui::models
