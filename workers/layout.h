// The buffers of a call: how many elements a rank reads and writes, what each of them is, and how
// the host fills and checks them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/call.h"
#include "core/data_type.h"
#include "tuner/measure/configuration.h"
#include "workers/elements.h"

namespace treering::workers {

// How many elements a collective reads and writes on a rank, and what each of them is. As
// nccl-tests counts: its "size" is the larger of the two sides.

/// In elements, of one rank.
struct Layout {
  std::size_t in = 0;
  std::size_t out = 0;
  std::size_t block = 0;  // that goes from one rank to another, or `in`
};

/// Rank 0 is the root of those that have one. At least one element per block.
Layout layout_of(const tuner::measure::Configuration& call, int rank, int ranks);

/// What all ranks put in.
Inputs inputs_of(const tuner::measure::Configuration& call, int ranks);

/// What belongs into the output of `rank`.
Pattern pattern_of(const tuner::measure::Configuration& call, int rank, int ranks);

/// Whether the collective combines the inputs of the ranks by an operation.
bool is_reduction(core::Collective collective);

/// Whether `rank` gets an output at all: of a reduce and a gather only the root does, of a pair
/// only the one that receives.
bool has_output(const tuner::measure::Configuration& call, int rank);

// What the buffers of a call hold before it, and whether they hold the right thing after it.

void fill_input(const tuner::measure::Configuration& call, int rank, int ranks, std::byte* in);

/// Every byte of what no result has.
inline constexpr int kSpoiledByte = 0x55;

/// Values that no result has, so that a call that does nothing is found.
void spoil_output(const tuner::measure::Configuration& call, int rank, int ranks, std::byte* out);

/// Elements of the output of `rank` that differ from what the collective promises.
std::uint64_t wrong_elements(const tuner::measure::Configuration& call, int rank, int ranks,
                             const std::byte* out);

}  // namespace treering::workers
