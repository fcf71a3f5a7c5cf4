// The one rule for texts that become part of a value: names, descriptions, sources, attributes.
#pragma once

#include <string>
#include <string_view>

#include "core/result.h"

namespace treering::core {

/// Fails where `text` holds what core/text/quote.h calls unfit, so that no name can begin a line of
/// an export or command a terminal; `where` is its place.
Result<void> check_fit(std::string_view text, const std::string& where);

}  // namespace treering::core
