// Boxes to choose one of NCCL's names in: a collective, an algorithm, a protocol.
#pragma once

#include <QComboBox>
#include <optional>
#include <string>

#include "app/setup/names.h"
#include "gui/models/job_settings.h"

namespace treering::gui::window::question {

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
