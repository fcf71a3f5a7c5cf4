// All runners.
#pragma once

#include <span>
#include <string_view>

#include "tuner/runners/runner.h"

namespace treering::tuner::runners {

std::span<const Runner> all_runners();

/// Fails with Category::Usage and names the closest one.
core::Result<const Runner*> find_runner(std::string_view name);

}  // namespace treering::tuner::runners
