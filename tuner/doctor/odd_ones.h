// Equal things that are not equal: what most of them have, and which have less.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/topology/topology.h"

namespace treering::tuner::doctor {

struct OddOnes {
  double usual = 0;                  // what more than half of all have
  std::vector<core::DeviceId> less;  // the others that have less, by id
};

/// Nothing where no figure is that of more than half, or none has less. Figures count as equal
/// within 1 %.
std::optional<OddOnes> odd_ones(const std::vector<core::DeviceId>& devices,
                                const std::function<double(core::DeviceId)>& figure);

}  // namespace treering::tuner::doctor
