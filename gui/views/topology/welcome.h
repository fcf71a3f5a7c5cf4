// What stands in place of the picture of a topology while there is none.
#pragma once

#include <QLabel>
#include <QPushButton>
#include <QWidget>

#include "gui/models/session.h"
#include "gui/widgets/labels.h"

namespace treering::gui::views::topology {

/// What the window is for, with three ways to begin, while no topology is asked about; or why it
/// cannot be shown. Not to be seen where it is, or is awaited.
class Welcome final : public QWidget {
  Q_OBJECT

 public:
  explicit Welcome(models::Session& session, QWidget* parent = nullptr);

  /// Shows what there is to say of the question as it is now; whether there is anything.
  bool take_question();

 Q_SIGNALS:
  void questionWanted(const treering::gui::models::Question& question);
  /// The user wants to choose a log.
  void fileWanted();

 private:
  QWidget* beginnings();
  QPushButton* add(const QString& text, const QString& does);

  models::Session& session_;
  QLabel* text_;
  QWidget* beginnings_;
  QLabel* views_;
  widgets::ProblemLabel* problem_;
};

}  // namespace treering::gui::views::topology
