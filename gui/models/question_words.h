// A question in a few words: for the title of the window, for what is dimmed, and for pictures that
// leave the window.
#pragma once

#include <QString>

#include "gui/models/question.h"
#include "gui/models/session.h"

namespace treering::gui::models {

/// "all_reduce of 1 MiB on dgx-h100 × 4"; of a file its name. Empty without machines.
QString question_text(const Question& question);

/// Names how a question differs from another: "dgx-h100 × 4", "1 KiB, NCCL 2.19.3", and
/// "without NCCL_ALGO=ring" for what only the other has.
QString difference_text(const Question& question, const Question& other);

/// "dgx-h100 × 4, all_reduce of 1 MiB", a file by its name; empty where no machine is asked about.
QString question_title(const Session& session);

/// By what the times of a picture are.
enum class TimesBy { CostModel, EventModel };

/// "dgx-h100, 4 nodes, 32 GPUs; all_reduce of 1 MiB; NCCL 2.28.9; times by the cost model", with
/// the profile, the variables and the faults that differ from the usual; empty where no machine is
/// there.
QString source_text(const Session& session, TimesBy by);

}  // namespace treering::gui::models
