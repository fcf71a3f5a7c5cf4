// Removes from a recording what shows whose machine it was.
#pragma once

#include "hw/world/recording/recording.h"

namespace treering::hw::world::anonymise {

/// Keeps only what is known to be harmless: the lines and words that discovery uses
/// (hw/world/anonymise/harmless_texts.h); names, paths, variables and error words of Linux,
/// NVIDIA's drivers and NCCL (hw/world/anonymise/harmless_words.h); numbers of known files; bus
/// ids. Placeholders replace everything else, equal ones for equal secrets, so that references stay
/// intact (hw/world/anonymise/placeholders.h).
recording::Recording anonymised(const recording::Recording& recording);

}  // namespace treering::hw::world::anonymise
