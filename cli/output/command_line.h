// Options as they were given, as a command line that gives them again.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cli/command.h"

namespace treering::cli {

/// The options of `of` among those given, but for `without` (names); each word as a shell reads it.
/// Begins with a space; empty where there are none.
std::string options_text(const Arguments& arguments, const CommandSpec& of,
                         std::span<const std::string_view> without);

}  // namespace treering::cli
