// Channels by what they look like: those whose messages take the same ways are one pattern, but for
// trees with the same links and another root.
#pragma once

#include <QString>
#include <cstdint>
#include <vector>

#include "app/simulation/moments.h"

namespace treering::gui::stage {

struct Pattern {
  std::vector<int> channels;  // ascending; all with the same lanes
  int tree = -1;              // of nodes, that they follow: equal numbers, equal trees; -1: none
  QString name;               // "channel 0", "channels 0, 8"
  int colour = 0;             // of paint::Theme's series: those shown at first have the first ones
};

struct ShownLanes {
  const app::simulation::Moments& moments;
  int nodes = 1;

  const app::simulation::Stage& stage() const { return moments.stage(); }
};

/// In the order of their first channels.
std::vector<Pattern> patterns_of(const ShownLanes& run);

/// Whether channels of this algorithm of NCCL follow two trees of nodes.
bool is_of_two_trees(const QString& algorithm);

/// Those that are shown at first: one ring, or the two trees of a double binary tree; one of them
/// where all channels follow it.
std::vector<std::size_t> first_shown(const std::vector<Pattern>& patterns,
                                     const QString& algorithm);

/// The same where channels carry messages between pairs, each its own: all where these are few.
std::vector<std::size_t> first_of_pairs(const std::vector<Pattern>& patterns,
                                        const app::simulation::Stage& stage);

/// By lane: how many other patterns have the same way, and a lane on it before.
/// \param pattern_of by channel
std::vector<std::uint16_t> beside_of(const app::simulation::Stage& stage,
                                     const std::vector<int>& pattern_of);

}  // namespace treering::gui::stage
