// Which parts of a picture are drawn one by one, where else one box stands for all that are alike.
#pragma once

#include <compare>
#include <set>

namespace treering::report::drawing {

enum class FoldKind {
  Leaves,    // leaf switches of a cluster, with their nodes
  Nodes,     // below a leaf switch: `of` is its number
  Devices,   // below the device `of`
  Hosts,     // all that a machine spans
  Host,      // drawn in full: its number; without any it is the first
  Switches,  // of a level of a fabric: `of` is its number
};

struct Fold {
  FoldKind kind = FoldKind::Leaves;
  int of = 0;
  auto operator<=>(const Fold&) const = default;
};

using Unfolded = std::set<Fold>;

/// With `fold`, where it was not there, else without. Only one host is drawn in full.
Unfolded toggled(Unfolded unfolded, const Fold& fold);

/// Of a box that is clicked to unfold a part, or to fold it again.
struct Handle {
  Fold fold;
  bool is_unfolded = false;
};

}  // namespace treering::report::drawing
