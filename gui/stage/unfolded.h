// Ranks as an algorithm goes through them: a ring as one circle; a tree from its root down, node by
// node, with the chain of each node, or its ranks around their switch, in its card.
#pragma once

#include <QSizeF>
#include <optional>
#include <vector>

#include "app/simulation/moments.h"
#include "gui/stage/arrangement.h"
#include "gui/stage/patterns.h"

namespace treering::gui::stage {

/// A copy for each pattern. Nothing where some pattern is neither a ring nor a tree.
struct Unfolding {
  const app::simulation::Moments& moments;
  int nodes = 1;
  QSizeF pixels;              // of the screen, to be filled
  bool is_from_root = false;  // data come from the root alone: first messages lead away from it

  const app::simulation::Stage& stage() const { return moments.stage(); }
};
std::optional<Arrangement> unfold(const Unfolding& unfolding,
                                  const std::vector<const Pattern*>& patterns);

}  // namespace treering::gui::stage
