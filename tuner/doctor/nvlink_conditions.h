// Conditions with repaired NVLinks: none down, none slow.
#pragma once

#include <optional>

#include "tuner/doctor/condition.h"

namespace treering::tuner::doctor {

/// The number of NVLinks of a GPU, to any device.
int nvlinks_of(const core::Topology& node, core::DeviceId gpu);

/// The same with a GPU's bundles of NVLinks, both ways, scaled to `count` links in all. \pre it has
/// some
Condition with_nvlinks(const Condition& condition, core::DeviceId gpu, int count);

/// The same with the GPU having another's NVLinks: to the same NVSwitches, or, in a mesh, as many
/// on its own bundles. Nothing where it has none and there is no NVSwitch.
std::optional<Condition> with_nvlinks_of(const Condition& condition, core::DeviceId gpu,
                                         core::DeviceId like);

/// The same with the GPU's NVLinks at the rate of its generation.
Condition with_full_rate(const Condition& condition, core::DeviceId gpu);

/// The same with `count` NVLinks from every GPU to one NVSwitch, which stands for all. Nothing for
/// four GPUs, whose boards have no NVSwitch.
std::optional<Condition> with_nvswitch(const Condition& condition, int count);

}  // namespace treering::tuner::doctor
