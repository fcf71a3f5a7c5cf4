// What the buffers of a call hold before it, and whether they hold the right thing after it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tuner/measure/configuration.h"

namespace treering::workers {

void fill_input(const tuner::measure::Configuration& call, int rank, int ranks, std::byte* in);

/// Every byte of what no result has.
inline constexpr int kSpoiledByte = 0x55;

/// Values that no result has, so that a call that does nothing is found.
void spoil_output(const tuner::measure::Configuration& call, int rank, int ranks, std::byte* out);

/// Elements of the output of `rank` that differ from what the collective promises.
std::uint64_t wrong_elements(const tuner::measure::Configuration& call, int rank, int ranks,
                             const std::byte* out);

}  // namespace treering::workers
