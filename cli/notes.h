// What a reader remarked about a file, as notes for standard error.
#pragma once

#include <string>
#include <vector>

#include "core/diagnostic.h"

namespace treering::cli {

/// One text per diagnostic; beyond a screenful the rest is counted only.
std::vector<std::string> texts_of(const std::vector<core::Diagnostic>& diagnostics);

}  // namespace treering::cli
