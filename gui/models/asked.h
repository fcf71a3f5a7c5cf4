// The question of an answer of treering that was opened, as the window asks it.
#pragma once

#include <QString>

#include "app/files/asked.h"
#include "gui/models/question.h"

namespace treering::gui::models {

/// What the answer does not say stays as it is in `question`; a machine that is not built in leaves
/// the one that is there. Of several sizes the one that is there is kept, else the first is taken.
Question with_asked(Question question, const app::files::Asked& asked);

/// What was restored, and what could not be: sentences.
QString asked_text(const app::files::Asked& asked, const QString& file);

}  // namespace treering::gui::models
