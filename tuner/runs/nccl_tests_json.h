// Reads what nccl-tests writes with -J (2.17.3 and later; "version" 1 to 3).
//
// Source: NVIDIA/nccl-tests, src/util.cu of 00f5281 (the first) to 2.19.6. Reads only what a
// measurement needs; later versions added figures of single iterations. "devices" has one entry per
// process, its first GPU, so that ranks = entries x "nthreads" x "ngpus".
#pragma once

#include <string_view>

#include "core/result.h"
#include "tuner/runs/runs.h"

namespace treering::tuner::runs {

core::Result<MeasurementSet> read_nccl_tests_json(const ImportSource& source,
                                                  const ImportHints& hints);

}  // namespace treering::tuner::runs
