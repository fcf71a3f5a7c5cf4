#include "gui/timeline/brush.h"

#include <algorithm>
#include <cmath>

namespace treering::gui::timeline {

Grip grip_at(const models::Span& brush, double us, double reach_us) {
  const double inside = std::min(reach_us, (brush.to_us - brush.from_us) / 3);
  const auto is_near = [&](double edge, double inwards) {
    const double far = (us - edge) * inwards;
    return far >= -reach_us && far <= inside;
  };
  if (is_near(brush.from_us, 1)) return Grip::From;
  if (is_near(brush.to_us, -1)) return Grip::To;
  return us > brush.from_us && us < brush.to_us ? Grip::Whole : Grip::New;
}

models::Span brushed(const Drag& drag, double us, double end_us) {
  const double at = std::clamp(us, 0.0, end_us);
  const auto ordered = [](double a, double b) {
    return models::Span{std::min(a, b), std::max(a, b)};
  };
  switch (drag.grip) {
    case Grip::From:
      return ordered(at, drag.before.to_us);
    case Grip::To:
      return ordered(drag.before.from_us, at);
    case Grip::Whole: {
      const double length = drag.before.to_us - drag.before.from_us;
      const double from =
          std::clamp(drag.before.from_us + us - drag.began_us, 0.0, std::max(0.0, end_us - length));
      return {from, from + length};
    }
    case Grip::New:
      break;
  }
  return ordered(std::clamp(drag.began_us, 0.0, end_us), at);
}

}  // namespace treering::gui::timeline
