// What nccl-tests writes with -J (2.17.3 and later; "version" 1 to 3 of its form).
//
// Source: NVIDIA/nccl-tests, src/util.cu of 00f5281 (the first) to 2.19.6. Only what a measurement
// needs is read; later versions added figures of single iterations beside it. "devices" has one
// entry a process, its first GPU, so that ranks are these times "nthreads" times "ngpus".
#pragma once

#include <string_view>

#include "core/result.h"
#include "tuner/importers/import.h"

namespace treering::tuner::importers {

core::Result<MeasurementSet> read_nccl_tests_json(const ImportSource& source,
                                                  const ImportHints& hints);

}  // namespace treering::tuner::importers
