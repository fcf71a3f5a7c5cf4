// What is said first where nobody knows which NVLinks a machine has.
#pragma once

#include <string>

#include "cli/job_options.h"

namespace treering::cli {

/// "NVLinks of x are unknown: the file has no ...", one sentence without full stop; empty where
/// they are known.
std::string unknown_nvlinks_text(const JobOptions& job);

/// The same as lines of a heading.
std::string unknown_nvlinks_lines(const JobOptions& job);

}  // namespace treering::cli
