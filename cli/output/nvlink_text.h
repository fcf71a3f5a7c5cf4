// What is said first where it is unknown which NVLinks a machine has.
#pragma once

#include <string>

#include "cli/options/job_options.h"

namespace treering::cli {

bool are_nvlinks_unknown(const JobOptions& job);

/// Unknown, and counted as more than there can be: times are shorter than any real ones.
bool are_nvlinks_too_many(const JobOptions& job);

/// "NVLinks of x are unknown: the file has no ...", one sentence without full stop; empty where
/// they are known.
std::string unknown_nvlinks_text(const JobOptions& job);

/// Which file has them: "give the file that NCCL writes to NCCL_TOPO_DUMP_FILE"; empty likewise.
std::string unknown_nvlinks_hint(const JobOptions& job);

/// The first as lines of a heading, with what is done about it.
std::string unknown_nvlinks_lines(const JobOptions& job);

}  // namespace treering::cli
