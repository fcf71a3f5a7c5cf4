#include "gui/models/blocks.h"

#include <algorithm>

namespace treering::gui::models {

std::vector<Block> blocks_of(const app::simulation::Buffers& buffers, int rank, std::size_t most) {
  const std::size_t count =
      std::clamp<std::size_t>(buffers.blocks() > 1 ? static_cast<std::size_t>(buffers.blocks())
                                                   : static_cast<std::size_t>(buffers.ranks()),
                              1, most);
  std::vector<Block> blocks(count);
  const auto space = static_cast<double>(buffers.space());
  if (space <= 0) return blocks;
  const double size = space / static_cast<double>(count);
  for (const auto& piece : buffers.contents(rank)) {
    const double values = static_cast<double>(piece.values.size()) / buffers.ranks();
    const auto begin = static_cast<double>(piece.range.begin);
    const auto end = static_cast<double>(piece.range.end());
    const auto last = std::min(count - 1, static_cast<std::size_t>(end / size));
    for (auto i = static_cast<std::size_t>(begin / size); i <= last; ++i) {
      const double low = std::max(begin, static_cast<double>(i) * size);
      const double high = std::min(end, static_cast<double>(i + 1) * size);
      if (high > low) blocks[i].share += values * (high - low) / size;
    }
  }
  return blocks;
}

}  // namespace treering::gui::models
