#include "gui/models/words.h"

#include <QObject>
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <vector>

#include "core/text/field.h"
#include "core/units.h"
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
    Input{"topology", "Topology"},
    Input{"nodes", "Nodes"},
    Input{"nccl", "NCCL"},
    Input{"collective", "Collective"},
    Input{"bytes", "Size"},
    Input{"size", "Size"},
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
    Input{"node-order", "Order of nodes"},
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

/// The field that `text` begins with, "nodes" of "⟨nodes⟩ of"; empty: it begins with none.
std::string_view leading_field(std::string_view text) {
  if (!text.starts_with(core::kFieldMark)) return {};
  const std::string_view rest = text.substr(core::kFieldMark.size());
  const auto end = rest.find(core::kFieldEnd);
  return end == std::string_view::npos ? std::string_view() : rest.substr(0, end);
}

/// ", ", " and " or " or ", where `text` begins with one of them and a field is next.
std::string_view leading_join(std::string_view text) {
  for (const std::string_view join : {", ", " and ", " or "}) {
    if (text.starts_with(join) && !leading_field(text.substr(join.size())).empty()) return join;
  }
  return {};
}

/// A list of fields that `text` begins with, without those whose input another has named.
/// \param text loses the list
std::string list_without_repeats(std::string_view& text) {
  std::vector<std::string> labels;
  std::vector<std::string> parts;  // a join, and a field
  std::string_view join;
  do {
    text.remove_prefix(join.size());
    const std::string field = core::field(leading_field(text));
    const std::string label = label_of(leading_field(text)).value_or(field);
    text.remove_prefix(field.size());
    if (std::ranges::find(labels, label) == labels.end()) {
      labels.push_back(label);
      parts.insert(parts.end(), {std::string(join), field});
    }
    const std::string_view next = leading_join(text);
    if (next.empty()) break;
    join = next;
  } while (true);
  // The last that is left is joined as the last was.
  if (parts.size() > 2) parts[parts.size() - 2] = join;
  std::string list;
  for (const std::string& part : parts) list += part;
  return list;
}

/// Several fields have one input: "⟨nodes⟩, ⟨devices⟩ and ⟨nics⟩" is "⟨nodes⟩ and ⟨devices⟩".
std::string with_each_input_once(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const auto field = text.find(core::kFieldMark);
    result += text.substr(0, field);
    text.remove_prefix(std::min(field, text.size()));
    if (!leading_field(text).empty()) {
      result += list_without_repeats(text);
    } else if (!text.empty()) {
      result += core::kFieldMark;
      text.remove_prefix(core::kFieldMark.size());
    }
  }
  return result;
}

}  // namespace

QString with_labels(const std::string& text) {
  return QString::fromStdString(core::with_fields(with_each_input_once(text), label_of));
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

QString unbroken(const QString& text) {
  constexpr QChar kJoiner(0x2060);  // no line ends there
  QString joined;
  for (qsizetype i = 0; i < text.size(); ++i) {
    joined += text[i];
    const bool may_end = text[i] == u'-' || text[i] == u'/' || text[i] == u'>';
    if (may_end && i + 1 < text.size() && !text[i + 1].isSpace()) joined += kJoiner;
  }
  return joined;
}

QString ratio_text(double longer) {
  constexpr double kSeen = 1.005;  // two digits behind the point show less as 1.00
  if (longer < kSeen && 1 / longer < kSeen) return QObject::tr("as long");
  return longer > 1 ? QObject::tr("%1 times as long").arg(longer, 0, 'f', 2)
                    : QObject::tr("%1 times as fast").arg(1 / longer, 0, 'f', 2);
}

}  // namespace treering::gui::models
