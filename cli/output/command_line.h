// Options as people write them: in messages, and as a command line that gives them again.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cli/command.h"
#include "core/result.h"

namespace treering::cli {

// Writes the inputs that messages name (core/text/field.h) as options.

/// `text` with "--nodes" for "⟨nodes⟩".
std::string with_options(std::string text);

core::Error with_options(core::Error error);

// Options as they were given, as a command line that gives them again.

/// The options of `of` among those given, but for `without` (names); each word as a shell reads it.
/// Begins with a space; empty where there are none.
std::string options_text(const Arguments& arguments, const CommandSpec& of,
                         std::span<const std::string_view> without);

// What a report to paste has of the command that wrote it.

/// The line that repeats a command in another form: its arguments and options but for those of
/// form, then `form`; a file in place of standard input.
std::string repeated_line(const Arguments& arguments, std::string_view form);

}  // namespace treering::cli
