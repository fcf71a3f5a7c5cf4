// Single inputs of the question: what is typed into them stays the user's until it is taken;
// numbers of nodes and of channels, and boxes for NCCL's names.
#pragma once

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QSpinBox>
#include <QWidget>
#include <optional>
#include <string>
#include <utility>

#include "app/setup/names.h"
#include "gui/models/job_settings.h"
#include "gui/models/session.h"
#include "gui/widgets/labels.h"

namespace treering::gui::window::question {

// Text that a user types into an input is theirs until it is taken: no answer that comes meanwhile,
// and no change of the question elsewhere, replaces it.

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

// The number of channels of the job, or that NCCL chooses it.

class ChannelsInput final : public QSpinBox {
  Q_OBJECT

 public:
  explicit ChannelsInput(models::Session& session, QWidget* parent = nullptr);

 private:
  /// 0: NCCL chooses.
  int asked() const;
  void take_question();
  void ask(int channels);

  models::Session& session_;
  Followed<int> followed_;
};

// The number of nodes. What is more than treering takes is said below, and the views stay as they
// are.

class NodesInput final : public QWidget {
  Q_OBJECT

 public:
  explicit NodesInput(models::Session& session, QWidget* parent = nullptr);

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  int asked() const;
  void take_question();
  void ask(int nodes);

  models::Session& session_;
  Followed<int> followed_;
  QSpinBox* box_;
  widgets::ProblemLabel* problem_;
};

// Boxes to choose one of NCCL's names in: a collective, an algorithm, a protocol.

/// Where its text has no room, the end is left out; the tooltip has all of it.
class ChoiceBox final : public QComboBox {
  Q_OBJECT

 public:
  explicit ChoiceBox(QWidget* parent);

  /// The text, as far as there is room for it.
  QString shownText() const;

 protected:
  void paintEvent(QPaintEvent* event) override;
};

/// An empty one, with a name for those who hear it.
QComboBox* combo(QWidget* parent, const QString& name);

void add_names(QComboBox* box, app::setup::NameKind kind);

/// With "NCCL's choice" before the names.
void add_choice(QComboBox* box, app::setup::NameKind kind);

/// With a list as broad as its texts: "ring_2d (not in NCCL)".
void add_algorithms(QComboBox* box);

/// What is taken where nothing is chosen, as short as the box.
QString automatic(const std::string& algorithm);

/// Empty where nothing is chosen.
std::optional<std::string> chosen(const QComboBox* box);

/// What the box does not list is a line of its own in it while it is chosen.
void set_chosen(QComboBox* box, const std::optional<std::string>& name);

/// Says "NCCL's choice", or how a variable of the job makes it.
void name_choice(QComboBox* box, const models::ChoiceLimit& limit);

}  // namespace treering::gui::window::question
