// Whether the machines are as fast as they should be: what the doctor finds on them, and a measured
// run beside the expectation.
#pragma once

#include <QSplitter>
#include <QWidget>
#include <optional>

#include "gui/models/selection.h"
#include "gui/models/session.h"

namespace treering::gui::views::check {

class LogPanel;

class CheckView final : public QWidget {
  Q_OBJECT

 public:
  CheckView(models::Session& session, models::Selection& selection, QWidget* parent = nullptr);

 protected:
  /// The machine stands beside the run, or above it where a table with all its columns leaves no
  /// room for both side by side.
  void resizeEvent(QResizeEvent* event) override;

 private:
  void arrange();
  void stack(Qt::Orientation beside);

  LogPanel* log_;
  QSplitter* split_;
  std::optional<Qt::Orientation> arranged_;
};

}  // namespace treering::gui::views::check
