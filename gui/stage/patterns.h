// Channels by what they look like: those whose messages take the same ways are one pattern.
#pragma once

#include <QString>
#include <vector>

#include "app/simulation/moments.h"

namespace treering::gui::stage {

struct Pattern {
  std::vector<int> channels;  // ascending; all with the same lanes
  QString name;               // "channel 0", "channels 0, 8"
  int colour = 0;             // of paint::Theme's series: those shown at first have the first ones
};

/// In the order of their first channels.
std::vector<Pattern> patterns_of(const app::simulation::Stage& stage);

/// Those that are shown at first: one ring, or the two trees of a double binary tree.
std::vector<std::size_t> first_shown(const std::vector<Pattern>& patterns,
                                     const QString& algorithm);

}  // namespace treering::gui::stage
