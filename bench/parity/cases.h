// The cases of bench_parity: known machines and random ones.
#pragma once

#include <filesystem>
#include <vector>

#include "bench/parity/oracle.h"

namespace treering::parity {

/// Every built-in with 1, 2, 4 and 16 nodes as far as `max_ranks` allows, and each with one GPU.
std::vector<Case> builtin_cases(int max_ranks);

/// Every XML in `folder` with 1, 2 and 4 nodes.
std::vector<Case> file_cases(const std::filesystem::path& folder, int max_ranks);

}  // namespace treering::parity
