// A recording without what shows whose machine it was.
#pragma once

#include "hw/world/recording/recording.h"

namespace treering::hw::world::anonymise {

/// Keeps what is known to be harmless: of the files that discovery reads, the lines and words that
/// it goes by (hw/world/anonymise/harmless_texts.h); names, paths, variables and words of failures
/// that Linux, NVIDIA's drivers and NCCL have (hw/world/anonymise/harmless_words.h); numbers of
/// known files; bus ids. Everything else is replaced by stand-ins: equal secrets by equal ones, so
/// that what belonged together still does (hw/world/anonymise/placeholders.h).
recording::Recording anonymised(const recording::Recording& recording);

}  // namespace treering::hw::world::anonymise
