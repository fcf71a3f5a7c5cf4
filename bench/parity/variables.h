// NCCL_* variables for random questions.
#pragma once

#include <string>
#include <vector>

#include "bench/parity/dice.h"

namespace treering::parity {

/// One to three assignments, "NCCL_ALGO=Ring", among them values that NCCL changes or ignores.
std::vector<std::string> random_variables(Dice& dice);

}  // namespace treering::parity
