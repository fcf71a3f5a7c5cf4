// The most probable parameters of one library over one transport (host_fit.h says what is sought).
#pragma once

#include <string>
#include <vector>

#include "core/profile/profile.h"
#include "tuner/hosts/measured_calls.h"

namespace treering::tuner::hosts {

struct ProbableValue {
  std::string name;  // of the parameter
  double value = 0;
  double error = 0;  // standard error of ln(value)
};

/// Of the parameters that are not known for sure, and that some call could depend on. \pre the
/// calls are of these means
std::vector<ProbableValue> most_probable(const std::vector<const MeasuredCall*>& calls,
                                         const core::Profile& prior,
                                         const sim::hosts::Means& means);

}  // namespace treering::tuner::hosts
