// Writes the inputs that messages name (core/text/field.h) as options.
#pragma once

#include <string>

#include "core/result.h"

namespace treering::cli {

/// `text` with "--nodes" for "⟨nodes⟩".
std::string with_options(std::string text);

core::Error with_options(core::Error error);

}  // namespace treering::cli
