// The question of the window in a line: for its title, and for pictures that leave it.
#pragma once

#include <QString>

#include "gui/models/session.h"

namespace treering::gui::models {

/// "dgx-h100 × 4, all_reduce of 1 MiB", a file by its name; empty where no machine is asked about.
QString question_title(const Session& session);

/// By what the times of a picture are.
enum class TimesBy { CostModel, EventModel };

/// "dgx-h100, 4 nodes, 32 GPUs; all_reduce of 1 MiB; NCCL 2.28.9; times by the cost model", with
/// the profile, the variables and the faults that differ from the usual; empty where no machine is
/// there.
QString source_text(const Session& session, TimesBy by);

}  // namespace treering::gui::models
