// How playing goes through a run where it slows down where much happens: a monotone map from run
// time to the viewer's share of the whole, and back.
//
// The run is cut into equal parts. A part takes the viewer's time for its length (a quarter of the
// whole, so that nothing stands still or is skipped) and for its share of the events (the rest).
// Both maps are linear between the ends of parts.
#pragma once

#include <vector>

namespace treering::gui::models {

class Pace {
 public:
  /// Even: in proportion to run time.
  explicit Pace(double end_us = 0) : Pace({}, end_us) {}
  /// \param events us, ascending; those outside 0 to `end_us` do not count
  Pace(const std::vector<double>& events, double end_us);

  /// 0 to 1. \param us 0 to the end
  double share_at(double us) const;
  /// The inverse. \param share beyond 1 is the end
  double us_at(double share) const;

 private:
  double end_us_ = 0;
  std::vector<double> shares_;  // at the ends of equal parts of the run, from 0 to 1
};

}  // namespace treering::gui::models
