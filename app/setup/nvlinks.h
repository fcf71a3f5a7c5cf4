// Messages for machines whose NVLinks are unknown.
#pragma once

#include <string>

#include "app/setup/setup.h"

namespace treering::app::setup {

bool are_nvlinks_unknown(const Setup& setup);

/// Unknown, and more than there can be: times are shorter than any real ones.
bool are_nvlinks_too_many(const Setup& setup);

/// "NVLinks of x are unknown: the file has no ...", one sentence without full stop; empty where
/// they are known.
std::string unknown_nvlinks_text(const Setup& setup);

/// Names the file that has them: "give the file that NCCL writes to NCCL_TOPO_DUMP_FILE"; empty
/// where they are known.
std::string unknown_nvlinks_hint(const Setup& setup);

}  // namespace treering::app::setup
