// Whether the machines are as fast as they should be: what the doctor finds on them, and a measured
// run beside the expectation.
#pragma once

#include <QWidget>

#include "gui/models/selection.h"
#include "gui/models/session.h"

namespace treering::gui::views::check {

class CheckView final : public QWidget {
  Q_OBJECT

 public:
  CheckView(models::Session& session, models::Selection& selection, QWidget* parent = nullptr);
};

}  // namespace treering::gui::views::check
