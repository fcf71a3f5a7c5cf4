// Machines with other NVLinks: as they would be if those that are down or slow were not.
#pragma once

#include <optional>

#include "tuner/doctor/condition.h"

namespace treering::tuner::doctor {

/// The NVLinks of a GPU, to whatever.
int nvlinks_of(const core::Topology& node, core::DeviceId gpu);

/// A GPU's bundles of NVLinks, both ways, at what they would carry if it had `count` in all. It has
/// some.
Condition with_nvlinks(const Condition& condition, core::DeviceId gpu, int count);

/// As if the GPU had the NVLinks of another: to the same NVSwitches, or, of a mesh, as many more on
/// the bundles that it has. Nothing where it has none and there is no NVSwitch.
std::optional<Condition> with_nvlinks_of(const Condition& condition, core::DeviceId gpu,
                                         core::DeviceId like);

/// The GPU's NVLinks at the rate of its generation.
Condition with_full_rate(const Condition& condition, core::DeviceId gpu);

/// Every GPU with `count` NVLinks into one NVSwitch, which stands for all, besides what is there.
/// Nothing for four GPUs, whose boards have none.
std::optional<Condition> with_nvswitch(const Condition& condition, int count);

}  // namespace treering::tuner::doctor
