// A question in a few words.
#pragma once

#include <QString>

#include "gui/models/question.h"

namespace treering::gui::models {

/// "all_reduce of 1 MiB on dgx-h100 x 4"; of a file its name. Empty without machines.
QString question_text(const Question& question);

/// What of a question differs from another: "dgx-h100 x 4", "1 KiB, NCCL 2.19.3". What only the
/// other has: "without NCCL_ALGO=ring".
QString difference_text(const Question& question, const Question& other);

}  // namespace treering::gui::models
