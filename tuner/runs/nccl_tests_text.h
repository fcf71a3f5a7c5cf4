// Reads the text of nccl-tests, of any version since 2017 (table_line.h): with any prefix of lines
// (mpirun --tag-output, srun -l, kubectl logs --prefix), with colours, several runs, and NCCL's
// debug output between and within rows.
#pragma once

#include <string_view>

#include "core/result.h"
#include "tuner/runs/runs.h"

namespace treering::tuner::runs {

/// Whether something in `text` looks like a table of nccl-tests.
bool is_nccl_tests_text(std::string_view text);

core::Result<MeasurementSet> read_nccl_tests_text(const ImportSource& source,
                                                  const ImportHints& hints);

}  // namespace treering::tuner::runs
