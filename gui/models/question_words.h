// A question in a few words: for the title of the window, for what is dimmed, and for pictures that
// leave the window.
#pragma once

#include <QString>

#include "gui/models/question.h"
#include "gui/models/session.h"

namespace treering::gui::models {

/// "all_reduce of 1 MiB on dgx-h100 × 4"; of a file its name. Empty without machines.
QString question_text(const Question& question);
/// The same for the question of an inquiry, without the call where the answer does not depend on
/// it.
QString question_text(const Inquiry& inquiry);

/// How an earlier question differs from another: "for dgx-h100 × 4", "for 1 KiB, NCCL 2.19.3", "for
/// run.log before it changed", and "without NCCL_ALGO=ring" for what only the other has. Empty
/// where it does not.
QString difference_text(const Question& question, const Question& other);
/// How the question of the answer that can be shown differs from that of the inquiry, by inputs on
/// which such an answer depends; empty where none can be shown.
QString difference_text(const Inquiry& inquiry);

/// "gb200-nvl72 does not keep what was set for dgx-h100: 0/mlx5_0=0.5.": faults, groups and what is
/// set by hand. Empty where nothing is lost, or the machine is the same.
QString left_behind_text(const Question& before, const Question& now);

/// "dgx-h100 × 4, all_reduce of 1 MiB", a file by its name; empty where no machine is asked about.
QString question_title(const Session& session);

/// Why what a part shows of it is not to be saved, a sentence: its answer to the question is not
/// there. Empty where it may be.
QString why_unsaved(const Inquiry& inquiry);

/// What a picture is of: it depends on more or less of the question.
enum class Shows {
  Run,     // simulated, also its loads and what faults cost on the machines
  Runs,    // two beside each other
  Times,   // by the cost model
  Advice,  // likewise, with another version of NCCL beside
  Check,   // what was measured beside them
};

/// "dgx-h100, 4 nodes, 32 GPUs; all_reduce of 1 MiB; NCCL 2.28.9; times by the cost model", with
/// all of the question that such a picture depends on and that is not the machine's own; empty
/// where no machine is there.
QString source_text(const Session& session, Shows what);

}  // namespace treering::gui::models
