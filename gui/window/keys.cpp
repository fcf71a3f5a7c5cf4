#include "gui/window/keys.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QGroupBox>
#include <QLineEdit>

namespace treering::gui::window {
namespace {

template <class Widget>
bool is_a(const QWidget& widget) {
  return qobject_cast<const Widget*>(&widget) != nullptr;
}

/// Whether Space does something there: it ticks the row that is current, and takes a choice of a
/// list that has popped up. Without a current row, and in tables, it would do nothing.
bool takes_space(const QWidget& focused) {
  const auto* const view = qobject_cast<const QAbstractItemView*>(&focused);
  if (view == nullptr) return false;
  if (view->window()->windowType() == Qt::Popup) return true;
  const QModelIndex current = view->currentIndex();
  return current.isValid() && current.flags().testFlag(Qt::ItemIsUserCheckable);
}

/// Where text is typed: the widget, or in it, as in a box for a number. Null: nowhere.
const QLineEdit* line_of(const QWidget& focused) {
  const auto* const line = qobject_cast<const QLineEdit*>(&focused);
  return line != nullptr ? line : focused.findChild<const QLineEdit*>();
}

/// Keeps fields from saying that a key is theirs.
class Keeper final : public QObject {
 public:
  Keeper(const QKeySequence& shortcut, QWidget& window, IsLeft is_left)
      : QObject(&window), shortcut_(shortcut), window_(window), is_left_(is_left) {
    qApp->installEventFilter(this);
  }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() != QEvent::ShortcutOverride) return false;
    const auto& key = *static_cast<QKeyEvent*>(event);
    const auto* const widget = qobject_cast<QWidget*>(watched);
    return widget != nullptr && widget->window() == &window_ &&
           shortcut_ == QKeySequence(key.keyCombination()) &&
           (is_left_ == nullptr || !is_left_(*widget));
  }

 private:
  QKeySequence shortcut_;
  QWidget& window_;
  IsLeft is_left_;
};

}  // namespace

bool is_key_of(const QWidget& focused, const QKeyEvent& key) {
  // The numbers at the right of a keyboard are keys as others.
  if (key.modifiers().setFlag(Qt::KeypadModifier, false) != Qt::NoModifier) return false;
  const bool has_choices = is_a<QAbstractItemView>(focused) || is_a<QComboBox>(focused);
  switch (key.key()) {
    case Qt::Key_Space:
      return takes_space(focused) || is_a<QComboBox>(focused) || is_a<QAbstractButton>(focused) ||
             is_a<QGroupBox>(focused);
    case Qt::Key_Home:
    case Qt::Key_End:
      return has_choices;
    default:
      return false;
  }
}

bool undoes_text(const QWidget& focused) {
  const QLineEdit* const line = line_of(focused);
  return line != nullptr && line->isModified() && line->isUndoAvailable();
}

bool redoes_text(const QWidget& focused) {
  const QLineEdit* const line = line_of(focused);
  return line != nullptr && line->isRedoAvailable();
}

void keep_for_window(const QKeySequence& shortcut, QWidget& window, IsLeft is_left) {
  new Keeper(shortcut, window, is_left);  // the window owns it
}

}  // namespace treering::gui::window
