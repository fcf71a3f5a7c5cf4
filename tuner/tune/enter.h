// What a launch shows of a cell, entered into its table.
#pragma once

#include "tuner/tune/tune.h"

namespace treering::tuner::tune {

/// A cell that fails is closed, one whose ranks never started together at the second time; one that
/// never had a time is no choice. A way that fails at a third size, and ran at none, will fail at
/// all.
void enter(const Shown& shown, Table& table);

}  // namespace treering::tuner::tune
