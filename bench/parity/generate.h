// Random machines and questions, the same ones for the same seed everywhere.
#pragma once

#include <cstdint>
#include <vector>

#include "bench/parity/machine.h"

namespace treering::parity {

/// 1-16 GPUs, every fabric and CPU, 0-10 NICs near and far, equal or mixed; 1-16 nodes.
Question random_question(std::uint64_t seed);

/// Questions that are a little smaller, the boldest first: half the GPUs, no NICs, one node ...
std::vector<Question> smaller(const Question& question);

}  // namespace treering::parity
