#include "report/drawing/fold.h"

namespace treering::report::drawing {

Unfolded toggled(Unfolded unfolded, const Fold& fold) {
  if (unfolded.erase(fold) > 0) return unfolded;
  if (fold.kind == FoldKind::Host) {
    std::erase_if(unfolded, [](const Fold& one) { return one.kind == FoldKind::Host; });
  }
  unfolded.insert(fold);
  return unfolded;
}

}  // namespace treering::report::drawing
