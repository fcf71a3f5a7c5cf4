// Text that a user types into an input is theirs until it is taken: no answer that comes meanwhile,
// and no change of the question elsewhere, replaces it.
#pragma once

#include <QAbstractSpinBox>
#include <QWidget>
#include <optional>
#include <utility>

namespace treering::gui::window::question {

/// From now on it is known what is typed into the input. (What Qt calls modified is forgotten where
/// a line completes itself or has a unit.)
void watch_typing(QWidget& input);
/// Whether the input has the keys, and its text is typed and not taken yet.
bool is_typed_in(const QWidget& input);
/// Its text is taken, or refused: from now on it follows the question again. Whether it was typed.
bool end_typing(QWidget& input);

/// The part of the question that an input shows.
template <class Value>
class Followed {
 public:
  /// Whether the input is to be filled with `value`: it differs from the last one, and nobody
  /// types.
  bool is_to_fill(const Value& value, const QWidget& input) {
    const bool is_other = std::exchange(last_, value) != value;
    return is_other && !is_typed_in(input);
  }

 private:
  std::optional<Value> last_;
};

/// Calls `take` with a value that is stepped to, and with one that is typed, also where it is that
/// of the box before: the question may have another one since.
template <class Box, class Take>
void on_value(Box& box, QObject& owner, Take take) {
  box.setKeyboardTracking(false);
  QObject::connect(&box, &Box::valueChanged, &owner, take);
  watch_typing(box);
  QObject::connect(&box, &QAbstractSpinBox::editingFinished, &owner, [&box, take] {
    if (end_typing(box)) take(box.value());
  });
}

}  // namespace treering::gui::window::question
