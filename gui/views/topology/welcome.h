// What stands in place of the picture of a topology while there is none.
#pragma once

#include <QString>

#include "gui/models/session.h"

namespace treering::gui::views::topology {

/// What the window is for, while no topology is asked about, or why it cannot be shown; empty where
/// it is, or is awaited.
QString text_in_place(const models::Session& session);

}  // namespace treering::gui::views::topology
