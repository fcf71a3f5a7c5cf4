// The terminal: how many columns a line of our output may have, and which characters it shows.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace treering::cli {

// How many columns a line of our output may have.

/// `columns`, the variable COLUMNS, where it is a number, else those of the terminal, else the
/// usual width; never less than what reports are written for.
std::size_t line_width(std::string_view columns, std::optional<std::size_t> terminal);

/// The same for a file of this process.
std::size_t line_width_of(int descriptor);

/// The same for notes, which stay whole lines, for grep, in a file whose width nothing says.
std::optional<std::size_t> note_width_of(int descriptor);

// The characters that the terminal can show, by the process's locale.

/// Whether text may have non-ASCII characters.
bool has_utf8_locale();

}  // namespace treering::cli
