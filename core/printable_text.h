// The one rule for texts that become part of a value, such as names, descriptions, sources and
// attributes.
#pragma once

#include <string>
#include <string_view>

#include "core/result.h"

namespace treering::core {

/// Fails where `text` holds something that core/text/quote.h calls unprintable, so that no name can
/// start a line of an export or control a terminal. `where` is the place of `text`.
Result<void> check_printable(std::string_view text, const std::string& where);

}  // namespace treering::core
