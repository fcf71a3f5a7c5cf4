// The switches of a level of a fabric as boxes: each by itself, or alike ones as one.
#pragma once

#include <string>
#include <vector>

#include "hw/fabric/analysis/fabric.h"
#include "report/drawing/picture.h"

namespace treering::report::drawing {

/// Switches of a level that are drawn as one box.
struct Drawn {
  std::vector<hw::fabric::FabricNodeId> nodes;
  std::string name;
  std::vector<std::string> details;
  Area area;
};

/// Whether they are too many to be shown one by one unasked.
bool is_foldable(const hw::fabric::analysis::TreeLevel& level);

inline constexpr double kSwitchWidth = 96;
inline constexpr double kSwitchHeight = 46;
inline constexpr double kSwitchGap = 10;

/// Each by itself, or where they are too many by how many cables they have.
std::vector<Drawn> boxes_of(const hw::fabric::FabricGraph& subnet,
                            const hw::fabric::analysis::TreeLevel& level);

/// Those of a level that is too large, one by one in rows on a ground of their own. To the other
/// levels it is one box.
class SwitchGround {
 public:
  SwitchGround(const hw::fabric::FabricGraph& subnet, const hw::fabric::analysis::TreeLevel& level);

  std::vector<Drawn>& switches() { return switches_; }
  [[nodiscard]] double width() const;
  [[nodiscard]] double height() const;
  /// \param handle folds them again
  void add(Point corner, const Handle& handle, Picture& picture) const;
  /// All of them.
  [[nodiscard]] Drawn whole() const;

 private:
  std::vector<Drawn> switches_;
  int in_row_ = 1;
};

}  // namespace treering::report::drawing
