#include "gui/window/keys.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QComboBox>
#include <QGroupBox>

namespace treering::gui::window {
namespace {

template <class Widget>
bool is_a(const QWidget& widget) {
  return qobject_cast<const Widget*>(&widget) != nullptr;
}

}  // namespace

bool is_key_of(const QWidget& focused, const QKeyEvent& key) {
  // The numbers at the right of a keyboard are keys as others.
  if (key.modifiers().setFlag(Qt::KeypadModifier, false) != Qt::NoModifier) return false;
  const bool has_choices = is_a<QAbstractItemView>(focused) || is_a<QComboBox>(focused);
  switch (key.key()) {
    case Qt::Key_Space:
      return has_choices || is_a<QAbstractButton>(focused) || is_a<QGroupBox>(focused);
    case Qt::Key_Home:
    case Qt::Key_End:
      return has_choices;
    default:
      return false;
  }
}

}  // namespace treering::gui::window
