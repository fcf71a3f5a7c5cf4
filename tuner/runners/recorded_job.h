// Which job a recording is of, and which of its results a job with variables of its own replays.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"
#include "tuner/measure/record.h"
#include "tuner/runners/runner.h"

namespace treering::tuner::runners {

/// Those that ran with just the job's variables: of all that `tune` tries. \pre there is a record
std::vector<measure::Record> with_variables(std::vector<measure::Record> records, const Job& job);

/// "NCCL_BUFFSIZE=8388608"
std::string variables_text(const Job& job);

/// Workers are those of one job. \pre there is a record
core::Result<void> check_one_job(const std::vector<measure::Record>& records,
                                 const std::string& file);

}  // namespace treering::tuner::runners
