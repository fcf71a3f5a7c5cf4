// The memory of a rank as blocks.
#pragma once

#include <cstddef>
#include <vector>

#include "app/simulation/buffers.h"

namespace treering::gui::models {

/// How full a block of a rank's memory is.
struct Block {
  double share = 0;  // of the values of all ranks that it holds
  bool operator==(const Block&) const = default;
};

/// A rank's memory in at most `most` equal blocks.
std::vector<Block> blocks_of(const app::simulation::Buffers& buffers, int rank, std::size_t most);

}  // namespace treering::gui::models
