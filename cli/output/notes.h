// What a reader remarked about a file, as notes for standard error.
#pragma once

#include <string>
#include <vector>

#include "core/diagnostic.h"

namespace treering::cli {

/// "runs.log:3: text", one per diagnostic.
std::vector<std::string> all_texts_of(const std::vector<core::Diagnostic>& diagnostics);

/// The same; beyond a screenful the rest is counted only.
std::vector<std::string> texts_of(const std::vector<core::Diagnostic>& diagnostics);

}  // namespace treering::cli
