#include "gui/window/question/typing.h"

#include <QLineEdit>
#include <QVariant>
#include <type_traits>

namespace treering::gui::window::question {
namespace {

constexpr const char* kIsTyped = "isTyped";

/// The line that the text stands in: the input itself, or a part of it.
template <class Widget>
auto& line_of(Widget& input) {
  using Line = std::conditional_t<std::is_const_v<Widget>, const QLineEdit, QLineEdit>;
  auto* const own = qobject_cast<Line*>(&input);
  return own != nullptr ? *own : *input.template findChild<Line*>();
}

}  // namespace

void watch_typing(QWidget& input) {
  QLineEdit& line = line_of(input);
  QObject::connect(&line, &QLineEdit::textEdited, &line,
                   [&line] { line.setProperty(kIsTyped, true); });
}

bool is_typed_in(const QWidget& input) {
  const QLineEdit& line = line_of(input);
  return line.hasFocus() && line.property(kIsTyped).toBool();
}

bool end_typing(QWidget& input) {
  QLineEdit& line = line_of(input);
  const bool was_typed = line.property(kIsTyped).toBool();
  line.setProperty(kIsTyped, false);
  return was_typed;
}

}  // namespace treering::gui::window::question
