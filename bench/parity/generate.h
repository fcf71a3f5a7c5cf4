// Random machines and questions with their variables, the same ones for the same seed everywhere.
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "bench/parity/machine.h"

namespace treering::parity {

// Random numbers that are the same for the same seed everywhere.

/// The standard's engine, but not its distributions, whose results differ between libraries.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}

  int below(int limit) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(limit)); }
  /// True in `percent` of 100.
  bool chance(int percent) { return below(100) < percent; }
  int one_of(std::span<const int> values) {
    return values[static_cast<std::size_t>(below(static_cast<int>(values.size())))];
  }

 private:
  std::mt19937_64 engine_;
};

// NCCL_* variables for random questions.

/// One to three assignments, "NCCL_ALGO=Ring", among them values that NCCL changes or ignores.
std::vector<std::string> random_variables(Dice& dice);

// Questions about ports that NCCL joins to one NET.

/// Whether these name NCCL_IB_MERGE_NICS or NCCL_NET_MERGE_LEVEL, so that treering takes the
/// network plugin for one that joins.
bool speaks_of_joining(const std::vector<std::string>& environment);

/// The question about a machine most of whose adapters have several ports, under these variables.
Question with_joining(Question question, std::uint64_t seed);

// Random machines and questions, the same ones for the same seed everywhere.

/// 1-16 GPUs, every fabric and CPU, 0-10 NICs near and far, equal or mixed; 1-16 nodes.
Question random_question(std::uint64_t seed);

/// Questions that are a little smaller, the boldest first: half the GPUs, no NICs, one node ...
std::vector<Question> smaller(const Question& question);

}  // namespace treering::parity
