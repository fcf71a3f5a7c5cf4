// How close models of a run come to its measurements, and which possible causes come closest.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/units.h"
#include "sim/estimates/estimate.h"
#include "tuner/check/checked_row.h"
#include "tuner/check/suspect.h"

namespace treering::tuner::check {

struct LikelyCause {
  std::string cause;
  std::string what;
  std::string look_at;
  double factor = 1;          // typical, between measured times and those modelled with the cause
  std::size_t explained = 0;  // rows that are too slow
};

/// What a call takes by a model.
struct Expected {
  core::Duration time;
  sim::estimates::Interval within;
};

/// How close a model comes to the measurements. \param expected of a row, by its place
LikelyCause nearness(const std::vector<CheckedRow>& rows,
                     const std::function<Expected(std::size_t row)>& expected);

/// What each possible cause would explain, the nearest first, without those whose distance
/// (check.h) is beyond `most`: such a cause is given up as soon as some of the rows prove that.
/// \param rows of the run, beside what is expected of them \param stop as in check()
std::vector<LikelyCause> weighed_causes(const CheckedRun& run, const std::vector<CheckedRow>& rows,
                                        double most, const std::stop_token& stop);

}  // namespace treering::tuner::check
